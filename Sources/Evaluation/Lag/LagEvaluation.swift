package import Recordings
package import SensorModel

/// The lag of the estimate q̂: the shift τ in [−200, 1000] ms at which q̂(t + τ) agrees best with the reference q(t).
///
/// All samples of the estimate are used. The recording is divided into overlapping segments of about 10 s. If the
/// reference is reliable only over a shorter time, the segments have about this length. ``LagSearch`` combines the
/// segments.
///
/// A constant rotation of the world, such as a heading error or a tilted reference, is not a lag and is removed from
/// each segment. In a uniform turn, a constant rotation cannot be distinguished from a lag. In this case, the rotation
/// is not removed, and a note reports the exception.
///
/// A delay of the estimate by a whole number of samples increases the lag by exactly that time.
package struct LagEvaluation {
    /// The range of evaluated shifts.
    static let shifts: ClosedRange<Seconds> = -0.2...1
    /// The RMS speed of the reference, in rad/s, below which the lag is unknown.
    static let slowestMotion = Angle(degrees: 5).radians
    /// The limit, in seconds, for the width of the lag's 95 % interval: two frames of a 30 Hz display. For long lags,
    /// the limit is half the lag. If the interval is wider, the lag counts as unmeasured.
    static let widestInterval: Seconds = 2.0 / 30
    /// The largest difference between two lags, in seconds, that does not matter: about a third of a display frame at
    /// 60 Hz.
    static let negligibleDifference: Seconds = 0.005

    /// Measures the lag.
    ///
    /// - Parameters:
    ///   - estimate: the estimates.
    ///   - reference: the reference.
    ///   - motion: the motion of the reference.
    ///   - startUpEnd: the time at which the start-up ends.
    ///   - times: the data that all estimates with the same times share. If the argument is `nil`, the data are
    ///     computed and stored in it.
    ///   - metrics: the metric values that receive the lag.
    /// - Returns: the lag without the start-up, in milliseconds, or `nil` if the start-up does not change the lag.
    @discardableResult
    static func measure(
        estimate: OrientationTrack,
        reference: LagReference,
        motion: ReferenceMotion,
        startUpEnd: Seconds,
        sharing times: inout LagTimes?,
        into metrics: inout MetricValues
    ) -> Double? {
        let isUniform: Bool
        switch uniformity(of: motion, isTrusted: reference.span == nil) {
        case .failure(let error):
            metrics.setUnmeasured(.lag, because: error.reason)
            return nil
        case .success(let found): isUniform = found
        }
        let shared = times ?? LagTimes(estimate, reference, shifts: shifts)
        times = shared
        guard var search = LagSearch(estimate.orientations, shared, shifts: shifts, keepsOffset: isUniform) else {
            metrics.setUnmeasured(
                .lag,
                because: "no second of the reference has estimates from 0.2 s before it to 1 s after it"
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
                note: isUniform ? "the device turns uniformly, so the lag includes any constant offset" : nil,
                interval: interval.map { BootstrapInterval(lower: $0.lower * 1_000, upper: $0.upper * 1_000) }
            )
        }
        guard let later = search.lag(where: { $0 >= startUpEnd }) else { return nil }
        let width = interval.map { ($0.upper - $0.lower) / 2 } ?? 0
        return abs(later - lag) > max(negligibleDifference, width) ? later * 1_000 : nil
    }

    /// Returns the delay of an estimate relative to a reference, or `nil` if it is unknown.
    ///
    /// A constant rotation of the world is removed from each segment. The delay is unknown if the reference rotates too
    /// little or uniformly, or if no shift in the range fits better than its neighbours.
    package static func lag(
        of estimate: OrientationTrack,
        from reference: ReferenceStream,
        within shifts: ClosedRange<Seconds>
    ) -> Seconds? {
        guard case .success(false) = uniformity(of: ReferenceMotion(reference), isTrusted: true) else { return nil }
        let reference = LagReference(reference, span: nil)
        let times = LagTimes(estimate, reference, shifts: shifts)
        var search = LagSearch(estimate.orientations, times, shifts: shifts, keepsOffset: false)
        return search?.lag()
    }

    /// Returns whether the reference turns uniformly, or the reason why the lag is unknown.
    private static func uniformity(of motion: ReferenceMotion, isTrusted: Bool) -> Result<Bool, Unmeasured> {
        guard let speed = motion.rootMeanSquareSpeed, let variation = motion.rootMeanSquareVariation else {
            return .failure(Unmeasured(ReferenceMotion.reasonWithoutSpeed))
        }
        guard speed >= slowestMotion else {
            return .failure(Unmeasured("the reference turns too little (RMS below 5 deg/s)"))
        }
        let isUniform = variation < slowestMotion
        guard !isUniform || isTrusted else {
            return .failure(Unmeasured("in a uniform turn, a lag cannot be distinguished from a constant offset"))
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
}

/// The data of a lag search that depend only on the times of an estimate. Pipelines with the same times share the data.
final class LagTimes {
    /// The median sampling interval of the estimate, in seconds.
    let interval: Seconds
    let halves: [LagHalf]
    /// The ranges of consecutive samples that the coarse search replaces by their mean.
    let blocks: [Range<Int>]
    /// The reference, interpolated at the mean time of each block.
    let coarse: ShiftedReferences
    /// The reference, interpolated at the time of each sample.
    let fine: ShiftedReferences
    /// The random weights of the half segments, one array for each bootstrap resample.
    let resampleWeights: [[Double]]

    /// Computes the data for the times of an estimate.
    ///
    /// - Parameters:
    ///   - estimate: the estimate, of which only the times are used.
    ///   - reference: the reference.
    ///   - shifts: the range of shifts to evaluate.
    init(_ estimate: OrientationTrack, _ reference: LagReference, shifts: ClosedRange<Seconds>) {
        let times = estimate.times
        interval = estimate.medianInterval
        let spans = estimate.stretches.compactMap { stretch in
            let low = times[stretch.lowerBound] - shifts.lowerBound
            let high = times[stretch.upperBound - 1] - shifts.upperBound
            return low < high ? low...high : nil
        }
        let duration = reference.span ?? LagHalf.segmentDuration
        halves = LagHalf.halves(of: reference, within: spans, segmentDuration: duration)
        let perBlock = Int(exactly: max(1, (LagSearch.coarseStep / interval).rounded(.down))) ?? 1
        blocks = Self.blocks(of: times, count: perBlock, longestGap: estimate.longestGap)
        coarse = ShiftedReferences(
            reference,
            at: blocks.map { Self.meanTime(times[$0]) },
            step: LagSearch.coarseStep,
            halves: halves
        )
        fine = ShiftedReferences(reference, at: times, step: LagSearch.fineStep(interval), halves: halves)
        resampleWeights = LagSearch.resampleWeights(of: halves)
    }

    /// Divides samples into blocks of up to `count` consecutive samples without gaps.
    private static func blocks(of times: [Seconds], count: Int, longestGap: Seconds) -> [Range<Int>] {
        var blocks: [Range<Int>] = []
        var start = 0
        while start < times.count {
            var end = start + 1
            while end < times.count, end < start + count, times[end] - times[end - 1] <= longestGap { end += 1 }
            blocks.append(start..<end)
            start = end
        }
        return blocks
    }

    private static func meanTime(_ times: ArraySlice<Seconds>) -> Seconds {
        let first = times[times.startIndex]
        var sum = 0.0
        for time in times.dropFirst() { sum += time - first }
        return first + sum / Double(times.count)
    }

    /// Returns the mean orientation of each block. Comparing the means is cheaper than comparing all samples, and
    /// averages out noise equally well.
    func means(of orientations: [UnitQuaternion]) -> [UnitQuaternion] {
        blocks.map { block in
            let first = orientations[block.lowerBound]
            guard block.count > 1 else { return first }
            var sum = first.lanes
            for orientation in orientations[block].dropFirst() {
                let next = orientation.lanes
                sum += (next * sum).sum() < 0 ? -next : next
            }
            let mean = sum / (sum * sum).sum().squareRoot()
            return UnitQuaternion(unchecked: mean.x, mean.y, mean.z, mean.w)
        }
    }
}
