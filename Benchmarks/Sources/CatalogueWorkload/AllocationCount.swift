import MallocCounter

/// The number of allocations of a case.
public enum AllocationCount {
    /// A Boolean value that indicates whether this program counts allocations, which requires glibc.
    public static var isMeasured: Bool { sextant_counts_allocations() }

    /// The number of allocations of one piece of work after a warm-up; `nil` if they cannot be counted or vary.
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
    /// The accepted difference between two counts of the same work, in per cent; `nil` if they are not comparable.
    public var allocationTolerance: Double? {
        switch kind {
        case .reading, .filter, .estimator, .formula, .projection: 0
        // The order of a dictionary's keys differs between runs.
        case .report: usesOtherThreads ? nil : 1
        // The histogram of a run's latencies grows with the largest latency.
        case .metric, .system: nil
        }
    }

    /// A Boolean value that indicates whether the case allocates in other threads, which are not counted.
    private var usesOtherThreads: Bool { name == "report.html" }
}
