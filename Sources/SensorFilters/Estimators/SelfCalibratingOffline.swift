public import SensorModel

/// The offline variant of ``SelfCalibrating``, which processes a whole recording.
///
/// The filter runs forward, and then backward from the bias and the offset at the end of the forward run. Up to two
/// further runs follow while they predict the magnetometer better. The result is the mean of the best forward and the
/// best backward run, weighted with the inverse covariances of their orientations, as in Fraser & Potter 1969,
/// doi:10.1109/TAC.1969.1099196. The weights assume that the runs are independent, which is not exact, because a run
/// uses the bias and the offset of the run before.
///
/// Without a magnetometer, only rest and motion show the bias. The filter therefore assumes a smaller initial bias, and
/// runs forward again after the backward run. The heading comes from the backward run.
///
/// **Offline**: each orientation depends on later samples. An app cannot compute it live.
///
/// The estimator computes an orientation at each gyroscope sample. North is magnetic north. O(samples) time and memory.
public struct SelfCalibratingOffline: DeclaredEstimator, OfflineEstimator {
    /// The factor of the initial bias without a magnetometer.
    private static let biasWithoutMagnetometer = 0.6

    /// The parameters of the filter.
    public let parameters: SelfCalibrating.Parameters
    private var samples: OfflineSamples

    /// Creates an estimator in the initial state.
    public init(_ parameters: SelfCalibrating.Parameters = SelfCalibrating.Parameters()) {
        self.parameters = parameters
        samples = OfflineSamples(parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { samples.skips }

    /// Stores the samples of a frame and returns `nil`.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        samples.read(frame)
        return nil
    }

    /// Returns the orientations, device → Earth (magnetic East, North, Up), in chronological order.
    public mutating func finish() -> [(time: Seconds, orientation: UnitQuaternion)] {
        var result: [(time: Seconds, orientation: UnitQuaternion)] = []
        // With a magnetometer, several runs over the recording can find larger biases than one run, so the initial
        // standard deviation of the bias may be larger. Without a magnetometer, the filter mistakes accelerations for a
        // bias. The larger the initial standard deviation is, the larger is this mistake.
        var assumed = parameters
        assumed.initialBias *= parameters.magnetometer.isUsed ? 2 : Self.biasWithoutMagnetometer
        var state = SelfCalibratingState(assumed)
        for segment in samples.segments() {
            let passes = SelfCalibratingPasses(segment)
            passes.learn(&state.range)
            let (forward, backward) = passes.runs(&state)
            var turn: UnitQuaternion?
            if segment.fields.isEmpty {
                state.reset()
                // Without a magnetometer, each run has an arbitrary heading. The backward run is rotated to the heading
                // of the forward run at the first sample.
                turn = forward[0].headingTurn(from: backward[0])
            }
            for (index, time) in segment.times.enumerated() {
                let (first, second) = (forward[index], backward[index])
                result.append(
                    (time, turn.map { first.tiltMean(with: second, turnedBy: $0) } ?? first.mean(with: second))
                )
            }
        }
        return result
    }
}

extension EstimatorEntry {
    package static let selfCalibratingOffline = EstimatorEntry(
        SelfCalibratingOffline.self,
        name: "selfCalibratingOffline",
        summary: "Runs of selfCalibrating forward and backward over the whole recording.",
        source: "Sextant"
    )
}

/// The forward and backward runs of ``SelfCalibratingOffline`` over one segment without gaps.
struct SelfCalibratingPasses {
    /// The result of one run at one sample.
    struct Finding {
        let orientation: UnitQuaternion
        /// The covariance of the orientation error in Earth axes, in rad²; `nil` before the first magnetometer sample.
        let covariance: Matrix3?
        /// The mean variance of the two tilt angles, in rad².
        let tiltVariance: Double

        /// Returns the rotation about Up from the heading of another finding to the heading of this finding.
        func headingTurn(from other: Finding) -> UnitQuaternion {
            let difference = orientation * other.orientation.conjugate
            return UnitQuaternion(Quaternion(w: difference.w, x: 0, y: 0, z: difference.z)) ?? .identity
        }

        /// Returns the mean of this orientation and the orientation of another run, weighted with the inverse
        /// covariances.
        func mean(with other: Finding) -> UnitQuaternion {
            guard let covariance, let others = other.covariance, let inverse = (covariance + others).inverse else {
                return orientation
            }
            let difference = (other.orientation * orientation.conjugate).rotationVector
            return UnitQuaternion(rotationVector: covariance * (inverse * difference)) * orientation
        }

        /// Returns an orientation whose tilt is the mean of both runs' tilts, weighted with their inverse variances.
        /// Its heading is the heading of `other`, rotated by `turn` about Up.
        func tiltMean(with other: Finding, turnedBy turn: UnitQuaternion) -> UnitQuaternion {
            let turned = Finding(
                orientation: turn * other.orientation,
                covariance: nil,
                tiltVariance: other.tiltVariance
            )
            let own = turned.headingTurn(from: self) * orientation
            let weight = other.tiltVariance / (tiltVariance + other.tiltVariance)
            let difference = (own * turned.orientation.conjugate).rotationVector
            return UnitQuaternion(rotationVector: difference * weight) * turned.orientation
        }
    }

    private let segment: OfflineSamples.Segment

    init(_ segment: OfflineSamples.Segment) {
        self.segment = segment
    }

    /// Finds the end of the gyroscope's range in all samples.
    func learn(_ range: inout GyroscopeRange) {
        for (index, time) in segment.times.enumerated().dropFirst() {
            range.update(rate: segment.rates[index], over: time - segment.times[index - 1])
        }
    }

    /// The maximum number of runs over the samples, with and without a magnetometer.
    private static let (maximumRunCount, runCountWithoutField) = (4, 3)

    /// Runs the filter forward and backward in turn. Each run starts with the bias and the offset of the run before.
    ///
    /// With a magnetometer, a further run replaces the earlier run in the same direction only if it predicts the field
    /// better, by the amounts of ``SelfCalibratingHypotheses``. If not, it is discarded, and no more runs follow. Without a
    /// magnetometer, the second forward run always replaces the first.
    ///
    /// - Parameter state: the state before the first run. After the last run, it can process later samples.
    /// - Returns: the results of one run in each direction, in chronological order.
    func runs(_ state: inout SelfCalibratingState) -> (forward: [Finding], backward: [Finding]) {
        let hasField = !segment.fields.isEmpty
        var results: [[Finding]] = [[], []]
        var errors = [Double.infinity, .infinity]
        var direction = 0
        for _ in 0..<(hasField ? Self.maximumRunCount : Self.runCountWithoutField) {
            let findings = run(&state, isBackward: direction == 1)
            let error = state.prediction.error
            let limit =
                errors[direction] * (1 - SelfCalibratingHypotheses.relativePreference)
                - SelfCalibratingHypotheses.hysteresis
            let isUsed = !hasField || error < limit
            if isUsed { (results[direction], errors[direction]) = (findings, error) }
            state = state.turnedBack()
            direction = 1 - direction
            if !isUsed { break }
        }
        if direction == 1 { state = state.turnedBack() }
        return (results[0], results[1])
    }

    /// Runs the filter over the samples, and returns the results in chronological order. In a backward run, the angular
    /// velocities have the opposite sign.
    func run(_ state: inout SelfCalibratingState, isBackward: Bool) -> [Finding] {
        let indices = isBackward ? segment.times.indices.reversed() : Array(segment.times.indices)
        var findings: [Finding] = []
        findings.reserveCapacity(indices.count)
        var last: Int?
        for index in indices {
            // A rate applies to the interval before its sample. A backward run therefore uses the rate of the later
            // sample.
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
                Finding(
                    orientation: state.currentOrientation(),
                    covariance: state.attitudeCovariance,
                    tiltVariance: (state.errors.tilt.x.x + state.errors.tilt.y.y) / 2
                )
            )
        }
        return isBackward ? findings.reversed() : findings
    }
}
