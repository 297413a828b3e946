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
