public import Geodesy
internal import SensorModel

/// What one distance costs, by the clock.
public enum DistanceTiming {
    /// As many pairs of a sample are timed.
    public static let longestSample = 1 << 14
    /// The median needs some blocks to choose from.
    private static let blocks = 64

    /// Nanoseconds for one distance, the median over blocks of pairs on one thread; nil where there are no pairs.
    ///
    /// Of a debug build the figure says nothing.
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
