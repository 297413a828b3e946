/// The text of a JSON file that has been found to be JSON (RFC 8259): its values are looked up where they stand.
///
/// A value is found again by its place in the text, so that every message names line and column, and a file of a million
/// places needs memory for its bytes only. Checking and looking up do not recurse.
final class JSONText {
    /// More than a million places have.
    static let mostBytes = 1 << 27
    /// Arrays and objects within each other. GeoJSON has seven and what properties hold.
    static let deepest = 64

    let path: String
    let bytes: [UInt8]

    /// Reads a file and checks it from end to end.
    ///
    /// - Throws: ``InputError`` with line and column for what is not JSON, not UTF-8, too long or too deep.
    convenience init(path: String) throws(InputError) {
        let remedy = "split the file, or write it as CSV, which has no such limit"
        let bytes = try ByteSource.contents(of: path, limit: Self.mostBytes, remedy: remedy)
        self.init(unchecked: bytes, path: path)
        var checker = JSONChecker(bytes: bytes)
        if let fault = checker.check() { throw error(fault) }
    }

    /// Whoever looks up a value has checked it.
    init(unchecked bytes: [UInt8], path: String) {
        self.bytes = bytes
        self.path = path
    }

    func error(_ fault: JSONChecker.Fault) -> InputError {
        error(at: fault.offset, found: fault.found, expected: fault.expected, remedy: fault.remedy)
    }

    /// The outermost value.
    var root: JSONValue { JSONValue(text: self, offset: JSONChecker.skipSpaces(bytes, from: JSONChecker.start(bytes))) }

    func error(at offset: Int, found: String, expected: String, remedy: String) -> InputError {
        let before = bytes[..<min(offset, bytes.count)]
        let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        return InputError(
            file: path,
            line: 1 + before.count { $0 == UInt8(ascii: "\n") },
            column: offset - lineStart + 1,
            found: found,
            expected: expected,
            remedy: remedy
        )
    }
}
