import SensorModel

/// A route in the JSON response of CloudMade's routing service (Bertram 2012, listing 2.3).
///
/// `route_geometry` is a list of `[latitude, longitude]`. Each of `route_instructions` is a list: text, length in
/// metres, index of its first node in the geometry, time, length as text, direction as text, azimuth in degrees, kind of
/// turn, and angle of the turn in degrees, clockwise. Times, and lengths and directions as text, are not read.
struct CloudMadeRoute {
    private let root: JSONValue
    private let members: [String: JSONValue]

    static func read(path: String) throws(InputError) -> RouteFile {
        let answer = try CloudMadeRoute(path: path)
        var route = Route(name: answer.name, vertices: try answer.vertices())
        route.instructions = try answer.instructions(vertexCount: route.vertices.count)
        route.length = Self.length(answer.members["route_summary"]?.members["total_distance"])
        return RouteFile(format: .cloudmade, routes: [route])
    }

    private init(path: String) throws(InputError) {
        root = try JSONText(path: path).root
        members = root.members
        // 0 is OK, 1 an error.
        if let status = members["status"], let number = status.number, number != 0 {
            let message = members["status_message"]?.string.map { ": \($0.excerpt)" } ?? ""
            throw status.error(
                found: "the status \(status.excerpt)\(message)",
                expected: "a response with the status 0",
                remedy: "request the route again"
            )
        }
    }

    /// The names of start and end, where the summary has both.
    private var name: String? {
        let summary = members["route_summary"]?.members ?? [:]
        let ends = ["start_point", "end_point"].compactMap { summary[$0]?.string.flatMap(PlaceDraft.words) }
        return ends.count == 2 ? ends.joined(separator: " – ") : nil
    }

    private func vertices() throws(InputError) -> [Route.Vertex] {
        guard let geometry = members["route_geometry"], geometry.kind == .array else {
            throw (members["route_geometry"] ?? root).error(expected: "an object with an array 'route_geometry'")
        }
        var vertices: [Route.Vertex] = []
        try geometry.forEachElement { value throws(InputError) in
            let numbers = try elements(of: value, atLeast: 2, "a node: [latitude, longitude]")
            let text = CoordinateText(latitude: numbers[0].words, longitude: numbers[1].words)
            let point = try text.point { found, expected, remedy in
                value.error(found: found, expected: expected, remedy: remedy)
            }
            vertices.append(Route.Vertex(point: point))
        }
        if vertices.count < 2 { throw geometry.tooFew(vertices.count) }
        return vertices
    }

    private func instructions(vertexCount: Int) throws(InputError) -> [Route.Instruction] {
        guard let values = members["route_instructions"], values.kind != .null else { return [] }
        guard values.kind == .array else { throw values.error(expected: "an array of instructions") }
        var instructions: [Route.Instruction] = []
        try values.forEachElement { value throws(InputError) in
            let parts = try elements(of: value, atLeast: 3, "an instruction: [text, length, position, …]")
            guard let text = parts[0].string else { throw parts[0].error(expected: "the text of an instruction") }
            let last = instructions.last?.vertex ?? 0
            guard let position = parts[2].number.flatMap(Int.init(exactly:)), (last..<vertexCount).contains(position)
            else {
                throw parts[2].error(
                    expected: "the index of a node of route_geometry, from \(last) to \(vertexCount - 1)",
                    remedy: "sort the instructions along the route, and count the nodes from 0"
                )
            }
            instructions.append(
                Route.Instruction(
                    text: text,
                    vertex: position,
                    length: Self.length(parts[1]),
                    azimuth: Self.angle(parts, 6),
                    turn: Self.angle(parts, 8)?.wrapped
                )
            )
        }
        return instructions
    }

    /// A length in metres; nil for an invalid value.
    private static func length(_ value: JSONValue?) -> Metres? {
        value?.number.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    }

    /// An angle in degrees; nil for an invalid value.
    private static func angle(_ parts: [JSONValue], _ index: Int) -> Angle? {
        guard index < parts.count, let degrees = parts[index].number, degrees.magnitude <= 360 else { return nil }
        return Angle(degrees: degrees)
    }

    private func elements(of value: JSONValue, atLeast count: Int, _ expected: String) throws(InputError) -> [JSONValue]
    {
        var elements: [JSONValue] = []
        try value.forEachElement { element throws(InputError) in elements.append(element) }
        if elements.count >= count { return elements }
        throw value.error(expected: expected)
    }
}
