import SensorModel

/// The zero points of a recording's clocks, for streams with times in whole nanoseconds.
///
/// Times are differences of integers, so that they keep all digits. A floating-point number of seconds since 1970 could
/// not store them.
final class ClockOrigins {
    private static let second: Int64 = 1_000_000_000
    private var zeros: [TimeLayout.Origin: Int64] = [:]
    /// The smallest difference between calendar and device clock, from a row that was written without delay.
    private var toUnix: Int64?

    /// Nanoseconds since the zero of a clock. The whole second before its first stamp becomes its zero.
    func sinceZero(_ stamp: Int64, of origin: TimeLayout.Origin) -> Int64 {
        if let zero = zeros[origin] { return stamp - zero }
        let seconds = stamp / Self.second - (stamp % Self.second < 0 ? 1 : 0)
        zeros[origin] = seconds * Self.second
        return stamp - seconds * Self.second
    }

    /// Adds a pair of times on the device clock and the calendar clock, in nanoseconds.
    func note(boot: Int64, unix: Int64) {
        let (difference, overflow) = unix.subtractingReportingOverflow(boot)
        if !overflow { toUnix = min(toUnix ?? difference, difference) }
    }

    /// The Unix time of the recording's time zero in seconds; nil if no stream has calendar times.
    var epoch: Int? { (zeros[.unix]).map { Int(truncatingIfNeeded: $0 / Self.second) } }

    /// Whether the streams have times on both clocks.
    var hasTwoClocks: Bool { zeros[.boot] != nil && zeros[.unix] != nil }

    /// The offset from the device clock to the calendar clock; nil if no row had both times.
    var bootShift: Seconds? {
        guard let boot = zeros[.boot], let unix = zeros[.unix], let toUnix else { return nil }
        // Intermediate results may overflow, because only the final sum must fit.
        return Double(boot &+ toUnix &- unix) / 1e9
    }
}
