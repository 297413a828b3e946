import Geodesy
import SensorModel

/// The places of a Gamaray dimension description (GDDF). Source: Stevense & van der Tak 2010, section 2.2. The elements
/// are those that the app iBetelgeuse reads (https://github.com/finalist/iBetelgeuse).
///
/// A feature is located at its own `location`, or at the element of `locations` whose `id` is the feature's
/// `locationId`. The feature's offset `xLoc`, `yLoc`, `zLoc` in metres east, north and up is added (section 4.3.3).
/// `text` becomes the name, and `onPress` the information. If `anchor` is missing, it is the bottom centre, as in
/// Gamaray and iBetelgeuse.
struct DimensionPlaces: MarkupContent {
    private struct Feature {
        let start: MarkupElement
        var draft: PlaceDraft
        var location: Route.Vertex?
        var locationIdentifier: String?
        var offset = Vector3.zero
    }

    private static let featureNames: Set<String> = ["featureImg", "featureTxt", "feature3D", "feature3d"]

    private var result = PlaceFile(format: .gddf)
    private var refresh = PlaceFile.Refresh()
    private var areAltitudesRelative = false
    private var locations: [String: Route.Vertex] = [:]
    private var features: [Feature] = []
    private var isInFeature = false
    /// The `location` element that is being read, and its content so far.
    private var location: (start: MarkupElement, coordinates: CoordinateText, altitude: Metres?)?

    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool {
        if element.name == "location", location == nil {
            location = (element, CoordinateText(), nil)
            return false
        }
        if location != nil || isInFeature { return true }
        if element.parent == "features", Self.featureNames.contains(element.name) {
            var draft = PlaceDraft(element)
            draft.display.anchor = .bottomCentre
            features.append(Feature(start: element, draft: draft))
            isInFeature = true
            return false
        }
        if element.parent == "overlays" {
            result.leaveOut("overlays, which are fixed on the screen")
        }
        return ["name", "relativeAltitude", "validFor", "validWithinRange", "radarRange"].contains(element.name)
    }

    mutating func end(_ element: MarkupElement, text: String?) throws(InputError) {
        if let (start, coordinates, altitude) = location {
            if element.depth == start.depth {
                let point = try coordinates.point(of: start)
                return finish(Route.Vertex(point: point, altitude: altitude), from: start)
            }
            if let text { try readLocation(text, element) }
        } else if isInFeature, let last = features.last {
            if element.depth == last.start.depth { isInFeature = false }
            if let text { try readFeature(text, element) }
        } else if let text {
            try readSetting(text, element)
        }
    }

    /// Returns the places. Call this method only after the end of the file, because a feature may precede the location
    /// to which it refers.
    consuming func file() throws(InputError) -> PlaceFile {
        if refresh != PlaceFile.Refresh() { result.refresh = refresh }
        for feature in features { try add(feature) }
        return result
    }

    private mutating func readLocation(_ text: String, _ element: MarkupElement) throws(InputError) {
        switch element.name {
        case "lat": location?.coordinates.latitude = text
        case "lon": location?.coordinates.longitude = text
        case "alt": location?.altitude = try PlaceDraft.altitude(text, of: element)
        default: break
        }
    }

    private mutating func finish(_ vertex: Route.Vertex, from start: MarkupElement) {
        location = nil
        if isInFeature {
            features[features.count - 1].location = vertex
        } else if let identifier = start.attributes["id"] {
            locations[identifier] = vertex
        } else {
            result.leaveOut("locations without an id")
        }
    }

    private mutating func readFeature(_ text: String, _ element: MarkupElement) throws(InputError) {
        let last = features.count - 1
        switch element.name {
        case "locationId": features[last].locationIdentifier = PlaceDraft.words(text)
        case "text": features[last].draft.name = PlaceDraft.words(text)
        case "onPress": features[last].draft.information = PlaceDraft.words(text)
        case "showInRadar": result.read(.showInRadar, PlaceDraft.words(text), into: &features[last].draft.display)
        case "anchor": result.read(.anchor, PlaceDraft.words(text), into: &features[last].draft.display)
        case "xLoc": features[last].offset.x = try number(text, element) ?? 0
        case "yLoc": features[last].offset.y = try number(text, element) ?? 0
        case "zLoc": features[last].offset.z = try number(text, element) ?? 0
        default: break
        }
    }

    private mutating func readSetting(_ text: String, _ element: MarkupElement) throws(InputError) {
        switch (element.parent, element.name) {
        case ("dimension", "name"): result.name = PlaceDraft.words(text)
        case ("dimension", "relativeAltitude"): areAltitudesRelative = PlaceDraft.words(text)?.lowercased() == "true"
        case ("dimension", "radarRange"):
            result.radarRange = try number(text, element).flatMap { $0 > 0 ? $0 : nil }
        // A value of 0 disables reloading.
        case ("refreshTime", "validFor"):
            refresh.time = try number(text, element).flatMap { $0 > 0 ? $0 / 1000 : nil }
        case ("refreshDistance", "validWithinRange"):
            refresh.distance = try number(text, element).flatMap { $0 > 0 ? $0 : nil }
        default: break
        }
    }

    private func number(_ text: String, _ element: MarkupElement) throws(InputError) -> Double? {
        guard let words = PlaceDraft.words(text) else { return nil }
        if let value = NumberText.value(words) { return value }
        throw element.error(message: "\(element.name) '\(words.excerpt)' is not a number")
    }

    private mutating func add(_ feature: Feature) throws(InputError) {
        var location = feature.location
        if location == nil, let identifier = feature.locationIdentifier {
            location = locations[identifier]
            guard location != nil else {
                throw feature.start.error(
                    message: "the feature's locationId '\(identifier.excerpt)' matches no location in the file",
                    advice: "correct the locationId, or add a location with this id"
                )
            }
        }
        guard let location else { return result.leaveOut("features without a location") }
        let moved = try move(location, by: feature)
        var draft = feature.draft
        if areAltitudesRelative { draft.heightAboveDevice = moved.altitude } else { draft.altitude = moved.altitude }
        result.append(draft, at: moved.point)
    }

    /// Returns a feature's location, moved by the feature's offset.
    private func move(_ location: Route.Vertex, by feature: Feature) throws(InputError) -> Route.Vertex {
        let offset = feature.offset
        guard offset != .zero,
            let origin = GeodeticPosition(point: location.point, height: location.altitude ?? 0)
        else { return location }
        let moved = LocalTangentFrame(at: origin).position(ofLocal: offset).geodetic()
        guard let moved, offset.length <= Self.maximumOffset else {
            throw feature.start.error(
                message: "the feature's offset of \(offset.length) m exceeds \(Self.maximumOffset) m",
                advice: "correct xLoc, yLoc and zLoc"
            )
        }
        return Route.Vertex(point: moved.point, altitude: location.altitude == nil ? nil : moved.height)
    }

    /// The maximum length of a feature's offset in metres. In valid files, a feature is within sight of its location.
    private static let maximumOffset = 100_000.0
}

/// A latitude and a longitude as texts from a file.
struct CoordinateText {
    /// The accepted longitudes in degrees: one turn in either direction.
    static let longitudes = -360.0...360.0

    var latitude: String?
    var longitude: String?

    /// Parses latitude and longitude.
    ///
    /// - Throws: `InputError` with the element's line and column if a coordinate is missing, not a number, or out of
    ///   range.
    func point(of element: MarkupElement) throws(InputError) -> GeographicPoint {
        try point { element.error(message: $0, advice: $1) }
    }

    /// Parses latitude and longitude. `error` is called only if the position is invalid, so that valid positions need
    /// no line and column.
    func point(
        _ error: (_ message: String, _ advice: String?) -> InputError
    ) throws(InputError) -> GeographicPoint {
        let numbers = (latitude.flatMap(NumberText.value), longitude.flatMap(NumberText.value))
        if let latitude = numbers.0, let longitude = numbers.1, Self.longitudes.contains(longitude),
            let point = GeographicPoint(latitudeDegrees: latitude, longitudeDegrees: longitude)
        {
            return point
        }
        let found = [latitude, longitude].map { $0.map { "'\($0.excerpt)'" } ?? "none" }
        let isSwapped = numbers.0.map { $0.magnitude <= 180 } ?? false && numbers.1.map { $0.magnitude <= 90 } ?? false
        throw error(
            "invalid position: latitude \(found[0]) (must be -90° to 90°), longitude \(found[1]) (must be -360° to 360°)",
            isSwapped ? "check that latitude and longitude are not swapped" : nil
        )
    }
}

/// A parser of numbers in files that are not delimited text.
package enum NumberText {
    /// Returns the value of a finite decimal number, possibly surrounded by white space, or `nil` for any other text,
    /// including `nan`.
    static func value(_ text: String) -> Double? {
        var text = text
        return text.withUTF8 { value($0[...]) }
    }

    /// Returns the value of a finite decimal number in UTF-8, possibly surrounded by white space, or `nil` for any
    /// other text.
    static func value(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
        let number = bytes.trimming { $0 == 0x20 || (0x09...0x0D).contains($0) }
        return NumberField.value(UnsafeBufferPointer(rebasing: number)).flatMap { $0.isFinite ? $0 : nil }
    }
}

/// A place that is being read.
struct PlaceDraft {
    var identifier: String?
    var name: String?
    var altitude: Metres?
    var heightAboveDevice: Metres?
    var category: String?
    var information: String?
    var display = PlaceDisplay()

    /// Creates a place with the identifier of an XML element, if there is one.
    init(_ element: MarkupElement? = nil) {
        identifier = element?.attributes["id"].flatMap(Self.words)
    }

    /// Returns the name for a place without name and identifier: "place" and the place's number in the file, counted
    /// from 1.
    static func name(ordinal: Int) -> String { "place \(ordinal)" }

    /// Returns a text without leading and trailing white space, or `nil` if nothing remains.
    static func words(_ text: String) -> String? {
        let words = text.trimming(where: \.isWhitespace)
        return words.isEmpty ? nil : String(words)
    }

    /// Parses an altitude in metres. Returns `nil` for an empty text.
    ///
    /// - Throws: `InputError` if the text is not a number.
    static func altitude(_ text: String, of element: MarkupElement) throws(InputError) -> Metres? {
        guard let words = words(text) else { return nil }
        if let altitude = NumberText.value(words) { return altitude }
        throw element.error(
            message: "altitude '\(words.excerpt)' is not a number of metres",
            advice: "correct or remove the altitude"
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
    case showWithin
    case showInRadar
    case anchor

    /// The properties of a place that `PlaceDisplay` contains.
    static let display: [PlaceProperty] = [.showWithin, .showInRadar, .anchor]

    /// The accepted column or key names, as lower-case letters and digits. The first name that occurs in the file is
    /// used.
    var names: [String] {
        switch self {
        case .identifier: ["id", "identifier", "poiid"]
        case .name: ["name", "title", "label"]
        case .altitude: ["altitude", "alt", "ele", "elevation", "altitudem", "altm", "elevationm"]
        case .category: ["category", "type", "kind", "class", "amenity"]
        case .information: ["information", "info", "description", "desc", "comment"]
        case .showWithin: ["showwithin"]
        case .showInRadar: ["showinradar"]
        case .anchor: ["anchor"]
        }
    }
}
