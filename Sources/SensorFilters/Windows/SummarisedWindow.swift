import SensorModel

/// The last `capacity` values and their summary.
///
/// A cut divides the window into an older and a newer part. Values after the cut have one common summary. Each value
/// before the cut has a summary of all values from itself to the cut, so that removing the oldest value only discards a
/// summary. When the older part is empty, the cut moves to the newest value. Values are never subtracted from a
/// summary, so that a removed large value leaves no rounding error.
///
/// Tangwongsan et al. 2017, doi:10.1145/3093742.3093925, algorithm "two stacks". O(1) time per value on average,
/// O(capacity) for every `capacity`-th value; O(capacity) memory.
struct SummarisedWindow<Summary: WindowSummary>: Sendable {
    private(set) var elements: SlidingWindow<Summary.Element>
    /// One summary for each value before the cut, over all values from this value to the cut. The summary of the oldest
    /// value is the last element.
    private var older: [Summary] = []
    /// The summary of all values after the cut.
    private var newer: Summary?

    init(capacity: Int) {
        elements = SlidingWindow(capacity: capacity)
        older.reserveCapacity(capacity)
    }

    /// Appends the newest value, removes the oldest one from a full window, and returns the summary of all values.
    @inline(__always)
    mutating func append(_ element: Summary.Element) -> Summary {
        if elements.count == elements.capacity {
            if older.isEmpty { moveCut() }
            older.removeLast()
        }
        elements.append(element)
        let summary = Summary(element)
        let afterCut = newer.map { $0.joined(with: summary) } ?? summary
        newer = afterCut
        return older.last.map { $0.joined(with: afterCut) } ?? afterCut
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
