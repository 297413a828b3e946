public import SensorModel

/// VQF over a whole recording: the offline variant of ``VQF``.
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014, as `offlineVQF` of the authors' package computes it. The filter
/// runs forward and backward. The mean of both estimates of the gyroscope's bias, weighted with their covariances, is
/// subtracted from the rates. Low-passes of gravity and heading run forward and backward as well, so that they do not
/// lag. The field is disturbed where both runs say so.
///
/// **Offline**: each orientation depends on later samples. No app can compute it live.
///
/// Orientations are those at gyroscope samples. North is magnetic north. O(samples) time and memory.
public struct VQFOffline: OfflineEstimator {
    /// The parameters of the filter.
    public let parameters: VQF.Parameters
    private var samples: OfflineSamples

    /// Creates an estimator that has not seen a sample.
    public init(_ parameters: VQF.Parameters = VQF.Parameters()) {
        self.parameters = parameters
        samples = OfflineSamples(maximumGap: parameters.maximumGap, magnetometer: parameters.magnetometer)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { samples.skips }

    /// Stores the samples of a frame. Returns nil.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        samples.read(frame)
        return nil
    }

    /// The orientations, device → Earth (magnetic East, North, Up), in the order of time.
    public mutating func finish() -> [(time: Seconds, orientation: UnitQuaternion)] {
        var result: [(time: Seconds, orientation: UnitQuaternion)] = []
        for segment in samples.segments() {
            let orientations = VQFOfflinePasses(parameters, segment).orientations()
            for (time, orientation) in zip(segment.times, orientations) { result.append((time, orientation)) }
        }
        return result
    }

    /// Forgets all samples.
    public mutating func reset() {
        self = VQFOffline(parameters)
    }
}

extension EstimatorEntry {
    static let vqfOffline = EstimatorEntry(
        name: "vqfOffline",
        summary: "VQF forward and backward over the whole recording.",
        source: "Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        isIsotropic: false,
        isOffline: true,
        parameters: VQF.Parameters.descriptors,
        resolve: VQF.Parameters.resolve,
        make: { VQFOffline(VQF.Parameters($0)) }
    )
}
