import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

/// The elements and texts of an XML document.
final class XMLContents: NSObject, XMLParserDelegate {
    struct Element {
        let name: String
        let attributes: [String: String]
        /// The characters from the start of the element to the start of the next element.
        var characters = ""
    }

    private(set) var elements: [Element] = []
    /// The texts of the elements `text` of an SVG, including those of their children.
    private(set) var texts: [String] = []
    private var text: String?

    /// Reads a document, and expects that it is well-formed.
    init(_ document: some Sequence<UInt8>, at location: SourceLocation = #_sourceLocation) {
        super.init()
        let parser = XMLParser(data: Data(document))
        parser.delegate = self
        #expect(parser.parse(), "\(String(describing: parser.parserError))", sourceLocation: location)
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append(Element(name: name, attributes: attributes))
        if name == "text" { text = "" }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        text? += string
        guard let last = elements.indices.last else { return }
        elements[last].characters += string
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if name == "text", let text { texts.append(text) }
        if name == "text" { text = nil }
    }
}
