import SensorModel

/// The lines of a KML file's placemarks: each `LineString` and each `gx:Track` is a route.
struct KMLRoutes: MarkupContent {
    static let expectation = "a KML file"

    private(set) var file = RouteFile(format: .kml)
    private let path: String
    private var name: String?
    private var draft: (start: MarkupElement, route: RouteDraft)?
    private var coordinates = KMLCoordinates()

    init(path: String) {
        self.path = path
    }

    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool {
        switch element.name {
        case "Placemark": name = nil
        case "name": return element.parent == "Placemark"
        case "LineString", "Track":
            draft = (element, RouteDraft(path: path, line: element.line, column: element.column))
            coordinates = KMLCoordinates()
        case "Point": file.leaveOut("points")
        case "Polygon": file.leaveOut("polygons")
        case "NetworkLink": file.leaveOut("links to other files")
        case "altitudeMode", "coordinates", "coord":
            guard let draft else { return false }
            return element.depth == draft.start.depth + 1
        default: break
        }
        return false
    }

    mutating func end(_ element: MarkupElement, text: String?) throws(InputError) {
        if element.name == "name" { name = text.flatMap(PlaceDraft.words) ?? name }
        guard let (start, line) = draft else { return }
        if element.depth == start.depth {
            draft = nil
            var route = line
            route.name(name)
            return file.routes.append(try route.finished())
        }
        guard let text else { return }
        switch element.name {
        case "altitudeMode": coordinates.isAbsolute = PlaceDraft.words(text) == "absolute"
        case "coordinates": draft?.route.append(try coordinates.vertices(of: text, in: element, file: path))
        case "coord": draft?.route.append(try coordinates.vertex(ofTrack: text, in: element, file: path))
        default: break
        }
    }
}
