import Recordings
import SensorModel

extension OrientationTrack {
    /// What is known of a reference.
    init(_ reference: ReferenceStream) {
        self.init(
            times: reference.times,
            orientations: reference.orientations,
            isKnown: reference.isValid,
            longestGap: EvaluationOptions.longestReferenceGap
        )
    }

    /// Orientations that were recorded, such as the device's own.
    init(_ stream: SensorStream<UnitQuaternion>) {
        self.init(
            times: stream.times,
            orientations: stream.values,
            isKnown: nil,
            longestGap: EvaluationOptions.longestReferenceGap
        )
    }

    /// The orientations of poses.
    init(_ stream: SensorStream<Pose>) {
        self.init(
            times: stream.times,
            orientations: stream.values.map(\.orientation),
            isKnown: nil,
            longestGap: EvaluationOptions.longestReferenceGap
        )
    }

    /// A gyroscope's turns from its first sample on. They say how the device turned over short spans, and nothing of
    /// where it pointed.
    ///
    /// q_k = q_{k−1} ⊗ exp(½ (ω_{k−1} + ω_k − 2 bias) Δt): the trapezoid's mean rate. Samples that are not finite or
    /// not later than the one before are left out. Nothing is known inside a gap.
    ///
    /// - Parameter bias: what the gyroscope reads at rest, rad/s.
    init(integrating stream: SensorStream<Vector3>, bias: Vector3 = .zero) {
        var times: [Seconds] = []
        var orientations: [UnitQuaternion] = []
        var last = Vector3.zero
        for (time, value) in zip(stream.times, stream.values) where value.isFinite {
            let rate = value - bias
            if let before = times.last, let orientation = orientations.last {
                guard time > before else { continue }
                let turn = UnitQuaternion(rotationVector: (last + rate) * (0.5 * (time - before)))
                orientations.append(orientation * turn)
            } else {
                orientations.append(.identity)
            }
            times.append(time)
            last = rate
        }
        self.init(
            times: times,
            orientations: orientations,
            isKnown: nil,
            longestGap: EvaluationOptions.longestReferenceGap
        )
    }
}
