/// A sequence of JSON values, such as a file in JSON Lines.
///
/// Each value is validated when it is read, so that the values before a fault can be used.
struct JSONSequence {
    private let text: JSONText
    private var checker: JSONChecker
    /// The offset up to which lines were counted, and its line.
    private var counted = (offset: 0, line: 1)

    var name: String { text.path }

    /// Reads all bytes of a file or a pipe and validates their encoding.
    ///
    /// - Throws: ``InputError`` for text that is not UTF-8 or is too long.
    init(_ source: ByteSource) throws(InputError) {
        let bytes = try source.readAll(limit: JSONText.mostBytes, remedy: "split the file")
        text = JSONText(unchecked: bytes, path: source.name)
        checker = JSONChecker(bytes: bytes)
        if let fault = checker.checkEncoding() { throw text.error(fault) }
    }

    /// The next value and the line on which it starts; nil at the end.
    ///
    /// - Throws: ``InputError`` with line and column for text that is not JSON or is nested too deeply.
    mutating func next() throws(InputError) -> (value: JSONValue, line: Int)? {
        let start = JSONChecker.skipSpaces(text.bytes, from: checker.offset)
        guard start < text.bytes.count else { return nil }
        if let fault = checker.checkValue() { throw text.error(fault) }
        counted.line += text.bytes[counted.offset..<start].count { $0 == UInt8(ascii: "\n") }
        counted.offset = start
        return (JSONValue(text: text, offset: start), counted.line)
    }
}
