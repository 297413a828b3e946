import Foundation

/// Parses slices of whole lines on several threads, while one thread takes their rows in order.
///
/// Each slice is parsed as if a row started with it. Whether one does is what libcsv says at the end of the slice
/// before: so it is for whoever takes the slices to stop behind one that is not ``Slice/isWhole``.
///
/// The bytes have to stay until ``stop()``.
final class SliceCrew: @unchecked Sendable {
    /// What was parsed of one slice.
    struct Slice {
        let storage: RowStorage
        /// Whether nothing is wrong with the slice, and it ends with a row.
        let isWhole: Bool
    }

    private let bytes: UnsafePointer<UInt8>
    private let ranges: [Range<Int>]
    /// Slices wait in them to be taken: the n-th in the n-th, and around again.
    private let parsers: [RowParser]
    private let threads: Int
    private let meanwhile: () -> Void

    /// Guards what follows.
    private let condition = NSCondition()
    private var claimed = 0
    private var isMeanwhileDone = false
    private var taken = 0
    private var parsed: [Bool]
    private var isWhole: [Bool]
    private var working = 0
    private var isStopped = false

    /// A parser holds a slice until the next one is taken: there should be more of them than threads.
    ///
    /// `meanwhile` is called once before ``stop()``, on another thread than the caller's, if one is free.
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

    /// Sets all threads but the caller's to work.
    func start() {
        for _ in 1..<threads { DispatchQueue.global(qos: .userInitiated).async { self.work() } }
    }

    /// The rows of a slice, valid until the next one is taken. The caller parses slices, too, while it waits.
    func take(_ index: Int) -> Slice {
        condition.lock()
        defer { condition.unlock() }
        taken = index
        condition.broadcast()
        while !parsed[index] {
            if !parseNext() { condition.wait() }
        }
        return Slice(storage: parsers[index % parsers.count].storage, isWhole: isWhole[index])
    }

    /// Ends the work. Slices that nobody has taken are lost.
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

    /// Only with the lock, which it leaves meanwhile.
    private func doMeanwhile() {
        guard !isStopped, !isMeanwhileDone else { return }
        isMeanwhileDone = true
        condition.unlock()
        meanwhile()
        condition.lock()
    }

    /// Parses the next slice, where there is one and a parser is free. Only with the lock, which it leaves meanwhile.
    private func parseNext() -> Bool {
        guard claimed < min(ranges.count, taken + parsers.count) else { return false }
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
    /// Parses a slice from its start, with lines counted from 1. Returns whether it ends with a row and has no fault.
    fileprivate func parseWhole(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
        restart()
        return feed(bytes, count: count) == count && storage.fault == nil && isAtRowStart
    }
}
