package import Recordings
import SensorModel

/// The comparison of estimates with the gyroscope: estimates whose turns come first contain later samples, a prediction
/// or another clock.
///
/// A filter's turns cannot come before those of the gyroscope. The angular speeds are compared as by
/// ``ClockComparison``.
package struct GyroscopeLead {
    /// The share of a sample that is tolerated. A filter that holds each rate over the interval before its sample leads
    /// the true motion by half a sample.
    private static let toleratedShare = 0.75
    /// A lead counts if it exceeds the tolerated one by this number of standard errors.
    private static let certainty = 3.0

    private let speed: MotionSignal
    private let range: ClosedRange<Seconds>
    /// The median interval between samples of the gyroscope.
    private let interval: Seconds

    /// - Returns: nil if the recording has no gyroscope.
    package init?(_ recording: Recording) {
        guard let gyroscope = recording.gyroscope, gyroscope.count > 1 else { return nil }
        let track = OrientationTrack(integrating: gyroscope)
        range = RecordingClockComparison.middle(of: track.times)
        speed = MotionSignal(speedOf: track, within: RecordingClockComparison.widened(range))
        interval = track.medianInterval
    }

    /// The time by which estimates lead the gyroscope; nil if they do not, or if it is uncertain.
    package func lead(of estimates: OrientationTrack) -> ClockOffset? {
        let comparison = ClockComparison(
            speed,
            MotionSignal(speedOf: estimates, within: range),
            leastDeviation: RecordingClockComparison.leastDeviationOfSpeed
        )
        guard case .found(let found) = comparison.estimate() else { return nil }
        let lead = ClockOffset(
            offset: -found.offset,
            uncertainty: found.uncertainty,
            correlation: found.correlation
        )
        let tolerated = Self.toleratedShare * max(interval, estimates.medianInterval)
        return lead.offset > tolerated + Self.certainty * lead.uncertainty ? lead : nil
    }

    /// A remark on estimates that lead; nil for others.
    package func remark(on name: String, _ estimates: OrientationTrack) -> String? {
        guard let lead = lead(of: estimates) else { return nil }
        let (time, uncertainty) = (Self.milliseconds(lead.offset), Self.milliseconds(lead.uncertainty))
        return
            "\(name) leads the gyroscope by \(time) ± \(uncertainty) ms: it contains later samples or a prediction, or its "
            + "times are early"
    }

    private static func milliseconds(_ time: Seconds) -> String { DecimalText.fixed(time * 1_000, decimals: 1) }
}
