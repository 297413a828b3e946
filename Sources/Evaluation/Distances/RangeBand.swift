public import SensorModel

/// Distances of one order of magnitude; pairs are sorted into them by their reference distance.
public struct RangeBand: Sendable, Hashable {
    /// The least distance, itself outside; 0, which is inside, in the first band.
    public let lower: Metres
    /// The largest distance, itself inside; the antipodal band has that of two poles.
    public let upper: Metres

    /// From here on two points are nearly antipodal: there may be several shortest ways, and a bearing says little.
    public static let antipodal: Metres = 19_900_000
    /// Half a meridian: no two points on WGS84 are further apart.
    static let longest: Metres = 20_003_931.458_6

    /// Up to 1 m, 10 m, … 10 000 km, 19 900 km, and the rest, which is nearly antipodal.
    public static let all: [RangeBand] = {
        let limits: [Metres] = [0, 1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, antipodal, longest]
        return zip(limits, limits.dropFirst()).map { RangeBand(lower: $0, upper: $1) }
    }()

    /// The place in ``all`` of the band that a distance belongs to.
    public static func index(of distance: Metres) -> Int {
        all.firstIndex { distance <= $0.upper } ?? all.count - 1
    }
}
