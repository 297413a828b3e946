import SensorModel

/// A route whose points are being read.
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

    /// What is to be done at the last point.
    mutating func instruct(_ text: String) {
        route.instructions.append(Route.Instruction(text: text, vertex: count - 1))
    }

    /// The route.
    ///
    /// - Throws: ``InputError`` where it has fewer than two points.
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
