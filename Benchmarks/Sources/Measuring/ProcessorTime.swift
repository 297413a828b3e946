import Foundation

/// Time that the processor worked: on a busy machine the time on the wall is that of others.
public enum ProcessorTime: Sendable {
    /// Of all threads of this process.
    case process
    /// Of the thread that asks.
    case thread

    /// So far, in nanoseconds.
    public var nanoseconds: Double {
        var time = timespec()
        clock_gettime(self == .process ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// What the work takes, in nanoseconds.
    @inlinable
    public func nanoseconds(of work: () throws -> Void) rethrows -> Double {
        let start = nanoseconds
        try work()
        return nanoseconds - start
    }
}
