import SensorModel

/// Decides for each magnetometer sample whether an estimator uses it.
///
/// Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004, section 4: a sample is perturbed if | |m| − |m_E| | is not below a
/// threshold. With a waiting time, samples are also ignored until that time has passed without a perturbation. O(1) time
/// and memory per sample.
struct MagneticPerturbationDetector: Sendable {
    private let threshold: Double
    private let wait: Seconds
    private let givenStrength: Double?
    /// |m_E| in µT; nil before the first sample, unless it is given.
    private var strength: Double?
    /// The time since the last perturbation.
    private var calm: Seconds

    init(_ parameters: DisturbanceRejection) {
        threshold = parameters.magneticThreshold
        switch parameters.magneticDetection {
        case .none, .detect: wait = 0
        case .wait, .repeat: wait = parameters.magneticWait
        }
        givenStrength = parameters.fieldStrength
        strength = givenStrength
        calm = wait
    }

    /// Whether a sample with this strength in µT is used.
    ///
    /// - Parameter interval: the time since the last sample.
    mutating func accepts(_ measured: Double, after interval: Seconds) -> Bool {
        let expected = strength ?? measured
        strength = expected
        guard abs(measured - expected) < threshold else {
            calm = 0
            return false
        }
        calm += interval
        return calm >= wait
    }

    /// Forgets all samples.
    mutating func reset() {
        strength = givenStrength
        calm = wait
    }
}
