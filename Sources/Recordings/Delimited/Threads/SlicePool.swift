import Foundation

/// A pool of threads that parse a text in slices, which consist of whole lines. Meanwhile, one thread (the consumer)
/// uses the parsed rows in order.
///
/// A slice is whole if it has no invalid row and ends at the end of a row. The parsers assume that each slice begins at
/// the start of a row. After a slice that is not whole, this assumption may be wrong, and the consumer must stop.
///
/// The bytes of the text must stay valid until ``stop()``.
final class SlicePool: @unchecked Sendable {
    private let bytes: UnsafePointer<UInt8>
    private let ranges: [Range<Int>]
    /// The parsers. Slice *n* uses the parser at index *n* modulo the number of parsers.
    private let parsers: [RowParser]
    private let threads: Int
    private let meanwhile: () -> Void

    /// The lock that protects the pool's variables when threads change them.
    private let condition = NSCondition()
    private var claimed = 0
    private var isMeanwhileDone = false
    private var consumed = 0
    /// The results of the ranges, `nil` until a range is parsed.
    private var isWhole: [Bool?]
    private var working = 0
    private var isStopped = false

    /// Creates a pool.
    ///
    /// - Parameters:
    ///   - bytes: the start of the text.
    ///   - ranges: the byte range of each slice, in order.
    ///   - parsers: the parsers. Their number must exceed `threads`, because one parser stores the rows that the
    ///     consumer is using.
    ///   - threads: the number of threads, including the calling thread.
    ///   - meanwhile: additional work that one thread of the pool does once, before it parses slices.
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
        isWhole = Array(repeating: nil, count: ranges.count)
    }

    /// Starts all threads except the calling thread.
    func start() {
        for _ in 1..<threads { DispatchQueue.global(qos: .userInitiated).async { self.work() } }
    }

    /// Returns a parsed slice, which is valid until the next call. The calling thread also parses slices while it
    /// waits.
    func slice(at index: Int) -> (storage: RowStorage, isWhole: Bool) {
        condition.lock()
        defer { condition.unlock() }
        consumed = index
        condition.broadcast()
        while isWhole[index] == nil {
            if !parseNext() { condition.wait() }
        }
        return (parsers[index % parsers.count].storage, isWhole[index] ?? false)
    }

    /// Stops the threads and waits until they have stopped. Slices that were not returned are discarded.
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

    /// Does the additional work if it is not done yet. The caller must hold the lock. The lock is released during the
    /// work.
    private func doMeanwhile() {
        guard !isStopped, !isMeanwhileDone else { return }
        isMeanwhileDone = true
        condition.unlock()
        meanwhile()
        condition.lock()
    }

    /// Parses the next slice and returns `true`. Returns `false` if no slice is left or no parser is free.
    ///
    /// The caller must hold the lock, which is released during parsing.
    private func parseNext() -> Bool {
        guard claimed < min(ranges.count, consumed + parsers.count) else { return false }
        let index = claimed
        claimed += 1
        condition.unlock()
        let parser = parsers[index % parsers.count]
        let isGood = parser.parseWhole(bytes + ranges[index].lowerBound, count: ranges[index].count)
        condition.lock()
        isWhole[index] = isGood
        condition.broadcast()
        return true
    }
}

extension RowParser {
    /// Parses a slice, whose first line is counted as line 1. Returns `true` if the slice has no invalid row and ends
    /// with a row.
    fileprivate func parseWhole(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
        restart()
        return feed(bytes, count: count) == count && storage.fault == nil && isAtRowStart
    }
}
