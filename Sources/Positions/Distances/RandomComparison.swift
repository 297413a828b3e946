import Evaluation
public import Geodesy
public import SensorModel

/// A comparison of distance formulas over random pairs of points, computed in parallel.
///
/// The pairs are divided into blocks of a fixed length. The results of the blocks are added in order, so the total does
/// not depend on the number of jobs.
public struct RandomComparison: Sendable {
    /// The random pairs of points to measure.
    public var pairs: RandomPairs
    /// The distance formulas to compare.
    public var formulas: [FormulaEntry]
    /// The maximum error at which a distance counts as correct.
    public var tolerance: DistanceTolerance
    /// The number of blocks that are measured in parallel, at least 1.
    public var jobs: Int

    static let blockLength = 1 << 14

    /// Creates a comparison; `jobs` is at least 1.
    public init(pairs: RandomPairs, formulas: [FormulaEntry], tolerance: DistanceTolerance = .standard, jobs: Int = 1) {
        precondition(jobs > 0, "jobs must be at least 1")
        self.pairs = pairs
        self.formulas = formulas
        self.tolerance = tolerance
        self.jobs = jobs
    }

    /// Measures all pairs. O(pairs · formulas).
    ///
    /// - Parameter visit: the closure that is called after each block, in the order of the blocks, with the block and
    ///   the total number of measured pairs.
    /// - Throws: the error that `visit` throws. In this case, later blocks are not measured.
    public func run<Failure: Error>(
        visit: (MeasuredPairs, _ done: Int) throws(Failure) -> Void
    ) async throws(Failure) -> DistanceStatistics {
        var statistics = DistanceStatistics(formulas: formulas, tolerance: tolerance)
        var next = 0
        while next < pairs.count {
            let starts = Array(stride(from: next, to: pairs.count, by: Self.blockLength).prefix(jobs))
            for (measured, counted) in await blocks(from: starts) {
                statistics.add(counted)
                next += measured.pairs.count
                try visit(measured, next)
            }
        }
        return statistics
    }

    private func blocks(from starts: [Int]) async -> [(MeasuredPairs, DistanceStatistics)] {
        await parallelMap(starts, jobs: starts.count) { start in
            let indices = start..<min(start + Self.blockLength, pairs.count)
            let measured = MeasuredPairs(indices.map { pairs[$0] }, formulas: formulas)
            var counted = DistanceStatistics(formulas: formulas, tolerance: tolerance)
            counted.add(measured)
            return (measured, counted)
        }.compactMap(\.self)
    }
}

/// The maximum error at which a distance counts as correct.
public struct DistanceTolerance: Sendable, Hashable {
    /// The unit of a tolerance. The raw value is the symbol of the unit.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// Millimetres.
        case millimetres = "mm"
        /// Centimetres.
        case centimetres = "cm"
        /// Metres.
        case metres = "m"
        /// Kilometres.
        case kilometres = "km"
        /// Millionths of the reference distance.
        case partsPerMillion = "ppm"
    }

    /// The tolerance in ``unit``, above 0.
    public let value: Double
    /// The unit of ``value``.
    public let unit: Unit

    /// Creates a tolerance. Returns `nil` if the value is not above 0 or not finite.
    public init?(_ value: Double, _ unit: Unit) {
        guard value > 0, value.isFinite else { return nil }
        self.value = value
        self.unit = unit
    }

    private init(metres: Metres) {
        value = metres
        unit = .metres
    }

    /// The default tolerance of one metre. This error is not visible in the position of a label on a distant building.
    public static let standard = DistanceTolerance(metres: 1)

    /// Returns the maximum accepted error in metres for a reference distance in metres.
    public func limit(at reference: Metres) -> Metres {
        switch unit {
        case .millimetres: value / 1e3
        case .centimetres: value / 1e2
        case .metres: value
        case .kilometres: value * 1e3
        case .partsPerMillion: value * reference / 1e6
        }
    }
}
