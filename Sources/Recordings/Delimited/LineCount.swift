/// Counts physical lines; a carriage return with a line feed behind it ends one.
enum LineCount {
    /// How many lines end within the bytes.
    static func ends(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for offset in bytes.indices where isEnd(bytes, offset) { count += 1 }
        return count
    }

    /// Where the line starts that lies `lines` lines below the first.
    static func start(ofLine lines: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard lines > 0 else { return 0 }
        var left = lines
        for offset in bytes.indices where isEnd(bytes, offset) {
            left -= 1
            if left == 0 { return offset + 1 }
        }
        return bytes.count
    }

    /// Behind the end of the line that `offset` lies in.
    static func next(after offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var place = offset
        while place < bytes.count, !isEnd(bytes, place) { place += 1 }
        return min(place + 1, bytes.count)
    }

    private static func isEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
        if bytes[offset] == UInt8(ascii: "\n") { return true }
        guard bytes[offset] == UInt8(ascii: "\r") else { return false }
        return offset + 1 == bytes.count || bytes[offset + 1] != UInt8(ascii: "\n")
    }
}
