import SensorModel

/// The coordinates of a KML geometry.
struct KMLCoordinates {
    /// Whether heights are relative to sea level; other heights are not altitudes (OGC 12-007r2, 12.6).
    var isAbsolute = false
    private var vertices: [Route.Vertex] = []
    private let path: String

    init(path: String) {
        self.path = path
    }

    /// The points of the geometry, after its end: some programs write the altitude mode after the coordinates.
    var settled: [Route.Vertex] {
        isAbsolute ? vertices : vertices.map { Route.Vertex(point: $0.point) }
    }

    /// The reason under which heights above ground are counted.
    static let groundReason = "heights above ground"

    /// The number of nonzero heights above ground, which are not altitudes.
    var groundHeights: Int { isAbsolute ? 0 : vertices.count { $0.altitude ?? 0 != 0 } }

    /// Appends points from `longitude,latitude[,altitude]` tuples with white space between them.
    mutating func append(tuples text: String, _ element: MarkupElement) throws(InputError) {
        for tuple in text.utf8.split(whereSeparator: Self.isSpace) {
            let fields = tuple.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            vertices.append(try vertex(fields.map { String($0) ?? "" }, String(tuple) ?? "", element))
        }
    }

    /// Appends the point of a `gx:coord`: `longitude latitude altitude`.
    mutating func append(trackPoint text: String, _ element: MarkupElement) throws(InputError) {
        let fields = text.utf8.split(whereSeparator: Self.isSpace).map { String($0) ?? "" }
        vertices.append(try vertex(fields, text, element))
    }

    private func vertex(
        _ fields: [String],
        _ tuple: String,
        _ element: MarkupElement
    ) throws(InputError) -> Route.Vertex {
        let altitude = fields.count == 3 ? NumberText.value(fields[2]) : nil
        guard (2...3).contains(fields.count), fields.count == 2 || altitude != nil else {
            throw element.error(
                file: path,
                found: "the coordinates '\(tuple.excerpt)'",
                expected: "longitude, latitude and optionally altitude",
                remedy: "correct them, with spaces only between points"
            )
        }
        let text = CoordinateText(latitude: fields[1], longitude: fields[0])
        let point = try text.point(file: path, line: element.line, column: element.column)
        return Route.Vertex(point: point, altitude: altitude)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
