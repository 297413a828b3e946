/// The text of a validated JSON file (RFC 8259), in which values are looked up by their offset.
///
/// Messages can name the line and column of every value, and a file with a million places needs memory only for its
/// bytes. Validation and lookup do not recurse.
package final class JSONText {
    /// The maximum size of a file in bytes, more than a million places need.
    static let mostBytes = 1 << 27
    /// The maximum depth of nested arrays and objects. GeoJSON has seven levels and those in its properties.
    static let deepest = 64

    package let path: String
    package let bytes: [UInt8]

    /// Reads a file and validates it.
    ///
    /// - Throws: ``InputError`` with line and column for text that is not JSON, not UTF-8, too long or nested too
    ///   deeply.
    package convenience init(path: String) throws(InputError) {
        let remedy = "split the file, or write it as CSV, which has no such limit"
        let bytes = try ByteSource.contents(of: path, limit: Self.mostBytes, remedy: remedy)
        self.init(unchecked: bytes, path: path)
        var checker = JSONChecker(bytes: bytes)
        if let fault = checker.check() { throw error(fault) }
    }

    /// Makes a text without validation. The caller must validate a value before it looks it up.
    package init(unchecked bytes: [UInt8], path: String) {
        self.bytes = bytes
        self.path = path
    }

    package func error(_ fault: JSONChecker.Fault) -> InputError {
        error(at: fault.offset, found: fault.found, expected: fault.expected, remedy: fault.remedy)
    }

    /// The outermost value.
    package var root: JSONValue {
        JSONValue(text: self, offset: JSONChecker.skipSpaces(bytes, from: JSONChecker.start(bytes)))
    }

    package func error(at offset: Int, found: String, expected: String, remedy: String) -> InputError {
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
