import SensorModel

/// A place that is being read from an XML file.
struct PlaceDraft {
    /// The start tag of the place.
    let element: MarkupElement
    var identifier: String?
    var name: String?
    var point: GeographicPoint?
    var altitude: Metres?
    var heightAboveDevice: Metres?
    var category: String?
    var information: String?

    init(_ element: MarkupElement) {
        self.element = element
        identifier = element.attributes["id"].flatMap(Self.words)
    }

    /// Returns the place; nil without a point. A place without a name and an identifier is named after its `ordinal`.
    func place(ordinal: Int) -> PointOfInterest? {
        point.map { point in
            PointOfInterest(
                identifier: identifier,
                name: name ?? identifier ?? PlaceDraft.name(ordinal: ordinal),
                point: point,
                altitude: altitude,
                heightAboveDevice: heightAboveDevice,
                category: category,
                information: information
            )
        }
    }

    /// The name of a place without a name and an identifier, from its position in the file, counted from 1.
    static func name(ordinal: Int) -> String { "place \(ordinal)" }

    /// A text without surrounding white space; nil where nothing remains.
    static func words(_ text: String) -> String? {
        let words = text.trimmingPrefix(while: \.isWhitespace)
        guard let last = words.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(words[...last])
    }

    /// Parses an altitude in metres; nil for an empty text.
    static func altitude(_ text: String, of element: MarkupElement, file: String) throws(InputError) -> Metres? {
        guard let words = words(text) else { return nil }
        if let altitude = NumberText.value(words) { return altitude }
        throw element.error(
            file: file,
            found: "altitude '\(words.excerpt)'",
            expected: "metres",
            remedy: "correct it, or remove the element"
        )
    }
}

/// A property of a place in a CSV or GeoJSON file.
enum PlaceProperty: CaseIterable {
    case identifier
    case name
    case altitude
    case category
    case information

    /// The names of the property, as lower-case letters and digits. The first name that the file has is used.
    var names: [String] {
        switch self {
        case .identifier: ["id", "identifier", "poiid"]
        case .name: ["name", "title", "label"]
        case .altitude: ["altitude", "alt", "ele", "elevation", "altitudem", "altm", "elevationm"]
        case .category: ["category", "type", "kind", "class", "amenity"]
        case .information: ["information", "info", "description", "desc", "comment"]
        }
    }
}
