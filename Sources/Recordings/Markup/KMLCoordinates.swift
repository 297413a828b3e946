import SensorModel

/// The coordinates of a KML geometry.
struct KMLCoordinates {
    /// Where a height counts from: only above the sea it is an altitude (OGC 12-007r2, 12.6).
    var isAbsolute = false

    /// `longitude,latitude[,altitude]`, with white space between the tuples; the altitude nil where it is none.
    func vertices(of text: String, in element: MarkupElement, file: String) throws(InputError) -> [Route.Vertex] {
        var vertices: [Route.Vertex] = []
        for tuple in text.utf8.split(whereSeparator: Self.isSpace) {
            let fields = tuple.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            vertices.append(try vertex(fields.map { String($0) ?? "" }, String(tuple) ?? "", element, file))
        }
        return vertices
    }

    /// `longitude latitude altitude` of a `gx:coord`.
    func vertex(ofTrack text: String, in element: MarkupElement, file: String) throws(InputError) -> Route.Vertex {
        let fields = text.utf8.split(whereSeparator: Self.isSpace).map { String($0) ?? "" }
        return try vertex(fields, text, element, file)
    }

    private func vertex(
        _ fields: [String],
        _ tuple: String,
        _ element: MarkupElement,
        _ file: String
    ) throws(InputError) -> Route.Vertex {
        let altitude = fields.count == 3 ? NumberText.value(fields[2]) : nil
        guard (2...3).contains(fields.count), fields.count == 2 || altitude != nil else {
            throw element.error(
                file: file,
                found: "the coordinates '\(NumberText.excerpt(tuple))'",
                expected: "longitude, latitude and, at most, an altitude",
                remedy: "correct them; spaces stand only between points"
            )
        }
        let text = CoordinateText(latitude: fields[1], longitude: fields[0])
        let point = try text.point(file: file, line: element.line, column: element.column)
        return Route.Vertex(point: point, altitude: isAbsolute ? altitude : nil)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
