import Foundation
import SensorModel

/// A reusable buffer that contains the part of a file that is being parsed.
///
/// The bytes before ``end`` are complete lines that end with LF or CRLF, in valid UTF-8 if the format requires UTF-8.
/// The bytes after ``end`` belong to an incomplete line. The buffer always begins at the start of a line, so that the
/// column of an error can be computed.
final class LineBuffer {
    /// The address of the first byte, within ``memory``.
    private(set) var base: UnsafeMutablePointer<UInt8>
    /// A Boolean value that indicates whether the buffer starts with a byte order mark of UTF-16.
    var hasUTF16Mark: Bool { count > 1 && [base[0], base[1]].sorted() == [0xFE, 0xFF] }
    /// The offset after the last complete line.
    private(set) var end = 0
    /// A Boolean value that indicates whether the lines before ``end`` are the last lines of the file.
    private(set) var isAtEnd = false
    /// The offset of the first byte at or after ``end`` that is not valid UTF-8, or `nil` if all bytes are valid.
    private(set) var damage: Int?
    /// A Boolean value that indicates whether the lines before ``end`` may contain the byte that starts comments.
    private(set) var mayHaveComments = true

    /// The filter for rows of one type, or `nil` if all rows are read.
    private(set) var rowTypes: RowTypeFilter?

    private let source: ReadAhead
    private let limit: Int
    private let isUTF8: Bool
    private let comment: UInt8?
    private var memory: ByteMemory
    private var count = 0

    /// Creates a buffer of `capacity` bytes. For long lines, the buffer grows up to the format's maximum row length.
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

    /// The number of bytes from ``base`` to the end of the memory.
    private var capacity: Int { base.distance(to: memory.end) }

    /// All bytes in the buffer: the complete lines and the bytes after them.
    var loaded: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    /// Grows the buffer to at least `bytes` bytes, regardless of the maximum row length. `headroom` bytes remain free
    /// in front of the buffer. This free space takes an incomplete line if the bytes after the line have been read
    /// ahead.
    func widen(to bytes: Int, headroom: Int) {
        move(to: ByteMemory(headroom: headroom, capacity: max(bytes, capacity)))
    }

    /// Reads bytes for the next ``load()`` while other threads parse the lines before ``end``.
    func readAhead() { source.fill(headroom: memory.headroom, capacity: memory.capacity, comment: comment) }

    /// Removes the first `length` bytes. O(n) in the remaining bytes.
    func discard(_ length: Int) {
        guard length > 0 else { return }
        memmove(base, base + length, count - length)
        count -= length
        end -= length
        damage = damage.map { $0 - length }
    }

    /// Reads until there is at least one more complete line, or the file ends.
    ///
    /// - Returns: `false` if a line is longer than the maximum row length.
    /// - Throws: `InputError` if reading fails.
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

    /// Appends the bytes that ``readAhead()`` has read. The bytes in the buffer are copied to the headroom in front of
    /// the new bytes.
    ///
    /// - Returns: the traits of the new bytes. `nil` if no bytes were read ahead, or if the headroom is too small.
    private func appendReadAhead() -> ByteTraits? {
        guard let ahead = source.exchange(&memory, prefix: loaded) else { return nil }
        base = memory.first - count
        count += ahead.count
        return ahead.traits
    }

    /// Prepares the bytes from ``end`` to `limit` for parsing and moves ``end`` to the end of the valid lines. Replaces
    /// lone carriage returns, blanks rows of unwanted types and, if the format requires UTF-8, checks the encoding.
    ///
    /// `known` describes the bytes from `start` to the end of the buffer.
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

    /// Returns the offset at which the line that contains `offset` starts.
    private func lineStart(before offset: Int) -> Int {
        var start = offset
        while start > end, base[start - 1] != UInt8(ascii: "\n"), base[start - 1] != UInt8(ascii: "\r") { start -= 1 }
        return start
    }

    /// Replaces each carriage return that is not followed by a line feed. The replacement is a line feed.
    private func replaceLoneReturns(before limit: Int) {
        var index = end
        while index < limit, let found = memchr(base + index, Int32(UInt8(ascii: "\r")), limit - index) {
            index = UnsafeMutableRawPointer(base).distance(to: found) + 1
            if index == limit || base[index] != UInt8(ascii: "\n") { base[index - 1] = UInt8(ascii: "\n") }
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

    /// Returns the offset after the last line feed that follows ``end``. If there is no line feed, returns the offset
    /// after the last carriage return. If there is neither, returns ``end``.
    ///
    /// A carriage return in the last byte of the buffer is ignored, because a line feed may follow.
    private func lastLineEnd() -> Int {
        if let end = end(afterLast: UInt8(ascii: "\n"), before: count) { return end }
        return end(afterLast: UInt8(ascii: "\r"), before: count - 1) ?? end
    }

    private func end(afterLast byte: UInt8, before limit: Int) -> Int? {
        var index = limit
        while index > end {
            if base[index - 1] == byte { return index }
            index -= 1
        }
        return nil
    }
}

/// Memory for the bytes of a file, with unused bytes (headroom) in front of them.
///
/// The owner frees the memory with ``deallocate()``.
struct ByteMemory {
    let start: UnsafeMutablePointer<UInt8>
    /// The number of unused bytes before ``first``.
    let headroom: Int
    /// The number of bytes from ``first`` to ``end``.
    let capacity: Int

    init(headroom: Int, capacity: Int) {
        self.headroom = headroom
        self.capacity = capacity
        start = LargePages.allocate(headroom + capacity)
    }

    /// The address to which the next bytes of a file are read.
    var first: UnsafeMutablePointer<UInt8> { start + headroom }

    var end: UnsafeMutablePointer<UInt8> { first + capacity }

    func deallocate() { start.deallocate() }
}

/// Allocation of memory in large pages, if the system supports them.
///
/// The first access to memory in large pages takes a third of the time that small pages take.
enum LargePages {
    private static let pageBytes = 1 << 21

    /// Allocates memory for `count` values. The caller frees it with `deallocate()`.
    static func allocate<Value: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Value> {
        let bytes = count * MemoryLayout<Value>.stride
        guard bytes >= pageBytes else { return .allocate(capacity: count) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: pageBytes)
        #if os(Linux)
        // The system can use a large page only before the first access. The call is a hint and may fail.
        _ = madvise(memory, bytes, MADV_HUGEPAGE)
        #endif
        return memory.bindMemory(to: Value.self, capacity: count)
    }
}

/// A filter for files with rows of several types, which have different columns. The filter replaces rows of unwanted
/// types with blank lines.
///
/// Line numbers and byte columns of the remaining rows do not change.
struct RowTypeFilter {
    /// The maximum number of types that are counted by name. Rows of further types are counted as ``others``.
    private static let maximumTypes = 64
    private static let maximumNameBytes = 60
    static let others = "other types"

    private let type: [UInt8]
    private let column: Int
    private let delimiter: UInt8
    private let comment: UInt8?
    /// A Boolean value that indicates whether the filter is still looking for the comment line with the column names.
    private var lacksHeader: Bool
    private var found: [(name: [UInt8], count: Int)] = []
    /// The index of the previous row's type in ``found``.
    private var last = 0

    init(_ type: DelimitedFormat.RowType, format: DelimitedFormat) {
        self.type = Array(type.text.utf8)
        column = type.column
        delimiter = format.delimiter
        comment = format.comment
        lacksHeader = type.hasHeaderInComments
    }

    /// The number of rows by type.
    var counts: [String: Int] {
        var counts: [String: Int] = [:]
        for (name, count) in found { counts[String(decoding: name, as: UTF8.self), default: 0] += count }
        return counts
    }

    /// Replaces the rows of unwanted types with blank lines. `lines` must contain complete lines.
    mutating func blank(_ lines: UnsafeMutableBufferPointer<UInt8>) {
        guard let base = lines.baseAddress else { return }
        var start = 0
        while start < lines.count {
            let end =
                memchr(base + start, Int32(UInt8(ascii: "\n")), lines.count - start)
                .map { UnsafeMutableRawPointer(base).distance(to: $0) } ?? lines.count
            let line = UnsafeMutableBufferPointer(rebasing: lines[start..<end])
            if !keeps(line) { blankLine(line) }
            start = end + 1
        }
    }

    private mutating func keeps(_ line: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        guard let first = line.first else { return true }
        guard first == comment else {
            let name = key(of: line[...])
            guard !name.isEmpty else { return false }
            count(name)
            return !lacksHeader && name.elementsEqual(type)
        }
        guard lacksHeader, key(of: line.dropFirst()).elementsEqual(type) else { return false }
        lacksHeader = false
        line[0] = blankByte
        return true
    }

    private func blankLine(_ line: UnsafeMutableBufferPointer<UInt8>) {
        for index in line.indices where line[index] != UInt8(ascii: "\r") { line[index] = blankByte }
    }

    /// A whitespace byte that is not the delimiter.
    private var blankByte: UInt8 { delimiter == UInt8(ascii: " ") ? UInt8(ascii: "\t") : UInt8(ascii: " ") }

    /// Returns the type of a row, without surrounding spaces.
    private func key(of line: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Slice<UnsafeMutableBufferPointer<UInt8>> {
        var rest = line
        for _ in 1..<column {
            guard let end = rest.firstIndex(of: delimiter) else { return rest[rest.endIndex...] }
            rest = rest[(end + 1)...]
        }
        if let end = rest.firstIndex(of: delimiter) { rest = rest[..<end] }
        return rest.trimming { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
    }

    private mutating func count(_ name: Slice<UnsafeMutableBufferPointer<UInt8>>) {
        if last < found.count, found[last].name.elementsEqual(name) {
            found[last].count += 1
        } else if let index = found.firstIndex(where: { $0.name.elementsEqual(name) }) {
            found[index].count += 1
            last = index
        } else if found.count < Self.maximumTypes, name.count <= Self.maximumNameBytes {
            found.append((Array(name), 1))
        } else if let index = found.firstIndex(where: { $0.name.elementsEqual(Self.others.utf8) }) {
            found[index].count += 1
        } else {
            found.append((Array(Self.others.utf8), 1))
        }
    }
}

/// Facts about the bytes in a buffer. A fact such as "there is no carriage return" makes a later search unnecessary.
struct ByteTraits {
    /// A Boolean value that indicates whether all bytes are ASCII.
    let isASCII: Bool
    /// A Boolean value that indicates whether the bytes contain a carriage return.
    let hasReturns: Bool
    /// A Boolean value that indicates whether the bytes contain the byte that starts comments.
    let hasComments: Bool

    /// The traits of bytes that were not examined, which may contain anything.
    static let unknown = ByteTraits(isASCII: false, hasReturns: true, hasComments: true)
}

extension ByteTraits {
    init(of bytes: UnsafeBufferPointer<UInt8>, comment: UInt8?) {
        func contains(_ byte: UInt8) -> Bool {
            bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
        }
        isASCII = UTF8Check.isASCII(bytes)
        hasReturns = contains(UInt8(ascii: "\r"))
        hasComments = comment.map(contains) ?? false
    }
}

/// The next bytes of a file, read while other threads parse earlier bytes.
///
/// Only one thread at a time may use a `ReadAhead`.
final class ReadAhead {
    private let source: ByteSource
    private var memory: ByteMemory?
    /// The number of bytes in ``memory``. ``traits`` describes these bytes.
    private var count = 0
    private var traits = ByteTraits.unknown
    private var isAtEnd = false
    private var failure: InputError?

    init(_ source: ByteSource) {
        self.source = source
    }

    deinit {
        memory?.deallocate()
    }

    /// Reads up to `capacity` bytes in one call. Does nothing while bytes of an earlier call are waiting to be used.
    ///
    /// If reading fails, the next ``read(into:)`` throws the error.
    func fill(headroom: Int, capacity: Int, comment: UInt8?) {
        guard count == 0, !isAtEnd, failure == nil else { return }
        let memory = memory ?? ByteMemory(headroom: headroom, capacity: capacity)
        self.memory = memory
        do throws(InputError) {
            count = try source.read(into: UnsafeMutableRawBufferPointer(start: memory.first, count: memory.capacity))
            isAtEnd = count == 0
            traits = ByteTraits(of: UnsafeBufferPointer(start: memory.first, count: count), comment: comment)
        } catch {
            failure = error
        }
    }

    /// Copies `prefix` in front of the bytes that were read ahead, and then swaps two buffers. `other` receives these
    /// bytes, and the old buffer of `other` is used for the next read.
    ///
    /// - Returns: the number and traits of the bytes that were read ahead. `nil` if there are no such bytes, or if
    ///   `prefix` is longer than the headroom.
    func exchange(
        _ other: inout ByteMemory,
        prefix: UnsafeBufferPointer<UInt8>
    ) -> (count: Int, traits: ByteTraits)? {
        guard let own = memory, count > 0, prefix.count <= own.headroom else { return nil }
        if let bytes = prefix.baseAddress { memcpy(own.first - prefix.count, bytes, prefix.count) }
        (memory, other) = (other, own)
        defer { count = 0 }
        return (count, traits)
    }

    /// Reads the next bytes into the start of `buffer` and returns their number, or 0 at the end.
    ///
    /// - Throws: `InputError` if this read or the last ``fill(headroom:capacity:comment:)`` failed.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputError) -> Int {
        guard let memory, count > 0 else {
            if let failure { throw failure }
            return isAtEnd ? 0 : try source.read(into: buffer)
        }
        let copied = min(count, buffer.count)
        buffer.copyMemory(from: UnsafeRawBufferPointer(start: memory.first, count: copied))
        count -= copied
        memmove(memory.first, memory.first + copied, count)
        return copied
    }
}
