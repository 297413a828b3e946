internal import RealModule
public import SensorModel

/// Random pairs of points that depend on the seed and the index only, and so not on the number of threads.
///
/// Every pair has a generator of its own. The pairs cycle through the range bands and the latitude bands of both
/// hemispheres, so that each band has the same number of pairs. Within its bands, the start's latitude is uniform in
/// degrees, its longitude and the bearing are uniform, and the range is uniform in its logarithm, from 1 cm. The end is
/// the end of the geodesic with that bearing and range.
public struct RandomPairs: Sendable, Hashable {
    /// The number of pairs.
    public let count: Int
    /// The seed of the generators.
    public let seed: UInt64

    /// The shortest distance of a pair, in metres.
    public static let shortest: Metres = 0.01

    /// Creates the pairs of a seed; `count` is at least 1.
    public init(count: Int, seed: UInt64) {
        precondition(count > 0, "count must be at least 1")
        self.count = count
        self.seed = seed
    }

    /// The pair at an index, from 0. Call ``GeodesicReference/load()`` first.
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
        else { preconditionFailure("a geodesic that starts at a valid point ends at a valid point") }
        return PointPair(from: start, to: end)
    }
}
