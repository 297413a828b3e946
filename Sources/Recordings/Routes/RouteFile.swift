public import SensorModel

/// The content of a file of routes.
public struct RouteFile: Sendable, Hashable {
    /// The format of the file.
    public var format: RouteFormat
    /// The routes in the order of the file, each with two or more points.
    public var routes: [Route]
    /// The number of elements that are not in ``routes``, by reason.
    public var leftOut: [String: Int]

    /// Creates a file's content.
    public init(format: RouteFormat, routes: [Route] = [], leftOut: [String: Int] = [:]) {
        self.format = format
        self.routes = routes
        self.leftOut = leftOut
    }

    /// Counts an element that is not in ``routes``.
    mutating func leaveOut(_ reason: String) {
        leftOut[reason, default: 0] += 1
    }
}

/// A route that is being read.
struct RouteDraft {
    private(set) var route: Route
    private let line: Int?
    private let column: Int?
    private let path: String

    init(path: String, line: Int?, column: Int? = nil) {
        self.path = path
        self.line = line
        self.column = column
        route = Route(vertices: [])
    }

    var count: Int { route.vertices.count }

    mutating func name(_ name: String?) {
        route.name = route.name ?? name
    }

    mutating func append(_ vertex: Route.Vertex) {
        route.vertices.append(vertex)
    }

    /// Appends an instruction at the last point.
    mutating func instruct(_ text: String) {
        route.instructions.append(Route.Instruction(text: text, vertex: count - 1))
    }

    /// Returns the route.
    ///
    /// - Throws: ``InputError`` when it has fewer than two points.
    func finished() throws(InputError) -> Route {
        if count >= 2 { return route }
        throw InputError(
            file: path,
            line: line,
            column: column,
            found: "a route of \(count) point\(count == 1 ? "" : "s")",
            expected: "two or more",
            remedy: "check that the file was written to its end, or remove the route"
        )
    }
}
