internal import SensorModel

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
