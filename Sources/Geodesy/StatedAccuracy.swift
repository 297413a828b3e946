public import SensorModel

/// How far a formula may be from the length of the geodesic on WGS84, and for which pairs of points that is stated.
///
/// The bound is one of the worst direction and latitude; most pairs are nearer. Beyond the stated pairs the formula still
/// answers, with no bound.
public struct StatedAccuracy: Sendable, Hashable {
    /// The part of the error that grows with the distance, as a share of it.
    public let relativeError: Double
    /// The part of the error that does not grow with the distance: what rounding leaves.
    public let absoluteError: Metres
    /// The longest geodesic that the bound is stated for; nil for any.
    public let longestDistance: Metres?
    /// How far north or south both points may lie, in degrees; 90 for anywhere.
    public let highestLatitudeDegrees: Double

    init(
        relativeError: Double,
        absoluteError: Metres,
        longestDistance: Metres? = nil,
        highestLatitudeDegrees: Double = 90
    ) {
        self.relativeError = relativeError
        self.absoluteError = absoluteError
        self.longestDistance = longestDistance
        self.highestLatitudeDegrees = highestLatitudeDegrees
    }

    /// The largest error of a distance.
    public func bound(at distance: Metres) -> Metres { absoluteError + relativeError * distance }

    /// Whether the bound is stated for two points, whose geodesic has this length.
    public func covers(from start: GeographicPoint, to end: GeographicPoint, distance: Metres) -> Bool {
        max(start.latitudeDegrees.magnitude, end.latitudeDegrees.magnitude) <= highestLatitudeDegrees
            && distance <= longestDistance ?? .infinity
    }
}
