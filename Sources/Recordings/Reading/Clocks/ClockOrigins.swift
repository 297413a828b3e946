import SensorModel

/// What the streams of a recording count their times from, where these are read in whole nanoseconds.
///
/// Subtracting whole numbers first keeps all digits of stamps that a floating-point number of seconds could not hold.
final class RecordingClock {
    private static let second: Int64 = 1_000_000_000
    private var zeros: [TimeLayout.Origin: Int64] = [:]
    /// The smallest time from the device's clock to the calendar's: that of a row which was written without delay.
    private var toUnix: Int64?

    /// Nanoseconds from the whole second in which the first stamp of that clock lies.
    func sinceZero(_ stamp: Int64, of origin: TimeLayout.Origin) -> Int64 {
        if let zero = zeros[origin] { return stamp - zero }
        let seconds = stamp / Self.second - (stamp % Self.second < 0 ? 1 : 0)
        zeros[origin] = seconds * Self.second
        return stamp - seconds * Self.second
    }

    /// Takes in the same moment on both clocks.
    func note(boot: Int64, unix: Int64) {
        let (difference, overflow) = unix.subtractingReportingOverflow(boot)
        if !overflow { toUnix = min(toUnix ?? difference, difference) }
    }

    /// Unix seconds at which the recording's times are zero; nil where no stream tells.
    var epoch: Int? { (zeros[.unix]).map { Int(truncatingIfNeeded: $0 / Self.second) } }

    /// Whether streams on two clocks are to be brought together.
    var hasTwoClocks: Bool { zeros[.boot] != nil && zeros[.unix] != nil }

    /// What is added to times on the device's clock, to be on the calendar's; nil where no row had both.
    var bootShift: Seconds? {
        guard let boot = zeros[.boot], let unix = zeros[.unix], let toUnix else { return nil }
        // Only the sum of all three has to fit.
        return Double(boot &+ toUnix &- unix) / 1e9
    }
}
