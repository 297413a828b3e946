import Foundation
import SensorModel

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
    /// - Throws: ``SensorModel/InputError`` if reading fails.
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

/// Raw memory for the bytes of a file, with headroom in front of them.
///
/// The owner frees it with ``deallocate()``.
struct ByteMemory {
    let start: UnsafeMutablePointer<UInt8>
    /// Number of bytes before ``first``.
    let headroom: Int
    /// Number of bytes from ``first`` to ``end``.
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

/// Allocation in large pages on systems that offer them.
///
/// The first access to such memory takes a third of the time that small pages take.
enum LargePages {
    private static let pageBytes = 1 << 21

    /// Allocates memory for `count` values. The caller frees it with `deallocate()`.
    static func allocate<Value: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Value> {
        let bytes = count * MemoryLayout<Value>.stride
        guard bytes >= pageBytes else { return .allocate(capacity: count) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: pageBytes)
        #if os(Linux)
        // The system maps a large page only before its first access. The result is a hint that may fail.
        _ = madvise(memory, bytes, MADV_HUGEPAGE)
        #endif
        return memory.bindMemory(to: Value.self, capacity: count)
    }
}

/// Replaces the rows of other types by blank lines, in a file whose rows have different columns.
///
/// The line numbers and byte columns of the remaining rows do not change.
struct RowTypeFilter {
    /// The types that are counted by name. The rows of further types have the name ``others``.
    private static let maximumTypes = 64
    private static let maximumNameBytes = 60
    static let others = "other types"

    private let type: [UInt8]
    private let column: Int
    private let delimiter: UInt8
    private let comment: UInt8?
    /// Whether the comment line with the names of the columns has not been found yet.
    private var lacksHeader: Bool
    private var found: [(name: [UInt8], count: Int)] = []
    /// The position in ``found`` of the type of the previous row.
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

    /// Blanks the rows of other types in some whole lines.
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
        for place in line.indices where line[place] != UInt8(ascii: "\r") { line[place] = blankByte }
    }

    /// A byte that is not part of a field.
    private var blankByte: UInt8 { delimiter == UInt8(ascii: " ") ? UInt8(ascii: "\t") : UInt8(ascii: " ") }

    /// The cell with the type, without the spaces around it.
    private func key(of line: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Slice<UnsafeMutableBufferPointer<UInt8>> {
        var rest = line
        for _ in 1..<column {
            guard let end = rest.firstIndex(of: delimiter) else { return rest[rest.endIndex...] }
            rest = rest[(end + 1)...]
        }
        if let end = rest.firstIndex(of: delimiter) { rest = rest[..<end] }
        while let byte = rest.first, Self.isSpace(byte) { rest = rest.dropFirst() }
        while let byte = rest.last, Self.isSpace(byte) { rest = rest.dropLast() }
        return rest
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private mutating func count(_ name: Slice<UnsafeMutableBufferPointer<UInt8>>) {
        if last < found.count, found[last].name.elementsEqual(name) {
            found[last].count += 1
        } else if let place = found.firstIndex(where: { $0.name.elementsEqual(name) }) {
            found[place].count += 1
            last = place
        } else if found.count < Self.maximumTypes, name.count <= Self.maximumNameBytes {
            found.append((Array(name), 1))
        } else if let place = found.firstIndex(where: { $0.name.elementsEqual(Self.others.utf8) }) {
            found[place].count += 1
        } else {
            found.append((Array(Self.others.utf8), 1))
        }
    }
}

/// Results of a scan over some bytes, so that later steps can skip searches.
struct ByteTraits {
    /// Whether all bytes are ASCII.
    let isASCII: Bool
    /// Whether there is a carriage return.
    let hasReturns: Bool
    /// Whether there is a byte that starts comments.
    let hasComments: Bool

    /// The traits of bytes that were not scanned: anything is possible.
    static let unknown = ByteTraits(isASCII: false, hasReturns: true, hasComments: true)

    private init(isASCII: Bool, hasReturns: Bool, hasComments: Bool) {
        self.isASCII = isASCII
        self.hasReturns = hasReturns
        self.hasComments = hasComments
    }

    init(of bytes: UnsafeBufferPointer<UInt8>, comment: UInt8?) {
        func contains(_ byte: UInt8) -> Bool {
            bytes.baseAddress.map { memchr($0, Int32(byte), bytes.count) != nil } ?? false
        }
        isASCII = UTF8Check.isASCII(bytes)
        hasReturns = contains(UInt8(ascii: "\r"))
        hasComments = comment.map(contains) ?? false
    }
}

/// The bytes of a file, read in advance while other threads parse earlier ones.
///
/// Only one thread at a time may use it.
final class ReadAhead {
    private let source: ByteSource
    private var memory: ByteMemory?
    /// The number of bytes in ``memory``, and their traits.
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

    /// Reads up to `capacity` bytes in one call, unless some are already waiting.
    ///
    /// The next ``read(into:)`` throws the error if reading fails.
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

    /// Swaps the memory that contains the waiting bytes with `other`, and copies `prefix` in front of them.
    ///
    /// - Returns: the number and traits of the waiting bytes; nil if no bytes wait or `prefix` exceeds the headroom.
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

    /// Reads the next bytes into the start of `buffer` and returns their number; 0 at the end.
    ///
    /// - Throws: ``SensorModel/InputError`` if this read or the last ``fill(headroom:capacity:comment:)`` failed.
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
