import MallocCounter

/// Counts the blocks of memory that a piece of work asks for.
enum AllocationCounter {
    /// How many blocks the work asked for, in this thread; nil where that cannot be counted.
    static func count(_ work: () -> Void) -> UInt64? {
        guard sextant_counts_allocations() else { return nil }
        let before = sextant_allocation_count()
        work()
        return sextant_allocation_count() - before
    }

    /// Whether an array is counted as one block, and no work as none; true where nothing is counted.
    static var countsRight: Bool {
        guard sextant_counts_allocations() else { return true }
        return ofAnArray == 1 && count {} == 0
    }

    /// What the counter says of work whose answer is known.
    static var control: String {
        ofAnArray.map { "control: an array takes \($0) allocation" } ?? "allocations are not measured"
    }

    /// The second one: with the first the runtime prepares what it knows about the type.
    private static var ofAnArray: UInt64? {
        var array = makeArray(count: 1)
        let counted = count { array = makeArray(count: 1000) }
        return array.count == 1000 ? counted : nil
    }

    @inline(never)
    private static func makeArray(count: Int) -> [Int] { [Int](repeating: count, count: count) }
}
