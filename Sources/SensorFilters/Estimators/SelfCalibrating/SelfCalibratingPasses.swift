import SensorModel

/// The runs of ``SelfCalibratingOffline`` over samples without gaps.
struct SelfCalibratingPasses {
    /// What a run finds at a sample.
    struct Finding {
        let orientation: UnitQuaternion
        /// Of the rotation vector in Earth axes; nil without a heading.
        let covariance: Matrix3?

        /// The mean with what another run finds, weighted with the covariances.
        func mean(with other: Finding) -> UnitQuaternion {
            guard let covariance, let others = other.covariance, let inverse = (covariance + others).inverse else {
                return orientation
            }
            let difference = (other.orientation * orientation.conjugate).rotationVector
            return UnitQuaternion(rotationVector: covariance * (inverse * difference)) * orientation
        }
    }

    private let segment: OfflineSamples.Segment

    init(_ segment: OfflineSamples.Segment) {
        self.segment = segment
    }

    /// Runs the filter over the samples. Backward, the device turns the other way.
    func run(_ state: inout SelfCalibratingState, isBackward: Bool) -> [Finding] {
        let indices = isBackward ? segment.times.indices.reversed() : Array(segment.times.indices)
        var findings: [Finding] = []
        findings.reserveCapacity(indices.count)
        var last: Int?
        for index in indices {
            // A rate turns the device over the time before its sample: backward, the later one of two samples.
            let rate = isBackward ? -segment.rates[last ?? index] : segment.rates[index]
            if let last {
                let interval = abs(segment.times[index] - segment.times[last])
                state.update(rate: TimedSample(value: rate, newInterval: nil), over: interval)
            } else {
                state.begin(rate: rate)
            }
            last = index
            state.update(acceleration: TimedSample(value: segment.accelerations[index], newInterval: nil))
            if !segment.fields.isEmpty {
                state.update(field: TimedSample(value: segment.fields[index], newInterval: nil))
            }
            findings.append(
                Finding(orientation: state.currentOrientation(), covariance: state.attitudeCovariance)
            )
        }
        return isBackward ? findings.reversed() : findings
    }
}
