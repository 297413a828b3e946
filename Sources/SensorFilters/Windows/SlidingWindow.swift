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

    /// Returns the declarations, with `summary` for the parameter `window`.
    static func declarations(summary: String) -> [ParameterDeclaration<Self>] {
        [.count("window", \.window, summary), .maximumGap(\.maximumGap)]
    }
}

/// The schedule for recomputing running sums over a window. Each step adds the newest value and subtracts the oldest
/// one, which accumulates rounding errors. A regular recomputation removes them.
enum WindowSums {
    /// Returns the number of samples between two recomputations. This number is large enough to make the cost
    /// negligible. In windows of up to 64 samples, the error remains below 1e-14 of the largest value.
    static func renewal(_ capacity: Int) -> Int { max(capacity, 64) }
}
