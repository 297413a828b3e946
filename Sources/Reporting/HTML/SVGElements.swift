/// The elements of an SVG document by gnuplot, in order, with attributes and the text after the tag.
struct SVGElements: Sequence {
    struct Element {
        /// The element's name; an end tag begins with a slash.
        let name: Substring
        let attributes: [Substring: Substring]
        let text: Substring
    }

    private let pieces: [Substring]

    init(_ bytes: [UInt8]) {
        // gnuplot's tags contain no '<'.
        pieces = String(decoding: bytes, as: UTF8.self).split(separator: "<")
    }

    func makeIterator() -> AnyIterator<Element> {
        var rest = pieces[...]
        return AnyIterator { rest.popFirst().map(Self.element) }
    }

    private static func element(_ piece: Substring) -> Element {
        let bytes = piece.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: ">")) ?? bytes.endIndex
        let tag = piece[..<end]
        let text = end == bytes.endIndex ? "" : piece[bytes.index(after: end)...]
        let nameEnd = tag.utf8.firstIndex { isBlank($0) } ?? tag.utf8.endIndex
        return Element(name: tag[..<nameEnd], attributes: attributes(in: tag[nameEnd...]), text: text)
    }

    /// The attributes in a tag, such as `a='b' c = "d"`.
    private static func attributes(in tag: Substring) -> [Substring: Substring] {
        var found: [Substring: Substring] = [:]
        var rest = tag
        while let equals = rest.utf8.firstIndex(of: UInt8(ascii: "=")) {
            let name = trimmed(rest[..<equals])
            rest = rest[rest.utf8.index(after: equals)...]
            while let first = rest.utf8.first, isBlank(first) {
                rest = rest[rest.utf8.index(after: rest.startIndex)...]
            }
            guard let quote = rest.utf8.first else { break }
            rest = rest[rest.utf8.index(after: rest.startIndex)...]
            guard let end = rest.utf8.firstIndex(of: quote) else { break }
            found[name] = rest[..<end]
            rest = rest[rest.utf8.index(after: end)...]
        }
        return found
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return text[first...last]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") }
}
