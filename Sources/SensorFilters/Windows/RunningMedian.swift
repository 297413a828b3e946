/// The median of the last `capacity` numbers, or of all numbers if there are fewer.
///
/// The numbers up to the median form a heap with the largest number at the root. The numbers above the median form a
/// heap with the smallest number at the root. A new number replaces the oldest one in the same heap. If the roots of
/// the two heaps are then in the wrong order, they are exchanged. O(log n) time per number, O(n) memory, which grows with
/// the numbers.
struct RunningMedian: Sendable {
    private let capacity: Int
    /// The ring buffer of numbers. An index into it is called a slot.
    private var values: [Double]
    /// The slot of each number, ordered by the number's position in the heaps: −1, 1, −2, 2, … The positions −1, −2, …
    /// form the lower heap, and 1, 2, … form the upper heap. In both heaps, the parent of a position is half the
    /// position, rounded towards zero.
    private var slots: [Int]
    /// The heap position of the number in each slot.
    private var positions: [Int]
    private var next = 0

    private var count: Int { values.count }

    /// The number of values for which memory is reserved at the start.
    private static let reservedCount = 4_096

    init(capacity: Int) {
        precondition(capacity > 0, "the capacity must be positive")
        self.capacity = capacity
        (values, slots, positions) = ([], [], [])
        values.reserveCapacity(min(capacity, Self.reservedCount))
        slots.reserveCapacity(min(capacity, Self.reservedCount))
        positions.reserveCapacity(min(capacity, Self.reservedCount))
    }

    /// Appends the newest number, which must not be NaN, removes the oldest one from a full window, and returns the
    /// median. The median of an even count is the mean of the two numbers in the middle.
    mutating func append(_ value: Double) -> Double {
        let slot = next
        next = slot + 1 == capacity ? 0 : slot + 1
        if count < capacity {
            values.append(value)
            slots.append(slot)
            positions.append(count.isMultiple(of: 2) ? count / 2 : -(count + 1) / 2)
        } else {
            values[slot] = value
        }
        sink(rise(positions[slot]))
        if count > 1, number(at: 1) < number(at: -1) {
            exchange(1, -1)
            sink(1)
            sink(-1)
        }
        return count.isMultiple(of: 2) ? (number(at: -1) + number(at: 1)) / 2 : number(at: -1)
    }

    mutating func removeAll() {
        values.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        positions.removeAll(keepingCapacity: true)
        next = 0
    }

    /// Returns the position farthest from the root in one of the two heaps. The sign of `position` selects the heap.
    private func last(inHeapOf position: Int) -> Int {
        position < 0 ? -(count + 1) / 2 : count / 2
    }

    /// Returns the index of a heap position in ``slots``.
    private func index(of position: Int) -> Int { position < 0 ? -2 * position - 2 : 2 * position - 1 }

    private func number(at position: Int) -> Double { values[slots[index(of: position)]] }

    private mutating func place(_ slot: Int, at position: Int) {
        slots[index(of: position)] = slot
        positions[slot] = position
    }

    private mutating func exchange(_ first: Int, _ second: Int) {
        let slot = slots[index(of: first)]
        place(slots[index(of: second)], at: first)
        place(slot, at: second)
    }

    /// Returns `true` if the number at a position is closer to the median than the number at another position of the
    /// same heap.
    private func belongsAbove(_ position: Int, _ other: Int) -> Bool {
        position < 0 ? number(at: position) > number(at: other) : number(at: position) < number(at: other)
    }

    /// Moves a number towards the root until the heap is ordered, and returns its new position.
    private mutating func rise(_ position: Int) -> Int {
        var position = position
        while abs(position) > 1, belongsAbove(position, position / 2) {
            exchange(position, position / 2)
            position /= 2
        }
        return position
    }

    /// Moves a number away from the root until the heap is ordered.
    private mutating func sink(_ position: Int) {
        var position = position
        let last = last(inHeapOf: position)
        while abs(2 * position) <= abs(last) {
            var child = 2 * position
            let sibling = child + position.signum()
            if abs(sibling) <= abs(last), belongsAbove(sibling, child) { child = sibling }
            guard belongsAbove(child, position) else { return }
            exchange(position, child)
            position = child
        }
    }
}
