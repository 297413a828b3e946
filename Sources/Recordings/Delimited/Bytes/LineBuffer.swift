import Foundation

/// The part of a file that is being parsed: whole lines in one reused buffer.
///
/// The bytes before ``end`` are whole lines that end with LF or CRLF, and valid UTF-8 if the caller asks for it. The
/// bytes after it wait for the remainder of their line. The buffer always begins with the start of a line, so that an
/// error can be located in the bytes that caused it.
final class LineBuffer {
    /// The first byte, somewhere in ``memory``.
    private(set) var base: UnsafeMutablePointer<UInt8>
    /// The offset after the last whole line.
    private(set) var end = 0
    /// Whether the lines before ``end`` are the last ones of the file.
    private(set) var isAtEnd = false
    /// The offset of the first byte that is not UTF-8, at or after ``end``; nil if there is no such byte.
    private(set) var damage: Int?
    /// Whether the lines before ``end`` may contain a byte that starts comments.
    private(set) var mayHaveComments = true

    /// The filter of rows by type; nil if all rows are read.
    private(set) var rowTypes: RowTypeFilter?

    private let source: ReadAhead
    private let limit: Int
    private let isUTF8: Bool
    private let comment: UInt8?
    private var memory: ByteMemory
    private var count = 0

    /// Makes a buffer of `capacity` bytes that grows for long lines, up to the limit of the format.
    init(source: ByteSource, capacity: Int, format: DelimitedFormat) {
        isUTF8 = !format.acceptsWindows1252
        comment = format.comment
        rowTypes = format.rowType.map { RowTypeFilter($0, format: format) }
        self.source = ReadAhead(source)
        limit = max(format.maximumRowBytes, capacity)
        memory = ByteMemory(headroom: 0, capacity: capacity)
        base = memory.start
    }

    deinit {
        memory.deallocate()
    }

    /// Number of bytes from ``base`` to the end of the memory.
    private var capacity: Int { base.distance(to: memory.end) }

    /// The whole lines and the bytes after them.
    var loaded: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    /// Grows the buffer to `bytes` bytes, whatever the limit, and reserves `headroom` bytes before what is read ahead.
    func widen(to bytes: Int, headroom: Int) {
        move(to: ByteMemory(headroom: headroom, capacity: max(bytes, capacity)))
    }

    /// Reads bytes for the next ``load()``, while other threads parse the lines before ``end``.
    func readAhead() { source.fill(headroom: memory.headroom, capacity: memory.capacity, comment: comment) }

    /// Removes the first `length` bytes. O(n) in the remaining bytes.
    func discard(_ length: Int) {
        guard length > 0 else { return }
        memmove(base, base + length, count - length)
        count -= length
        end -= length
        damage = damage.map { $0 - length }
    }

    /// Reads until there is at least one more whole line, or the end of the file.
    ///
    /// - Returns: false if a line is longer than the limit.
    /// - Throws: ``InputError`` if reading fails.
    func load() throws(InputError) -> Bool {
        // The buffer may already contain a line that ends with a lone carriage return.
        var cut = lastLineEnd()
        var known = ByteTraits.unknown
        var previousCount = count
        while cut == end, !isAtEnd {
            previousCount = count
            if let traits = appendReadAhead() {
                known = traits
            } else {
                known = .unknown
                guard count < capacity || grow() else { return false }
                let room = UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count)
                let added = try source.read(into: room)
                count += added
                isAtEnd = added == 0
            }
            cut = isAtEnd ? count : lastLineEnd()
        }
        accept(upTo: cut, traitsFrom: previousCount, known)
        return true
    }

    /// Replaces the buffer by the bytes that were read ahead and copies the present bytes in front of them.
    ///
    /// - Returns: the traits of the new bytes; nil if none were read ahead.
    private func appendReadAhead() -> ByteTraits? {
        guard let ahead = source.exchange(&memory, prefix: loaded) else { return nil }
        base = memory.first - count
        count += ahead.count
        return ahead.traits
    }

    /// Normalises and checks the lines up to `limit` and adds them to the whole lines.
    ///
    /// `known` describes the bytes from `start` on.
    private func accept(upTo limit: Int, traitsFrom start: Int, _ known: ByteTraits) {
        var cut = limit
        if known.hasReturns || contains(UInt8(ascii: "\r"), from: end, to: start) { replaceLoneReturns(before: cut) }
        rowTypes?.blank(UnsafeMutableBufferPointer(start: base + end, count: cut - end))
        let unknown = UnsafeBufferPointer(start: base + end, count: (known.isASCII ? min(start, cut) : cut) - end)
        if isUTF8, let invalid = UTF8Check.firstInvalid(in: unknown) {
            damage = end + invalid
            cut = lineStart(before: end + invalid)
        }
        mayHaveComments = known.hasComments || comment.map { contains($0, from: 0, to: start) } ?? false
        end = cut
    }

    private func contains(_ byte: UInt8, from start: Int, to end: Int) -> Bool {
        start < end && memchr(base + start, Int32(byte), end - start) != nil
    }

    /// The offset at which the line with `offset` starts.
    private func lineStart(before offset: Int) -> Int {
        var start = offset
        while start > end, base[start - 1] != UInt8(ascii: "\n"), base[start - 1] != UInt8(ascii: "\r") { start -= 1 }
        return start
    }

    /// Replaces carriage returns that no line feed follows by line feeds.
    private func replaceLoneReturns(before limit: Int) {
        var place = end
        while place < limit, let found = memchr(base + place, Int32(UInt8(ascii: "\r")), limit - place) {
            place = UnsafeMutableRawPointer(base).distance(to: found) + 1
            if place == limit || base[place] != UInt8(ascii: "\n") { base[place - 1] = UInt8(ascii: "\n") }
        }
    }

    private func grow() -> Bool {
        guard capacity < limit else { return false }
        move(to: ByteMemory(headroom: memory.headroom, capacity: min(capacity * 2, limit)))
        return true
    }

    private func move(to larger: ByteMemory) {
        memcpy(larger.first, base, count)
        memory.deallocate()
        memory = larger
        base = larger.first
    }

    /// The offset after the last line feed, or else after the last carriage return that no line feed can follow.
    private func lastLineEnd() -> Int {
        if let end = end(afterLast: UInt8(ascii: "\n"), before: count) { return end }
        return end(afterLast: UInt8(ascii: "\r"), before: count - 1) ?? end
    }

    private func end(afterLast byte: UInt8, before limit: Int) -> Int? {
        var place = limit
        while place > end {
            if base[place - 1] == byte { return place }
            place -= 1
        }
        return nil
    }
}
