import RealModule
public import SensorModel

/// The parameters of two detectors, one of magnetic perturbations and one of accelerations other than gravity.
///
/// Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004, section 4. The detectors compare the strength of the measured
/// field or acceleration with its known strength. Both are off by default.
public struct DisturbanceRejection: Sendable, Hashable {
    /// The reaction of the estimator to magnetic perturbations.
    public var magneticDetection = MagneticDetection.none
    /// The smallest difference between the measured and the known strength of the field, in µT, that counts as a
    /// perturbation. A smaller threshold rejects weaker perturbations, but also all samples of a badly calibrated
    /// magnetometer.
    public var magneticThreshold = 15.0
    /// The threshold for the difference between the measured and the known dip. If set, a sample counts as perturbed
    /// only if both its strength and its dip differ by more than their thresholds (Sabatini 2006); if `nil`, only the
    /// strength is compared.
    public var dipThreshold: Angle?
    /// The known strength of the Earth's field in µT; `nil` for the strength of the first sample.
    public var fieldStrength: Double?
    /// The time after a perturbation, in seconds, for which `MagneticDetection.wait` and `MagneticDetection.repeat`
    /// ignore the magnetometer.
    public var magneticWait: Seconds = 2
    /// The length, in seconds, of the interval before a perturbation. `MagneticDetection.repeat` recomputes this
    /// interval without the magnetometer.
    public var repeatTime: Seconds = 3
    /// The estimator's gain while `MagneticDetection.repeat` recomputes steps; `nil` for the usual gain.
    public var repeatGain: Double?
    /// The largest difference, in m/s², between the acceleration's length and ``gravity``. Samples with a larger
    /// difference are ignored; `nil` to use every sample.
    public var accelerationThreshold: Double?
    /// The averaging time, in seconds, for the absolute difference between the acceleration's length and ``gravity``.
    /// The mean difference is compared with ``accelerationThreshold``. With 0, each sample is compared alone. Sabatini
    /// 2006 uses 0.1 s.
    public var accelerationWindow: Seconds = 0
    /// The strength of gravity in m/s².
    public var gravity = Gravity.standard

    /// Creates parameters with both detectors off.
    public init() {}

    /// A Boolean value that indicates whether a detector is on.
    package var isActive: Bool { magneticDetection != .none || accelerationThreshold != nil }
}

/// The parameters of an estimator that has the detectors of ``DisturbanceRejection``.
package protocol DisturbanceRejectingParameters: EstimatorParameters {
    /// The parameters of the detectors.
    var disturbances: DisturbanceRejection { get set }
}

extension ParameterDeclaration where Root: DisturbanceRejectingParameters {
    /// Declares the parameters of ``DisturbanceRejection``.
    package static var disturbances: [ParameterDeclaration] {
        [
            .choice(
                "magneticDetection",
                \.disturbances.magneticDetection,
                "Reaction to magnetic perturbations; detect, wait and repeat each ignore more samples, none uses all."
            ),
            .number(
                "magneticThreshold",
                \.disturbances.magneticThreshold,
                .microtesla,
                in: .aboveZero,
                "Difference from fieldStrength that counts as a magnetic perturbation."
            ),
            .optionalAngle(
                "dipThreshold",
                \.disturbances.dipThreshold,
                in: .dipDifference,
                "Difference from dip that a magnetic perturbation must also exceed; if unset, only strength counts."
            ),
            .optionalNumber(
                "fieldStrength",
                \.disturbances.fieldStrength,
                .microtesla,
                in: .aboveZero,
                "Strength of the Earth's field at the location; if unset, the strength of the first sample."
            ),
            .number(
                "magneticWait",
                \.disturbances.magneticWait,
                .seconds,
                in: .zeroOrMore,
                "Time after a perturbation for which wait and repeat ignore the magnetometer."
            ),
            .number(
                "repeatTime",
                \.disturbances.repeatTime,
                .seconds,
                in: .repeatTime,
                "Time before a perturbation that repeat recomputes without the magnetometer."
            ),
            .optionalNumber(
                "repeatGain",
                \.disturbances.repeatGain,
                in: .zeroOrMore,
                "Gain while repeat recomputes the last seconds; if unset, the usual gain."
            ),
            .optionalNumber(
                "accelerationThreshold",
                \.disturbances.accelerationThreshold,
                .metresPerSecondSquared,
                in: .aboveZero,
                "Difference from gravity above which an acceleration is ignored; if unset, all are used."
            ),
            .number(
                "accelerationWindow",
                \.disturbances.accelerationWindow,
                .seconds,
                in: .accelerationWindow,
                "Averaging time of the difference from gravity; 0 uses each sample alone."
            ),
            .number(
                "gravity",
                \.disturbances.gravity,
                .metresPerSecondSquared,
                in: .aboveZero,
                "Strength of gravity, for accelerationThreshold."
            ),
        ]
    }
}

/// The reaction of an estimator to magnetic perturbations (Michel et al. 2018, section 4).
///
/// A sample is perturbed if its strength differs by at least a threshold from the strength of the Earth's field.
public enum MagneticDetection: String, Sendable, Hashable, CaseIterable {
    /// Uses every sample.
    case none
    /// Ignores perturbed samples.
    case detect
    /// Ignores perturbed samples, and all samples for a waiting time afterwards, because a perturbed field may briefly
    /// have the strength of the Earth's field.
    case wait
    /// Acts as ``wait``. When a perturbation is detected, also recomputes the last seconds without the magnetometer,
    /// because samples just before the detection may already be perturbed.
    case `repeat`
}

/// A detector that decides for each magnetometer sample whether an estimator uses the sample.
///
/// Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004, section 4. A sample m is perturbed if | |m| − |m_E| | reaches a
/// threshold. If a dip threshold is set, the difference between the measured and the known dip must also exceed that
/// threshold (Sabatini 2006). If a waiting time is set, samples are ignored until that time has passed without a
/// perturbation. O(1) time and memory per sample.
@usableFromInline package struct MagneticPerturbationDetector: Sendable {
    private let threshold: Double
    private let wait: Seconds
    private let givenStrength: Double?
    /// The threshold of the dip in radians; `nil` if only the strength is compared.
    private let dipThreshold: Double?
    private let givenDip: Double?
    /// The expected dip in radians; `nil` before the first sample if no dip was given.
    private var dip: Double?
    /// The expected strength |m_E| in µT; `nil` before the first sample if no strength was given.
    private var strength: Double?
    /// The time since the last perturbation, in seconds.
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

    /// Returns `true` if the estimator may use a sample.
    ///
    /// - Parameters:
    ///   - measured: the strength of the sample in µT.
    ///   - directions: the directions of gravity and field; required if a dip threshold is set.
    ///   - interval: the time since the last sample, in seconds.
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

    /// Returns `true` if a dip threshold is set and the measured dip differs from the expected dip by at most this
    /// threshold.
    private mutating func isDipKnown(_ directions: UnitDirections?) -> Bool {
        guard let dipThreshold, let directions else { return false }
        let (gravity, field) = (directions.gravity, directions.field)
        let measured = Double.atan2(y: -gravity.dot(field), x: gravity.cross(field).length)
        let expected = dip ?? measured
        dip = expected
        return abs(measured - expected) <= dipThreshold
    }

    /// Discards all samples.
    package mutating func reset() {
        dip = givenDip
        strength = givenStrength
        calm = wait
    }
}

/// A detector that rejects accelerometer samples while the device accelerates.
///
/// A sample a is ignored if the mean of | |a| − g | over a window exceeds a threshold. A window of 0 s contains only
/// the sample itself. O(samples in the window) time and memory per sample.
@usableFromInline package struct AccelerationDetector: Sendable {
    private let threshold: Double?
    private let window: Seconds
    private let gravity: Double
    /// The samples in the window, oldest first: the age in seconds, and the difference | |a| − g | in m/s².
    private var samples: [(age: Seconds, difference: Double)] = []

    package init(_ parameters: DisturbanceRejection) {
        threshold = parameters.accelerationThreshold
        window = parameters.accelerationWindow
        gravity = parameters.gravity
        reset()
    }

    /// Returns `true` if the estimator may use a sample with this length in m/s².
    ///
    /// - Parameter interval: the time since the last sample, in seconds.
    @usableFromInline package mutating func accepts(_ length: Double, after interval: Seconds) -> Bool {
        guard let threshold else { return true }
        let difference = abs(length - gravity)
        guard window > 0 else { return difference <= threshold }
        for index in samples.indices { samples[index].age += interval }
        samples.removeAll { $0.age > window }
        samples.append((0, difference))
        return samples.reduce(0) { $0 + $1.difference } / Double(samples.count) <= threshold
    }

    /// Restores the initial window, which contains one artificial sample: the acceleration of a device at rest.
    package mutating func reset() {
        samples = [(0, 0)]
    }
}
