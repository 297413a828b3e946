public import SensorModel

/// What a formula is worth for the pairs of some bands.
public struct BandFigures: Sendable, Hashable {
    /// Pairs, with and without an answer.
    public private(set) var pairs = 0
    /// Pairs for which the formula has no distance: its iteration does not converge, or what comes out is no number.
    public private(set) var withoutAnswer = 0
    /// Pairs with a distance that is further off than the tolerance.
    public private(set) var outside = 0
    /// In metres.
    public private(set) var error = ErrorDistribution(resolution: Self.errorResolution)
    /// In millionths of the reference distance; without pairs of the same point twice.
    public private(set) var relative = ErrorDistribution(resolution: Self.relativeResolution)
    /// In degrees; without pairs of the same point twice and nearly antipodal ones, where a bearing says nothing.
    public private(set) var bearing = ErrorDistribution(resolution: Self.bearingResolution)

    /// Metres.
    public static let errorResolution = 1e-6
    /// Parts per million.
    public static let relativeResolution = 1e-2
    /// Degrees.
    public static let bearingResolution = 1e-4

    /// Whether there are pairs, and each has a distance within the tolerance.
    public var isWithinTolerance: Bool { pairs > 0 && withoutAnswer == 0 && outside == 0 }

    /// The share of the distances that are further off than the tolerance; nil without any.
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
        let off = (distance - reference.distance).magnitude
        error.add(off)
        if off > tolerance.limit(at: reference.distance) { outside += 1 }
        guard reference.distance > 0 else { return }
        relative.add(off / reference.distance * 1e6)
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

/// Fifteen degrees of latitude, north and south of the equator alike.
///
/// A pair is sorted in by the point that is nearer to its pole.
public struct LatitudeBand: Sendable, Hashable {
    public let lowerDegrees: Double
    public let upperDegrees: Double

    private static let height = 15.0

    /// From the equator to the poles.
    public static let all = (0..<6).map {
        LatitudeBand(lowerDegrees: Double($0) * height, upperDegrees: Double($0 + 1) * height)
    }

    /// The place in ``all`` of the band that a latitude belongs to, south or north; a limit belongs to the band below.
    public static func index(of degrees: Double) -> Int {
        all.firstIndex { degrees.magnitude <= $0.upperDegrees } ?? all.count - 1
    }
}
