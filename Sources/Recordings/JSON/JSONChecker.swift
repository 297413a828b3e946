package import SensorModel

/// A validator of JSON text (RFC 8259), in one pass and without recursion.
package struct JSONChecker {
    /// A problem in the text, and its byte offset.
    package struct Fault {
        let offset: Int
        let message: String
        var advice = "correct the JSON, or check that the file is complete"
    }

    private let bytes: [UInt8]
    /// The offset up to which the text was validated.
    private(set) var offset: Int
    /// The closing brackets of all open arrays and objects, outermost first.
    private var closing: [UInt8] = []

    package init(bytes: [UInt8]) {
        self.bytes = bytes
        offset = Self.start(bytes)
    }

    /// Returns the offset of the text after the byte order mark, or 0 if there is no byte order mark.
    static func start(_ bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    static func skipSpaces(_ bytes: [UInt8], from start: Int) -> Int {
        var offset = start
        while offset < bytes.count, isSpace(bytes[offset]) { offset += 1 }
        return offset
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// Validates the whole text. Returns the first fault, or `nil` if the text is valid JSON. O(n).
    package mutating func check() -> Fault? {
        if let fault = checkEncoding() ?? checkValue() { return fault }
        skipSpaces()
        return offset < bytes.count ? fault("the file's end") : nil
    }

    /// Validates the encoding. Returns `nil` if the text is valid UTF-8.
    func checkEncoding() -> Fault? {
        bytes.withUnsafeBufferPointer { UTF8Check.firstInvalid(in: $0) }.map { offset in
            Fault(offset: offset, message: "the text is not UTF-8", advice: "save the file as UTF-8")
        }
    }

    /// Validates the next value, including nested values. Returns `nil` if it is valid.
    mutating func checkValue() -> Fault? {
        while true {
            skipSpaces()
            guard let first = byte else { return fault("a value") }
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                guard closing.count < JSONText.maximumDepth else { return tooDeep() }
                closing.append(first + 2)
                offset += 1
                skipSpaces()
                if byte != first + 2 {
                    if first == UInt8(ascii: "{"), let fault = key() { return fault }
                    continue
                }
            } else if let fault = scalar(first) {
                return fault
            }
            var isNext = false
            while !isNext {
                guard let close = closing.last else { return nil }
                skipSpaces()
                switch byte {
                case close:
                    closing.removeLast()
                    offset += 1
                case UInt8(ascii: ","):
                    offset += 1
                    skipSpaces()
                    if close == UInt8(ascii: "}"), let fault = key() { return fault }
                    isNext = true
                default: return fault("',' or '\(Character(UnicodeScalar(close)))'")
                }
            }
        }
    }

    private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpaces() { offset = Self.skipSpaces(bytes, from: offset) }

    /// Validates the name of an object's member and the colon after the name.
    private mutating func key() -> Fault? {
        guard byte == UInt8(ascii: "\"") else { return fault("a name in quotation marks") }
        if let fault = string() { return fault }
        skipSpaces()
        guard byte == UInt8(ascii: ":") else { return fault("':'") }
        offset += 1
        return nil
    }

    private mutating func scalar(_ first: UInt8) -> Fault? {
        switch first {
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
        default:
            for word in ["true", "false", "null"] where bytes[offset...].starts(with: word.utf8) {
                offset += word.utf8.count
                return nil
            }
            return fault("a value")
        }
    }

    private mutating func string() -> Fault? {
        let start = offset
        offset += 1
        while let byte, byte != UInt8(ascii: "\"") {
            if byte < 0x20 { return fault("a string without control characters") }
            offset += 1
            guard byte == UInt8(ascii: "\\") else { continue }
            guard let escaped = self.byte, "\"\\/bfnrtu".utf8.contains(escaped) else {
                return fault("a JSON escape sequence")
            }
            offset += 1
            guard escaped == UInt8(ascii: "u") else { continue }
            for _ in 0..<4 {
                guard let digit = self.byte, Character(UnicodeScalar(digit)).isHexDigit else {
                    return fault("four hexadecimal digits")
                }
                offset += 1
            }
        }
        guard byte != nil else {
            offset = start
            return Fault(offset: start, message: "a string is never closed")
        }
        offset += 1
        return nil
    }

    private mutating func number() -> Fault? {
        if byte == UInt8(ascii: "-") { offset += 1 }
        if byte == UInt8(ascii: "0") {
            offset += 1
            if let byte, Self.isDigit(byte) { return fault("a number without leading zeros") }
        } else {
            guard digits() > 0 else { return fault("a digit") }
        }
        if byte == UInt8(ascii: ".") {
            offset += 1
            guard digits() > 0 else { return fault("a digit") }
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            offset += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
            guard digits() > 0 else { return fault("a digit") }
        }
        return nil
    }

    /// Skips digits and returns their number.
    private mutating func digits() -> Int {
        let start = offset
        while let byte, Self.isDigit(byte) { offset += 1 }
        return offset - start
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private func fault(_ expected: String) -> Fault {
        guard let byte else {
            return Fault(offset: offset, message: "the file ends too early: \(expected) must follow")
        }
        if byte == 0 {
            return Fault(
                offset: offset,
                message: "the text contains a zero byte, as in UTF-16, but \(expected) must be here",
                advice: "save the file as UTF-8"
            )
        }
        let words = String(decoding: bytes[offset..<min(offset + 40, bytes.count)], as: UTF8.self)
        let word = words.prefix { !$0.isWhitespace && !",:]}".contains($0) }
        return Fault(
            offset: offset,
            message: "unexpected '\(word.isEmpty ? words.prefix(1) : word)': this must be "
                + "\(expected)"
        )
    }

    private func tooDeep() -> Fault {
        Fault(
            offset: offset,
            message: "arrays and objects are nested more than \(JSONText.maximumDepth) levels deep",
            advice: "flatten the deeply nested values"
        )
    }
}

/// A sequence of JSON values, such as a JSON Lines file.
///
/// A value is validated only when it is read, so that the values before a fault can be used.
struct JSONSequence {
    private let text: JSONText
    private var checker: JSONChecker
    /// The offset up to which lines were counted, and the line number at this offset.
    private var counted = (offset: 0, line: 1)

    var name: String { text.path }

    /// Reads all bytes of a file or a pipe and validates their encoding.
    ///
    /// - Throws: `InputError` if the text is not UTF-8 or too long.
    init(_ source: ByteSource) throws(InputError) {
        let bytes = try source.readAll(limit: JSONText.maximumBytes, advice: "split the file")
        text = JSONText(unchecked: bytes, path: source.name)
        checker = JSONChecker(bytes: bytes)
        if let fault = checker.checkEncoding() { throw text.error(fault) }
    }

    /// Returns the next value and the line on which it starts, or `nil` at the end of the text.
    ///
    /// - Throws: `InputError` with line and column if the value is not JSON or is nested too deeply.
    mutating func next() throws(InputError) -> (value: JSONValue, line: Int)? {
        let start = JSONChecker.skipSpaces(text.bytes, from: checker.offset)
        guard start < text.bytes.count else { return nil }
        if let fault = checker.checkValue() { throw text.error(fault) }
        counted.line += text.bytes[counted.offset..<start].count { $0 == UInt8(ascii: "\n") }
        counted.offset = start
        return (JSONValue(text: text, offset: start), counted.line)
    }
}

/// The text of a validated JSON file (RFC 8259). Values are identified by their byte offset.
///
/// Error messages can therefore name the line and column of every value. Memory contains only the bytes of the file,
/// even for a file with a million places. Validation and lookup are not recursive.
package final class JSONText {
    /// The maximum size of a file in bytes. A million places need less.
    static let maximumBytes = 1 << 27
    /// The maximum depth of nested arrays and objects. GeoJSON has seven levels, and further levels in its properties.
    static let maximumDepth = 64

    package let path: String
    package let bytes: [UInt8]

    /// Reads a file and validates it.
    ///
    /// - Throws: `InputError` with line and column if the text is not JSON, not UTF-8, too long or nested too deeply.
    package convenience init(path: String) throws(InputError) {
        let advice = "split the file, or convert the file to CSV, whose size is not limited"
        let bytes = try ByteSource.contents(of: path, limit: Self.maximumBytes, advice: advice)
        self.init(unchecked: bytes, path: path)
        var checker = JSONChecker(bytes: bytes)
        if let fault = checker.check() { throw error(fault) }
    }

    /// Creates a text without validation. The caller must validate each value before using it.
    package init(unchecked bytes: [UInt8], path: String) {
        self.bytes = bytes
        self.path = path
    }

    package func error(_ fault: JSONChecker.Fault) -> InputError {
        error(at: fault.offset, message: fault.message, advice: fault.advice)
    }

    /// The outermost value.
    package var root: JSONValue {
        JSONValue(text: self, offset: JSONChecker.skipSpaces(bytes, from: JSONChecker.start(bytes)))
    }

    package func error(at offset: Int, message: String, advice: String? = nil) -> InputError {
        InputError(file: path, offset: offset, in: bytes, message: message, advice: advice)
    }
}
