import SensorModel

/// The content of an XML file, built from its elements in order.
protocol MarkupContent {
    /// The expected kind of file, for error messages: `a GPX track`.
    static var expectation: String { get }

    /// Processes the start of an element.
    ///
    /// - Returns: whether ``end(_:text:)`` needs the element's text.
    mutating func start(_ element: MarkupElement) throws(InputError) -> Bool

    /// Processes the end of an element. `text` is its text, including that of nested elements; nil where ``start(_:)``
    /// returned false.
    mutating func end(_ element: MarkupElement, text: String?) throws(InputError)
}

/// The start tag of an element in an XML file.
struct MarkupElement {
    /// The name without a namespace prefix.
    let name: String
    let attributes: [String: String]
    /// The name of the parent element; empty for the root.
    let parent: String
    /// The nesting depth: 1 for the root.
    let depth: Int
    /// The line of the start tag.
    let line: Int
    /// The column of the start tag.
    let column: Int

    /// The point in the attributes `lat` and `lon`, in degrees, as in GPX.
    func point(file: String) throws(InputError) -> GeographicPoint {
        let text = CoordinateText(latitude: attributes["lat"], longitude: attributes["lon"])
        return try text.point(file: file, line: line, column: column)
    }

    /// An error at the element's line and column.
    func error(file: String, found: String, expected: String, remedy: String = "correct it") -> InputError {
        InputError(file: file, line: line, column: column, found: found, expected: expected, remedy: remedy)
    }
}

/// Reads an XML file in one pass, without holding the file in memory.
///
/// A document type is an error, so that no entity is resolved. Elements nest at most 64 levels deep, and a text that
/// the content needs has at most 16 MiB.
final class MarkupReader<Content: MarkupContent>: MarkupEvents {
    private static var deepest: Int { 64 }
    private static var longestText: Int { 1 << 24 }

    private let path: String
    private var content: Content
    /// The open elements, beginning with the root.
    private var open: [MarkupElement] = []
    /// The text of the element at depth `textDepth`, where the content needs it.
    private var text: String?
    private var textDepth = 0
    private var parser: MarkupParser?

    private init(path: String, _ content: Content) {
        self.path = path
        self.content = content
    }

    /// Returns the content at the end of the file.
    ///
    /// - Throws: ``InputError`` when the file cannot be read, is not XML, or exceeds a limit, and errors of the content.
    static func read(
        path: String,
        fingerprint: Fingerprint? = nil,
        _ content: Content
    ) throws(InputError) -> Content {
        let source = try ByteSource(path: path, fingerprint: fingerprint)
        let reader = MarkupReader(path: path, content)
        let parser = MarkupParser(source, expectation: Content.expectation, events: reader)
        reader.parser = parser
        defer { reader.parser = nil }
        if let reason = try parser.parse() { throw reader.notXML(parser, reason) }
        return reader.content
    }

    func start(_ name: String, attributes: [String: String]) {
        guard let parser else { return }
        let element = MarkupElement(
            name: name.split(separator: ":").last.map(String.init) ?? name,
            attributes: attributes,
            parent: open.last?.name ?? "",
            depth: open.count + 1,
            line: parser.line,
            column: parser.column
        )
        guard open.count < Self.deepest else { return parser.stop(tooDeep(element)) }
        open.append(element)
        attempt { () throws(InputError) in
            guard try content.start(element) else { return }
            (text, textDepth) = ("", open.count)
        }
    }

    func text(_ bytes: UnsafeRawBufferPointer) {
        guard let length = text?.utf8.count else { return }
        guard length + bytes.count <= Self.longestText else {
            let element = open[textDepth - 1]
            parser?.stop(
                element.error(
                    file: path,
                    found: "an element <\(element.name)> with more than \(Self.longestText) bytes of text",
                    expected: "less text",
                    remedy: "shorten it"
                )
            )
            return
        }
        text? += String(decoding: bytes, as: UTF8.self)
    }

    func end() {
        guard let element = open.popLast() else { return }
        let isTexts = textDepth == element.depth
        let words = isTexts ? text : nil
        if isTexts { (text, textDepth) = (nil, 0) }
        attempt { () throws(InputError) in try content.end(element, text: words) }
    }

    private func attempt(_ work: () throws(InputError) -> Void) {
        do throws(InputError) {
            try work()
        } catch {
            parser?.stop(error)
        }
    }

    private func tooDeep(_ element: MarkupElement) -> InputError {
        element.error(
            file: path,
            found: "an element <\(element.name)> at level \(element.depth)",
            expected: "at most \(Self.deepest) levels of elements"
        )
    }

    private func notXML(_ parser: MarkupParser, _ reason: String) -> InputError {
        if parser.isAtEnd, !open.isEmpty {
            return InputError(
                file: path,
                line: parser.lastLine,
                found: "the file's end within \(open.count) element\(open.count == 1 ? "" : "s")",
                expected: "every element closed",
                remedy: "check that the file was written to its end"
            )
        }
        return InputError(
            file: path,
            line: parser.line,
            column: parser.column,
            found: "text that is not XML (\(reason))",
            expected: "\(Content.expectation), with every element closed",
            remedy: "check that the file was written to its end, or correct it there or just above"
        )
    }
}
