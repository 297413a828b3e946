/// A named place that an augmented reality system shows on its screen.
public struct PointOfInterest: Sendable, Hashable {
    /// The identifier in the file; nil if the file has no identifiers.
    public var identifier: String?
    /// The name, as shown on the screen.
    public var name: String
    /// The position on WGS84.
    public var point: GeographicPoint
    /// The altitude in metres, in the same height system as the recording's fixes; nil if absent from the file.
    public var altitude: Metres?
    /// The height above the device in metres, the relative altitude of a GDDF file; nil if absent from the file. It applies
    /// if ``altitude`` is nil.
    public var heightAboveDevice: Metres?
    /// The category in the file; nil if absent from the file.
    public var category: String?
    /// The text that the system shows for an opened place; nil if absent from the file.
    public var information: String?

    /// A place with this name and position.
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
