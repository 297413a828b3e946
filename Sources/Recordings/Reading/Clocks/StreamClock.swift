import SensorModel

/// The clock of a stream, which converts the file's times to seconds on the recording's clock and checks their order.
struct StreamClock {
    /// A source of times.
    enum Source {
        /// A column with times as numbers, in units of `unit` seconds.
        case numbers(column: Int, unit: Seconds)
        /// A column of timestamps, and optionally a column with calendar times of the same rows.
        case stamps(column: Int, notation: StampNotation, origin: TimeLayout.Origin, unix: Int?, wrap: Int64?)
        /// A constant rate, for files without times.
        case rate(Hertz)
    }

    let source: Source
    let offset: Seconds
    let clock: ClockOrigins
    private var last = -Double.infinity
    private var lastStamp = Int64.min
    private static let day: Int64 = 86_400_000_000_000
    /// The number of times that the clock has wrapped around to zero.
    private var wraps: Int64 = 0
    /// The maximum of ``wraps``, which no recording reaches.
    private static let maximumWraps: Int64 = 10_000
    /// The maximum time in seconds. Sums of larger times could overflow.
    ///
    /// The maximum is above the current number of nanoseconds since 1970 (about 1.8 · 10¹⁸), because some files contain
    /// nanoseconds in place of seconds.
    private static let maximumTime: Seconds = 1e19
    /// The backward step of times, in seconds, up to which threads that write rows at the same time are the likely
    /// cause. A larger step means that the clock was set back.
    private static let maximumDisorder: Seconds = 0.1
    /// The number of the last line that belongs to the start of a file. For a large backward step at the start, the
    /// error message suggests that the rows before the step have times from another clock.
    private static let maximumStartLine = 22
    private var rowCount = 0

    init(source: Source, offset: Seconds, clock: ClockOrigins) {
        self.source = source
        self.offset = offset
        self.clock = clock
    }

    /// The time of a row, compared with the previous row.
    enum Moment {
        /// A time after the previous row's time.
        case time(Seconds)
        /// The same time as in the previous row.
        case repeated(Seconds)
        /// A time before the previous row's time.
        case backward
        /// No time, because the cell is empty.
        case none
    }

    /// Reads the time of a row.
    ///
    /// - Throws: `InputError` if the time exceeds the maximum. Empty cells and decreasing times are errors, unless the
    ///   layout skips such rows.
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
            guard value >= last, value.magnitude * unit <= Self.maximumTime else {
                throw error(value, row, column, block)
            }
            defer { last = value }
            return value == last ? .repeated(value * unit + offset) : .time(value * unit + offset)
        case .stamps(let column, let notation, let origin, let unix, let wrap):
            guard let read = block.stamp(row: row, column: column) else {
                if stream.skipsEmpty { return .none }
                throw error(.nan, row, column, block)
            }
            var stamp = read
            if notation == .clock { stamp = unwrapped(stamp, period: Self.day) }
            if let wrap { stamp = unwrapped(stamp, period: wrap) }
            if origin == .gps { stamp = GPSTime.unix(nanoseconds: stamp) }
            if stream.skipsBackward, stamp < lastStamp { return .backward }
            guard stamp >= lastStamp else { throw error(stamp, row, column, block) }
            defer { lastStamp = stamp }
            if let unix, let moment = block.stamp(row: row, column: unix) {
                if let seconds = clock.note(boot: stamp, unix: moment, isFirst: lastStamp == .min) {
                    throw block.error(
                        row: row,
                        column: unix,
                        message: "calendar time minus device time in this file differs by \(seconds) s from "
                            + "the previous files",
                        advice: "this file belongs to another recording; remove this file from the folder"
                    )
                }
            }
            let since = clock.sinceZero(stamp, of: origin == .gps ? .unix : origin)
            let time = Double(since) / 1e9 + offset
            return stamp == lastStamp ? .repeated(time) : .time(time)
        case .rate(let rate):
            defer { rowCount += 1 }
            return .time(Double(rowCount) / rate + offset)
        }
    }

    /// Converts a time of a clock that returns to zero into a time that continues to increase. Adds the period of the
    /// clock once for each return since the first row.
    ///
    /// The clock has returned to zero if a time is more than half a period before the previous time. The period is a
    /// day for times of day, or the range of a counter.
    private mutating func unwrapped(_ stamp: Int64, period: Int64) -> Int64 {
        // The sum does not overflow for times within a period.
        guard stamp >= 0, stamp < period else { return stamp }
        let isBefore = lastStamp != .min && stamp + wraps * period < lastStamp - period / 2
        if isBefore, wraps < min(Self.maximumWraps, StampText.limit / period - 1) { wraps += 1 }
        return stamp + wraps * period
    }

    private func error(_ value: Double, _ row: Int, _ column: Int, _ block: DelimitedBlock) -> InputError {
        guard value.isFinite, value < last else {
            let isTooLarge = value.isFinite
            return block.error(
                row: row,
                column: column,
                message: isTooLarge ? "the magnitude of time \(value) exceeds 1e19 s" : "time \(value) is not finite",
                advice: "correct the time, or remove the row"
            )
        }
        var unit = 1.0
        if case .numbers(_, let seconds) = source { unit = seconds }
        return backward(
            "time \(value) is earlier than the previous time \(last)",
            (last - value) * unit,
            row,
            column,
            block
        )
    }

    private func error(_ stamp: Int64, _ row: Int, _ column: Int, _ block: DelimitedBlock) -> InputError {
        // The difference does not overflow, see StampText.limit.
        let back = Double(lastStamp - stamp) / 1e9
        return backward("the time is \(back) s earlier than the previous sample's time", back, row, column, block)
    }

    private func backward(
        _ words: String,
        _ back: Seconds,
        _ row: Int,
        _ column: Int,
        _ block: DelimitedBlock
    ) -> InputError {
        let isSmall = back < Self.maximumDisorder
        let isStart = block.line(ofRow: row) <= Self.maximumStartLine
        return block.error(
            row: row,
            column: column,
            message: words,
            advice: isSmall
                ? "sort the rows by time, or set 'backward: skip' in the layout to skip and count such rows"
                : isStart
                    ? "remove the earlier rows if their times come from another clock, or split the recording at this row"
                    : "sort the rows by time, or split the recording at this row if the clock was set back"
        )
    }
}

extension Array {
    /// Reserves memory in geometric steps, so that many small appends copy each element only a few times.
    mutating func reserveCapacity(_ needed: Int, growing factor: Int) {
        if needed > capacity { reserveCapacity(Swift.max(needed, capacity * factor)) }
    }
}

/// Conversion of GPS times, which count from 6 January 1980, to Unix times in UTC.
enum GPSTime {
    /// 6 January 1980 in Unix seconds.
    private static let epoch: Int64 = 315_964_800
    /// The Unix times in seconds of the leap seconds since 1980 (IERS Bulletin C). The last one was at the end of 2016.
    private static let leaps: [Int64] = [
        362_793_600, 394_329_600, 425_865_600, 489_024_000, 567_993_600, 631_152_000, 662_688_000, 709_948_800,
        741_484_800, 773_020_800, 820_454_400, 867_715_200, 915_148_800, 1_136_073_600, 1_230_768_000, 1_341_100_800,
        1_435_708_800, 1_483_228_800,
    ]

    /// Returns the Unix time in nanoseconds for a GPS time in nanoseconds.
    static func unix(nanoseconds gps: Int64) -> Int64 {
        let second: Int64 = 1_000_000_000
        let moment = gps + epoch * second
        // At the start of leap second n, GPS time is n − 1 seconds ahead of UTC.
        let count = leaps.enumerated().count { number, leap in moment >= (leap + Int64(number) + 1) * second }
        return moment - Int64(count) * second
    }
}

/// The zeros of a recording's clocks, that is, the times that become 0 in the recording. Only clocks with times in
/// whole nanoseconds have such a zero.
///
/// Times are computed as exact differences of integers, because a floating-point number of seconds since 1970 cannot
/// store nanoseconds.
final class ClockOrigins {
    private static let second: Int64 = 1_000_000_000
    private var zeros: [TimeLayout.Origin: Int64] = [:]
    /// The minimum of calendar time minus device time over all rows, in nanoseconds. A row that was written with a
    /// delay has a larger difference.
    private var toUnix: Int64?

    /// Returns the nanoseconds from a clock's zero to a time. The zero is the whole second before the clock's first
    /// time.
    func sinceZero(_ stamp: Int64, of origin: TimeLayout.Origin) -> Int64 {
        if let zero = zeros[origin] { return stamp - zero }
        let seconds = stamp / Self.second - (stamp % Self.second < 0 ? 1 : 0)
        zeros[origin] = seconds * Self.second
        return stamp - seconds * Self.second
    }

    /// Records the offset between the device time and the calendar time of one row, both in nanoseconds.
    ///
    /// - Returns: the absolute difference, in whole seconds, between the calendar times of this file and of earlier
    ///   files at equal device times. `nil` if the row is not the file's first row, if there is no earlier file, or if
    ///   the difference may be due to the resolution of calendar times.
    func note(boot: Int64, unix: Int64, isFirst: Bool) -> Int64? {
        let (difference, overflow) = unix.subtractingReportingOverflow(boot)
        guard !overflow else { return nil }
        defer { toUnix = min(toUnix ?? difference, difference) }
        guard isFirst, let known = toUnix else { return nil }
        let seconds = (known.subtractingReportingOverflow(difference).partialValue / Self.second).magnitude
        return seconds > Self.resolution ? Int64(clamping: seconds) : nil
    }

    /// The maximum discrepancy in seconds between the calendar times of two files at equal device times. Rounding may
    /// cause a discrepancy up to this limit, because some loggers round calendar times to minutes.
    private static let resolution: UInt64 = 61

    /// The Unix time of the recording's time zero in seconds, or `nil` if no stream has calendar times.
    var epoch: Int? { (zeros[.unix]).map { Int(truncatingIfNeeded: $0 / Self.second) } }

    /// A Boolean value that indicates whether some streams have device times and others have calendar times.
    var hasTwoClocks: Bool { zeros[.boot] != nil && zeros[.unix] != nil }

    /// The number of seconds to add to times on the device's clock to convert them to the recording's clock. `nil` if
    /// no row has both a device time and a calendar time.
    var bootShift: Seconds? {
        guard let boot = zeros[.boot], let unix = zeros[.unix], let toUnix else { return nil }
        // Intermediate results may overflow, because only the final sum must fit.
        return Double(boot &+ toUnix &- unix) / 1e9
    }
}
