import Foundation
import SensorModel

#if canImport(FoundationXML)
import FoundationXML
#endif

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
    /// The line that the parser reports: that of the start tag, or a later one.
    let line: Int
    /// The column that the parser reports: that of the start tag, or a later one.
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
final class MarkupReader<Content: MarkupContent>: NSObject, XMLParserDelegate {
    private static var deepest: Int { 64 }
    private static var longestText: Int { 1 << 24 }

    private let path: String
    private var content: Content
    private var failure: InputError?
    /// The open elements, beginning with the root.
    private var open: [MarkupElement] = []
    /// The text of the element at depth `textDepth`, where the content needs it.
    private var text: String?
    private var textDepth = 0

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
        let stream = XMLByteStream(source: source, expectation: Content.expectation)
        let reader = MarkupReader(path: path, content)
        let parser = XMLParser(stream: stream)
        parser.shouldProcessNamespaces = false
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        let isWhole = parser.parse()
        if let failure = stream.failure ?? reader.failure { throw failure }
        guard isWhole else { throw reader.notXML(parser) }
        guard reader.open.isEmpty else { throw reader.unfinished(line: stream.lastLine) }
        return reader.content
    }

    func parser(
        _ parser: XMLParser,
        didStartElement element: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        guard failure == nil else { return }
        let colon = element.utf8.lastIndex(of: UInt8(ascii: ":"))
        let element = MarkupElement(
            name: colon.map { String(element[element.utf8.index(after: $0)...]) } ?? element,
            attributes: attributes,
            parent: open.last?.name ?? "",
            depth: open.count + 1,
            line: max(parser.lineNumber, 1),
            column: max(parser.columnNumber, 1)
        )
        guard open.count < Self.deepest else {
            return fail(parser, tooDeep(element))
        }
        open.append(element)
        attempt(parser) { () throws(InputError) in
            guard try content.start(element) else { return }
            (text, textDepth) = ("", open.count)
        }
    }

    func parser(_ parser: XMLParser, foundCharacters characters: String) {
        append(characters, parser)
    }

    func parser(_ parser: XMLParser, foundCDATA bytes: Data) {
        append(String(decoding: bytes, as: UTF8.self), parser)
    }

    func parser(
        _ parser: XMLParser,
        didEndElement element: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard failure == nil, let element = open.popLast() else { return }
        let isTexts = textDepth == element.depth
        let words = isTexts ? text : nil
        if isTexts { (text, textDepth) = (nil, 0) }
        attempt(parser) { () throws(InputError) in try content.end(element, text: words) }
    }

    private func append(_ characters: String, _ parser: XMLParser) {
        guard failure == nil, let length = text?.utf8.count else { return }
        guard length + characters.utf8.count <= Self.longestText else {
            let element = open[textDepth - 1]
            return fail(
                parser,
                InputError(
                    file: path,
                    line: element.line,
                    column: element.column,
                    found: "an element <\(element.name)> with more than \(Self.longestText) bytes of text",
                    expected: "less text",
                    remedy: "shorten it"
                )
            )
        }
        text? += characters
    }

    private func attempt(_ parser: XMLParser, _ work: () throws(InputError) -> Void) {
        do throws(InputError) {
            try work()
        } catch {
            fail(parser, error)
        }
    }

    private func fail(_ parser: XMLParser, _ error: InputError) {
        failure = error
        parser.abortParsing()
    }

    private func tooDeep(_ element: MarkupElement) -> InputError {
        InputError(
            file: path,
            line: element.line,
            column: element.column,
            found: "an element <\(element.name)> at level \(element.depth)",
            expected: "at most \(Self.deepest) levels of elements",
            remedy: "correct it"
        )
    }

    private func notXML(_ parser: XMLParser) -> InputError {
        InputError(
            file: path,
            line: max(parser.lineNumber, 1),
            column: max(parser.columnNumber, 1),
            found: "text that is not XML",
            expected: "\(Content.expectation), with every element closed",
            remedy: "check that the file was written to its end, or correct it there or just above"
        )
    }

    private func unfinished(line: Int) -> InputError {
        InputError(
            file: path,
            line: line,
            found: "the file's end within \(open.count) element\(open.count == 1 ? "" : "s")",
            expected: "every element closed",
            remedy: "check that the file was written to its end"
        )
    }
}
