import Foundation

/// Processor time. On a busy machine, it excludes the work of other processes.
public enum ProcessorTime: Sendable {
    /// The time of all threads of this process.
    case process
    /// The time of the calling thread.
    case thread

    /// The elapsed time, in nanoseconds.
    public var nanoseconds: Double {
        var time = timespec()
        clock_gettime(self == .process ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// The time that the work takes, in nanoseconds.
    @inlinable
    public func nanoseconds(of work: () throws -> Void) rethrows -> Double {
        let start = nanoseconds
        try work()
        return nanoseconds - start
    }
}
