import Foundation

/// A pool of threads that parse slices of whole lines, while one thread consumes their rows in order.
///
/// Each slice is parsed as if it began with a row, which is true only if the previous slice ends with a row. The
/// consumer must therefore stop after a slice that is not ``Slice/isWhole``.
///
/// The bytes must stay valid until ``stop()``.
final class SlicePool: @unchecked Sendable {
    /// A parsed slice.
    struct Slice {
        let storage: RowStorage
        /// A Boolean value that indicates whether the slice has no faults and ends with a row.
        let isWhole: Bool
    }

    private let bytes: UnsafePointer<UInt8>
    private let ranges: [Range<Int>]
    /// The parsers of the slices. Slice *n* uses the parser at index *n* modulo their number.
    private let parsers: [RowParser]
    private let threads: Int
    private let meanwhile: () -> Void

    /// The lock that protects the variables below.
    private let condition = NSCondition()
    private var claimed = 0
    private var isMeanwhileDone = false
    private var consumed = 0
    private var parsed: [Bool]
    private var isWhole: [Bool]
    private var working = 0
    private var isStopped = false

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - bytes: the start of the buffer.
    ///   - ranges: the slices, in order.
    ///   - parsers: the parsers, more than `threads`. A parser is in use until its slice is consumed.
    ///   - threads: the number of threads, including the calling thread.
    ///   - meanwhile: work that a free thread of the pool does once before ``stop()``.
    init(
        bytes: UnsafePointer<UInt8>,
        ranges: [Range<Int>],
        parsers: [RowParser],
        threads: Int,
        meanwhile: @escaping () -> Void
    ) {
        self.bytes = bytes
        self.ranges = ranges
        self.parsers = parsers
        self.threads = threads
        self.meanwhile = meanwhile
        parsed = Array(repeating: false, count: ranges.count)
        isWhole = parsed
    }

    /// Starts all threads except the calling thread.
    func start() {
        for _ in 1..<threads { DispatchQueue.global(qos: .userInitiated).async { self.work() } }
    }

    /// Returns the rows of a slice, valid until the next call. The calling thread parses slices while it waits.
    func slice(at index: Int) -> Slice {
        condition.lock()
        defer { condition.unlock() }
        consumed = index
        condition.broadcast()
        while !parsed[index] {
            if !parseNext() { condition.wait() }
        }
        return Slice(storage: parsers[index % parsers.count].storage, isWhole: isWhole[index])
    }

    /// Stops the threads and waits for them. Slices that were not consumed are discarded.
    func stop() {
        condition.lock()
        defer { condition.unlock() }
        isStopped = true
        condition.broadcast()
        while working > 0 { condition.wait() }
    }

    private func work() {
        condition.lock()
        defer { condition.unlock() }
        working += 1
        doMeanwhile()
        while !isStopped, claimed < ranges.count {
            if !parseNext() { condition.wait() }
        }
        working -= 1
        condition.broadcast()
    }

    /// Runs the additional work once. The caller holds the lock, which is released during the work.
    private func doMeanwhile() {
        guard !isStopped, !isMeanwhileDone else { return }
        isMeanwhileDone = true
        condition.unlock()
        meanwhile()
        condition.lock()
    }

    /// Parses the next slice and returns `true`, or returns `false` if there is no slice or no free parser.
    ///
    /// The caller holds the lock, which is released during parsing.
    private func parseNext() -> Bool {
        guard claimed < min(ranges.count, consumed + parsers.count) else { return false }
        let index = claimed
        claimed += 1
        condition.unlock()
        let parser = parsers[index % parsers.count]
        let isGood = parser.parseWhole(bytes + ranges[index].lowerBound, count: ranges[index].count)
        condition.lock()
        isWhole[index] = isGood
        parsed[index] = true
        condition.broadcast()
        return true
    }
}

extension RowParser {
    /// Parses a slice, with lines counted from 1. Returns `true` if it has no faults and ends with a row.
    fileprivate func parseWhole(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
        restart()
        return feed(bytes, count: count) == count && storage.fault == nil && isAtRowStart
    }
}
