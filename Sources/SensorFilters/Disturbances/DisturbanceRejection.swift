import RealModule
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
package protocol DisturbanceRejectingParameters: EstimatorParameters {
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

/// What an estimator does about magnetic perturbations: Michel et al. 2018, section 4.
///
/// The strength of the Earth's field at a place is known. A measured strength that differs from it by more than a
/// threshold shows a perturbation.
public enum MagneticDetection: String, Sendable, Hashable, CaseIterable {
    /// Uses every sample.
    case none
    /// Ignores a sample whose strength shows a perturbation.
    case detect
    /// Also ignores the samples of a waiting time after a perturbation, because its edge has the Earth's strength in
    /// places.
    case wait
    /// Also repeats the last seconds without the magnetometer when a perturbation begins, because the samples before
    /// its detection were already perturbed.
    case `repeat`
}

/// Decides for each magnetometer sample whether an estimator uses it.
///
/// Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004, section 4: a sample is perturbed if | |m| − |m_E| | is not below a
/// threshold, and, where the dip has a threshold, if the dip differs by more than that, too (Sabatini 2006). With a waiting time, samples are also ignored until that time has passed without a perturbation. O(1) time
/// and memory per sample.
@usableFromInline package struct MagneticPerturbationDetector: Sendable {
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
    @usableFromInline package mutating func accepts(
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

/// Decides for each accelerometer sample whether an estimator uses it: not while the device accelerates.
///
/// A sample is ignored if the mean of | |a| − g | over a window is above a threshold. A window of 0 s contains the sample
/// alone. O(samples in the window) time and memory per sample.
@usableFromInline package struct AccelerationDetector: Sendable {
    private let threshold: Double?
    private let window: Seconds
    private let gravity: Double
    /// The ages of the samples in the window and | |a| − g |, oldest first.
    private var samples: [(age: Seconds, difference: Double)] = []

    package init(_ parameters: DisturbanceRejection) {
        threshold = parameters.accelerationThreshold
        window = parameters.accelerationWindow
        gravity = parameters.gravity
        reset()
    }

    /// Whether a sample with this length in m/s² is used.
    ///
    /// - Parameter interval: the time since the last sample.
    @usableFromInline package mutating func accepts(_ length: Double, after interval: Seconds) -> Bool {
        guard let threshold else { return true }
        let difference = abs(length - gravity)
        guard window > 0 else { return difference <= threshold }
        for index in samples.indices { samples[index].age += interval }
        samples.removeAll { $0.age > window }
        samples.append((0, difference))
        return samples.reduce(0) { $0 + $1.difference } / Double(samples.count) <= threshold
    }

    /// Forgets all samples. A window starts with one at rest.
    package mutating func reset() {
        samples = [(0, 0)]
    }
}
