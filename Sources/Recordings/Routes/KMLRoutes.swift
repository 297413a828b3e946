import SensorModel

/// The lines of a KML file's placemarks: each `LineString` and each `gx:Track` is a route.
struct KMLRoutes: MarkupContent {
    static let expectation = "a KML file"

    private(set) var file = RouteFile(format: .kml)
    private let path: String
    private var name: String?
    /// The start tag of the open line.
    private var line: MarkupElement?
    private var coordinates: KMLCoordinates

    init(path: String) {
        self.path = path
        coordinates = KMLCoordinates(path: path)
    }

    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool {
        switch element.name {
        case "Placemark": name = nil
        case "name": return element.parent == "Placemark"
        case "LineString", "Track":
            line = element
            coordinates = KMLCoordinates(path: path)
        case "Point": file.leaveOut("points")
        case "Polygon": file.leaveOut("polygons")
        case "NetworkLink": file.leaveOut("links to other files")
        case "altitudeMode", "coordinates", "coord":
            return element.depth == line.map { $0.depth + 1 }
        default: break
        }
        return false
    }

    mutating func end(_ element: MarkupElement, text: String?) throws(InputError) {
        if element.name == "name" { name = text.flatMap(PlaceDraft.words) ?? name }
        guard let line else { return }
        if element.depth == line.depth {
            self.line = nil
            var route = RouteDraft(path: path, line: line.line, column: line.column)
            route.name(name)
            for vertex in coordinates.settled { route.append(vertex) }
            for _ in 0..<coordinates.groundHeights { file.leaveOut(KMLCoordinates.groundReason) }
            return file.routes.append(try route.finished())
        }
        guard let text else { return }
        switch element.name {
        case "altitudeMode": coordinates.isAbsolute = PlaceDraft.words(text) == "absolute"
        case "coordinates": try coordinates.append(tuples: text, element)
        case "coord": try coordinates.append(trackPoint: text, element)
        default: break
        }
    }
}
