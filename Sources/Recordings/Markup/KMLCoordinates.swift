import SensorModel

/// The coordinates of a KML geometry.
struct KMLCoordinates {
    /// Where heights count from: only above the sea they are altitudes (OGC 12-007r2, 12.6).
    var isAbsolute = false
    private var vertices: [Route.Vertex] = []
    private let path: String

    init(path: String) {
        self.path = path
    }

    /// The points of the geometry, once it has ended: writers put the mode behind the coordinates, too.
    var settled: [Route.Vertex] {
        isAbsolute ? vertices : vertices.map { Route.Vertex(point: $0.point) }
    }

    /// Under which heights from the ground are counted.
    static let groundReason = "heights that count from the ground"

    /// How many heights count from the ground and are not zero, which is no altitude.
    var groundHeights: Int { isAbsolute ? 0 : vertices.count { $0.altitude ?? 0 != 0 } }

    /// `longitude,latitude[,altitude]`, with white space between the tuples.
    mutating func take(_ text: String, _ element: MarkupElement) throws(InputError) {
        for tuple in text.utf8.split(whereSeparator: Self.isSpace) {
            let fields = tuple.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            vertices.append(try vertex(fields.map { String($0) ?? "" }, String(tuple) ?? "", element))
        }
    }

    /// `longitude latitude altitude` of a `gx:coord`.
    mutating func takeTrack(_ text: String, _ element: MarkupElement) throws(InputError) {
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
                found: "the coordinates '\(NumberText.excerpt(tuple))'",
                expected: "longitude, latitude and, at most, an altitude",
                remedy: "correct them; spaces stand only between points"
            )
        }
        let text = CoordinateText(latitude: fields[1], longitude: fields[0])
        let point = try text.point(file: path, line: element.line, column: element.column)
        return Route.Vertex(point: point, altitude: altitude)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
