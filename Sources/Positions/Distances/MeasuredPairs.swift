import Evaluation
public import Geodesy
public import SensorModel

/// Pairs of points with the reference distance and the distance by each formula.
public struct MeasuredPairs: Sendable {
    /// The measured pairs of points.
    public let pairs: [PointPair]
    /// The reference geodesic of each pair.
    public let references: [GeodesicReference.Geodesic]
    /// The distances in metres. Each formula has an array with one element per pair. An element is `nil` if the formula
    /// yields no finite distance.
    public let distances: [[Metres?]]
    /// The initial bearings in degrees. Each formula has an array with one element per pair; the array is empty for a
    /// formula without bearings.
    let bearingsDegrees: [[Double?]]

    /// Measures the pairs. O(pairs · formulas). Call ``GeodesicReference/load()`` first.
    public init(_ pairs: [PointPair], formulas: [FormulaEntry]) {
        self.pairs = pairs
        references = pairs.map { GeodesicReference.geodesic(from: $0.start, to: $0.end) }
        distances = formulas.map { entry in
            pairs.map { pair in
                entry.formula.distance(from: pair.start, to: pair.end).flatMap { $0.isFinite ? $0 : nil }
            }
        }
        bearingsDegrees = formulas.map { entry in
            guard entry.givesBearing else { return [] }
            return pairs.map { entry.formula.initialBearing(from: $0.start, to: $0.end)?.degrees }
        }
    }
}

/// Two points whose distance is measured.
public struct PointPair: Sendable, Hashable {
    /// The first point.
    public let start: GeographicPoint
    /// The second point.
    public let end: GeographicPoint

    /// Creates a pair of points.
    public init(from start: GeographicPoint, to end: GeographicPoint) {
        self.start = start
        self.end = end
    }

    /// The absolute latitude of the point that is farther from the equator, in degrees.
    var highestLatitudeDegrees: Double { max(start.latitudeDegrees.magnitude, end.latitudeDegrees.magnitude) }
}

/// A measurement of the time that a distance formula takes.
public enum DistanceTiming {
    /// The maximum number of timed pairs.
    public static let longestSample = 1 << 14
    /// The minimum number of timed blocks.
    private static let blocks = 64

    /// Returns the time to compute one distance in nanoseconds, or `nil` if there are no pairs.
    ///
    /// The time is the median over blocks of pairs, measured on one thread. Times in debug builds are not meaningful.
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
