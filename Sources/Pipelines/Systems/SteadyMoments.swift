package import SensorModel

/// Numbers the moments that a display draws at: start + number/rate.
package enum SteadyMoments {
    /// More drawings than this between two samples (17 s at 60 Hz) come from a gap or a wrong time stamp.
    private static let mostAtOnce = 1_000.0

    /// The first moment to draw from `number` on, before `end`: where far too many are due, only the last of them are.
    /// Nil where a `Double` cannot tell the moments apart any more.
    package static func first(from number: Int, start: Seconds, rate: Hertz, before end: Seconds) -> Int? {
        let due = (end - start) * rate
        guard due - Double(number) > mostAtOnce else { return number }
        guard due < 0x1p53, (end - 1 / rate) < end else { return nil }
        return Int(checked: due - mostAtOnce)
    }
}
