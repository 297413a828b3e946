import Foundation

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
