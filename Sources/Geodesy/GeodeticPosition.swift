public import SensorModel

/// A place on, above or below the Earth: geodetic latitude, longitude and the height above the ellipsoid.
///
/// The height is along the ellipsoid's normal. A height above mean sea level, as maps print it and phones mostly give
/// it, differs by the geoid's undulation, up to 107 m; the difference of two neighbouring heights hardly does.
public struct GeodeticPosition: Sendable, Hashable {
    public let point: GeographicPoint
    /// Above the ellipsoid; finite.
    public let height: Metres

    /// - Returns: nil for a height that is not finite.
    @inlinable
    public init?(point: GeographicPoint, height: Metres) {
        guard height.isFinite else { return nil }
        self.point = point
        self.height = height
    }

    /// - Returns: nil for a latitude beyond a pole, and for what is not finite.
    @inlinable
    public init?(latitudeDegrees: Double, longitudeDegrees: Double, height: Metres) {
        let point = GeographicPoint(latitudeDegrees: latitudeDegrees, longitudeDegrees: longitudeDegrees)
        guard let point else { return nil }
        self.init(point: point, height: height)
    }
}
