package import Recordings
package import SensorModel
import Statistics

/// The lag of the estimate: the shift τ in [−200, 1000] ms at which q̂(t + τ) agrees best with q(t).
///
/// All samples of the estimate are used. The recording is divided into overlapping segments of about 10 s, or of the
/// span over which the reference is trusted. A constant offset on the Earth's side (a heading error, a tilted
/// reference) is not a lag and is removed from each segment. ``LagSearch`` combines the segments. In a uniform turn an
/// offset and a lag are indistinguishable; there the offset is not removed, and a note says so.
///
/// A delay of the estimate by a whole number of its samples increases the lag by exactly that time.
package struct LagEvaluation {
    /// The range of shifts that are tried.
    static let shifts: ClosedRange<Seconds> = -0.2...1
    /// The RMS speed of the reference in rad/s below which the lag is unknown.
    static let slowestMotion = Angle(degrees: 5).radians
    /// The widest interval of a known lag, or half the lag if that is more: one frame of a 30 Hz display to either
    /// side.
    static let widestInterval: Seconds = 2.0 / 30
    /// The least change of the lag that the start-up causes for a remark.
    static let startUpDifference: Seconds = 0.005

    /// - Parameters:
    ///   - startUpEnd: the time of the end of the start-up.
    /// - Returns: the lag in milliseconds without the start-up, if the start-up changes it.
    @discardableResult
    static func measure(
        estimate: OrientationTrack,
        reference: LagReference,
        motion: ReferenceMotion,
        startUpEnd: Seconds,
        into metrics: inout MetricValues
    ) -> Double? {
        let isUniform: Bool
        switch uniformity(of: motion, isTrusted: reference.span == nil) {
        case .failure(let reason):
            metrics.setUnmeasured(.lag, because: reason.text)
            return nil
        case .success(let found): isUniform = found
        }
        guard var search = search(estimate, reference, within: shifts, keepsOffset: isUniform) else {
            metrics.setUnmeasured(
                .lag,
                because: "no second of the reference lies 0.2 s to 1 s inside the estimate's span"
            )
            return nil
        }
        guard let lag = search.lag() else {
            metrics.setUnmeasured(.lag, because: "no shift from -200 to 1000 ms fits better than its neighbours")
            return nil
        }
        let interval = search.interval()
        if let interval, !(interval.upper - interval.lower <= max(widestInterval, abs(lag) / 2)) {
            metrics.setUnmeasured(.lag, because: disagreement(interval))
        } else {
            metrics.set(
                .lag,
                to: lag * 1_000,
                note: isUniform ? "a uniform turn: a constant offset counts as lag" : nil,
                interval: interval.map { BootstrapInterval(lower: $0.lower * 1_000, upper: $0.upper * 1_000) }
            )
        }
        guard let later = search.lag(where: { $0 >= startUpEnd }) else { return nil }
        let width = interval.map { ($0.upper - $0.lower) / 2 } ?? 0
        return abs(later - lag) > max(startUpDifference, width) ? later * 1_000 : nil
    }

    /// The time by which an estimate is later than a reference, apart from a constant rotation of the world in each
    /// segment. Nil where the reference rotates too little or uniformly, and where no shift in the range fits better than
    /// its neighbours.
    package static func lag(
        of estimate: OrientationTrack,
        from reference: ReferenceStream,
        within shifts: ClosedRange<Seconds>
    ) -> Seconds? {
        guard case .success(false) = uniformity(of: ReferenceMotion(reference), isTrusted: true) else { return nil }
        let reference = LagReference(reference, span: nil)
        guard var search = search(estimate, reference, within: shifts, keepsOffset: false) else { return nil }
        return search.lag()
    }

    private struct Reason: Error {
        let text: String
    }

    /// Whether the reference turns uniformly, or the reason why the lag is unknown.
    private static func uniformity(of motion: ReferenceMotion, isTrusted: Bool) -> Result<Bool, Reason> {
        guard let speed = motion.rootMeanSquareSpeed, let variation = motion.rootMeanSquareVariation else {
            return .failure(Reason(text: ReferenceMotion.reasonWithoutSpeed))
        }
        guard speed >= slowestMotion else {
            return .failure(Reason(text: "the reference turns too little (RMS below 5 deg/s)"))
        }
        let isUniform = variation < slowestMotion
        guard !isUniform || isTrusted else {
            return .failure(Reason(text: "in a uniform turn a lag cannot be distinguished from a constant offset"))
        }
        return .success(isUniform)
    }

    private static func disagreement(_ interval: BootstrapInterval) -> String {
        guard interval.lower.isFinite, interval.upper.isFinite else {
            return "the segments of the recording disagree: some show no lag from -200 to 1000 ms"
        }
        let limits = [interval.lower, interval.upper].map { Int(($0 * 1_000).rounded()) }
        return "the segments of the recording disagree: 95 % interval from \(limits[0]) to \(limits[1]) ms"
    }

    private static func search(
        _ estimate: OrientationTrack,
        _ reference: LagReference,
        within shifts: ClosedRange<Seconds>,
        keepsOffset: Bool
    ) -> LagSearch? {
        let spans = estimate.stretches.compactMap { stretch in
            let low = estimate.times[stretch.lowerBound] - shifts.lowerBound
            let high = estimate.times[stretch.upperBound - 1] - shifts.upperBound
            return low < high ? low...high : nil
        }
        let duration = reference.span ?? LagHalf.segmentDuration
        let correlation = LagCorrelation(
            estimate.times,
            estimate.orientations,
            reference: reference,
            halves: LagHalf.halves(of: reference, within: spans, segmentDuration: duration),
            keepsOffset: keepsOffset
        )
        return LagSearch(
            correlation,
            interval: estimate.medianInterval,
            longestGap: estimate.longestGap,
            shifts: shifts
        )
    }
}

/// The reference for the lag search, prepared once for all pipelines.
struct LagReference {
    let times: [Seconds]
    let orientations: [UnitQuaternion]
    /// The ranges of valid samples without gaps.
    let stretches: [Range<Int>]
    /// The span over which the reference is trusted; nil without limit.
    let span: Seconds?

    init(_ reference: ReferenceStream, span: Seconds?) {
        times = reference.times
        stretches = reference.stretches
        self.span = span
        orientations = reference.orientations
    }
}
