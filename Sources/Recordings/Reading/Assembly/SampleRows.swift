import SensorModel

/// Which rows of a block are samples of a stream, and when they were taken.
struct RowIntake {
    /// The rows of the block, counted from 0.
    private(set) var rows: [Int] = []
    /// One for each of ``rows``.
    private(set) var times: [Seconds] = []
    /// Rows whose time lies before that of the row above.
    private(set) var backward = 0
    /// Rows that belong to other streams.
    private(set) var foreign = 0
    /// Rows of the file, about; nil until the first block, and where nobody knows.
    private var fileRows: Int?
    /// Whether no row was taken before this block's.
    private var isFirst = true
    private var clock: StreamClock
    private let stream: StreamLayout
    private let values: [Int]
    /// The column that is 1 in the stream's rows.
    private let filter: Int?

    init(_ plan: AssemblyPlan) {
        clock = plan.clock
        filter = plan.filter
        stream = plan.stream
        let roles = plan.stream.kind.requiredRoles(for: Set(plan.stream.columns.keys))
        values = plan.indices(roles.isEmpty ? Array(plan.columns.keys) : roles)
    }

    mutating func take(_ block: DelimitedBlock) throws(InputError) {
        fileRows = fileRows ?? block.expectedRows
        isFirst = isFirst && rows.isEmpty
        rows.removeAll(keepingCapacity: true)
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
            rows.append(row)
            times.append(time)
        }
    }

    /// Room for a sample of each of ``rows``. For the first ones, and for as many of the file's rows as of this block's.
    func reserve<Value>(_ samples: inout [Value], in block: DelimitedBlock) {
        let needed = samples.count + rows.count
        guard isFirst, !rows.isEmpty, let fileRows else { return samples.reserveCapacity(needed, growing: 2) }
        let share = Double(rows.count) / Double(block.rowCount)
        samples.reserveCapacity(max(needed, Int(saturating: Double(fileRows) * share)))
    }
}
