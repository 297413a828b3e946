internal import RealModule
public import SensorModel

/// Random pairs of points, the same for a seed however they are divided among threads.
///
/// Pair i has a generator of its own. Pairs go round the range bands × latitude bands of both hemispheres, so that each
/// of them gets as many as any other. Inside: the start's latitude is uniform in degrees, its longitude and the bearing
/// are uniform, and the range is uniform in its logarithm, from 1 cm on. The end is where the geodesic of that bearing
/// and range ends.
public struct RandomPairs: Sendable, Hashable {
    public let count: Int
    public let seed: UInt64

    /// The shortest range that is drawn.
    public static let shortest: Metres = 0.01

    public init(count: Int, seed: UInt64) {
        precondition(count > 0, "there is at least one pair")
        self.count = count
        self.seed = seed
    }

    /// The pair at a place, counted from 0.
    public subscript(index: Int) -> PointPair {
        // The first output of a generator that starts at (seed, index) decorrelates neighbours.
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
        else { preconditionFailure("a geodesic that starts on the Earth ends on it") }
        return PointPair(from: start, to: end)
    }
}
