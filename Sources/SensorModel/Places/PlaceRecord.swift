/// A place on a server, with a permanent identifier and the time of its last change.
public struct PlaceRecord: Sendable, Hashable {
    /// The permanent identifier. Identifiers are never reused, and newer places have larger identifiers.
    public let identifier: Int64
    /// The time of the last change, in a unit that the server chooses. Only the order of these times matters.
    public let changed: Int64
    /// The place. In ``PointOfInterest/identifier``, the place contains this record's ``identifier`` as text.
    public let place: PointOfInterest

    /// Creates a record. Returns `nil` if the altitude is not finite or a text contains U+0000, because databases
    /// cannot store such values.
    public init?(identifier: Int64, changed: Int64, place: PointOfInterest) {
        guard place.altitude?.isFinite ?? true else { return nil }
        let texts = [place.name, place.category ?? "", place.information ?? ""]
        guard !texts.contains(where: { $0.utf8.contains(0) }) else { return nil }
        var place = place
        place.identifier = String(identifier)
        // Adding 0 converts −0 to 0, so that equal records also have equal bytes.
        place.altitude = place.altitude.map { $0 + 0 }
        let point = GeographicPoint(
            latitudeDegrees: place.point.latitudeDegrees + 0,
            longitudeDegrees: place.point.longitudeDegrees + 0
        )
        if let point { place.point = point }
        self.identifier = identifier
        self.changed = changed
        self.place = place
    }
}

/// The changes of a server's places since a client's last request: new, changed and removed places.
///
/// Modelled on the server of LiveGuide Ditzingen: AREA 2013, section VIII.B.
public struct PlaceDelta: Sendable, Hashable {
    /// New places.
    public var additions: [PlaceRecord]
    /// Changed places, each with its complete new content.
    public var changes: [PlaceRecord]
    /// The identifiers of removed places.
    public var removals: [Int64]

    /// Creates a delta, by default an empty one.
    public init(additions: [PlaceRecord] = [], changes: [PlaceRecord] = [], removals: [Int64] = []) {
        self.additions = additions
        self.changes = changes
        self.removals = removals
    }

    /// The total number of added, changed and removed places.
    public var count: Int { additions.count + changes.count + removals.count }
}

/// A named place that an augmented reality system shows on its screen.
public struct PointOfInterest: Sendable, Hashable {
    /// The identifier in the file; `nil` if the file has no identifiers.
    public var identifier: String?
    /// The name, as shown on the screen.
    public var name: String
    /// The position on WGS84.
    public var point: GeographicPoint
    /// The altitude in metres, in the height system of the recording's position fixes; `nil` if absent from the file.
    public var altitude: Metres?
    /// The height above the device in metres; `nil` if absent from the file. This height is used only if ``altitude``
    /// is `nil`. In a GDDF file (Gamaray dimension description), it is the relative altitude.
    public var heightAboveDevice: Metres?
    /// The category, such as "museum"; `nil` if absent from the file.
    public var category: String?
    /// The text that the system shows when the user opens the place; `nil` if absent from the file.
    public var information: String?
    /// The settings of the place on a screen.
    public var display: PlaceDisplay

    /// Creates a place.
    public init(
        identifier: String? = nil,
        name: String,
        point: GeographicPoint,
        altitude: Metres? = nil,
        heightAboveDevice: Metres? = nil,
        category: String? = nil,
        information: String? = nil,
        display: PlaceDisplay = PlaceDisplay()
    ) {
        self.identifier = identifier
        self.name = name
        self.point = point
        self.altitude = altitude
        self.heightAboveDevice = heightAboveDevice
        self.category = category
        self.information = information
        self.display = display
    }
}

/// The settings of one place on a screen, as in a Gamaray dimension description (GDDF).
public struct PlaceDisplay: Sendable, Hashable {
    /// The maximum distance in metres at which the place is shown; `nil` if the place sets no limit. The system's own
    /// radius applies in addition.
    public var radius: Metres?
    /// A Boolean value that indicates whether the radar shows the place (`showInRadar` in a GDDF).
    public var isInRadar: Bool
    /// The anchor of the label: this point of the label is drawn at the place's pixel.
    public var anchor: LabelAnchor

    /// Creates settings. By default, the label is centred on the place, and the radar shows the place.
    public init(radius: Metres? = nil, isInRadar: Bool = true, anchor: LabelAnchor = .centre) {
        self.radius = radius
        self.isInRadar = isInRadar
        self.anchor = anchor
    }

    /// Returns the smaller of the place's own radius and a system's radius in metres.
    package func radius(within systemRadius: Metres) -> Metres { min(systemRadius, radius ?? .infinity) }
}

/// The point of a label that is drawn at the place's pixel. The raw values are the codes in a Gamaray dimension
/// description. The first letter is the row (top, centre, bottom), the second the column (left, centre, right).
public enum LabelAnchor: String, Sendable, Hashable, CaseIterable {
    /// The corner at the top left.
    case topLeft = "TL"
    /// The middle of the top edge.
    case topCentre = "TC"
    /// The corner at the top right.
    case topRight = "TR"
    /// The middle of the left edge.
    case left = "CL"
    /// The middle of the label.
    case centre = "CC"
    /// The middle of the right edge.
    case right = "CR"
    /// The corner at the bottom left.
    case bottomLeft = "BL"
    /// The middle of the bottom edge.
    case bottomCentre = "BC"
    /// The corner at the bottom right.
    case bottomRight = "BR"

    /// The offset of the point from the label's top left corner, as fractions of the label's width and height.
    public var position: (x: Double, y: Double) {
        let x: Double =
            switch self {
            case .topLeft, .left, .bottomLeft: 0
            case .topCentre, .centre, .bottomCentre: 0.5
            case .topRight, .right, .bottomRight: 1
            }
        let y: Double =
            switch self {
            case .topLeft, .topCentre, .topRight: 0
            case .left, .centre, .right: 0.5
            case .bottomLeft, .bottomCentre, .bottomRight: 1
            }
        return (x, y)
    }
}
