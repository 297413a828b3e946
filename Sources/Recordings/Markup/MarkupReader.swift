import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads an XML file in one pass, of which no part is held.
///
/// Document types are refused, so that no entity is resolved; elements nest at most 64 deep, and a text that is asked for
/// has at most 16 MiB.
final class MarkupReader<Content: MarkupContent>: NSObject, XMLParserDelegate {
    private static var deepest: Int { 64 }
    private static var longestText: Int { 1 << 24 }

    private let path: String
    private var content: Content
    private var failure: InputError?
    /// The elements that have not ended, outermost first.
    private var open: [MarkupElement] = []
    /// The text of the element `textDepth` deep, where it was asked for.
    private var text: String?
    private var textDepth = 0

    private init(path: String, _ content: Content) {
        self.path = path
        self.content = content
    }

    /// What the content has become at the file's end.
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
                    expected: "a text that somebody reads",
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
            found: "elements within \(Self.deepest) others",
            expected: "at most \(Self.deepest) levels",
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
