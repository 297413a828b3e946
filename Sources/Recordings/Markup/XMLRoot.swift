/// Detection of the root element of an XML file.
enum XMLRoot {
    private static let headBytes = 1 << 12

    /// Returns the name of a file's root element without its namespace prefix, or `nil` if the file does not start with
    /// an element.
    static func name(path: String) -> String? {
        let source = try? ByteSource(path: path, fingerprint: nil, access: .member)
        guard let head = try? source?.head(bytes: headBytes) else { return nil }
        return name(in: String(decoding: head, as: UTF8.self))
    }

    /// Returns the name of a text's root element, without its namespace prefix. The text may end anywhere after this
    /// name.
    static func name(in text: String) -> String? {
        var rest = text[...].trimmingPrefix("\u{FEFF}").trimmingPrefix(while: \.isWhitespace)
        let skipped = [(start: "<?", end: "?>"), (start: "<!--", end: "-->")]
        while let markup = skipped.first(where: { rest.hasPrefix($0.start) }) {
            guard let end = rest.firstRange(of: markup.end)?.upperBound else { return nil }
            rest = rest[end...].trimmingPrefix(while: \.isWhitespace)
        }
        guard rest.first == "<" else { return nil }
        let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || ":-_.".contains($0) }
        return name.isEmpty ? nil : name.split(separator: ":").last.map(String.init)
    }
}
