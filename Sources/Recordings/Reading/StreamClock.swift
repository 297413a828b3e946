import SensorModel

/// Turns a column of times into seconds on the recording's clock, and sees to it that they do not run backward.
struct StreamClock {
    /// The column of the block.
    let column: Int
    let unit: Seconds
    let offset: Seconds
    private var last = -Double.infinity

    init(column: Int, unit: Seconds, offset: Seconds) {
        self.column = column
        self.unit = unit
        self.offset = offset
    }

    /// Appends the block's times.
    mutating func append(_ block: DelimitedBlock, to times: inout [Seconds]) throws(InputError) {
        times.reserveCapacity(times.count + block.rowCount, growing: 2)
        let values = block[column]
        for row in 0..<block.rowCount {
            let value = values[row]
            guard value.isFinite, value >= last else { throw error(value, row, block) }
            last = value
            times.append(value * unit + offset)
        }
    }

    private func error(_ value: Double, _ row: Int, _ block: DelimitedBlock) -> InputError {
        guard value.isFinite else {
            return block.error(
                row: row,
                column: column,
                found: "time \(value)",
                expected: "a finite time",
                remedy: "correct the time, or remove the row"
            )
        }
        return block.error(
            row: row,
            column: column,
            found: "time \(value) after \(last)",
            expected: "times that do not run backward",
            remedy: "sort the rows by time, or split the recording where its clock was set back"
        )
    }
}

extension Array {
    /// Reserves geometrically, so that many small appends copy each element a bounded number of times.
    mutating func reserveCapacity(_ needed: Int, growing factor: Int) {
        if needed > capacity { reserveCapacity(Swift.max(needed, capacity * factor)) }
    }
}
