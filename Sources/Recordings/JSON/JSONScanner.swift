import SensorModel

/// Takes JSON (RFC 8259) apart in the order in which it stands, asked for what is expected there: what is not asked for
/// is an error with its place, so that nothing is built of it, however deep it nests.
struct JSONScanner {
    let file: String
    private let bytes: [UInt8]
    /// Behind what was taken.
    private(set) var offset = 0
    /// How far lines were counted.
    private var counted = (offset: 0, line: 1)

    /// - Throws: ``InputError`` for bytes that are not UTF-8.
    init(_ bytes: [UInt8], file: String) throws(InputError) {
        self.file = file
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        if let invalid = bytes.withUnsafeBufferPointer({ UTF8Check.firstInvalid(in: $0) }) {
            let byte = "the byte 0x" + String(bytes[invalid], radix: 16, uppercase: true)
            throw error(at: invalid, found: byte, expected: "UTF-8 text", remedy: "save the file as UTF-8")
        }
    }

    /// Whether nothing but space is left.
    mutating func isAtEnd() -> Bool {
        skipSpace()
        return offset == bytes.count
    }

    /// Where the next value starts.
    mutating func nextOffset() -> Int {
        skipSpace()
        return offset
    }

    /// The line that the next value starts on, counted from 1.
    mutating func nextLine() -> Int {
        counted.line += lineEnds(in: counted.offset..<nextOffset())
        counted.offset = offset
        return counted.line
    }

    /// An object: `take` takes the value of each key, and is told where the key stands.
    mutating func object(
        _ what: String,
        _ take: (inout JSONScanner, _ key: String, _ offset: Int) throws(InputError) -> Void
    ) throws(InputError) {
        var seen: Set<String> = []
        try items(of: what, from: "{", to: "}") { scanner throws(InputError) in
            let start = scanner.nextOffset()
            let key = try scanner.string("a key in quotation marks")
            guard seen.insert(key).inserted else {
                throw scanner.error(
                    at: start,
                    found: "the key '\(key)' again",
                    expected: "each key once",
                    remedy: "take one out"
                )
            }
            try scanner.expect(":", "':' behind a key")
            try take(&scanner, key, start)
        }
    }

    /// An array: `take` takes each of its values.
    mutating func array(
        _ what: String,
        _ take: (inout JSONScanner) throws(InputError) -> Void
    ) throws(InputError) {
        try items(of: what, from: "[", to: "]", take)
    }

    /// Takes a null, if one stands there.
    mutating func null() -> Bool {
        skipSpace()
        guard bytes[offset...].starts(with: "null".utf8) else { return false }
        offset += 4
        return true
    }

    mutating func integer(_ what: String) throws(InputError) -> Int64 {
        let (start, text) = try numeral(what)
        if let number = Int64(text) { return number }
        let found = "the number \(text.prefix(40))"
        throw error(at: start, found: found, expected: "a whole number of 64 bits", remedy: "correct it")
    }

    mutating func number(_ what: String) throws(InputError) -> Double {
        let (start, text) = try numeral(what)
        if let number = Double(text), number.isFinite { return number }
        let found = "the number \(text.prefix(40))"
        throw error(at: start, found: found, expected: "a number that fits 64 bits", remedy: "correct it")
    }

    mutating func string(_ what: String) throws(InputError) -> String {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw mismatch(what) }
        offset += 1
        var text: [UInt8] = []
        while true {
            let start = offset
            while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { offset += 1 }
            text.append(contentsOf: bytes[start..<offset])
            switch next {
            case UInt8(ascii: "\""):
                offset += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text.append(contentsOf: try escaped().utf8)
            default:
                throw mismatch("'\"' at the end of a text")
            }
        }
    }

    func error(at offset: Int, found: String, expected: String, remedy: String) -> InputError {
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return InputError(
            file: file,
            line: lineEnds(in: 0..<offset) + 1,
            column: offset - lineStart + 1,
            found: found,
            expected: expected,
            remedy: remedy
        )
    }

    private func lineEnds(in offsets: Range<Int>) -> Int { bytes[offsets].count { $0 == UInt8(ascii: "\n") } }
}

extension JSONScanner {
    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    private mutating func items(
        of what: String,
        from first: Unicode.Scalar,
        to last: Unicode.Scalar,
        _ take: (inout JSONScanner) throws(InputError) -> Void
    ) throws(InputError) {
        try expect(first, what)
        skipSpace()
        guard next != UInt8(ascii: last) else {
            offset += 1
            return
        }
        while true {
            try take(&self)
            skipSpace()
            let isLast = next == UInt8(ascii: last)
            guard isLast || next == UInt8(ascii: ",") else { throw mismatch("',' or '\(last)'") }
            offset += 1
            if isLast { return }
        }
    }

    private mutating func expect(_ character: Unicode.Scalar, _ what: String) throws(InputError) {
        skipSpace()
        guard next == UInt8(ascii: character) else { throw mismatch(what) }
        offset += 1
    }

    /// The text of a number, by the grammar of section 6.
    private mutating func numeral(_ what: String) throws(InputError) -> (start: Int, text: String) {
        skipSpace()
        let start = offset
        var end = start
        func digits() -> Bool {
            let first = end
            while end < bytes.count, isdigit(bytes[end]) { end += 1 }
            return end > first
        }
        func has(_ characters: String) -> Bool {
            guard end < bytes.count, characters.utf8.contains(bytes[end]) else { return false }
            end += 1
            return true
        }
        _ = has("-")
        let isWhole = has("0") || digits()
        let hasFraction = !has(".") || digits()
        var hasExponent = true
        if has("eE") {
            _ = has("+-")
            hasExponent = digits()
        }
        guard isWhole, hasFraction, hasExponent else { throw mismatch(what) }
        offset = end
        return (start, String(decoding: bytes[start..<end], as: UTF8.self))
    }

    /// What a backslash and what follows it stand for (section 7).
    private mutating func escaped() throws(InputError) -> String {
        let start = offset
        offset += 2
        switch offset <= bytes.count ? bytes[offset - 1] : nil {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            if let scalar = codePoint() { return String(Character(scalar)) }
        default: break
        }
        throw error(
            at: start,
            found: "a backslash that stands for nothing",
            expected: #"one of \" \\ \/ \b \f \n \r \t \uXXXX"#,
            remedy: #"write \\ for a backslash"#
        )
    }

    private mutating func codePoint() -> Unicode.Scalar? {
        guard let unit = hexadecimal() else { return nil }
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
        guard bytes[offset...].starts(with: #"\u"#.utf8) else { return nil }
        offset += 2
        guard let second = hexadecimal(), UTF16.isTrailSurrogate(second) else { return nil }
        return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(second) - 0xDC00)
    }

    private mutating func hexadecimal() -> UInt16? {
        guard offset + 4 <= bytes.count else { return nil }
        let digits = bytes[offset..<offset + 4]
        offset += 4
        guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private func isdigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private func mismatch(_ what: String) -> InputError {
        let found: String
        switch next {
        case nil: found = "the end of the file"
        case UInt8(ascii: "\""): found = "a text"
        case UInt8(ascii: "{"): found = "an object"
        case UInt8(ascii: "["): found = "an array"
        case let byte? where isdigit(byte) || byte == UInt8(ascii: "-"): found = "a number"
        case 0x0A, 0x0D: found = "the end of the line"
        case let byte? where byte < 0x20: found = "a control character (0x\(String(byte, radix: 16)))"
        default:
            let rest = String(decoding: bytes[offset...].prefix(24), as: UTF8.self)
            let word = rest.prefix { $0.isLetter }
            found = "'\(word.isEmpty ? rest.prefix(1) : word)'"
        }
        let remedy = next == nil ? "fetch the file again: it was cut short" : "correct it there or just before"
        return error(at: offset, found: found, expected: what, remedy: remedy)
    }
}
