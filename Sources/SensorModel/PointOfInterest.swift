/// A named place that an augmented reality system shows on its screen.
public struct PointOfInterest: Sendable, Hashable {
    /// What the file calls it by; nil where it has no identifiers.
    public var identifier: String?
    public var name: String
    public var point: GeographicPoint
    /// Above the same zero as the altitudes of the recording's fixes; nil where the file gives none.
    public var altitude: Metres?
    /// Above the device, wherever that is: a GDDF's relative altitude; nil where the file counts from a fixed zero. It
    /// applies where there is no ``altitude``.
    public var heightAboveDevice: Metres?
    public var category: String?
    /// What is shown when the place is opened.
    public var information: String?

    public init(
        identifier: String? = nil,
        name: String,
        point: GeographicPoint,
        altitude: Metres? = nil,
        heightAboveDevice: Metres? = nil,
        category: String? = nil,
        information: String? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.point = point
        self.altitude = altitude
        self.heightAboveDevice = heightAboveDevice
        self.category = category
        self.information = information
    }
}
