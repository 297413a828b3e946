import SensorModel

/// The points of the placemarks in a KML file: one place for each point. The parent folder is the category,
/// `description` the information.
struct KMLPlaces: MarkupContent {
    static let expectation = "a KML file"

    /// Geometries other than points, and the reasons under which they are counted.
    private static let others = [
        "LineString": "lines", "LinearRing": "lines", "Polygon": "polygons", "Model": "models", "Track": "tracks",
    ]

    private(set) var file = PlaceFile(format: .kml)
    private let path: String
    private var place: PlaceDraft?
    private var vertices: [Route.Vertex] = []
    private var coordinates: KMLCoordinates
    private var hasOther = false
    private var folders: [String?] = []
    /// The depth of the geometry that is being skipped.
    private var skipped: Int?

    init(path: String) {
        self.path = path
        coordinates = KMLCoordinates(path: path)
    }

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
        case "Point": coordinates = KMLCoordinates(path: path)
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
                file: path,
                found: "a point with \(points.count) coordinates",
                expected: "one longitude and latitude, without spaces",
                remedy: "correct it"
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
            (draft.point, draft.altitude) = (vertex.point, vertex.altitude)
            if let place = draft.place(ordinal: file.places.count + 1) { file.places.append(place) }
        }
    }
}
