import MallocCounter

/// Counts the allocations of a piece of work.
enum AllocationCounter {
    /// The number of allocations of the work in this thread; `nil` if they cannot be counted.
    static func count(_ work: () -> Void) -> UInt64? {
        guard sextant_counts_allocations() else { return nil }
        let before = sextant_allocation_count()
        work()
        return sextant_allocation_count() - before
    }

    /// A Boolean value that indicates whether the counter works: an array is one allocation, and no work is zero. It
    /// is `true` if allocations cannot be counted.
    static var countsCorrectly: Bool {
        guard sextant_counts_allocations() else { return true }
        return ofAnArray == 1 && count {} == 0
    }

    /// A sentence on the result of the counter for work with a known number of allocations.
    static var control: String {
        ofAnArray.map { "control: an array takes \($0) allocation" } ?? "allocations are not measured"
    }

    /// The count for a second array, because the runtime allocates metadata for the first array.
    private static var ofAnArray: UInt64? {
        var array = makeArray(count: 1)
        let counted = count { array = makeArray(count: 1000) }
        return array.count == 1000 ? counted : nil
    }

    @inline(never)
    private static func makeArray(count: Int) -> [Int] { [Int](repeating: count, count: count) }
}
