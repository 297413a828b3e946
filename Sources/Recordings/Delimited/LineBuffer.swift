import Foundation

/// The part of a file that is being parsed: whole lines, in one buffer that is used again and again.
///
/// Bytes before ``end`` are whole lines (of valid UTF-8, where it is asked for) that end with LF or CRLF; bytes behind it
/// wait for the rest of their line. The buffer starts at the start of a line at any time, so that an error can be
/// located in the bytes that caused it.
final class LineBuffer {
    /// The first byte, somewhere in ``memory``.
    private(set) var base: UnsafeMutablePointer<UInt8>
    /// The end of the whole lines.
    private(set) var end = 0
    /// Whether the lines up to ``end`` are the last ones.
    private(set) var isAtEnd = false
    /// Where the first byte stands that is not UTF-8: at or behind ``end``.
    private(set) var damage: Int?
    /// Whether the lines up to ``end`` may have the byte with which comments start.
    private(set) var mayHaveComments = true

    private let source: ReadAhead
    private let limit: Int
    private let isUTF8: Bool
    private let comment: UInt8?
    private var memory: ByteMemory
    private var count = 0

    /// A buffer of `capacity` bytes that grows up to `limit` bytes where a line needs it.
    init(source: ByteSource, capacity: Int, limit: Int, isUTF8: Bool, comment: UInt8?) {
        self.isUTF8 = isUTF8
        self.comment = comment
        self.source = ReadAhead(source)
        self.limit = max(limit, capacity)
        memory = ByteMemory(headroom: 0, capacity: capacity)
        base = memory.start
    }

    deinit {
        memory.deallocate()
    }

    /// From ``base`` on.
    private var capacity: Int { base.distance(to: memory.end) }

    /// The whole lines, and what stands behind them.
    var loaded: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    /// Makes room for so many bytes, be they more than the limit, and for `headroom` more in front of what is read ahead.
    func widen(to bytes: Int, headroom: Int) {
        move(to: ByteMemory(headroom: headroom, capacity: max(bytes, capacity)))
    }

    /// Reads on while others go through the lines up to ``end``, for the next ``load()``.
    func readAhead() { source.fill(headroom: memory.headroom, capacity: memory.capacity, comment: comment) }

    /// Forgets the first `length` bytes.
    func discard(_ length: Int) {
        guard length > 0 else { return }
        memmove(base, base + length, count - length)
        count -= length
        end -= length
        damage = damage.map { $0 - length }
    }

    /// Reads on until there is at least one more whole line, or the end of the file.
    ///
    /// Returns false when a line does not fit into the limit.
    func load() throws(InputError) -> Bool {
        // A line that ends with a lone carriage return may be there already.
        var cut = lastLineEnd()
        var known = ByteTraits.unknown
        var kept = count
        while cut == end, !isAtEnd {
            kept = count
            if let traits = takeAhead() {
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
        accept(upTo: cut, kept: kept, known)
        return true
    }

    /// Takes what was read ahead, without moving it, and what is here in front of it. Returns nil where nothing was.
    private func takeAhead() -> ByteTraits? {
        guard let ahead = source.exchange(&memory, keeping: loaded) else { return nil }
        base = memory.first - count
        count += ahead.count
        return ahead.traits
    }

    /// Makes the lines up to `cut` such as they are handed out. Of the bytes from `kept` on something may be known.
    private func accept(upTo limit: Int, kept: Int, _ known: ByteTraits) {
        var cut = limit
        if known.hasReturns || holds(UInt8(ascii: "\r"), from: end, to: kept) { replaceLoneReturns(before: cut) }
        let unknown = UnsafeBufferPointer(start: base + end, count: (known.isASCII ? min(kept, cut) : cut) - end)
        if isUTF8, let wrong = UTF8Check.firstInvalid(in: unknown) {
            damage = end + wrong
            cut = lineStart(before: end + wrong)
        }
        mayHaveComments = known.hasComments || comment.map { holds($0, from: 0, to: kept) } ?? false
        end = cut
    }

    private func holds(_ byte: UInt8, from start: Int, to end: Int) -> Bool {
        start < end && memchr(base + start, Int32(byte), end - start) != nil
    }

    /// Where the line that holds `offset` starts.
    private func lineStart(before offset: Int) -> Int {
        var start = offset
        while start > end, base[start - 1] != UInt8(ascii: "\n"), base[start - 1] != UInt8(ascii: "\r") { start -= 1 }
        return start
    }

    /// Turns carriage returns without a line feed into line feeds, so that each line feed that follows one belongs to
    /// it.
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

    /// Behind the last line feed; without one, behind the last carriage return that no line feed can follow any more.
    private func lastLineEnd() -> Int {
        if let end = end(behindLast: UInt8(ascii: "\n"), before: count) { return end }
        return end(behindLast: UInt8(ascii: "\r"), before: count - 1) ?? end
    }

    private func end(behindLast byte: UInt8, before limit: Int) -> Int? {
        var place = limit
        while place > end {
            if base[place - 1] == byte { return place }
            place -= 1
        }
        return nil
    }
}
