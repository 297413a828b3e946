public import SensorModel

/// A reader of points of interest in any ``PlaceFormat``.
///
/// XML and CSV files are read as streams. A JSON file is loaded into memory, up to `JSONText.maximumBytes`. XML
/// elements may be nested 64 levels deep. A document type declaration (DTD) is an error, so that entities are never
/// expanded.
///
/// ```swift
/// let file = try PlaceReader.read(path: "places.kml")
/// for place in file.places { print(place.name, place.point.latitudeDegrees, place.point.longitudeDegrees) }
/// ```
public enum PlaceReader {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - format: the format, or `nil` to detect it from the beginning of the file.
    /// - Throws: `InputError` with line and column if the file is malformed, coordinates are invalid, or the file has
    ///   no places. Valid elements that are not places are not an error; ``PlaceFile/leftOut`` counts them.
    public static func read(path: String, format: PlaceFormat? = nil) throws(InputError) -> PlaceFile {
        let format = if let format { format } else { try PlaceFormat.detect(path: path) }
        let file: PlaceFile
        switch format {
        case .area: file = try MarkupReader.read(path: path, AreaPlaces()).file
        case .gddf: file = try MarkupReader.read(path: path, DimensionPlaces()).file()
        case .kml: file = try MarkupReader.read(path: path, KMLPlaces()).file
        case .gpx: file = try MarkupReader.read(path: path, GPXPlaces()).file
        case .geojson: file = try GeoJSONPlaces.read(path: path)
        case .csv: file = try DelimitedPlaces.read(path: path)
        }
        guard file.places.isEmpty, file.moving.isEmpty else { return file }
        throw InputError(noneOf: "place", in: path, leftOut: file.leftOut)
    }

    /// Reads a file in the same way as ``read(path:format:)``, and returns only the places, in file order.
    public static func places(
        ofFile path: String,
        format: PlaceFormat? = nil
    ) throws(InputError) -> [PointOfInterest] {
        try read(path: path, format: format).places
    }
}

/// A reader of places in AREA's XML (Geiger 2012, listings 5.1 and 5.2).
///
/// `category` is optional, because the source describes it as a future attribute. Listing 5.2 starts with `<xml …>`, a
/// misprint of the declaration `<?xml …?>`. Files with this misprint are rejected.
struct AreaPlaces: MarkupContent {
    private(set) var file = PlaceFile(format: .area)
    /// The start tag of the place that is being read, and its content so far.
    private var place: (start: MarkupElement, draft: PlaceDraft, coordinates: CoordinateText)?

    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool {
        guard place == nil else { return element.parent == "location" }
        if element.name == "location", element.parent == "locations" {
            place = (element, PlaceDraft(element), CoordinateText())
        }
        return false
    }

    mutating func end(_ element: MarkupElement, text: String?) throws(InputError) {
        guard let (start, draft, coordinates) = place else { return }
        if element.depth == start.depth {
            place = nil
            return file.append(draft, at: try coordinates.point(of: start))
        }
        guard let text else { return }
        switch element.name {
        case "latitude": place?.coordinates.latitude = text
        case "longitude": place?.coordinates.longitude = text
        case "altitude": place?.draft.altitude = try PlaceDraft.altitude(text, of: element)
        case "name": place?.draft.name = PlaceDraft.words(text)
        case "information": place?.draft.information = PlaceDraft.words(text)
        case "category": place?.draft.category = PlaceDraft.words(text)
        default: break
        }
    }
}

/// A reader of CSV files that contain one place per row. Fields are separated by commas, semicolons or tabs.
/// ``CoordinateColumns`` and ``PlaceProperty`` list the column names.
///
/// If the file has a column `t`, with seconds on a recording's clock, each row is one position of a moving place. All
/// rows with the same name belong to the same place.
struct DelimitedPlaces {
    private let reader: DelimitedReader
    private let coordinates: CoordinateColumns
    /// The field index of each property.
    private let fields: [PlaceProperty: Int]
    private let timeField: Int?
    private var file = PlaceFile(format: .csv)
    private var tracks: [(name: String, fixes: [MovingPlace.Fix])] = []
    private var trackOfName: [String: Int] = [:]

    static func read(path: String) throws(InputError) -> PlaceFile {
        var format = DelimitedFormat(comment: nil, emptyIsNaN: true)
        format.alternativeDelimiters = [UInt8(ascii: ";"), UInt8(ascii: "\t")]
        var places = try DelimitedPlaces(DelimitedReader(path: path, format: format))
        try places.read()
        return places.file
    }

    private init(_ reader: DelimitedReader) throws(InputError) {
        self.reader = reader
        coordinates = try CoordinateColumns.point(in: reader)
        let header = (reader.header ?? []).map(CoordinateColumns.plain)
        var fields: [PlaceProperty: Int] = [:]
        for property in PlaceProperty.allCases {
            fields[property] = property.names.lazy.compactMap { header.firstIndex(of: $0) }.first
        }
        self.fields = fields
        timeField = (reader.header ?? []).firstIndex { PlaceDraft.words($0) == "t" }
    }

    private mutating func read() throws(InputError) {
        var columns = coordinates.both
        if let altitude = fields[.altitude] { columns.append(.position(altitude + 1)) }
        if let timeField { columns.append(.position(timeField + 1)) }
        try reader.forEachBlock(of: columns, storingText: true) { block throws(InputError) in
            for row in 0..<block.rowCount { try add(row, block) }
        }
        file.moving = tracks.compactMap { MovingPlace(name: $0.name, fixes: $0.fixes) }
    }

    private mutating func add(_ row: Int, _ block: DelimitedBlock) throws(InputError) {
        let coordinateFields = coordinates.both.compactMap(reader.firstIndex)
        if coordinateFields.allSatisfy({ block.text(row: row, field: $0).isEmpty }) {
            file.leaveOut("rows without coordinates")
            return
        }
        let point = try block.point(row: row, column: 0)
        let longitude = block[1][row]
        guard CoordinateText.longitudes.contains(longitude) else {
            throw block.error(
                row: row,
                column: 1,
                message: "longitude \(longitude) is outside -360° to 360°",
                advice: "correct the longitude, or remove the row"
            )
        }
        if timeField != nil { return try move(to: point, row, block) }
        var draft = PlaceDraft()
        draft.identifier = text(.identifier, row, block)
        draft.name = text(.name, row, block)
        draft.altitude = try altitude(row, block)
        draft.category = text(.category, row, block)
        draft.information = text(.information, row, block)
        for property in PlaceProperty.display { file.read(property, text(property, row, block), into: &draft.display) }
        file.append(draft, at: point)
    }

    /// Adds a position to the moving place with the row's name.
    private mutating func move(to point: GeographicPoint, _ row: Int, _ block: DelimitedBlock) throws(InputError) {
        let column = fields[.altitude] == nil ? 2 : 3
        let time = block[column][row]
        let name = text(.name, row, block) ?? text(.identifier, row, block) ?? PlaceDraft.name(ordinal: 1)
        let track = trackOfName[name] ?? tracks.count
        if track == tracks.count { tracks.append((name, [])) }
        trackOfName[name] = track
        guard time.isFinite, tracks[track].fixes.last.map({ $0.time < time }) ?? true else {
            throw block.error(
                row: row,
                column: column,
                message: "time \(time) must be later than the previous time of the place '\(name.excerpt)'",
                advice: "sort the rows by t"
            )
        }
        tracks[track].fixes.append(MovingPlace.Fix(time: time, point: point, altitude: try altitude(row, block)))
        file.leaveOut(PlaceFile.movingReason)
    }

    private func text(_ property: PlaceProperty, _ row: Int, _ block: DelimitedBlock) -> String? {
        guard let field = fields[property] else { return nil }
        let cell = String(decoding: block.text(row: row, field: field), as: UTF8.self)
        return PlaceDraft.words(SpreadsheetText.original(cell))
    }

    private func altitude(_ row: Int, _ block: DelimitedBlock) throws(InputError) -> Metres? {
        guard let field = fields[.altitude], !block.text(row: row, field: field).isEmpty else { return nil }
        let altitude = block[2][row]
        if altitude.isFinite { return altitude }
        throw block.error(
            row: row,
            column: 2,
            message: "altitude \(altitude) is not a number of metres",
            advice: "correct or remove the altitude"
        )
    }
}

/// A reader of the waypoints of a GPX file. `type` is the category. The information is `desc` or, if `desc` is missing,
/// `cmt`.
struct GPXPlaces: MarkupContent {
    private(set) var file = PlaceFile(format: .gpx)
    /// The waypoint that is being read: its start tag, position and content so far.
    private var place: (start: MarkupElement, point: GeographicPoint, draft: PlaceDraft)?
    private var comment: String?

    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool {
        if let place { return element.depth == place.start.depth + 1 }
        switch element.name {
        case "wpt":
            place = (element, try element.point(), PlaceDraft(element))
            comment = nil
        case "rtept": file.leaveOut("points of routes")
        case "trkpt": file.leaveOut("points of tracks")
        case "name": return element.parent == "metadata"
        default: break
        }
        return false
    }

    mutating func end(_ element: MarkupElement, text: String?) throws(InputError) {
        guard let (start, point, draft) = place else {
            if let text { file.name = PlaceDraft.words(text) }
            return
        }
        if element.depth == start.depth {
            var draft = draft
            draft.information = draft.information ?? comment
            place = nil
            return file.append(draft, at: point)
        }
        guard let text else { return }
        switch element.name {
        case "ele": place?.draft.altitude = try PlaceDraft.altitude(text, of: element)
        case "name": place?.draft.name = PlaceDraft.words(text)
        case "desc": place?.draft.information = PlaceDraft.words(text)
        case "cmt": comment = PlaceDraft.words(text)
        case "type": place?.draft.category = PlaceDraft.words(text)
        default: break
        }
    }
}

/// A reader of the points of a GeoJSON file: one place for each `Point`, and for each position of a `MultiPoint`.
enum GeoJSONPlaces {
    static func read(path: String) throws(InputError) -> PlaceFile {
        let source = try GeoJSONFile(path: path)
        var file = PlaceFile(format: .geojson, name: source.name)
        try source.forEachFeature { feature throws(InputError) in try add(feature, to: &file) }
        return file
    }

    private static func add(_ feature: GeoJSONFile.Feature, to file: inout PlaceFile) throws(InputError) {
        guard let geometry = feature.geometry else {
            file.leaveOut("features without a geometry")
            return
        }
        let altitude = altitude(of: feature, &file)
        var draft = PlaceDraft()
        draft.identifier = feature.identifier
        draft.name = feature.words(.name)
        draft.category = feature.words(.category)
        draft.information = feature.words(.information)
        for property in PlaceProperty.display { file.read(property, feature.words(property), into: &draft.display) }
        try GeoJSONFile.forEachGeometry(in: geometry) { type, coordinates throws(InputError) in
            let vertices: [Route.Vertex]
            switch type {
            case "Point": vertices = try GeoJSONFile.position(coordinates).map { [$0] } ?? []
            case "MultiPoint": vertices = try GeoJSONFile.positions(coordinates)
            case "Polygon", "MultiPolygon": return file.leaveOut("polygons")
            default: return file.leaveOut("lines")
            }
            if vertices.isEmpty { file.leaveOut("points without coordinates") }
            for vertex in vertices {
                draft.altitude = vertex.altitude ?? altitude
                file.append(draft, at: vertex.point)
            }
        }
    }

    /// Returns the value of a feature's property for the altitude, or `nil` if it is missing or not a number. No
    /// standard defines this property.
    private static func altitude(of feature: GeoJSONFile.Feature, _ file: inout PlaceFile) -> Metres? {
        guard let words = feature.words(.altitude) else { return nil }
        if let altitude = NumberText.value(words) { return altitude }
        file.leaveOut("altitudes that are not numbers")
        return nil
    }
}

/// A reader of the placemarks of a KML file: one place for each point. The parent folder's name is the category, and
/// `description` is the information.
struct KMLPlaces: MarkupContent {
    /// The reason under which ``PlaceFile/leftOut`` counts a geometry that is not a point, for each KML element.
    private static let others = [
        "LineString": "lines", "LinearRing": "lines", "Polygon": "polygons", "Model": "models", "Track": "tracks",
    ]

    private(set) var file = PlaceFile(format: .kml)
    private var place: PlaceDraft?
    private var vertices: [Route.Vertex] = []
    private var coordinates = KMLCoordinates()
    private var hasOther = false
    private var folders: [String?] = []
    /// The nesting depth of the geometry element that is being skipped, or `nil` if no element is being skipped.
    private var skipped: Int?

    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool {
        guard skipped == nil else { return false }
        switch element.name {
        case "Folder": folders.append(nil)
        case "Placemark":
            place = PlaceDraft(element)
            vertices = []
            hasOther = false
        case "NetworkLink": file.leaveOut("links to other files")
        case "name": return ["Placemark", "Folder", "Document"].contains(element.parent)
        case "description": return element.parent == "Placemark"
        case "Point": coordinates = KMLCoordinates()
        case "altitudeMode": return element.parent == "Point"
        case "coordinates": return place != nil && element.parent == "Point"
        default:
            if place != nil, let words = Self.others[element.name] {
                file.leaveOut(words)
                hasOther = true
                skipped = element.depth
            }
        }
        return false
    }

    mutating func end(_ element: MarkupElement, text: String?) throws(InputError) {
        if let depth = skipped {
            if element.depth == depth { skipped = nil }
            return
        }
        switch element.name {
        case "Folder": folders.removeLast()
        case "Placemark": finish()
        case "name": if let text { setName(PlaceDraft.words(text), of: element.parent) }
        case "description": place?.information = text.flatMap(PlaceDraft.words)
        case "altitudeMode": coordinates.isAbsolute = text.flatMap(PlaceDraft.words) == "absolute"
        case "coordinates": if let text { try coordinates.append(tuples: text, element) }
        case "Point": if place != nil { vertices += try point(element) }
        default: break
        }
    }

    private mutating func setName(_ name: String?, of parent: String) {
        switch parent {
        case "Placemark": place?.name = name
        case "Folder": folders[folders.count - 1] = name
        default: file.name = file.name ?? name
        }
    }

    private mutating func point(_ element: MarkupElement) throws(InputError) -> [Route.Vertex] {
        let points = coordinates.settled
        guard points.count == 1 else {
            throw element.error(
                message: "a point must have one position, but this point has \(points.count) positions",
                advice: "write one position as longitude,latitude[,altitude] without spaces"
            )
        }
        for _ in 0..<coordinates.groundHeights { file.leaveOut(KMLCoordinates.groundReason) }
        return points
    }

    private mutating func finish() {
        guard var draft = place else { return }
        place = nil
        if vertices.isEmpty, !hasOther { file.leaveOut("placemarks without a geometry") }
        draft.category = folders.last ?? nil
        for vertex in vertices {
            draft.altitude = vertex.altitude
            file.append(draft, at: vertex.point)
        }
    }
}

/// The content of a file with points of interest.
public struct PlaceFile: Sendable, Hashable {
    /// The format of the file.
    public var format: PlaceFormat
    /// The name of the collection, or `nil` if the file does not contain one.
    public var name: String?
    /// The places, in file order.
    public var places: [PointOfInterest] = []
    /// The moving places of a CSV file with a column `t`, in the order of their first rows. The rows of moving places
    /// are also counted in ``leftOut``, because moving places are not in ``places``.
    public var moving: [MovingPlace] = []
    /// The number of elements that did not become ``places``, for each reason.
    public var leftOut: [String: Int] = [:]
    /// The conditions under which the file is reloaded, or `nil` for formats without such conditions.
    public var refresh: Refresh?
    /// The range of a radar view in metres, from `radarRange` in a GDDF, or `nil` if the file does not contain a range.
    public var radarRange: Metres?

    /// The conditions for reloading a GDDF (Stevense & van der Tak 2010, section 2.2, and research report, section 4).
    public struct Refresh: Sendable, Hashable {
        /// The maximum age of the content in seconds, or `nil` if time does not cause a reload.
        public var time: Seconds?
        /// The distance in metres that the device moves before the file is reloaded, or `nil` if motion does not cause
        /// a reload.
        public var distance: Metres?

        /// Creates the conditions; see the properties for units.
        public init(time: Seconds? = nil, distance: Metres? = nil) {
            self.time = time
            self.distance = distance
        }
    }

    /// The key under which ``leftOut`` counts the rows of moving places. The places themselves are in ``moving``.
    package static let movingReason = "positions of moving places"

    /// Counts an element that does not become a place.
    mutating func leaveOut(_ reason: String) {
        leftOut[reason, default: 0] += 1
    }

    /// Appends a place at a point. A place without name and identifier is named "place" followed by its number.
    mutating func append(_ draft: PlaceDraft, at point: GeographicPoint) {
        places.append(
            PointOfInterest(
                identifier: draft.identifier,
                name: draft.name ?? draft.identifier ?? PlaceDraft.name(ordinal: places.count + 1),
                point: point,
                altitude: draft.altitude,
                heightAboveDevice: draft.heightAboveDevice,
                category: draft.category,
                information: draft.information,
                display: draft.display
            )
        )
    }

    /// Reads a property of a place's display. Missing text changes nothing, and invalid text is counted in ``leftOut``.
    mutating func read(_ property: PlaceProperty, _ text: String?, into display: inout PlaceDisplay) {
        guard let text else { return }
        switch property {
        case .showWithin:
            guard let radius = NumberText.value(text), radius > 0 else {
                return leaveOut("values of showWithin that are not positive numbers")
            }
            display.radius = radius
        case .showInRadar:
            guard let isInRadar = Bool(text.lowercased()) else {
                return leaveOut("values of showInRadar that are neither true nor false")
            }
            display.isInRadar = isInRadar
        case .anchor:
            guard let anchor = LabelAnchor(rawValue: text.uppercased()) else {
                return leaveOut("anchors that are not two letters such as BC")
            }
            display.anchor = anchor
        default: break
        }
    }
}

/// A format of files with points of interest.
public enum PlaceFormat: String, Sendable, Hashable, CaseIterable {
    /// AREA's XML: `locations/location` with `latitude`, `longitude`, `altitude`, `name` and `information`
    /// (Geiger 2012, listings 5.1 and 5.2).
    case area
    /// A Gamaray dimension description, read by Gamaray and iBetelgeuse (Stevense & van der Tak 2010, section 2.2).
    case gddf
    /// GeoJSON (RFC 7946).
    case geojson
    /// Keyhole Markup Language (OGC 12-007r2).
    case kml
    /// Waypoints of the GPS Exchange Format 1.1.
    case gpx
    /// A table with a header line, see ``CoordinateColumns``.
    case csv

    /// The XML format for each name of a root element.
    private static let roots: [String: PlaceFormat] = [
        "locations": .area, "dimension": .gddf, "kml": .kml, "gpx": .gpx,
    ]

    /// Detects the format of a file from its first bytes. The file name is ignored.
    ///
    /// - Throws: `InputError` if the file is XML with an unknown root element, or is not UTF-8.
    public static func detect(path: String) throws(InputError) -> PlaceFormat {
        let opening = try FileSignature(path: path)
        let names = allCases.map(\.rawValue).joined(separator: "|")
        switch opening.kind {
        case .json: return .geojson
        case .text: return .csv
        case .markup(let root):
            if let format = roots[root] { return format }
            throw InputError(
                file: path,
                message: "the root element <\(root)> belongs to no known format of places",
                advice: "check the file, or select one of \(names) with --input-format"
            )
        }
    }
}
