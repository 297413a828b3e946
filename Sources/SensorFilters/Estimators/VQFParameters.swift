public import SensorModel

extension VQF {
    /// The parameters of ``VQF``. Names, units and defaults are the same as in the authors' implementation.
    public struct Parameters: EstimatorParameters, Hashable {
        /// The time constant τ_acc of the accelerometer's low-pass, in seconds.
        public var tauAcc: Seconds = 3
        /// The time constant τ_mag of the heading correction, in seconds. With 0, the heading follows the magnetometer
        /// immediately.
        public var tauMag: Seconds = 9
        /// A Boolean value that indicates whether the gyroscope's bias is learnt in motion, from the corrections of the
        /// inclination.
        public var motionBiasEstEnabled = true
        /// A Boolean value that indicates whether rest is detected and the gyroscope's bias is learnt at rest.
        public var restBiasEstEnabled = true
        /// A Boolean value that indicates whether disturbed magnetic fields are detected and ignored.
        public var magDistRejectionEnabled = true
        /// The standard deviation of the gyroscope's bias at the start, in °/s.
        public var biasSigmaInit: Double = 0.5
        /// The time, in seconds, in which the standard deviation of an exactly known bias grows to 0.1°/s.
        public var biasForgettingTime: Seconds = 100
        /// The limit of the estimated bias along each device axis, in °/s. A faster rotation about any axis never
        /// counts as rest.
        public var biasClip: Double = 2
        /// The standard deviation of the bias after long motion, in °/s.
        public var biasSigmaMotion: Double = 0.1
        /// The relative weight of zero as an artificial measurement of the vertical bias during motion. A weight of 1
        /// equals the weight of the horizontal measurements. The inclination contains no information about the vertical
        /// bias, so the artificial measurement makes the estimate decay to zero.
        public var biasVerticalForgettingFactor: Double = 0.0001
        /// The standard deviation of the bias after long rest, in °/s.
        public var biasSigmaRest: Double = 0.03
        /// The time, in seconds, for which the samples must stay within the thresholds before the device counts as at
        /// rest.
        public var restMinT: Seconds = 1.5
        /// The time constant, in seconds, of the low-passes in rest detection. Rest detection compares each sample with
        /// the low-passed samples.
        public var restFilterTau: Seconds = 0.5
        /// The largest difference between a gyroscope sample and the low-passed samples at rest, in °/s.
        public var restThGyr: Double = 2
        /// The threshold for rest, in m/s²: at rest, every accelerometer sample differs from the low-passed samples by
        /// less than this value.
        public var restThAcc: Double = 0.5
        /// The time constant of the low-pass for the field's strength and dip, in seconds; 0 for no low-pass.
        public var magCurrentTau: Seconds = 0.05
        /// The time constant, in seconds, with which the reference field and the candidate for a new reference follow
        /// the measured field.
        public var magRefTau: Seconds = 20
        /// The largest relative difference in strength between an undisturbed field and the reference.
        public var magNormTh: Double = 0.1
        /// The threshold of field disturbances for the dip, in degrees. A field is undisturbed only if its dip differs
        /// from the reference field's dip by less than this value.
        public var magDipTh: Double = 10
        /// The time, in seconds of rotation, after which a different constant field becomes the reference.
        public var magNewTime: Seconds = 20
        /// The time, in seconds of rotation, after which the first constant field becomes the reference.
        public var magNewFirstTime: Seconds = 5
        /// The angular speed, in °/s, above which the device counts as rotating for ``magNewTime`` and
        /// ``magNewFirstTime``.
        public var magNewMinGyr: Double = 20
        /// The time, in seconds, for which a disturbed field must agree with the reference to count as undisturbed
        /// again.
        public var magMinUndisturbedTime: Seconds = 0.5
        /// The longest time, in seconds, for which a disturbed field is ignored completely.
        public var magMaxRejectionTime: Seconds = 60
        /// The divisor of the heading correction's gain after ``magMaxRejectionTime``. A rejection timer counts up in a
        /// disturbed field. In an undisturbed field, the timer counts down faster by this factor.
        public var magRejectionFactor: Double = 2
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator. If
        /// the interval between two samples of another sensor is longer, only the low-passes of that sensor restart.
        public var maximumGap: Seconds = 1
        /// Determines whether the magnetometer corrects the heading.
        public var magnetometer = MagnetometerUse.auto

        /// Creates the parameters of the full filter, with the authors' defaults.
        public init() {}

        /// The parameters of BasicVQF, the filter without bias estimation, rest detection and rejection of disturbed
        /// fields.
        public static let basic: Parameters = {
            var parameters = Parameters()
            parameters.mode = .basic
            return parameters
        }()
    }
}

extension VQF.Parameters {
    package static let defaults = Self()
    package static let declarations = basicDeclarations + fullDeclarations

    /// The form of the filter.
    private enum Mode: String, CaseIterable {
        case basic
        case full
    }

    /// The form of the filter: basic if all three optional parts are disabled, otherwise full.
    private var mode: Mode {
        get { motionBiasEstEnabled || restBiasEstEnabled || magDistRejectionEnabled ? .full : .basic }
        set {
            guard newValue == .basic else { return }
            motionBiasEstEnabled = false
            restBiasEstEnabled = false
            magDistRejectionEnabled = false
        }
    }

    /// The declarations of the parameters that both the basic and the full form of the filter have.
    private static let basicDeclarations: [ParameterDeclaration<Self>] = [
        .choice(
            "mode",
            \.mode,
            "Form of the filter; basic omits bias estimation, rest detection and rejection of disturbances."
        ),
        .number(
            "tauAcc",
            \.tauAcc,
            .seconds,
            in: .aboveZero,
            "Time constant of the accelerometer; larger values rely longer on the gyroscope."
        ),
        .number(
            "tauMag",
            \.tauMag,
            .seconds,
            in: .zeroOrMore,
            "Time constant of the magnetometer; larger values rely longer on the gyroscope."
        ),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]

    /// The declarations of the parameters that only the full form of the filter has.
    private static let fullDeclarations: [ParameterDeclaration<Self>] = [
        .flag(
            "motionBiasEstEnabled",
            \.motionBiasEstEnabled,
            "Learn the gyroscope's bias in motion; long accelerations cause a wrong bias."
        ),
        .flag(
            "restBiasEstEnabled",
            \.restBiasEstEnabled,
            "Detect rest, and learn the gyroscope's bias at rest; a slow uniform turn may be mistaken for rest."
        ),
        .flag(
            "magDistRejectionEnabled",
            \.magDistRejectionEnabled,
            "Detect and ignore disturbed magnetic fields; the heading then drifts with the gyroscope."
        ),
        .number(
            "biasSigmaInit",
            \.biasSigmaInit,
            .degreesPerSecond,
            in: .aboveZero,
            "Standard deviation of the initial bias; larger values learn faster, but less reliably, at first."
        ),
        .number(
            "biasForgettingTime",
            \.biasForgettingTime,
            .seconds,
            in: .aboveZero,
            "Time in which a known bias becomes uncertain by 0.1 deg/s; smaller values follow a changing bias sooner."
        ),
        .number(
            "biasClip",
            \.biasClip,
            .degreesPerSecond,
            in: .aboveZero,
            "Largest bias along each axis; larger values suit worse gyroscopes, but mistake faster turns for rest."
        ),
        .number(
            "biasSigmaMotion",
            \.biasSigmaMotion,
            .degreesPerSecond,
            in: .aboveZero,
            "Standard deviation of the bias after long motion; larger values learn more slowly."
        ),
        .number(
            "biasVerticalForgettingFactor",
            \.biasVerticalForgettingFactor,
            in: .zeroToOne,
            "Relative weight with which the vertical bias decays to zero in motion; larger values decay sooner."
        ),
        .number(
            "biasSigmaRest",
            \.biasSigmaRest,
            .degreesPerSecond,
            in: .aboveZero,
            "Standard deviation of the bias after long rest; larger values learn more slowly."
        ),
        .number(
            "restMinT",
            \.restMinT,
            .seconds,
            in: .zeroOrMore,
            "Time within the thresholds until rest is detected; smaller values detect short rests, but also false ones."
        ),
        .number(
            "restFilterTau",
            \.restFilterTau,
            .seconds,
            in: .aboveZero,
            "Time constant of the low-passes for rest detection; smaller values mistake slow motion for rest."
        ),
        .number(
            "restThGyr",
            \.restThGyr,
            .degreesPerSecond,
            in: .aboveZero,
            "Largest deviation of the gyroscope at rest; larger values mistake slow turns for rest."
        ),
        .number(
            "restThAcc",
            \.restThAcc,
            .metresPerSecondSquared,
            in: .aboveZero,
            "Largest deviation of the accelerometer at rest; larger values mistake slow motion for rest."
        ),
        .number(
            "magCurrentTau",
            \.magCurrentTau,
            .seconds,
            in: .zeroOrMore,
            "Time constant of the field's strength and dip, 0 for no low-pass; larger values detect disturbances later."
        ),
        .number(
            "magRefTau",
            \.magRefTau,
            .seconds,
            in: .zeroOrMore,
            "Time constant with which the reference follows the field; smaller values adapt sooner, also to "
                + "disturbances."
        ),
        .number(
            "magNormTh",
            \.magNormTh,
            in: .zeroOrMore,
            "Largest relative deviation of an undisturbed field's strength; larger values reject fewer fields."
        ),
        .number(
            "magDipTh",
            \.magDipTh,
            .degrees,
            in: .zeroOrMore,
            "Largest deviation of an undisturbed field's dip; larger values reject fewer fields."
        ),
        .number(
            "magNewTime",
            \.magNewTime,
            .seconds,
            in: .zeroOrMore,
            "Rotation time after which a new constant field is accepted; smaller values accept disturbances sooner."
        ),
        .number(
            "magNewFirstTime",
            \.magNewFirstTime,
            .seconds,
            in: .zeroOrMore,
            "Rotation time after which the first constant field is accepted; smaller values start rejecting sooner."
        ),
        .number(
            "magNewMinGyr",
            \.magNewMinGyr,
            .degreesPerSecond,
            in: .zeroOrMore,
            "Angular speed that counts as rotation for magNewTime and magNewFirstTime; smaller values may include rest."
        ),
        .number(
            "magMinUndisturbedTime",
            \.magMinUndisturbedTime,
            .seconds,
            in: .zeroOrMore,
            "Time of agreement with the reference after which a disturbance ends; smaller values end sooner."
        ),
        .number(
            "magMaxRejectionTime",
            \.magMaxRejectionTime,
            .seconds,
            in: .zeroOrMore,
            "Longest time for which a disturbed field is ignored; larger values rely longer on the gyroscope."
        ),
        .number(
            "magRejectionFactor",
            \.magRejectionFactor,
            in: .aboveZero,
            "Divisor of the heading gain after magMaxRejectionTime; larger values use a disturbed field less."
        ),
    ]

    /// Removes the parameters of the full form if the mode is basic.
    static func resolve(_ values: inout ParameterValues) throws(InputError) {
        guard values.word("mode") == Mode.basic.rawValue else { return }
        for declaration in fullDeclarations {
            guard !values.isGiven(declaration.name) else {
                let (parameter, allowed) = (declaration.name, basicDeclarations.map(\.name))
                throw InputError(
                    message: "vqf with mode=basic has no parameter '\(parameter)', only "
                        + "\(allowed.joined(separator: ", "))",
                    advice: "remove '\(parameter)', or write mode=full"
                )
            }
            values.remove(declaration.name)
        }
    }
}

extension EstimatorEntry {
    package static let vqf = EstimatorEntry(
        VQF.self,
        name: "vqf",
        summary: "VQF: gravity low-passed in an inertial frame, separate heading correction; bias, rest, disturbances.",
        source: "Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014",
        isIsotropic: false,
        resolve: VQF.Parameters.resolve
    )
}
