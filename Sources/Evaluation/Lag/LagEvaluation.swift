import SensorModel

/// How far the estimate lags the reference: the shift τ in [−200, 1000] ms at which q̂(t + τ) agrees best with q(t).
///
/// All samples of the estimate count. The recording is divided into overlapping segments of about 10 s, or of the span
/// over which the reference can be trusted, and a constant offset on the Earth's side (a heading error, a tilted
/// reference) is taken out of each: it is no lag. How the segments decide is in ``LagSearch``. In a uniform turn an
/// offset and a lag are the same thing: there the offset stays in, and a note says so.
///
/// The lag of an estimate that is delayed by a whole number of its samples is larger by exactly that time.
struct LagEvaluation {
    /// The shifts that are tried.
    static let shifts: ClosedRange<Seconds> = -0.2...1
    /// Below this RMS speed of the reference a lag is not known.
    static let slowestMotion = Angle(degrees: 5).radians
    /// A lag whose interval is wider than this, and than half the lag, is not known: one frame of a 30 Hz display to
    /// either side.
    static let widestInterval: Seconds = 2.0 / 30
    /// A lag without the start-up that differs by less than this is the same.
    static let startUpDifference: Seconds = 0.005

    /// - Parameters:
    ///   - startUpEnd: the end of the start-up.
    /// - Returns: the lag in milliseconds without the start-up, where the start-up decides it.
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
        guard var search = search(estimate, reference, keepsOffset: isUniform) else {
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

    private struct Reason: Error {
        let text: String
    }

    /// Whether the reference turns uniformly, or why that leaves the lag unknown.
    private static func uniformity(of motion: ReferenceMotion, isTrusted: Bool) -> Result<Bool, Reason> {
        guard let speed = motion.rootMeanSquareSpeed, let variation = motion.rootMeanSquareVariation else {
            return .failure(Reason(text: ReferenceMotion.reasonWithoutSpeed))
        }
        guard speed >= slowestMotion else {
            return .failure(Reason(text: "the reference turns too little (RMS below 5 deg/s)"))
        }
        let isUniform = variation < slowestMotion
        guard !isUniform || isTrusted else {
            return .failure(Reason(text: "in a uniform turn a lag cannot be told from a constant offset"))
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
