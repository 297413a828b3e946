import SensorModel

/// Turns a column of times into seconds on the recording's clock, and sees to it that they do not run backward.
struct StreamClock {
    /// Where times come from.
    enum Source {
        /// The column of the block, in so many seconds each.
        case numbers(column: Int, unit: Seconds)
        /// The column of the block with moments, and that with the same moments on the calendar's clock.
        case stamps(column: Int, notation: StampNotation, origin: TimeLayout.Origin, unix: Int?)
        case rate(Hertz)
    }

    let source: Source
    let offset: Seconds
    let clock: RecordingClock
    private var last = -Double.infinity
    private var lastStamp = Int64.min
    private var midnights: Int64 = 0
    /// Longer than any recording, and short enough for whole nanoseconds.
    private static let mostMidnights: Int64 = 10_000
    /// Five times the nanoseconds since 1970, which a file may hold where seconds are due. Later times, and sums of
    /// them, would leave what numbers hold.
    private static let latest: Seconds = 1e19
    private var rowCount = 0

    init(source: Source, offset: Seconds, clock: RecordingClock) {
        self.source = source
        self.offset = offset
        self.clock = clock
    }

    /// What a row's time tells.
    enum Moment {
        case time(Seconds)
        /// The same as in the row before.
        case repeated(Seconds)
        /// Before that of the row before.
        case backward
        /// An empty cell.
        case none
    }

    /// A row's time. An empty cell and a time that runs backward are errors unless the stream may have them.
    mutating func moment(
        _ row: Int,
        _ block: DelimitedBlock,
        of stream: StreamLayout
    ) throws(InputError) -> Moment {
        switch source {
        case .numbers(let column, let unit):
            let value = block[column][row]
            if stream.skipsEmpty, value.isNaN { return .none }
            if stream.skipsBackward, value < last { return .backward }
            guard value >= last, value.magnitude * unit <= Self.latest else { throw error(value, row, column, block) }
            defer { last = value }
            return value == last ? .repeated(value * unit + offset) : .time(value * unit + offset)
        case .stamps(let column, let notation, let origin, let unix):
            guard let read = block.stamp(row: row, column: column) else {
                if stream.skipsEmpty { return .none }
                throw error(.nan, row, column, block)
            }
            var stamp = read
            if notation == .clock { stamp = pastMidnight(stamp) }
            if origin == .gps { stamp = GPSTime.unix(nanoseconds: stamp) }
            if stream.skipsBackward, stamp < lastStamp { return .backward }
            guard stamp >= lastStamp else { throw error(stamp, row, column, block) }
            defer { lastStamp = stamp }
            if let unix, let moment = block.stamp(row: row, column: unix) { clock.note(boot: stamp, unix: moment) }
            let since = clock.sinceZero(stamp, of: origin == .gps ? .unix : origin)
            let time = Double(since) / 1e9 + offset
            return stamp == lastStamp ? .repeated(time) : .time(time)
        case .rate(let rate):
            defer { rowCount += 1 }
            return .time(Double(rowCount) / rate + offset)
        }
    }

    /// A time of day far below the one before belongs to the next day.
    private mutating func pastMidnight(_ stamp: Int64) -> Int64 {
        let day: Int64 = 86_400_000_000_000
        let isBefore = lastStamp != .min && stamp + midnights * day < lastStamp - day / 2
        if isBefore, midnights < Self.mostMidnights { midnights += 1 }
        return stamp + midnights * day
    }

    private func error(_ value: Double, _ row: Int, _ column: Int, _ block: DelimitedBlock) -> InputError {
        guard value.isFinite else {
            return block.error(
                row: row,
                column: column,
                found: "time \(value)",
                expected: "a finite time",
                remedy: "correct the time, or remove the row"
            )
        }
        if value >= last {
            return block.error(
                row: row,
                column: column,
                found: "time \(value)",
                expected: "a time within 1e19 s of zero",
                remedy: "correct the time, or remove the row"
            )
        }
        return backward("time \(value) after \(last)", row, column, block)
    }

    private func error(_ stamp: Int64, _ row: Int, _ column: Int, _ block: DelimitedBlock) -> InputError {
        // Whole numbers do not overflow here, see StampText.limit.
        let back = Double(lastStamp - stamp) / 1e9
        return backward("a time \(back) s before that of the sample above", row, column, block)
    }

    private func backward(_ found: String, _ row: Int, _ column: Int, _ block: DelimitedBlock) -> InputError {
        block.error(
            row: row,
            column: column,
            found: found,
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
