/// A point on the Earth's surface: geodetic latitude and longitude on WGS84.
///
/// Kept in degrees, as points are given, because the poles, the date line and twelve printed digits are exact in degrees
/// and not in radians. Two spellings of one meridian are equal: longitudes are wrapped into (−180°, 180°].
public struct GeographicPoint: Sendable, Hashable {
    /// North positive, in [−90, 90].
    public let latitudeDegrees: Double
    /// East positive, in (−180, 180].
    public let longitudeDegrees: Double

    /// - Parameters:
    ///   - latitudeDegrees: in [−90, 90].
    ///   - longitudeDegrees: any finite number, any number of turns.
    /// - Returns: nil for a latitude beyond a pole, and for what is not a number.
    @inlinable
    public init?(latitudeDegrees: Double, longitudeDegrees: Double) {
        guard latitudeDegrees.magnitude <= 90, longitudeDegrees.isFinite else { return nil }
        self.latitudeDegrees = latitudeDegrees
        // Exact: IEEE 754's remainder is not rounded.
        let wrapped = longitudeDegrees.remainder(dividingBy: 360)
        self.longitudeDegrees = wrapped == -180 ? 180 : wrapped
    }

    /// A point from numbers that belong to one.
    init(knownLatitudeDegrees latitude: Double, longitudeDegrees longitude: Double) {
        latitudeDegrees = latitude
        longitudeDegrees = longitude
    }

    @inlinable public var latitude: Angle { Angle(degrees: latitudeDegrees) }
    @inlinable public var longitude: Angle { Angle(degrees: longitudeDegrees) }
}
