public import SensorModel

/// The offline variant of ``VQF``, which processes a whole recording.
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014, as implemented in `offlineVQF` of the authors' package. The
/// filter runs forward and backward. The mean of both estimates of the gyroscope's bias, weighted with their inverse
/// covariances, is subtracted from the rates. The low-passes of gravity and heading also run forward and backward, so
/// that they do not lag. The field counts as disturbed if both runs detect a disturbance.
///
/// **Offline**: each orientation depends on later samples. An app cannot compute it live.
///
/// The estimator computes an orientation at each gyroscope sample. North is magnetic north. O(samples) time and memory.
public struct VQFOffline: DeclaredEstimator, OfflineEstimator {
    /// The parameters of the filter.
    public let parameters: VQF.Parameters
    private var samples: OfflineSamples

    /// Creates an estimator in the initial state.
    public init(_ parameters: VQF.Parameters = VQF.Parameters()) {
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
        for segment in samples.segments() {
            let orientations = VQFOfflinePasses(parameters, segment).orientations()
            for (time, orientation) in zip(segment.times, orientations) { result.append((time, orientation)) }
        }
        return result
    }
}

extension EstimatorEntry {
    package static let vqfOffline = EstimatorEntry(
        VQFOffline.self,
        name: "vqfOffline",
        summary: "VQF forward and backward over the whole recording.",
        source: "Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014",
        isIsotropic: false,
        resolve: VQF.Parameters.resolve
    )
}

/// The computation of ``VQFOffline`` over one segment without gaps.
struct VQFOfflinePasses {
    /// The result of one run of ``VQF`` at one sample.
    private struct Finding {
        /// The inverse covariance of the bias, P⁻¹.
        let information: Matrix3
        /// The bias b multiplied by its inverse covariance, P⁻¹ b.
        let weightedBias: Vector3
        let isDisturbed: Bool
    }

    private let parameters: VQF.Parameters
    private let segment: OfflineSamples.Segment
    private let interval: Seconds

    init(_ parameters: VQF.Parameters, _ segment: OfflineSamples.Segment) {
        self.parameters = parameters
        self.segment = segment
        interval = segment.interval
    }

    /// Returns the orientation at each sample.
    func orientations() -> [UnitQuaternion] {
        let forward = findings(isBackward: false)
        let backward = findings(isBackward: true)
        let inclined = inclined(strapdown(without: biases(forward, backward)))
        guard !segment.fields.isEmpty else { return inclined }
        let isDisturbed = zip(forward, backward).map { $0.isDisturbed && $1.isDisturbed }
        let azimuths = zip(inclined, segment.fields).map { $0.rotate($1).azimuth.radians }
        let once = smoothed(azimuths, isDisturbed, isBackward: false)
        let headings = smoothed(once, isDisturbed, isBackward: true)
        return zip(inclined, headings).map { orientation, heading in
            orientation.turned(aboutUp: Angle(radians: heading))
        }
    }

    private func indices(isBackward: Bool) -> [Int] {
        isBackward ? segment.times.indices.reversed() : Array(segment.times.indices)
    }

    /// Returns the duration, in seconds, for which the rate of a sample is integrated in the forward or backward run.
    private func duration(at index: Int, isBackward: Bool) -> Seconds {
        let neighbour = isBackward ? index + 1 : index - 1
        guard segment.times.indices.contains(neighbour) else { return interval }
        return abs(segment.times[index] - segment.times[neighbour])
    }

    /// Runs ``VQF`` in one direction, and returns the results in chronological order. In a backward run, the angular
    /// velocities have the opposite sign.
    private func findings(isBackward: Bool) -> [Finding] {
        var state = VQFState(parameters)
        var findings: [Finding] = []
        findings.reserveCapacity(segment.times.count)
        for index in indices(isBackward: isBackward) {
            let rate = isBackward ? -segment.rates[index] : segment.rates[index]
            // The sampling interval of the whole segment is known in advance.
            let new = findings.isEmpty ? interval : nil
            state.update(
                rate: TimedSample(value: rate, newInterval: new),
                over: duration(at: index, isBackward: isBackward)
            )
            state.update(acceleration: TimedSample(value: segment.accelerations[index], newInterval: new))
            if !segment.fields.isEmpty {
                state.update(field: TimedSample(value: segment.fields[index], newInterval: new))
            }
            let information = state.biasCovariance.inverse ?? .zero
            findings.append(
                Finding(
                    information: information,
                    weightedBias: information * state.bias,
                    isDisturbed: state.isFieldDisturbed
                )
            )
        }
        return isBackward ? findings.reversed() : findings
    }

    /// Returns the mean bias of both runs: b = (P₁⁻¹ + P₂⁻¹)⁻¹ (P₁⁻¹ b₁ − P₂⁻¹ b₂). The backward run estimates −b.
    private func biases(_ forward: [Finding], _ backward: [Finding]) -> [Vector3] {
        zip(forward, backward).map { forward, backward in
            let covariance = (forward.information + backward.information).inverse ?? .zero
            return covariance * (forward.weightedBias - backward.weightedBias)
        }
    }

    /// Returns the integrals of the bias-corrected rates: for each sample, the rotation from the device axes to the
    /// device axes at the start. The rotations contain drift.
    private func strapdown(without biases: [Vector3]) -> [UnitQuaternion] {
        var orientation = UnitQuaternion.identity
        return segment.rates.indices.map { index in
            let turn = (segment.rates[index] - biases[index]) * duration(at: index, isBackward: false)
            orientation = orientation * UnitQuaternion(rotationVector: turn)
            return orientation
        }
    }

    /// Returns the orientations relative to a frame whose third axis is vertical. The vertical follows from gravity,
    /// which is low-passed forward and backward in the frame of the integrated rates.
    private func inclined(_ strapdown: [UnitQuaternion]) -> [UnitQuaternion] {
        var lowPass = ButterworthLowPass(timeConstant: parameters.tauAcc)
        lowPass.sample(every: interval)
        var gravity = zip(strapdown, segment.accelerations).map { lowPass.advance(to: $0.rotate($1)) }
        lowPass.settle(at: gravity[gravity.count - 1])
        for index in indices(isBackward: true) { gravity[index] = lowPass.advance(to: gravity[index]) }
        // With the time constant 0, the low-pass in `VQFInclination` passes samples unchanged.
        var inclination = VQFInclination(timeConstant: 0)
        inclination.sample(every: interval)
        return zip(strapdown, gravity).map { orientation, gravity in
            _ = inclination.correct(acceleration: gravity)
            return inclination.correction * orientation
        }
    }

    /// Returns the angles in radians, filtered by the heading filter of ``VQF`` in one direction.
    private func smoothed(_ angles: [Double], _ isDisturbed: [Bool], isBackward: Bool) -> [Double] {
        var heading = VQFHeading(timeConstant: parameters.tauMag)
        heading.sample(every: interval)
        var rejectedTime = 0.0
        var result = angles
        for index in indices(isBackward: isBackward) {
            var trust = 1.0
            if parameters.magDistRejectionEnabled {
                if !isDisturbed[index] {
                    rejectedTime = max(rejectedTime - parameters.magRejectionFactor * interval, 0)
                } else if rejectedTime <= parameters.magMaxRejectionTime {
                    rejectedTime += interval
                    trust = 0
                } else {
                    trust = 1 / parameters.magRejectionFactor
                }
            }
            heading.correct(azimuth: angles[index], trust: trust)
            result[index] = heading.offset
        }
        return result
    }
}
