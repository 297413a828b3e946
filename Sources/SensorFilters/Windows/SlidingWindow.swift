public import SensorModel

/// The last `capacity` values, oldest first: a ring buffer. O(1) time per value, O(capacity) memory.
///
/// ```swift
/// var window = SlidingWindow<Double>(capacity: 3)
/// for value in [1.0, 2, 3, 4] { window.append(value) }
/// print(Array(window))  // [2.0, 3.0, 4.0]
/// ```
public struct SlidingWindow<Element: Sendable>: Sendable, RandomAccessCollection {
    /// The maximum number of values in the window.
    public let capacity: Int
    @usableFromInline var storage: [Element] = []
    @usableFromInline var oldest = 0

    /// Creates an empty window.
    ///
    /// - Precondition: `capacity` > 0.
    @inlinable public init(capacity: Int) {
        precondition(capacity > 0, "the capacity must be positive")
        self.capacity = capacity
        storage.reserveCapacity(capacity)
    }

    /// The index of the oldest value, 0.
    @inlinable public var startIndex: Int { 0 }
    /// The number of values.
    @inlinable public var endIndex: Int { storage.count }

    /// The value at an index. The oldest value has the index 0. O(1).
    @inlinable public subscript(position: Int) -> Element {
        let index = oldest + position
        return storage[index < storage.count ? index : index - storage.count]
    }

    /// All values, in the order of the ring buffer.
    var inAnyOrder: [Element] { storage }

    /// Appends the newest value. If the window is full, removes the oldest value and returns it. O(1).
    @inlinable @inline(__always) @discardableResult
    public mutating func append(_ element: Element) -> Element? {
        guard storage.count == capacity else {
            storage.append(element)
            return nil
        }
        let last = storage[oldest]
        storage[oldest] = element
        oldest = oldest + 1 == capacity ? 0 : oldest + 1
        return last
    }

    /// Removes all values and retains the storage.
    @inlinable public mutating func removeAll() {
        storage.removeAll(keepingCapacity: true)
        oldest = 0
    }
}

/// The parameters of filters that process the last N samples.
public struct WindowParameters: FilterParameters, Hashable {
    /// The number of samples in the window, at least 1. With a larger window, the output is smoother, but follows more
    /// slowly.
    public var window: Int
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds

    /// Creates parameters with a window of seven samples by default.
    public init(window: Int = 7, maximumGap: Seconds = 1) {
        self.window = window
        self.maximumGap = maximumGap
    }

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = declarations(
        summary: "Samples to average; more is smoother, but slower."
    )

    /// Returns the declarations of the parameters `window` and `maximumGap`. `summary` describes `window`.
    static func declarations(summary: String) -> [ParameterDeclaration<Self>] {
        [.count("window", \.window, summary), .maximumGap(\.maximumGap)]
    }
}

/// The schedule for recomputing running sums over a window. A running sum accumulates rounding errors, because each
/// step adds the newest value and subtracts the oldest one. Regular recomputation removes these errors.
enum WindowSums {
    /// Returns the number of steps after which a sum is recomputed. The number is so large that recomputing costs
    /// almost nothing. In windows of up to 64 samples, the sum's rounding error stays below 1e-14 of the largest value.
    static func renewal(_ capacity: Int) -> Int { max(capacity, 64) }
}

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
    /// The summaries of the values before the cut. Each summary covers one value and all later values up to the cut.
    /// The last element belongs to the oldest value.
    private var older: [Summary] = []
    /// The summary of all values after the cut, which divides the window into older and newer values. `nil` if no value
    /// is newer than the cut.
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
