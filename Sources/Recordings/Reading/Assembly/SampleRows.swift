import SensorModel

/// The rows of a block that are samples of a stream, with their times.
struct SampleRows {
    /// The indices of the rows in the block.
    private(set) var indices: [Int] = []
    /// The time of each row in ``indices``.
    private(set) var times: [Seconds] = []
    /// The number of skipped rows whose time is before the previous row's time.
    private(set) var backward = 0
    /// The number of rows that do not belong to the stream.
    private(set) var foreign = 0
    /// The estimated number of rows in the file, or `nil` before the first block and if the input is a pipe.
    private var fileRows: Int?
    /// A Boolean value that is `true` until a block with samples has been processed.
    private var isFirst = true
    private var clock: StreamClock
    private let stream: StreamLayout
    private let values: [Int]
    /// The column whose value is 1 in rows of the stream, or `nil` if all rows belong to the stream.
    private let filter: Int?

    init(_ plan: AssemblyPlan) {
        clock = plan.clock
        filter = plan.filter
        stream = plan.stream
        let roles = plan.stream.kind.requiredRoles(for: Set(plan.stream.columns.keys))
        values = plan.indices(roles.isEmpty ? Array(plan.columns.keys) : roles)
    }

    /// Replaces ``indices`` and ``times`` with the indices and times of the samples in the next block.
    ///
    /// - Throws: `InputError` if a time is missing, or times decrease and the layout does not allow this.
    mutating func select(from block: DelimitedBlock) throws(InputError) {
        fileRows = fileRows ?? block.expectedRows
        isFirst = isFirst && indices.isEmpty
        indices.removeAll(keepingCapacity: true)
        times.removeAll(keepingCapacity: true)
        for row in 0..<block.rowCount {
            if let filter, block[filter][row] != 1 {
                foreign += 1
                continue
            }
            let time: Seconds
            switch try clock.moment(row, block, of: stream) {
            case .time(let moment): time = moment
            case .repeated(let moment):
                if stream.skipsRepeats { continue }
                time = moment
            case .backward:
                backward += 1
                continue
            case .none: continue
            }
            if stream.skipsEmpty, values.allSatisfy({ block[$0][row].isNaN }) { continue }
            indices.append(row)
            times.append(time)
        }
    }

    /// Returns the line number of each sample in the block, starting with sample `first`; empty if lines are not
    /// stored.
    func lines(from first: Int = 0, of block: DelimitedBlock, _ plan: AssemblyPlan) -> [Int] {
        plan.keepsLines ? indices[first...].map { block.line(ofRow: $0) } : []
    }

    /// Reserves memory for samples. The first block with samples reserves memory for the whole file, and later blocks
    /// reserve memory for their own samples.
    ///
    /// The estimate for the whole file assumes that all blocks have the same proportion of rows that are samples.
    func reserve<Value>(_ samples: inout [Value], in block: DelimitedBlock) {
        let needed = samples.count + indices.count
        guard isFirst, !indices.isEmpty, let fileRows else { return samples.reserveCapacity(needed, growing: 2) }
        let share = Double(indices.count) / Double(block.rowCount)
        samples.reserveCapacity(max(needed, Int(saturating: Double(fileRows) * share)))
    }
}
