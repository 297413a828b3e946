public import SensorModel

extension LocationFix {
    /// Where the fix is on the ellipsoid; nil for a latitude beyond a pole, and for what is not finite.
    public var point: GeographicPoint? {
        GeographicPoint(latitudeDegrees: latitude.degrees, longitudeDegrees: longitude.degrees)
    }

    /// A fix with the height of the position and no accuracies.
    public init(_ position: GeodeticPosition) {
        self.init(
            latitude: position.point.latitude,
            longitude: position.point.longitude,
            altitudeMetres: position.height
        )
    }
}

extension GeodeticPosition {
    /// The fix's place, with its altitude taken as the height above the ellipsoid.
    ///
    /// - Parameters:
    ///   - fix: the fix.
    ///   - missing: what to take for the altitude of a fix without one; nil refuses such a fix.
    /// - Returns: nil for a fix that is not a place on the Earth, or that has no height.
    public init?(_ fix: LocationFix, heightIfMissing missing: Metres? = nil) {
        guard let point = fix.point, let height = fix.altitudeMetres ?? missing else { return nil }
        self.init(point: point, height: height)
    }
}
