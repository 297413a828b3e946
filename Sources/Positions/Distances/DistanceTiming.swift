import Evaluation
public import Geodesy
internal import SensorModel

/// The measurement of the time that a formula needs.
public enum DistanceTiming {
    /// The largest number of pairs that are timed.
    public static let longestSample = 1 << 14
    /// The number of blocks whose median is reported.
    private static let blocks = 64

    /// The time per distance in nanoseconds: the median over blocks of pairs on one thread; nil without pairs.
    ///
    /// The figure of a debug build is not meaningful.
    public static func nanoseconds(_ formula: FormulaEntry, over pairs: [PointPair]) -> Double? {
        guard !pairs.isEmpty else { return nil }
        let sample = pairs.prefix(longestSample)
        var clock = ComputeClock()
        var next = sample.startIndex
        var timed = 0
        while clock.blockCount < blocks || timed < sample.count {
            let length = clock.blockLength
            let start = ContinuousClock.now
            for _ in 0..<length {
                _ = formula.formula.distance(from: sample[next].start, to: sample[next].end)
                next = next + 1 < sample.endIndex ? next + 1 : sample.startIndex
            }
            clock.add(start.duration(to: .now), count: length)
            timed += length
        }
        return clock.median
    }
}
