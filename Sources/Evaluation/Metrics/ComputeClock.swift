import Histogram
import SensorModel

/// A timer of a pipeline or formula over blocks of frames. Blocks are long enough for the clock's own cost to stay
/// below 1 %.
///
/// Blocks that are too short are not counted, and the next ones are twice as long.
struct ComputeClock {
    /// The cost of one clock reading in nanoseconds.
    static let cost: Double = {
        let clock = ContinuousClock()
        let readings = 10_000
        let start = clock.now
        var last = start
        for _ in 0..<readings { last = clock.now }
        return nanoseconds(start.duration(to: last)) / Double(readings)
    }()

    private static let longestBlock = 4_096
    private var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
    private var total = 0.0
    private var samples = 0
    /// The number of counted blocks.
    private(set) var blockCount = 0
    /// The number of frames for the next block.
    private(set) var blockLength = 64

    /// The time of a run in nanoseconds if single samples were not timed.
    private var wholeRun: Double?

    init() {}

    /// The times that a program outside of Sextant took.
    init(_ time: OutsideTime) {
        switch time {
        case .perSample(let times):
            for seconds in times {
                histogram.record(UInt64(saturating: (seconds * 1e10).rounded()), count: 1)
                total += seconds * 1e9
            }
            samples = times.count
        case .perRun(let seconds): wholeRun = seconds * 1e9
        }
    }

    /// Counts a block that produced `count` orientations.
    mutating func add(_ duration: Duration, count: Int) {
        let elapsed = Self.nanoseconds(duration)
        if elapsed < 100 * Self.cost, blockLength < Self.longestBlock {
            blockLength *= 2
            return
        }
        guard count > 0 else { return }
        // Tenths of a nanosecond, because the histogram stores whole numbers.
        histogram.record(UInt64(saturating: (elapsed / Double(count) * 10).rounded()), count: UInt64(count))
        total += elapsed
        samples += count
        blockCount += 1
    }

    /// The median time of one sample in nanoseconds; nil without samples.
    var median: Double? { samples > 0 ? Double(histogram.valueAtPercentile(50)) / 10 : nil }

    /// - Parameter orientations: the number of orientations of the run.
    func measure(orientations: Int, into metrics: inout MetricValues) {
        if let wholeRun {
            let reason = "a batch program is timed as a whole, with its start and end"
            metrics.setUnmeasured([.computeP50, .computeP99, .computeMax], because: reason)
            return metrics.set(.computeMean, to: wholeRun / Double(orientations), note: reason)
        }
        guard samples > 0 else {
            return metrics.setUnmeasured(
                MetricCatalogue.ofTime,
                because: "the recording is too short to time"
            )
        }
        metrics.set(.computeP50, to: Double(histogram.valueAtPercentile(50)) / 10)
        metrics.set(.computeP99, to: Double(histogram.valueAtPercentile(99)) / 10)
        metrics.set(.computeMax, to: Double(histogram.maxRecorded) / 10)
        metrics.set(.computeMean, to: total / Double(samples))
    }

    private static func nanoseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1e9 + Double(attoseconds) * 1e-9
    }
}
