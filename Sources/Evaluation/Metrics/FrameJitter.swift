import SensorModel

/// The error of the estimate's rotation from one display frame to the next: (q̂_{k−1}* ⊗ q̂_k) ⊗ (q_{k−1}* ⊗ q_k)*.
///
/// q̂_k is the estimate and q_k the reference at frame k.
enum FrameJitter {
    /// The threshold for jumps. A display frame is a jump if the estimate's rotation since the previous frame has a
    /// larger error.
    static let jump = Angle(degrees: 1)

    /// Computes the errors of the rotations between consecutive display frames, and sets the metrics of these errors.
    ///
    /// - Returns: the error of each rotation; empty if no two consecutive frames can be compared.
    @discardableResult
    static func measure(
        estimate: OrientationTrack,
        reference: OrientationTrack,
        displayRate: Hertz,
        into metrics: inout MetricValues
    ) -> [IncrementError] {
        let errors = incrementErrors(estimate, reference, displayRate)
        guard let rootMeanSquare = errors.map(\.angle.radians).rootMeanSquare else {
            metrics.setUnmeasured(
                [.incrementRMS, .jumpCount],
                because: "no two neighbouring display frames have both an estimate and a valid reference"
            )
            return []
        }
        metrics.set(.incrementRMS, to: Angle(radians: rootMeanSquare).degrees)
        metrics.set(.jumpCount, to: Double(errors.count { $0.angle > jump }))
        return errors
    }

    /// The difference between the estimate's and the reference's rotation from one display frame to the next.
    ///
    /// `time` is the time of the later one of the two frames.
    typealias IncrementError = (time: Seconds, angle: Angle)

    private static func incrementErrors(
        _ estimate: OrientationTrack,
        _ reference: OrientationTrack,
        _ displayRate: Hertz
    ) -> [IncrementError] {
        guard let first = estimate.times.first, let firstKnown = reference.times.first,
            let last = estimate.times.last, let lastKnown = reference.times.last
        else { return [] }
        let (start, end) = (max(first, firstKnown), min(last, lastKnown))
        guard end > start else { return [] }
        var cursors = (estimate: 0, reference: 0)
        var before: (estimate: UnitQuaternion, reference: UnitQuaternion)?
        var errors: [IncrementError] = []
        var frame = 0.0
        let lastFrame = min(((end - start) * displayRate).rounded(.down), maximumFrames)
        while true {
            let time = start + frame / displayRate
            guard frame <= lastFrame else { return errors }
            let estimated = estimate.orientation(at: time, from: &cursors.estimate)
            guard let estimated, let known = reference.orientation(at: time, from: &cursors.reference) else {
                before = nil
                // A gap of any length is skipped in one step.
                let next = estimated == nil ? estimate.firstTime(after: time) : reference.firstTime(after: time)
                guard let next else { return errors }
                frame = max(frame + 1, ((next - start) * displayRate).rounded(.down))
                continue
            }
            if let before {
                let turn = (before.estimate.conjugate * estimated).angle(to: before.reference.conjugate * known)
                errors.append((time, turn))
            }
            before = (estimated, known)
            frame += 1
        }
    }

    /// The maximum number of frames that a `Double` counts exactly. Later frames are ignored.
    private static let maximumFrames = 0x1p52
}
