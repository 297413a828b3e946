import Foundation

/// Memory in large pages, where the system has them: first touched, long columns cost less time in it.
enum LargePages {
    /// Shorter ones are touched fast enough.
    private static let leastBytes = 1 << 23

    /// Asks for them for `count` numbers from `start` on, memory of the caller's. What lies there does not change.
    static func advise(_ start: UnsafeMutablePointer<Double>?, count: Int) {
        #if os(Linux)
        let bytes = count * MemoryLayout<Double>.stride
        guard let start, bytes >= leastBytes else { return }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let first = (Int(bitPattern: start) + page - 1) / page * page
        let last = (Int(bitPattern: start) + bytes) / page * page
        // Nothing depends on the answer.
        _ = madvise(UnsafeMutableRawPointer(bitPattern: first), last - first, MADV_HUGEPAGE)
        #endif
    }
}
