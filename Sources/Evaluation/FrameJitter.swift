import SensorModel

/// Unwanted motion from one display frame to the next: (q̂_{k−1}* ⊗ q̂_k) ⊗ (q_{k−1}* ⊗ q_k)*.
enum FrameJitter {
    /// An increment error above this is a jump that a user sees.
    static let jump = Angle(degrees: 1)

    static func measure(
        estimate: OrientationTrack,
        reference: OrientationTrack,
        displayRate: Hertz,
        into metrics: inout MetricValues
    ) {
        let angles = incrementErrors(estimate, reference, displayRate)
        guard let rootMeanSquare = angles.map(\.radians).rootMeanSquare else {
            return metrics.setUnmeasured(
                [.incrementRMS, .jumpCount],
                because: "no two neighbouring display frames have both an estimate and a valid reference"
            )
        }
        metrics.set(.incrementRMS, to: Angle(radians: rootMeanSquare).degrees)
        metrics.set(.jumpCount, to: Double(angles.count { $0 > jump }))
    }

    private static func incrementErrors(
        _ estimate: OrientationTrack,
        _ reference: OrientationTrack,
        _ displayRate: Hertz
    ) -> [Angle] {
        guard let start = maximum(estimate.times.first, reference.times.first),
            let end = minimum(estimate.times.last, reference.times.last), end > start
        else { return [] }
        var places = (estimate: 0, reference: 0)
        var last: (estimate: UnitQuaternion, reference: UnitQuaternion)?
        var angles: [Angle] = []
        for frame in 0...Int((end - start) * displayRate) {
            let time = start + Double(frame) / displayRate
            guard let estimated = estimate.orientation(at: time, from: &places.estimate),
                let known = reference.orientation(at: time, from: &places.reference)
            else {
                last = nil
                continue
            }
            if let last {
                angles.append((last.estimate.conjugate * estimated).angle(to: last.reference.conjugate * known))
            }
            last = (estimated, known)
        }
        return angles
    }

    private static func maximum(_ left: Seconds?, _ right: Seconds?) -> Seconds? {
        left.flatMap { left in right.map { max(left, $0) } }
    }

    private static func minimum(_ left: Seconds?, _ right: Seconds?) -> Seconds? {
        left.flatMap { left in right.map { min(left, $0) } }
    }
}
