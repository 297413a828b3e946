import SensorModel

/// Which rows of a block are samples of a stream, and when they were taken.
struct RowIntake {
    /// The rows of the block, counted from 0.
    private(set) var rows: [Int] = []
    /// One for each of ``rows``.
    private(set) var times: [Seconds] = []
    private var clock: StreamClock
    private let values: [Int]
    /// The column that is 1 in the stream's rows.
    private let filter: Int?
    private let skipsEmpty: Bool
    private let skipsRepeats: Bool

    /// `values` are the columns without which a row is no sample, where that is what an empty cell means.
    init(_ plan: AssemblyPlan) {
        clock = plan.clock
        filter = plan.filter
        skipsEmpty = plan.stream.skipsEmpty
        skipsRepeats = plan.stream.skipsRepeats
        let roles = plan.stream.kind.requiredRoles(for: Set(plan.stream.columns.keys))
        values = plan.indices(roles.isEmpty ? Array(plan.columns.keys) : roles)
    }

    mutating func take(_ block: DelimitedBlock) throws(InputError) {
        rows.removeAll(keepingCapacity: true)
        times.removeAll(keepingCapacity: true)
        for row in 0..<block.rowCount {
            if let filter, block[filter][row] != 1 { continue }
            guard let (time, isRepeated) = try clock.time(row, block, mayBeEmpty: skipsEmpty) else { continue }
            if isRepeated, skipsRepeats { continue }
            if skipsEmpty, values.allSatisfy({ block[$0][row].isNaN }) { continue }
            rows.append(row)
            times.append(time)
        }
    }
}
