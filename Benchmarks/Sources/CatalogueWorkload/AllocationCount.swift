import MallocCounter

/// How many blocks of memory a case asks for.
public enum AllocationCount {
    /// Whether this program counts: where the C library is glibc.
    public static var isMeasured: Bool { sextant_counts_allocations() }

    /// For one piece of work, by a case that is warm; nil where it cannot be counted or does not come out the same.
    public static func of(_ subject: MeasuredCase) async throws -> Int? {
        guard isMeasured, subject.allocationTolerance != nil else { return nil }
        let work = try await subject.prepare()
        _ = try await work(subject.unitsAtOnce)
        let before = sextant_allocation_count()
        _ = try await work(subject.unitsAtOnce)
        return Int(truncatingIfNeeded: sextant_allocation_count() - before)
    }
}

extension MeasuredCase {
    /// How far two counts of the same work lie apart, in per cent; nil where they are not comparable.
    public var allocationTolerance: Double? {
        switch kind {
        case .reading, .filter, .estimator, .formula, .projection: 0
        // The order of a dictionary's keys is another one each time.
        case .report: usesOtherThreads ? nil : 1
        // A run's latencies are counted in a histogram that grows with the slowest one.
        case .metric, .system: nil
        }
    }

    /// Blocks are counted in the thread that asks.
    private var usesOtherThreads: Bool { name == "report.html" }
}
