import RealModule
package import SensorModel

/// Decides for each magnetometer sample whether an estimator uses it.
///
/// Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004, section 4: a sample is perturbed if | |m| − |m_E| | is not below a
/// threshold, and, where the dip has a threshold, if the dip differs by more than that, too (Sabatini 2006). With a waiting time, samples are also ignored until that time has passed without a perturbation. O(1) time
/// and memory per sample.
package struct MagneticPerturbationDetector: Sendable {
    private let threshold: Double
    private let wait: Seconds
    private let givenStrength: Double?
    /// In radians; nil where the strength alone counts.
    private let dipThreshold: Double?
    private let givenDip: Double?
    /// In radians; nil before the first sample, unless it is given.
    private var dip: Double?
    /// |m_E| in µT; nil before the first sample, unless it is given.
    private var strength: Double?
    /// The time since the last perturbation.
    private var calm: Seconds

    package init(_ parameters: DisturbanceRejection, dip givenAngle: Angle? = nil) {
        threshold = parameters.magneticThreshold
        switch parameters.magneticDetection {
        case .none, .detect: wait = 0
        case .wait, .repeat: wait = parameters.magneticWait
        }
        givenStrength = parameters.fieldStrength
        strength = givenStrength
        dipThreshold = parameters.dipThreshold?.radians
        givenDip = givenAngle?.radians
        dip = givenDip
        calm = wait
    }

    /// Whether a sample is used.
    ///
    /// - Parameters:
    ///   - measured: its strength in µT.
    ///   - directions: of the field and of gravity, for a threshold of the dip.
    ///   - interval: the time since the last sample.
    package mutating func accepts(
        _ measured: Double,
        _ directions: UnitDirections? = nil,
        after interval: Seconds
    ) -> Bool {
        let expected = strength ?? measured
        strength = expected
        let isStrengthKnown = abs(measured - expected) < threshold
        guard isDipKnown(directions) || isStrengthKnown else {
            calm = 0
            return false
        }
        calm += interval
        return calm >= wait
    }

    /// Whether the dip has a threshold and differs by less.
    private mutating func isDipKnown(_ directions: UnitDirections?) -> Bool {
        guard let dipThreshold, let directions else { return false }
        let (gravity, field) = (directions.gravity, directions.field)
        let measured = Double.atan2(y: -gravity.dot(field), x: gravity.cross(field).length)
        let expected = dip ?? measured
        dip = expected
        return abs(measured - expected) <= dipThreshold
    }

    /// Forgets all samples.
    package mutating func reset() {
        dip = givenDip
        strength = givenStrength
        calm = wait
    }
}
