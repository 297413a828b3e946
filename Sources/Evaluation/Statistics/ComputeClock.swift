import Histogram
import SensorModel

/// A timer that measures the computing time of a pipeline or formula in blocks of frames.
///
/// Reading the clock takes less than 1 % of the time of a block. Blocks that are too short are discarded, and the
/// following blocks are twice as long.
package struct ComputeClock {
    /// The cost of one clock reading in nanoseconds. The fastest of several groups of readings is used, because other
    /// processes can interrupt a group.
    package static let cost: Double = {
        let clock = ContinuousClock()
        let readings = 100
        let groups = (0..<100).map { _ in
            let start = clock.now
            var last = start
            for _ in 0..<readings { last = clock.now }
            return start.duration(to: last)
        }
        return nanoseconds(groups.min() ?? .zero) / Double(readings)
    }()

    private static let longestBlock = 4_096
    /// An empty histogram for times up to 1 ms. For longer times, the histogram grows. Growing takes longer than a
    /// thousand frames of a fast pipeline, so the initial range is wide.
    private static let emptyHistogram: Histogram<UInt64> = {
        var histogram = Histogram<UInt64>(
            lowestDiscernibleValue: 1,
            highestTrackableValue: 10_000_000,
            numberOfSignificantValueDigits: .three
        )
        histogram.autoResize = true
        return histogram
    }()
    private var histogram = emptyHistogram
    private var total = 0.0
    private var samples = 0
    /// The number of blocks that were measured and not discarded.
    package private(set) var blockCount = 0
    /// The number of frames that the next block should contain.
    package private(set) var blockLength = 64

    /// The time of the whole run in nanoseconds; `nil` if blocks or single samples were timed.
    private var wholeRun: Double?

    /// The reason why a run could not be timed; `nil` if the run was timed or was too short.
    private var obstacle: String?

    /// Creates a timer that has not measured any block.
    package init() {}

    /// Creates a timer from the computing time of a whole run. The times of single samples are unknown.
    package init(wholeRun duration: Duration) {
        wholeRun = Self.nanoseconds(duration)
    }

    /// Adds the time of a block that produced `count` orientations, or discards the block if it is too short.
    package mutating func add(_ duration: Duration, count: Int) {
        let elapsed = Self.nanoseconds(duration)
        if elapsed < 100 * Self.cost, blockLength < Self.longestBlock {
            blockLength *= 2
            return
        }
        guard count > 0 else { return }
        // The histogram stores integers, so the unit is a tenth of a nanosecond.
        histogram.record(UInt64(saturating: (elapsed / Double(count) * 10).rounded()), count: UInt64(count))
        total += elapsed
        samples += count
        blockCount += 1
    }

    /// The median time of one sample in nanoseconds; `nil` without samples.
    package var median: Double? { quantile(50) }

    private func quantile(_ percentage: Double) -> Double? {
        samples > 0 ? Double(histogram.valueAtPercentile(percentage)) / 10 : nil
    }

    private static func nanoseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1e9 + Double(attoseconds) * 1e-9
    }
}

extension ComputeClock {
    /// Creates a timer from the times of an external program.
    init(_ time: OutsideTime) {
        self.init()
        switch time {
        case .perSample(let times):
            for seconds in times {
                histogram.record(UInt64(saturating: (seconds * 1e10).rounded()), count: 1)
                total += seconds * 1e9
            }
            samples = times.count
        case .perRun(let seconds): wholeRun = seconds * 1e9
        case .unmeasured(let reason): obstacle = reason
        }
    }

    /// Sets the metrics of computing time.
    ///
    /// - Parameter orientations: the number of orientations of the run.
    func measure(orientations: Int, into metrics: inout MetricValues) {
        if let wholeRun {
            let reason = "batch programs and offline estimators are timed as a whole, including start and exit"
            metrics.setUnmeasured([.computeP50, .computeP99, .computeMax], because: reason)
            return metrics.set(.computeMean, to: wholeRun / Double(orientations), note: reason)
        }
        guard let median, let p99 = quantile(99) else {
            let reason = obstacle ?? "the recording is too short to measure computing times"
            return metrics.setUnmeasured(MetricCatalogue.ofTime, because: reason)
        }
        metrics.set(.computeP50, to: median)
        metrics.set(.computeP99, to: p99)
        metrics.set(.computeMax, to: Double(histogram.maxRecorded) / 10)
        metrics.set(.computeMean, to: total / Double(samples))
    }
}
