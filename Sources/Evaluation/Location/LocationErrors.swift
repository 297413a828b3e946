import Pipelines
import RealModule
import SensorModel

/// The errors of estimated positions, and the motion of the reference.
struct LocationErrors {
    /// The error of a position, in metres.
    struct Sample {
        let time: Seconds
        /// The estimate minus the reference: east, north, up.
        let error: Vector3
        let estimate: PositionEstimate
        /// The true floor; `nil` if it is unknown.
        var floor: Int?

        /// The horizontal distance between estimate and reference.
        var horizontal: Metres { Double.hypot(error.x, error.y) }
    }

    /// The errors at the reference's times. Each reference position is compared with the latest estimate, because
    /// applications show the latest estimate.
    let held: [Sample]
    /// The number of reference samples before the first estimate.
    let withoutEstimate: Int
    /// The errors at the times of the estimates, relative to the interpolated reference.
    let own: [Sample]
    /// The estimates, interpolated linearly over at most 30 s.
    let estimates: PositionTrack
    let reference: PositionTrack

    /// The maximum interval, in seconds, over which positions between two estimates are interpolated.
    private static let longestGap: Seconds = 30

    /// Matches estimates with the reference. O(n).
    ///
    /// - Parameters:
    ///   - positions: the estimates.
    ///   - reference: the true positions. If true positions are sparse, errors are computed only at the times of
    ///     these positions, so `own` equals `held`. A sparse true position at the time of the first estimate is
    ///     ignored, because the estimator may have started there.
    init(_ positions: Positions, _ reference: PositionReference) {
        let (isSparse, floors) = (reference.isSparse, reference.floors)
        let reference = reference.track
        self.reference = reference
        estimates = PositionTrack(
            times: positions.times,
            positions: positions.estimates.map(\.position),
            longestGap: Self.longestGap
        )
        var held: [Sample] = []
        var (cursor, before) = (0, 0)
        for (row, (time, position)) in zip(reference.times, reference.positions).enumerated() {
            guard let index = estimates.index(at: time, from: &cursor) else {
                before += 1
                continue
            }
            if isSparse, time == positions.times.first { continue }
            let estimate = positions.estimates[index]
            let error = estimate.position - position
            held.append(Sample(time: time, error: error, estimate: estimate, floor: floors?[row]))
        }
        self.held = held
        withoutEstimate = before
        cursor = 0
        guard !isSparse else {
            own = held
            return
        }
        own = zip(positions.times, positions.estimates).compactMap { time, estimate in
            reference.position(at: time, from: &cursor).map {
                Sample(time: time, error: estimate.position - $0, estimate: estimate)
            }
        }
    }

    /// Returns the differences between interpolated estimates and the reference at evenly spaced times, in order of
    /// time. Times without an estimate or reference are omitted.
    ///
    /// - Parameters:
    ///   - step: the interval between the times in seconds.
    ///   - shift: the assumed delay of the estimates in seconds. The reference at time t is compared with the estimate
    ///     at t + `shift`.
    ///   - range: the range of the times t; `nil` for the reference's whole time range.
    func differences(
        every step: Seconds,
        shift: Seconds = 0,
        within range: ClosedRange<Seconds>? = nil
    ) -> [(time: Seconds, value: Vector3)] {
        guard let range = range ?? span else { return [] }
        var (estimateCursor, referenceCursor) = (0, 0)
        return times(in: range, every: step).compactMap { time in
            guard let estimate = estimates.position(at: time + shift, from: &estimateCursor),
                let truth = reference.position(at: time, from: &referenceCursor)
            else { return nil }
            return (time, estimate - truth)
        }
    }

    /// Returns the horizontal displacement of the reference from 0.5 s before to 0.5 s after each sample. Samples are
    /// omitted if the reference is unknown at one of these two times.
    ///
    /// - Parameter samples: the samples in order of time.
    func motions(of samples: [Sample]) -> [(sample: Sample, displacement: Vector3)] {
        var cursors = [0, 0]
        return samples.compactMap { sample in
            guard let before = reference.position(at: sample.time - 0.5, from: &cursors[0]),
                let after = reference.position(at: sample.time + 0.5, from: &cursors[1])
            else { return nil }
            return (sample, (after - before).horizontal)
        }
    }

    /// The time range of the reference in seconds; `nil` without reference positions.
    var span: ClosedRange<Seconds>? {
        guard let first = reference.times.first, let last = reference.times.last else { return nil }
        return first...last
    }

    /// Returns evenly spaced times in a range, beginning at the range's start.
    func times(in range: ClosedRange<Seconds>, every step: Seconds) -> [Seconds] {
        let count = Int(checked: ((range.upperBound - range.lowerBound) / step).rounded(.down)) ?? 0
        guard count < Self.maximumTimes else { return [] }
        return (0...max(0, count)).map { range.lowerBound + Double($0) * step }
    }

    /// The maximum number of evenly spaced times: more than a week at 10 Hz.
    private static let maximumTimes = 10_000_000

    /// Returns the horizontal displacements of reference and estimate over intervals around evenly spaced times.
    ///
    /// - Parameters:
    ///   - step: the interval between the times in seconds.
    ///   - width: the length of each interval in seconds. An interval is centred on its time.
    func displacements(
        every step: Seconds,
        over width: Seconds
    ) -> [(time: Seconds, truth: Vector3, estimate: Vector3?)] {
        guard let span else { return [] }
        var cursors = [0, 0, 0, 0]
        return times(in: span, every: step).compactMap { time in
            let (before, after) = (time - width / 2, time + width / 2)
            guard let start = reference.position(at: before, from: &cursors[0]),
                let end = reference.position(at: after, from: &cursors[1])
            else { return nil }
            let first = estimates.position(at: before, from: &cursors[2])
            let last = estimates.position(at: after, from: &cursors[3])
            let moved = first.flatMap { first in last.map { ($0 - first).horizontal } }
            return (time, (end - start).horizontal, moved)
        }
    }
}

extension Vector3 {
    /// The vector with a vertical component of 0.
    var horizontal: Vector3 { Vector3(x, y, 0) }
}
