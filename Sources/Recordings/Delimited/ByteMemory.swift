import Foundation

/// Raw memory for a file's bytes, with some room in front of them. Ends with ``deallocate()``.
struct ByteMemory {
    let start: UnsafeMutablePointer<UInt8>
    /// Bytes in front of ``first``.
    let headroom: Int
    /// Bytes from ``first`` on.
    let capacity: Int

    init(headroom: Int, capacity: Int) {
        self.headroom = headroom
        self.capacity = capacity
        start = LargePages.allocate(headroom + capacity)
    }

    /// Where bytes are read to.
    var first: UnsafeMutablePointer<UInt8> { start + headroom }

    var end: UnsafeMutablePointer<UInt8> { first + capacity }

    func deallocate() { start.deallocate() }
}
