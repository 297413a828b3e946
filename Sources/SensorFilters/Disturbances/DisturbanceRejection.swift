public import SensorModel

/// The parameters of the detectors of magnetic perturbations and of external accelerations.
///
/// Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004, section 4. Both detectors compare the strength of a
/// measurement with its known value, and both are off by default.
public struct DisturbanceRejection: Sendable, Hashable {
    /// What the estimator does about magnetic perturbations.
    public var magneticDetection = MagneticDetection.none
    /// The difference in µT between measured and known strength of the field that shows a perturbation. Smaller rejects
    /// weaker perturbations, and all samples of a badly calibrated magnetometer.
    public var magneticThreshold = 15.0
    /// The difference between measured and known dip that a perturbation shows, too; nil for perturbations that only the
    /// strength shows (Sabatini 2006: both).
    public var dipThreshold: Angle?
    /// The known strength of the field in µT; nil for the first measured one.
    public var fieldStrength: Double?
    /// The time after a perturbation without the magnetometer, for `wait` and `repeat`.
    public var magneticWait: Seconds = 2
    /// The time that is repeated when a perturbation begins.
    public var repeatTime: Seconds = 3
    /// The gain of the estimator during the repetition; nil for its usual gain.
    public var repeatGain: Double?
    /// The difference in m/s² between the length of the acceleration and gravity at which the accelerometer's sample is
    /// ignored; nil to use every sample.
    public var accelerationThreshold: Double?
    /// The time over which the differences of accelerations from gravity are averaged (Sabatini 2006: 0.1 s); 0 for the
    /// sample alone.
    public var accelerationWindow: Seconds = 0
    /// The strength of gravity in m/s².
    public var gravity = Gravity.standard

    /// Parameters with both detectors off.
    public init() {}

    /// Whether a detector is on.
    package var isActive: Bool { magneticDetection != .none || accelerationThreshold != nil }
}

/// The parameters of an estimator that has the detectors.
package protocol DisturbanceRejectingParameters: DeclaredParameters {
    /// The parameters of the detectors.
    var disturbances: DisturbanceRejection { get set }
}

extension ParameterDeclaration where Root: DisturbanceRejectingParameters {
    /// The parameters of ``DisturbanceRejection``.
    package static var disturbances: [ParameterDeclaration] {
        [
            .choice(
                "magneticDetection",
                \.disturbances.magneticDetection,
                "Magnetic perturbations: none uses all samples; detect, wait and repeat ignore ever more of them."
            ),
            .number(
                "magneticThreshold",
                \.disturbances.magneticThreshold,
                .microtesla,
                in: .aboveZero,
                "Difference from fieldStrength that shows a magnetic perturbation."
            ),
            .optionalAngle(
                "dipThreshold",
                \.disturbances.dipThreshold,
                in: .dipDifference,
                "Difference from dip that a magnetic perturbation shows, too; unset, strength alone shows it."
            ),
            .optionalNumber(
                "fieldStrength",
                \.disturbances.fieldStrength,
                .microtesla,
                in: .aboveZero,
                "Strength of the Earth's field at the place; unset, the first measured one."
            ),
            .number(
                "magneticWait",
                \.disturbances.magneticWait,
                .seconds,
                in: .zeroOrMore,
                "Time without the magnetometer after a perturbation, for wait and repeat."
            ),
            .number(
                "repeatTime",
                \.disturbances.repeatTime,
                .seconds,
                in: .repeatTime,
                "Time that is repeated without the magnetometer when a perturbation begins."
            ),
            .optionalNumber(
                "repeatGain",
                \.disturbances.repeatGain,
                in: .zeroOrMore,
                "Gain during the repetition; unset, the usual gain."
            ),
            .optionalNumber(
                "accelerationThreshold",
                \.disturbances.accelerationThreshold,
                .metresPerSecondSquared,
                in: .aboveZero,
                "Difference from gravity at which an acceleration is ignored; unset, all are used."
            ),
            .number(
                "accelerationWindow",
                \.disturbances.accelerationWindow,
                .seconds,
                in: .accelerationWindow,
                "Time over which differences from gravity are averaged; 0 for the sample alone."
            ),
            .number(
                "gravity",
                \.disturbances.gravity,
                .metresPerSecondSquared,
                in: .aboveZero,
                "Strength of gravity that accelerationThreshold refers to."
            ),
        ]
    }
}
