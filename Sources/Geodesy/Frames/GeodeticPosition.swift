public import SensorModel

/// A geodetic latitude, longitude and height above the ellipsoid.
///
/// The height is measured along the ellipsoid's normal. Maps and most phones use heights above mean sea level, which
/// differ by the geoid's undulation of up to 107 m. The difference of two nearby heights is almost the same in both
/// systems.
public struct GeodeticPosition: Sendable, Hashable {
    /// The latitude and longitude.
    public let point: GeographicPoint
    /// The height above the ellipsoid in metres; finite.
    public let height: Metres

    /// Creates a position from a point and a height in metres.
    ///
    /// - Returns: nil for a height that is not finite.
    @inlinable
    public init?(point: GeographicPoint, height: Metres) {
        guard height.isFinite else { return nil }
        self.point = point
        self.height = height
    }

    /// Creates a position from degrees and a height in metres.
    ///
    /// - Returns: nil for a latitude beyond a pole, and for values that are not finite.
    @inlinable
    public init?(latitudeDegrees: Double, longitudeDegrees: Double, height: Metres) {
        let point = GeographicPoint(latitudeDegrees: latitudeDegrees, longitudeDegrees: longitudeDegrees)
        guard let point else { return nil }
        self.init(point: point, height: height)
    }
}

extension LocationFix {
    /// The fix's latitude and longitude; nil for a latitude beyond a pole and for values that are not finite.
    public var point: GeographicPoint? {
        GeographicPoint(latitudeDegrees: latitude.degrees, longitudeDegrees: longitude.degrees)
    }

    /// Creates a fix at a position, with its height and without accuracies.
    public init(_ position: GeodeticPosition) {
        self.init(
            latitude: position.point.latitude,
            longitude: position.point.longitude,
            altitudeMetres: position.height
        )
    }
}

extension GeodeticPosition {
    /// Creates a position from a fix, whose altitude is used as the height above the ellipsoid.
    ///
    /// - Parameters:
    ///   - fix: location fix.
    ///   - missing: height in metres for a fix without altitude; nil rejects such a fix.
    /// - Returns: nil for a fix with an invalid location or without height.
    public init?(_ fix: LocationFix, heightIfMissing missing: Metres? = nil) {
        guard let point = fix.point, let height = fix.altitudeMetres ?? missing else { return nil }
        self.init(point: point, height: height)
    }
}
