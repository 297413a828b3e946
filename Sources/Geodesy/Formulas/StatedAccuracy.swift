public import SensorModel

/// The largest difference between a formula and the geodesic on WGS84, and the pairs of points that it applies to.
///
/// The bound holds for the worst direction and latitude; most pairs are better. For other pairs the formula still gives
/// a result, but without a bound.
public struct StatedAccuracy: Sendable, Hashable {
    /// The part of the error that is proportional to the distance, as a fraction.
    public let relativeError: Double
    /// The constant part of the error in metres, from rounding.
    public let absoluteError: Metres
    /// The longest geodesic for which the bound is stated in metres; nil for any.
    public let longestDistance: Metres?
    /// The highest absolute latitude of both points in degrees; 90 for any.
    public let highestLatitudeDegrees: Double

    package init(
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

    /// The largest error of a distance in metres.
    public func bound(at distance: Metres) -> Metres { absoluteError + relativeError * distance }

    /// Whether the bound is stated for two points with a geodesic of this length.
    public func covers(from start: GeographicPoint, to end: GeographicPoint, distance: Metres) -> Bool {
        max(start.latitudeDegrees.magnitude, end.latitudeDegrees.magnitude) <= highestLatitudeDegrees
            && distance <= longestDistance ?? .infinity
    }
}
