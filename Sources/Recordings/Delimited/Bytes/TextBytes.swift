/// Functions that count and find the lines of a text. Lines end with LF, CRLF or CR.
enum LineCount {
    /// Returns the number of lines that end within the bytes. O(n).
    static func ends(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for offset in bytes.indices where isEnd(bytes, offset) { count += 1 }
        return count
    }

    /// Returns the offset of the line that is `lines` lines after the first line. O(n).
    static func start(ofLine lines: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard lines > 0 else { return 0 }
        var remaining = lines
        for offset in bytes.indices where isEnd(bytes, offset) {
            remaining -= 1
            if remaining == 0 { return offset + 1 }
        }
        return bytes.count
    }

    /// Returns the offset after the end of the line that contains `offset`.
    static func next(after offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var index = offset
        while index < bytes.count, !isEnd(bytes, index) { index += 1 }
        return min(index + 1, bytes.count)
    }

    private static func isEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
        if bytes[offset] == UInt8(ascii: "\n") { return true }
        guard bytes[offset] == UInt8(ascii: "\r") else { return false }
        return offset + 1 == bytes.count || bytes[offset + 1] != UInt8(ascii: "\n")
    }
}

/// Validation of UTF-8. ASCII is checked 32 bytes at a time, and other text sequence by sequence.
enum UTF8Check {
    /// Returns the offset of the first byte that is not valid UTF-8, or `nil` if all bytes are valid. O(n).
    static func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var offset = 0
        while true {
            offset = asciiEnd(in: bytes, from: offset)
            guard offset < bytes.count else { return nil }
            guard let length = sequenceLength(in: bytes, at: offset) else { return offset }
            offset += length
        }
    }

    /// Returns whether all bytes are ASCII. O(n).
    static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { asciiEnd(in: bytes, from: 0) == bytes.count }

    private static func asciiEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        let highBits: UInt64 = 0x8080_8080_8080_8080
        var offset = start
        while offset + 32 <= raw.count {
            let first = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let second = raw.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
            let third = raw.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self)
            let fourth = raw.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self)
            if (first | second | third | fourth) & highBits != 0 { break }
            offset += 32
        }
        while offset < bytes.count, bytes[offset] < 0x80 { offset += 1 }
        return offset
    }

    /// Returns the length of the two- to four-byte sequence at `offset`, or `nil` if it is not well-formed (Unicode
    /// 16.0, table 3-7).
    private static func sequenceLength(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
        let lead = bytes[offset]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return nil }
        for index in 2..<max(length, 2) where bytes[offset + index] & 0xC0 != 0x80 { return nil }
        return length
    }
}

extension BidirectionalCollection {
    /// Returns the elements without those at both ends that satisfy the condition.
    package func trimming(where isTrimmed: (Element) -> Bool) -> SubSequence {
        let rest = drop(while: isTrimmed)
        return rest[..<(rest.lastIndex { !isTrimmed($0) }.map(rest.index(after:)) ?? rest.startIndex)]
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    package var trimmingSpaces: SubSequence { trimming { $0 == " " || $0 == "\t" } }
}

/// Decoding of text that may be in Windows-1252, the usual encoding of Windows in Western Europe.
enum Windows1252 {
    /// Decodes bytes as UTF-8, or as Windows-1252 if they are not valid UTF-8.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        // Most names are ASCII. For ASCII, this initialiser is several times faster than the validating initialiser.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // Bytes are decoded as Latin-1. Windows-1252 differs only from 0x80 to 0x9F, in punctuation that column names
        // do not need.
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
