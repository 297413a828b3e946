import Foundation

/// The text of every field in the rows of a block.
///
/// Rows without quotation marks (plain rows) are copied from the file with their delimiters. Fields are ranges of these
/// bytes. The owner frees the memory with ``deallocate()``.
struct RowText {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var used = 0
    /// The start and end offsets of each field.
    private var bounds: UnsafeMutablePointer<UInt32>
    private var boundCapacity: Int
    /// The number of fields.
    private(set) var count = 0
    /// A Boolean value that indicates whether no field needs quotation marks in CSV, because all rows were plain.
    private(set) var isPlain = true

    init() {
        capacity = 1 << 16
        boundCapacity = 1 << 12
        bytes = .allocate(capacity: capacity)
        bounds = .allocate(capacity: boundCapacity)
    }

    func deallocate() {
        bytes.deallocate()
        bounds.deallocate()
    }

    /// The text of a field, counted from 0.
    subscript(field: Int) -> UnsafeBufferPointer<UInt8> {
        let start = Int(bounds[2 * field])
        return UnsafeBufferPointer(start: bytes + start, count: Int(bounds[2 * field + 1]) - start)
    }

    /// Returns the number of bytes from the first to the last of these fields, including delimiters and line ends.
    func byteCount(of fields: Range<Int>) -> Int {
        fields.isEmpty ? 0 : Int(bounds[2 * fields.upperBound - 1]) - Int(bounds[2 * fields.lowerBound])
    }

    /// Returns the text of consecutive fields with the delimiters between them, or `nil` if more than one byte
    /// separates two fields.
    func run(from first: Int, through last: Int) -> UnsafeBufferPointer<UInt8>? {
        for field in first..<last where bounds[2 * field + 1] &+ 1 != bounds[2 * field + 2] { return nil }
        let start = Int(bounds[2 * first])
        return UnsafeBufferPointer(start: bytes + start, count: Int(bounds[2 * last + 1]) - start)
    }

    /// Appends the text of one field. The text may need quotation marks in CSV, so ``isPlain`` becomes `false`.
    mutating func append(_ text: UnsafeRawBufferPointer) {
        reserve(bytes: text.count, fields: 1)
        UnsafeMutableRawBufferPointer(start: bytes + used, count: text.count).copyMemory(from: text)
        bounds[2 * count] = UInt32(used)
        used += text.count
        bounds[2 * count + 1] = UInt32(used)
        count += 1
        isPlain = false
    }

    /// Appends the fields of plain rows. `ranges` contains the start and end of each field in `text`.
    mutating func append(
        plain text: UnsafeBufferPointer<UInt8>,
        bounds ranges: UnsafePointer<UInt32>,
        fields: Int
    ) {
        reserve(bytes: text.count, fields: fields)
        UnsafeMutableRawBufferPointer(start: bytes + used, count: text.count)
            .copyMemory(from: UnsafeRawBufferPointer(text))
        let (target, offset) = (bounds + 2 * count, UInt32(used))
        for index in 0..<2 * fields { target[index] = ranges[index] &+ offset }
        used += text.count
        count += fields
    }

    /// Removes the last field, which must be empty.
    mutating func removeLast() { count -= 1 }

    /// Removes the fields before `first`, which becomes field 0.
    mutating func removeFields(before first: Int) {
        guard first < count else { return removeAll() }
        let start = Int(bounds[2 * first])
        memmove(bytes, bytes + start, used - start)
        for index in 2 * first..<2 * count { bounds[index - 2 * first] = bounds[index] - UInt32(start) }
        used -= start
        count -= first
    }

    mutating func removeAll() {
        (count, used, isPlain) = (0, 0, true)
    }

    private mutating func reserve(bytes length: Int, fields: Int) {
        if used + length > capacity { Self.grow(&bytes, &capacity, used: used, to: used + length) }
        guard 2 * (count + fields) > boundCapacity else { return }
        Self.grow(&bounds, &boundCapacity, used: 2 * count, to: 2 * (count + fields))
    }

    private static func grow<Element>(
        _ memory: inout UnsafeMutablePointer<Element>,
        _ capacity: inout Int,
        used: Int,
        to needed: Int
    ) {
        let larger = max(needed, capacity * 2)
        let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        moved.moveInitialize(from: memory, count: used)
        memory.deallocate()
        memory = moved
        capacity = larger
    }
}
