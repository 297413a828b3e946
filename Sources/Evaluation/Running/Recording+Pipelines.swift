import Pipelines
import Recordings
import SensorModel

extension Recording {
    /// A pipeline as it runs over this recording: with the estimator parameters of the layout, and without the
    /// magnetometer if the recording does not contain one.
    ///
    /// - Throws: `InputError` where the layout's parameters do not fit the estimator.
    func fitted(_ specification: PipelineSpecification) throws(InputError) -> PipelineSpecification {
        try specification.filled(from: estimators).withMagnetometer(hasMagnetometer)
    }

    /// A described system as it runs over this recording.
    ///
    /// - Throws: `InputError` where the layout's parameters do not fit the system's estimator.
    func fitted(_ system: DescribedSystem) throws(InputError) -> DescribedSystem {
        try system.filled(from: estimators).withMagnetometer(hasMagnetometer)
    }

    /// The remark on a pipeline that estimates without the magnetometer; nil for any other.
    func remarkWithoutMagnetometer(_ specification: PipelineSpecification) -> String? {
        guard !specification.knowsNorth else { return nil }
        return hasMagnetometer
            ? "magnetometer=none: the recorded magnetometer is not used"
            : "the recording has no magnetometer: estimated from the other sensors alone (magnetometer=none)"
    }

    /// Whether the recording has a sample of the magnetometer.
    var hasMagnetometer: Bool { missing([.magnetometer]).isEmpty }
}
