/// A position fix on WGS84, as a phone's operating system gives it.
public struct LocationFix: Sendable, Hashable {
    /// Geodetic latitude, north positive.
    public var latitude: Angle
    /// Longitude, east positive.
    public var longitude: Angle
    /// Height in metres; nil where the device gave none.
    public var altitudeMetres: Double?
    /// Radius of the device's own horizontal uncertainty, in metres; nil where it gave none.
    public var horizontalAccuracyMetres: Double?
    /// The device's own vertical uncertainty, in metres; nil where it gave none.
    public var verticalAccuracyMetres: Double?

    public init(
        latitude: Angle,
        longitude: Angle,
        altitudeMetres: Double? = nil,
        horizontalAccuracyMetres: Double? = nil,
        verticalAccuracyMetres: Double? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitudeMetres = altitudeMetres
        self.horizontalAccuracyMetres = horizontalAccuracyMetres
        self.verticalAccuracyMetres = verticalAccuracyMetres
    }
}
