/// Values of JSON one after the other, such as a file in JSON Lines has: each is checked when its turn comes, so that
/// those before a fault can be used.
struct JSONSequence {
    private let text: JSONText
    private var checker: JSONChecker
    /// How far lines were counted.
    private var counted = (offset: 0, line: 1)

    var name: String { text.path }

    /// All bytes of a file or a pipe, of which only the encoding is checked.
    ///
    /// - Throws: ``InputError`` for what is not UTF-8, or too long.
    init(_ source: ByteSource) throws(InputError) {
        let bytes = try source.rest(limit: JSONText.mostBytes, remedy: "split the file")
        text = JSONText(unchecked: bytes, path: source.name)
        checker = JSONChecker(bytes: bytes)
        if let fault = checker.checkEncoding() { throw text.error(fault) }
    }

    /// The next value, and the line that it starts on; nil behind the last.
    ///
    /// - Throws: ``InputError`` with line and column for what is not JSON, or too deep.
    mutating func next() throws(InputError) -> (value: JSONValue, line: Int)? {
        let start = JSONChecker.skipSpaces(text.bytes, from: checker.offset)
        guard start < text.bytes.count else { return nil }
        if let fault = checker.checkValue() { throw text.error(fault) }
        counted.line += text.bytes[counted.offset..<start].count { $0 == UInt8(ascii: "\n") }
        counted.offset = start
        return (JSONValue(text: text, offset: start), counted.line)
    }
}
