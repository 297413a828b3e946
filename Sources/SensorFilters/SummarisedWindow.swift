import SensorModel

/// The last `capacity` values with a summary of all of them.
///
/// The window is cut in two. For the newer part one summary grows; for the older part there is a summary from each
/// value to the cut, so that leaving out the oldest value is taking the next one. When the older part is used up, the
/// cut moves to the newest value. Nothing is ever taken out of a summary: a sum forgets a large value completely.
///
/// Tangwongsan et al. 2017, doi:10.1145/3093742.3093925: its "two stacks". O(1) time per value on average, O(capacity)
/// once every `capacity` values; O(capacity) memory.
struct SummarisedWindow<Summary: WindowSummary>: Sendable {
    private(set) var elements: SlidingWindow<Summary.Element>
    /// Of each value before the cut, the summary from it to the cut; the oldest value's is last.
    private var older: [Summary] = []
    /// Of all values behind the cut.
    private var newer: Summary?

    init(capacity: Int) {
        elements = SlidingWindow(capacity: capacity)
        older.reserveCapacity(capacity)
    }

    /// Adds the newest value; the oldest goes when the window is full. Returns the summary of all.
    @inline(__always)
    mutating func append(_ element: Summary.Element) -> Summary {
        if elements.count == elements.capacity {
            if older.isEmpty { moveCut() }
            older.removeLast()
        }
        elements.append(element)
        let summary = Summary(element)
        let behind = newer.map { $0.joined(with: summary) } ?? summary
        newer = behind
        return older.last.map { $0.joined(with: behind) } ?? behind
    }

    mutating func removeAll() {
        elements.removeAll()
        older.removeAll(keepingCapacity: true)
        newer = nil
    }

    @inline(never)
    private mutating func moveCut() {
        var sum: Summary?
        for position in elements.indices.reversed() {
            let summary = Summary(elements[position])
            let joined = sum.map { summary.joined(with: $0) } ?? summary
            older.append(joined)
            sum = joined
        }
        newer = nil
    }
}
