/// The last `capacity` values, oldest first: a ring buffer. O(1) time per value, O(capacity) memory.
///
/// ```swift
/// var window = SlidingWindow<Double>(capacity: 3)
/// for value in [1.0, 2, 3, 4] { window.append(value) }
/// print(Array(window))  // [2.0, 3.0, 4.0]
/// ```
public struct SlidingWindow<Element: Sendable>: Sendable, RandomAccessCollection {
    /// The largest number of values.
    public let capacity: Int
    @usableFromInline var storage: [Element] = []
    @usableFromInline var oldest = 0

    /// An empty window.
    ///
    /// - Precondition: `capacity` > 0.
    @inlinable public init(capacity: Int) {
        precondition(capacity > 0, "a window holds at least one value")
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

    /// All values, in an order that starts anywhere in the window.
    var inAnyOrder: [Element] { storage }

    /// Appends the newest value. A full window removes the oldest value and returns it. O(1).
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
