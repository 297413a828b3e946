import Foundation

/// The part of a file that is being parsed: whole lines, in one buffer that is used again and again.
///
/// Bytes before ``end`` are whole lines (of valid UTF-8, where it is asked for) that end with LF or CRLF; bytes behind it wait for the rest of
/// their line. The buffer starts at the start of a line at any time, so that an error can be located in the bytes that
/// caused it.
final class LineBuffer {
    private(set) var base: UnsafeMutablePointer<UInt8>
    /// The end of the whole lines.
    private(set) var end = 0
    /// Whether the lines up to ``end`` are the last ones.
    private(set) var isAtEnd = false
    /// Where the first byte stands that is not UTF-8: at or behind ``end``.
    private(set) var damage: Int?

    private let source: ReadAhead
    private let limit: Int
    private let isUTF8: Bool
    private var capacity: Int
    private var count = 0

    /// A buffer of `capacity` bytes that grows up to `limit` bytes where a line needs it.
    init(source: ByteSource, capacity: Int, limit: Int, isUTF8: Bool) {
        self.isUTF8 = isUTF8
        self.source = ReadAhead(source)
        self.capacity = capacity
        self.limit = max(limit, capacity)
        base = .allocate(capacity: capacity)
    }

    deinit {
        base.deallocate()
    }

    /// The whole lines, and what stands behind them.
    var loaded: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    /// Makes room for so many bytes, be they more than the limit.
    func widen(to bytes: Int) {
        if bytes > capacity { move(to: bytes) }
    }

    /// Reads on while others go through the lines up to ``end``, for the next ``load()``.
    func readAhead() { source.fill(capacity: capacity) }

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
        while cut == end, !isAtEnd {
            guard count < capacity || grow() else { return false }
            let room = UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count)
            let added = try source.read(into: room)
            count += added
            isAtEnd = added == 0
            cut = isAtEnd ? count : lastLineEnd()
        }
        replaceLoneReturns(before: cut)
        let fresh = UnsafeBufferPointer(start: base + end, count: cut - end)
        if isUTF8, let wrong = UTF8Check.firstInvalid(in: fresh) {
            damage = end + wrong
            cut = lineStart(before: end + wrong)
        }
        end = cut
        return true
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
        move(to: min(capacity * 2, limit))
        return true
    }

    private func move(to larger: Int) {
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        memcpy(moved, base, count)
        base.deallocate()
        base = moved
        capacity = larger
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
