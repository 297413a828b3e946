import RealModule
public import SensorModel

/// The errors of a distance formula for the pairs of points in one or several bands of range and latitude.
public struct BandFigures: Sendable, Hashable {
    /// The number of pairs, including pairs for which the formula yields no distance.
    public private(set) var pairs = 0
    /// The number of pairs for which the formula does not converge, or yields a distance that is not finite.
    public private(set) var withoutAnswer = 0
    /// The number of distances whose error exceeds the tolerance.
    public private(set) var outside = 0
    /// The absolute errors of the distances, in metres.
    public private(set) var error = ErrorDistribution(resolution: Self.errorResolution)
    /// The absolute errors of the distances, each divided by its reference distance, in parts per million. Pairs of
    /// equal points are excluded.
    public private(set) var relative = ErrorDistribution(resolution: Self.relativeResolution)
    /// The errors of the initial bearings, in degrees.
    ///
    /// Pairs of equal points and nearly antipodal pairs are excluded, because their bearing is undetermined.
    public private(set) var bearing = ErrorDistribution(resolution: Self.bearingResolution)

    /// The resolution of ``error``, in metres. Smaller errors count as this value.
    public static let errorResolution = 1e-6
    /// The resolution of ``relative``, in parts per million. Smaller errors count as this value.
    public static let relativeResolution = 1e-2
    /// The resolution of ``bearing``, in degrees. Smaller errors count as this value.
    public static let bearingResolution = 1e-4

    /// A Boolean value that indicates whether there is at least one pair, and the error of every pair is within the
    /// tolerance.
    public var isWithinTolerance: Bool { pairs > 0 && withoutAnswer == 0 && outside == 0 }

    /// The share of the distances whose error exceeds the tolerance, from 0 to 1, or `nil` if there are no distances.
    public var outsideShare: Double? {
        error.count > 0 ? Double(outside) / Double(error.count) : nil
    }

    mutating func add(
        _ distance: Double?,
        bearingDegrees: Double?,
        against reference: GeodesicReference.Geodesic,
        tolerance: DistanceTolerance
    ) {
        pairs += 1
        guard let distance, distance.isFinite else {
            withoutAnswer += 1
            return
        }
        let deviation = (distance - reference.distance).magnitude
        error.add(deviation)
        if deviation > tolerance.limit(at: reference.distance) { outside += 1 }
        guard reference.distance > 0 else { return }
        relative.add(deviation / reference.distance * 1e6)
        guard reference.distance <= RangeBand.antipodal, let bearingDegrees, bearingDegrees.isFinite else { return }
        bearing.add((bearingDegrees - reference.initialBearingDegrees).remainder(dividingBy: 360))
    }

    mutating func add(_ other: BandFigures) {
        pairs += other.pairs
        withoutAnswer += other.withoutAnswer
        outside += other.outside
        error.add(other.error)
        relative.add(other.relative)
        bearing.add(other.bearing)
    }
}

/// A band of reference distances, in most cases from one power of ten to the next.
public struct RangeBand: Sendable, Hashable {
    /// The lower limit in metres. The band contains only distances above this limit. The first band also contains its
    /// limit, 0.
    public let lower: Metres
    /// The upper limit in metres. The limit itself belongs to the band. The last band ends at the distance between the
    /// poles.
    public let upper: Metres

    /// The distance in metres above which two points are nearly antipodal, so several shortest paths may exist.
    public static let antipodal: Metres = 19_900_000
    /// The maximum distance between two points on WGS84 in metres: the distance between the poles.
    static let longest: Metres = 20_003_931.458_6

    /// The bands up to 1 m, 10 m, … 10 000 km and 19 900 km, and the band of nearly antipodal pairs.
    public static let all: [RangeBand] = {
        let limits: [Metres] = [0, 1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, antipodal, longest]
        return zip(limits, limits.dropFirst()).map { RangeBand(lower: $0, upper: $1) }
    }()

    /// Returns the index in ``all`` of the band that contains a distance in metres.
    public static func index(of distance: Metres) -> Int {
        all.firstIndex { distance <= $0.upper } ?? all.count - 1
    }
}

/// A band of fifteen degrees of absolute latitude, which contains northern and southern latitudes.
///
/// A pair of points belongs to the band of the point that is farther from the equator.
public struct LatitudeBand: Sendable, Hashable {
    /// The lower limit of the absolute latitude, in degrees.
    public let lowerDegrees: Double
    /// The upper limit of the absolute latitude, in degrees.
    public let upperDegrees: Double

    private static let height = 15.0

    /// The bands from the equator to the poles.
    public static let all = (0..<6).map {
        LatitudeBand(lowerDegrees: Double($0) * height, upperDegrees: Double($0 + 1) * height)
    }

    /// Returns the index in ``all`` of the band that contains a latitude in degrees. A band contains its upper limit.
    public static func index(of degrees: Double) -> Int {
        all.firstIndex { degrees.magnitude <= $0.upperDegrees } ?? all.count - 1
    }
}

/// Random pairs of points, which depend only on the seed and the index of the pair.
///
/// Each pair has its own random generator, so the pairs do not depend on the number of threads. The pairs cycle through
/// the range bands and the latitude bands of both hemispheres, so each band has the same number of pairs.
///
/// The first point, and the bearing and distance to the second point, are random. Latitude, longitude, bearing and the
/// logarithm of the distance are distributed uniformly. The latitude and the distance are within the bands of the pair.
/// The minimum distance is 1 cm.
public struct RandomPairs: Sendable, Hashable {
    /// The number of pairs.
    public let count: Int
    /// The seed of the random generators.
    public let seed: UInt64

    /// The minimum distance between the points of a pair, in metres.
    public static let shortest: Metres = 0.01

    /// Creates `count` random pairs from a seed; `count` is at least 1.
    public init(count: Int, seed: UInt64) {
        precondition(count > 0, "count must be at least 1")
        self.count = count
        self.seed = seed
    }

    /// The pair at an index, counted from 0. Call ``GeodesicReference/load()`` first.
    public subscript(index: Int) -> PointPair {
        // The seed is the first output of another generator, so that neighbouring pairs are not correlated.
        var scatter = SplitMix64(seed: seed &+ UInt64(index) &* 0xD1B5_4A32_D192_ED03)
        var random = SplitMix64(seed: scatter.next())
        let band = RangeBand.all[index % RangeBand.all.count]
        let zones = 2 * LatitudeBand.all.count
        let zone = index / RangeBand.all.count % zones
        let latitude = -90 + 180 * (Double(zone) + random.nextFraction()) / Double(zones)
        let longitude = -180 + 360 * random.nextFraction()
        let bearing = -180 + 360 * random.nextFraction()
        let lower = max(band.lower, Self.shortest)
        let range = lower * Double.exp(random.nextFraction() * Double.log(band.upper / lower))
        guard let start = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude),
            let end = GeodesicReference.point(from: start, bearingDegrees: bearing, distance: range)
        else { preconditionFailure("a geodesic that starts at a valid point ends at a valid point") }
        return PointPair(from: start, to: end)
    }
}
