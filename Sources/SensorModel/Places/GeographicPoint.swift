/// A point on the Earth's surface: geodetic latitude and longitude on WGS84.
///
/// Coordinates are stored in degrees. The poles, the date line and coordinates with twelve digits are exact in degrees
/// but not in radians. Longitudes are wrapped into (−180°, 180°], so that 180° and −180° are equal.
public struct GeographicPoint: Sendable, Hashable {
    /// The latitude in degrees, north positive, in [−90, 90].
    public let latitudeDegrees: Double
    /// The longitude in degrees, east positive, in (−180, 180].
    public let longitudeDegrees: Double

    /// A point with these coordinates; nil for a latitude beyond a pole and for a coordinate that is not finite.
    ///
    /// - Parameters:
    ///   - latitudeDegrees: the latitude in degrees, in [−90, 90].
    ///   - longitudeDegrees: the longitude in degrees, any finite number.
    @inlinable
    public init?(latitudeDegrees: Double, longitudeDegrees: Double) {
        guard latitudeDegrees.magnitude <= 90, longitudeDegrees.isFinite else { return nil }
        self.latitudeDegrees = latitudeDegrees
        // Exact: the remainder of IEEE 754 is not rounded.
        let wrapped = longitudeDegrees.remainder(dividingBy: 360)
        self.longitudeDegrees = wrapped == -180 ? 180 : wrapped
    }

    /// A point from coordinates that are known to be valid and wrapped.
    init(knownLatitudeDegrees latitude: Double, longitudeDegrees longitude: Double) {
        latitudeDegrees = latitude
        longitudeDegrees = longitude
    }

    /// The latitude, north positive.
    @inlinable public var latitude: Angle { Angle(degrees: latitudeDegrees) }
    /// The longitude, east positive.
    @inlinable public var longitude: Angle { Angle(degrees: longitudeDegrees) }
}
