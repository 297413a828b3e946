import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads an HTML report as XML. Style and script, which are not XML, are read as empty.
final class PageReader: NSObject, XMLParserDelegate {
    private(set) var elements: [String] = []
    private(set) var attributes: [String] = []
    private(set) var identifiers: [String] = []
    private(set) var links: [String] = []
    private(set) var texts: [String] = []
    /// The headings, such as `h2 Notes`.
    private(set) var headings: [String] = []

    private var text = ""

    struct NotWellFormed: Error, CustomStringConvertible {
        let description: String
    }

    init(_ page: String) throws {
        super.init()
        let bare = Self.emptied("script", in: Self.emptied("style", in: page))
        let parser = XMLParser(data: Data(bare.utf8))
        parser.delegate = self
        guard parser.parse() else {
            let lines = bare.split(separator: "\n", omittingEmptySubsequences: false)
            let line = lines.indices.contains(parser.lineNumber - 1) ? String(lines[parser.lineNumber - 1]) : ""
            throw NotWellFormed(description: "line \(parser.lineNumber): \(line.prefix(400))")
        }
    }

    func count(of element: String) -> Int { elements.count { $0 == element } }

    /// The page without the content of its own script, which is the last, or style, which is the first; any other
    /// script or style remains.
    private static func emptied(_ element: String, in page: String) -> String {
        let options: String.CompareOptions = element == "script" ? .backwards : []
        guard let start = page.range(of: "<\(element)>", options: options),
            let end = page.range(of: "</\(element)>", options: options)
        else { return page }
        return page.replacingCharacters(in: start.upperBound..<end.lowerBound, with: "")
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes values: [String: String]
    ) {
        endText()
        elements.append(name)
        attributes += values.keys.sorted()
        if let identifier = values["id"] { identifiers.append(identifier) }
        if let link = values["href"] { links.append(link) }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if ["h1", "h2", "h3"].contains(name) { headings.append("\(name) \(text)") }
        endText()
    }

    private func endText() {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        text = ""
        guard !trimmed.isEmpty else { return }
        texts.append(trimmed)
    }
}
