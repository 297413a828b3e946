import Foundation
public import SensorModel

/// The share of simulated sets whose interval contains the true value, for intervals of 95 %.
///
/// With 4,000 sets, the share itself has a standard deviation of 0.35 %. A debug build, which is fifty times slower, has
/// only 100 sets. `SEXTANT_COVERAGE_SETS` sets the number of sets for a long test, which also has the slow cases and prints
/// all shares.
public struct IntervalCoverage: Sendable {
    /// The number of sets for a long test; nil for the usual one.
    public static let longSets = ProcessInfo.processInfo.environment["SEXTANT_COVERAGE_SETS"].flatMap { Int($0) }
    /// The number of sets of each case.
    public static var sets: Int { longSets ?? (isDebug ? 100 : 4_000) }
    /// The accepted shares: 93 to 97 %; in a debug build two standard deviations of 2.2 % more.
    public static var accepted: ClosedRange<Double> { isDebug ? 0.885...1 : 0.93...0.97 }

    private static var isDebug: Bool {
        #if DEBUG
        true
        #else
        false
        #endif
    }

    /// The number of sets with an interval.
    public private(set) var count = 0
    private var hits = 0

    /// The share of intervals that contain the true value.
    public var share: Double { Double(hits) / Double(count) }

    /// Measures a case.
    ///
    /// - Parameters:
    ///   - name: the name of the case in the printed line.
    ///   - truth: the true value.
    ///   - interval: the interval of a set, from a generator of its own; nil if there is no interval for the set.
    public init(
        _ name: String,
        truth: Double,
        interval: (inout SplitMix64) throws -> (lower: Double, upper: Double)?
    ) rethrows {
        for set in 0..<Self.sets {
            var generator = SplitMix64(seed: UInt64(set) &* 0x9E37_79B9 &+ 11)
            guard let interval = try interval(&generator) else { continue }
            count += 1
            if interval.lower <= truth, truth <= interval.upper { hits += 1 }
        }
        guard Self.longSets != nil else { return }
        let percent = String(format: "%.1f %%", 100 * share)
        print("coverage: \(name): \(percent) of \(count) intervals, \(Self.sets) sets")
    }
}
