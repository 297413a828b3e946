import SensorModel

/// An element of an XML file, as it starts.
struct MarkupElement {
    /// Without the prefix of its namespace.
    let name: String
    let attributes: [String: String]
    /// The name of the element right around it; empty for the outermost.
    let parent: String
    /// How many elements it is within, itself counted: 1 for the outermost.
    let depth: Int
    /// Where it starts, or a little behind that.
    let line: Int
    let column: Int

    /// The point whose degrees are the attributes `lat` and `lon`, as GPX has them.
    func point(file: String) throws(InputError) -> GeographicPoint {
        let text = CoordinateText(latitude: attributes["lat"], longitude: attributes["lon"])
        return try text.point(file: file, line: line, column: column)
    }

    /// An error about the element.
    func error(file: String, found: String, expected: String, remedy: String = "correct it") -> InputError {
        InputError(file: file, line: line, column: column, found: found, expected: expected, remedy: remedy)
    }
}
