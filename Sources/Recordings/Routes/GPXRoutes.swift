import SensorModel

/// The routes (`rte`) and tracks (`trk`) of a GPX file. The segments of a track are joined. The `desc` of a route point,
/// or `cmt` without a `desc`, is the instruction at the point.
struct GPXRoutes: MarkupContent {
    static let expectation = "a GPX file"

    private(set) var file = RouteFile(format: .gpx)
    private let path: String
    private var draft: (start: MarkupElement, route: RouteDraft)?
    private var point: Point?

    private struct Point {
        let start: MarkupElement
        var vertex: Route.Vertex
        var description: String?
        var comment: String?
    }

    init(path: String) {
        self.path = path
    }

    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool {
        if let point { return element.depth == point.start.depth + 1 }
        switch element.name {
        case "rte", "trk": draft = (element, RouteDraft(path: path, line: element.line, column: element.column))
        case "rtept", "trkpt":
            point = Point(start: element, vertex: Route.Vertex(point: try element.point(file: path)))
        case "wpt": file.leaveOut("waypoints")
        case "name": return element.depth == (draft?.start.depth ?? 0) + 1
        default: break
        }
        return false
    }

    mutating func end(_ element: MarkupElement, text: String?) throws(InputError) {
        if let point {
            if element.depth == point.start.depth { return finish(point) }
            if let text { try readPoint(text, element) }
        } else if let (start, route) = draft {
            if element.depth == start.depth {
                draft = nil
                file.routes.append(try route.finished())
            } else if element.name == "name", let text {
                draft?.route.name(PlaceDraft.words(text))
            }
        }
    }

    private mutating func readPoint(_ text: String, _ element: MarkupElement) throws(InputError) {
        switch element.name {
        case "ele": point?.vertex.altitude = try PlaceDraft.altitude(text, of: element, file: path)
        case "desc": point?.description = PlaceDraft.words(text)
        case "cmt": point?.comment = PlaceDraft.words(text)
        default: break
        }
    }

    private mutating func finish(_ point: Point) {
        self.point = nil
        guard draft != nil else { return file.leaveOut("points outside of routes and tracks") }
        draft?.route.append(point.vertex)
        guard point.start.name == "rtept", let text = point.description ?? point.comment else { return }
        draft?.route.instruct(text)
    }
}
