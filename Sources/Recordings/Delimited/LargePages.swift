import Foundation

/// Memory in large pages, where the system has them: first touched, it costs a third of the time.
enum LargePages {
    private static let pageBytes = 1 << 21

    /// Memory for so many values, to be given back with `deallocate()`.
    static func allocate<Value: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Value> {
        let bytes = count * MemoryLayout<Value>.stride
        guard bytes >= pageBytes else { return .allocate(capacity: count) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: pageBytes)
        #if os(Linux)
        // Before anything lies there: a large page is given only as a whole. Nothing depends on the answer.
        _ = madvise(memory, bytes, MADV_HUGEPAGE)
        #endif
        return memory.bindMemory(to: Value.self, capacity: count)
    }
}
