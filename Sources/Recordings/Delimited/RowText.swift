/// The text of every field of a block's rows, one behind the other, in raw memory of its own.
struct RowText {
    private var bytes: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var ends: UnsafeMutablePointer<Int>
    private var endCapacity: Int
    /// Fields so far.
    private(set) var count = 0

    init() {
        capacity = 1 << 16
        endCapacity = 1 << 12
        bytes = .allocate(capacity: capacity)
        ends = .allocate(capacity: endCapacity)
    }

    func deallocate() {
        bytes.deallocate()
        ends.deallocate()
    }

    subscript(field: Int) -> UnsafeBufferPointer<UInt8> {
        let start = field == 0 ? 0 : ends[field - 1]
        return UnsafeBufferPointer(start: bytes + start, count: ends[field] - start)
    }

    mutating func append(_ text: UnsafeRawBufferPointer) {
        let length = text.count
        let start = count == 0 ? 0 : ends[count - 1]
        if start + length > capacity { grow(&bytes, &capacity, used: start, to: start + length) }
        if count == endCapacity { grow(&ends, &endCapacity, used: count, to: count + 1) }
        UnsafeMutableRawBufferPointer(start: bytes + start, count: length).copyMemory(from: text)
        ends[count] = start + length
        count += 1
    }

    /// Forgets all fields but those behind `first`: they become the first ones.
    mutating func keep(from first: Int) {
        let start = first == 0 ? 0 : ends[first - 1]
        let end = count == 0 ? 0 : ends[count - 1]
        bytes.update(from: bytes + start, count: end - start)
        for field in first..<count { ends[field - first] = ends[field] - start }
        count -= first
    }

    mutating func removeAll() { count = 0 }

    private func grow<Element>(
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
