public import SensorModel

/// A reader of routes in any ``RouteFormat``, with the limits of ``PlaceReader``.
///
/// ```swift
/// let route = try RouteReader.route(ofFile: "walk.gpx")
/// print(route.vertices.count, route.instructions.map(\.text))
/// ```
public enum RouteReader {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - format: the format, or `nil` to detect it from the beginning of the file.
    /// - Throws: `InputError` with line and column if the file is malformed, coordinates are invalid, a route has fewer
    ///   than two points, or the file has no routes. Valid elements that are not part of a route are not an error;
    ///   ``RouteFile/leftOut`` counts them.
    public static func read(path: String, format: RouteFormat? = nil) throws(InputError) -> RouteFile {
        let format = if let format { format } else { try RouteFormat.detect(path: path) }
        let file: RouteFile
        switch format {
        case .cloudmade: file = try CloudMadeRoute.read(path: path)
        case .gpx: file = try MarkupReader.read(path: path, GPXRoutes()).file
        case .kml: file = try MarkupReader.read(path: path, KMLRoutes()).file
        case .geojson: file = try GeoJSONRoutes.read(path: path)
        case .polyline: file = try PolylineRoute.read(path: path)
        }
        guard file.routes.isEmpty else { return file }
        throw InputError(noneOf: "route", in: path, leftOut: file.leftOut)
    }

    /// Reads the only route of a file.
    ///
    /// - Throws: `InputError` if the file has several routes, or ``read(path:format:)`` fails.
    public static func route(ofFile path: String, format: RouteFormat? = nil) throws(InputError) -> Route {
        let file = try read(path: path, format: format)
        if file.routes.count == 1 { return file.routes[0] }
        let names = file.routes.prefix(3).map { $0.name.map { "'\($0)'" } ?? "unnamed" }
        let list = names.joined(separator: ", ") + (names.count < file.routes.count ? ", …" : "")
        throw InputError(
            file: path,
            message: "the file has \(file.routes.count) routes: \(list)",
            advice: "write one of the routes to a separate file"
        )
    }
}

/// A reader of a route in the JSON response of CloudMade's routing service (Bertram 2012, listing 2.3).
///
/// `route_geometry` is a list of `[latitude, longitude]`, the nodes. Each element of `route_instructions` is a list of:
/// - text, length in metres, index of the instruction's first node, and time;
/// - length and direction as text;
/// - azimuth in degrees, kind of turn, and angle of the turn in degrees, clockwise.
///
/// The times and the texts of length and direction are ignored.
struct CloudMadeRoute {
    private let root: JSONValue
    private let members: [String: JSONValue]

    static func read(path: String) throws(InputError) -> RouteFile {
        let answer = try CloudMadeRoute(path: path)
        var route = try answer.route()
        route.instructions = try answer.instructions(vertexCount: route.vertices.count)
        route.length = Self.length(answer.members["route_summary"]?.members["total_distance"])
        return RouteFile(format: .cloudmade, routes: [route])
    }

    private init(path: String) throws(InputError) {
        root = try JSONText(path: path).root
        members = root.members
        // CloudMade's status is 0 for success and 1 for an error.
        if let status = members["status"], let number = status.number, number != 0 {
            let message = members["status_message"]?.string.map { ": \($0.excerpt)" } ?? ""
            throw status.error(
                message: "the routing service returned the error status \(status.excerpt)\(message)",
                advice: "request the route again"
            )
        }
    }

    /// The names of the route's start and end, joined by a dash, or `nil` if the summary does not contain both names.
    private var name: String? {
        let summary = members["route_summary"]?.members ?? [:]
        let ends = ["start_point", "end_point"].compactMap { summary[$0]?.string.flatMap(PlaceDraft.words) }
        return ends.count == 2 ? ends.joined(separator: " – ") : nil
    }

    /// Returns the route without instructions.
    private func route() throws(InputError) -> Route {
        guard let geometry = members["route_geometry"], geometry.kind == .array else {
            throw (members["route_geometry"] ?? root).error(isNot: "an object with an array 'route_geometry'")
        }
        var vertices: [Route.Vertex] = []
        try geometry.forEachElement { value throws(InputError) in
            let numbers = try elements(of: value, atLeast: 2, "a node: [latitude, longitude]")
            let text = CoordinateText(latitude: numbers[0].words, longitude: numbers[1].words)
            let point = try text.point { message, advice in
                value.error(message: message, advice: advice)
            }
            vertices.append(Route.Vertex(point: point))
        }
        return try Route(name: name, vertices: vertices).complete {
            geometry.error(message: $0.message, advice: $0.advice)
        }
    }

    private func instructions(vertexCount: Int) throws(InputError) -> [Route.Instruction] {
        guard let values = members["route_instructions"], values.kind != .null else { return [] }
        guard values.kind == .array else { throw values.error(isNot: "an array of instructions") }
        var instructions: [Route.Instruction] = []
        try values.forEachElement { value throws(InputError) in
            let parts = try elements(of: value, atLeast: 3, "an instruction: [text, length, position, …]")
            guard let text = parts[0].string else { throw parts[0].error(isNot: "the text of an instruction") }
            let last = instructions.last?.vertex ?? 0
            guard let position = parts[2].number.flatMap(Int.init(exactly:)), (last..<vertexCount).contains(position)
            else {
                throw parts[2].error(
                    isNot: "the index of a node of route_geometry, from \(last) to \(vertexCount - 1)",
                    advice: "sort the instructions by node, and count the nodes from 0"
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

    /// Returns a length in metres, or `nil` if it is missing or negative.
    private static func length(_ value: JSONValue?) -> Metres? {
        value?.number.flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    }

    /// Returns an angle in degrees, or `nil` if it is missing or its magnitude exceeds 360°.
    private static func angle(_ parts: [JSONValue], _ index: Int) -> Angle? {
        guard index < parts.count, let degrees = parts[index].number, degrees.magnitude <= 360 else { return nil }
        return Angle(degrees: degrees)
    }

    private func elements(of value: JSONValue, atLeast count: Int, _ form: String) throws(InputError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try value.forEachElement { element throws(InputError) in elements.append(element) }
        if elements.count >= count { return elements }
        throw value.error(isNot: form)
    }
}

/// A reader of the routes (`rte`) and tracks (`trk`) of a GPX file. The segments of a track are joined. The instruction
/// at a route point is its `desc` or, if `desc` is missing, its `cmt`.
struct GPXRoutes: MarkupContent {
    private(set) var file = RouteFile(format: .gpx)
    /// The start tag of the route or track that is being read, and its content so far.
    private var draft: (start: MarkupElement, route: Route)?
    private var point: Point?

    private struct Point {
        let start: MarkupElement
        var vertex: Route.Vertex
        var description: String?
        var comment: String?
    }

    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool {
        if let point { return element.depth == point.start.depth + 1 }
        switch element.name {
        case "rte", "trk": draft = (element, Route(vertices: []))
        case "rtept", "trkpt":
            point = Point(start: element, vertex: Route.Vertex(point: try element.point()))
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
                file.routes.append(try route.complete { start.error(message: $0.message, advice: $0.advice) })
            } else if element.name == "name", let text {
                draft?.route.name = route.name ?? PlaceDraft.words(text)
            }
        }
    }

    private mutating func readPoint(_ text: String, _ element: MarkupElement) throws(InputError) {
        switch element.name {
        case "ele": point?.vertex.altitude = try PlaceDraft.altitude(text, of: element)
        case "desc": point?.description = PlaceDraft.words(text)
        case "cmt": point?.comment = PlaceDraft.words(text)
        default: break
        }
    }

    private mutating func finish(_ point: Point) {
        self.point = nil
        guard let index = draft?.route.vertices.count else {
            return file.leaveOut("points outside of routes and tracks")
        }
        draft?.route.vertices.append(point.vertex)
        guard point.start.name == "rtept", let text = point.description ?? point.comment else { return }
        draft?.route.instructions.append(Route.Instruction(text: text, vertex: index))
    }
}

/// A reader of the lines of a GeoJSON file. Each `LineString` is a route. The lines of a `MultiLineString` are joined
/// into one route.
enum GeoJSONRoutes {
    static func read(path: String) throws(InputError) -> RouteFile {
        let source = try GeoJSONFile(path: path)
        var file = RouteFile(format: .geojson)
        try source.forEachFeature { feature throws(InputError) in
            guard let geometry = feature.geometry else {
                file.leaveOut("features without a geometry")
                return
            }
            let name = feature.words(.name) ?? feature.identifier
            try GeoJSONFile.forEachGeometry(in: geometry) { type, coordinates throws(InputError) in
                switch type {
                case "LineString", "MultiLineString":
                    file.routes.append(try route(coordinates, isMultiple: type == "MultiLineString", name))
                case "Polygon", "MultiPolygon": file.leaveOut("polygons")
                default: file.leaveOut("points")
                }
            }
        }
        return file
    }

    private static func route(
        _ coordinates: JSONValue,
        isMultiple: Bool,
        _ name: String?
    ) throws(InputError) -> Route {
        var vertices: [Route.Vertex] = []
        if isMultiple {
            try coordinates.forEachElement { line throws(InputError) in
                guard line.kind == .array else { throw line.error(isNot: "a line: [[longitude, latitude], …]") }
                vertices += try GeoJSONFile.positions(line)
            }
        } else {
            vertices = try GeoJSONFile.positions(coordinates)
        }
        return try Route(name: name, vertices: vertices).complete {
            coordinates.error(message: $0.message, advice: $0.advice)
        }
    }
}

/// A reader of the lines of a KML file's placemarks. Each `LineString` and each `gx:Track` is a route.
struct KMLRoutes: MarkupContent {
    private(set) var file = RouteFile(format: .kml)
    private var name: String?
    /// The start tag of the line that is being read.
    private var line: MarkupElement?
    private var coordinates = KMLCoordinates()

    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool {
        switch element.name {
        case "Placemark": name = nil
        case "name": return element.parent == "Placemark"
        case "LineString", "Track":
            line = element
            coordinates = KMLCoordinates()
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
            let route = Route(name: name, vertices: coordinates.settled)
            for _ in 0..<coordinates.groundHeights { file.leaveOut(KMLCoordinates.groundReason) }
            return file.routes.append(try route.complete { line.error(message: $0.message, advice: $0.advice) })
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

/// The content of a file with routes.
public struct RouteFile: Sendable, Hashable {
    /// The format of the file.
    public var format: RouteFormat
    /// The routes in file order, each with at least two points.
    public var routes: [Route] = []
    /// The number of elements that did not become part of ``routes``, for each reason.
    public var leftOut: [String: Int] = [:]

    /// Counts an element that does not become part of a route.
    mutating func leaveOut(_ reason: String) {
        leftOut[reason, default: 0] += 1
    }
}

extension Route {
    /// Returns the route if it has at least two points.
    ///
    /// - Throws: the error with the location that `locate` adds.
    func complete(_ locate: (InputError) -> InputError) throws(InputError) -> Route {
        let count = vertices.count
        if count >= 2 { return self }
        throw locate(
            InputError(
                message: "the route has \(count) point\(count == 1 ? "" : "s"), but needs at least 2",
                advice: "check that the file is complete, or remove the route"
            )
        )
    }
}

/// A format of files with routes.
public enum RouteFormat: String, Sendable, Hashable, CaseIterable {
    /// CloudMade's response in JSON: `route_summary`, `route_geometry` and `route_instructions` (Bertram 2012, listing
    /// 2.3).
    case cloudmade
    /// Routes and tracks of the GPS Exchange Format 1.1.
    case gpx
    /// `LineString` and `MultiLineString` of GeoJSON (RFC 7946).
    case geojson
    /// `LineString` and `gx:Track` of Keyhole Markup Language (OGC 12-007r2).
    case kml
    /// Google's encoded polyline, with five decimals of a degree.
    case polyline

    /// Detects the format of a file from its first bytes. The file name is ignored.
    ///
    /// - Throws: `InputError` if the file is in no known format, or is not UTF-8.
    public static func detect(path: String) throws(InputError) -> RouteFormat {
        let opening = try FileSignature(path: path)
        switch opening.kind {
        case .json:
            let text = try JSONText(path: path)
            return text.root.members["route_geometry"] == nil ? .geojson : .cloudmade
        case .markup("gpx"): return .gpx
        case .markup("kml"): return .kml
        case .text where PolylineRoute.mayBe(opening.head): return .polyline
        case .markup(let root): throw unknown(path, "the root element <\(root)> belongs to no known format of routes")
        case .text: throw unknown(path, "the text is in no known format of routes")
        }
    }

    private static func unknown(_ path: String, _ problem: String) -> InputError {
        let names = allCases.map(\.rawValue).joined(separator: "|")
        return InputError(
            file: path,
            message: problem,
            advice: "check the file, or select one of \(names) with --input-format"
        )
    }
}
