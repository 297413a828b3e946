import SensorModel

/// The kind of a text file, detected from its first bytes.
struct FileSignature {
    enum Kind: Equatable {
        /// XML, with the name of the root element.
        case markup(root: String)
        /// JSON, which starts with `{` or `[`.
        case json
        case text
    }

    let kind: Kind
    /// The first bytes of the file.
    let head: [UInt8]

    /// Detects the kind of a file. The bytes of a pipe are stored, so that the pipe can be read again.
    ///
    /// - Throws: `InputError` if the file cannot be opened, is empty, or is encoded in UTF-16.
    init(path: String) throws(InputError) {
        head = try ByteSource.head(of: path, bytes: 1 << 12)
        let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let line = Self.lineOfZero(in: head) {
            throw InputError(
                file: path,
                line: line,
                message: "the text contains a zero byte, as in UTF-16",
                advice: InputError.conversionToUTF8
            )
        }
        let first = head[start...].first { !Self.spaces.contains($0) }
        switch first {
        case nil:
            throw InputError(
                file: path,
                message: "the file is empty",
                advice: "check that the file is complete"
            )
        case UInt8(ascii: "{"), UInt8(ascii: "["): kind = .json
        case UInt8(ascii: "<"):
            if let line = Self.line(of: Array("<!DOCTYPE".utf8), in: head) {
                throw InputError(
                    file: path,
                    line: line,
                    message: "the XML has a document type",
                    advice: "remove the declaration <!DOCTYPE …>"
                )
            }
            guard let root = XMLRoot.name(in: String(decoding: head, as: UTF8.self)) else {
                throw InputError(
                    file: path,
                    line: 1,
                    message: "the text is not XML in UTF-8, or has no element in the first \(head.count) bytes",
                    advice: "check that the file is complete, and remove long comments at the start of the file"
                )
            }
            kind = .markup(root: root)
        default: kind = .text
        }
    }

    private static let spaces = Set(" \t\r\n".utf8)

    private static func line(of word: [UInt8], in head: [UInt8]) -> Int? {
        head.firstRange(of: word).map { found in 1 + head[..<found.lowerBound].count { $0 == UInt8(ascii: "\n") } }
    }

    private static func lineOfZero(in head: [UInt8]) -> Int? {
        // The byte order mark of UTF-16, in either byte order, is not valid UTF-8.
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) { return 1 }
        return line(of: [0], in: head)
    }
}

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
