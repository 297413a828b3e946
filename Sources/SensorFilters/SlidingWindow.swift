/// The last `capacity` values, oldest first. O(1) per value, O(capacity) memory.
public struct SlidingWindow<Element: Sendable>: Sendable, RandomAccessCollection {
    /// How many values are kept at most.
    public let capacity: Int
    @usableFromInline var storage: [Element] = []
    @usableFromInline var oldest = 0

    @inlinable public init(capacity: Int) {
        precondition(capacity > 0, "a window holds at least one value")
        self.capacity = capacity
        storage.reserveCapacity(capacity)
    }

    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { storage.count }

    /// The value at a place counted from the oldest.
    @inlinable public subscript(position: Int) -> Element {
        let index = oldest + position
        return storage[index < storage.count ? index : index - storage.count]
    }

    /// The values from any one on, the oldest behind the newest: for what does not depend on their order.
    var inAnyOrder: [Element] { storage }

    /// Adds the newest value. Returns the oldest, which goes when the window is full.
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

    @inlinable public mutating func removeAll() {
        storage.removeAll(keepingCapacity: true)
        oldest = 0
    }
}
