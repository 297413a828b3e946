public import SensorModel

extension VQF {
    /// The parameters of ``VQF``. Names, units and defaults are those of the authors' implementation.
    public struct Parameters: EstimatorParameters, Hashable {
        /// τ_acc, the time constant of the accelerometer's low-pass.
        public var tauAcc: Seconds = 3
        /// τ_mag, the time constant of the heading's correction; 0 follows the magnetometer immediately.
        public var tauMag: Seconds = 9
        /// A Boolean value that indicates whether the bias is learnt in motion, from the corrections of the
        /// inclination.
        public var motionBiasEstEnabled = true
        /// A Boolean value that indicates whether rest is detected and the bias is learnt at rest.
        public var restBiasEstEnabled = true
        /// A Boolean value that indicates whether disturbed magnetic fields are detected and ignored.
        public var magDistRejectionEnabled = true
        /// The standard deviation of the bias at the start, in °/s.
        public var biasSigmaInit: Double = 0.5
        /// The time in which the standard deviation of an exactly known bias grows to 0.1°/s.
        public var biasForgettingTime: Seconds = 100
        /// The largest bias along each device axis, in °/s. Faster rotation is not rest.
        public var biasClip: Double = 2
        /// The standard deviation of the converged bias in motion, in °/s.
        public var biasSigmaMotion: Double = 0.1
        /// The rate at which the vertical bias decays to zero in motion, relative to the horizontal bias. Motion does
        /// not reveal the vertical bias.
        public var biasVerticalForgettingFactor: Double = 0.0001
        /// The standard deviation of the converged bias at rest, in °/s.
        public var biasSigmaRest: Double = 0.03
        /// The time within the thresholds after which the device is at rest.
        public var restMinT: Seconds = 1.5
        /// The time constant of the low-passes with which rest detection compares the samples.
        public var restFilterTau: Seconds = 0.5
        /// The largest difference between the gyroscope and its low-pass at rest, in °/s.
        public var restThGyr: Double = 2
        /// The largest difference between the accelerometer and its low-pass at rest, in m/s².
        public var restThAcc: Double = 0.5
        /// The time constant of the low-pass of the field's strength and dip; 0 for no low-pass.
        public var magCurrentTau: Seconds = 0.05
        /// The time constant with which the reference and the candidate follow the field.
        public var magRefTau: Seconds = 20
        /// The largest relative difference between the strength of an undisturbed field and the reference.
        public var magNormTh: Double = 0.1
        /// The largest difference between the dip of an undisturbed field and the reference, in degrees.
        public var magDipTh: Double = 10
        /// The time that another constant field needs to become the reference while the device rotates.
        public var magNewTime: Seconds = 20
        /// The time that the first constant field needs to become the reference.
        public var magNewFirstTime: Seconds = 5
        /// The angular speed, in °/s, above which the time for a new reference counts.
        public var magNewMinGyr: Double = 20
        /// The time that the field must agree with the reference to be undisturbed again.
        public var magMinUndisturbedTime: Seconds = 0.5
        /// The longest time for which a disturbed field is ignored completely.
        public var magMaxRejectionTime: Seconds = 60
        /// The divisor of the heading's gain after that time, and the factor by which undisturbed time compensates
        /// rejected time.
        public var magRejectionFactor: Double = 2
        /// The longest interval between two gyroscope samples that does not restart the estimator. A longer interval
        /// between two samples of another sensor restarts its low-passes.
        public var maximumGap: Seconds = 1
        /// The use of the magnetometer to correct the heading.
        public var magnetometer = MagnetometerUse.auto

        /// Creates the parameters of the full filter, with the authors' defaults.
        public init() {}

        /// The parameters of BasicVQF: the filter without estimation of the bias, without rest detection and without
        /// rejection of disturbed fields.
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

    /// The form of the filter. It is not stored, because the basic form is the full form with everything disabled.
    private var mode: Mode {
        get { motionBiasEstEnabled || restBiasEstEnabled || magDistRejectionEnabled ? .full : .basic }
        set {
            guard newValue == .basic else { return }
            motionBiasEstEnabled = false
            restBiasEstEnabled = false
            magDistRejectionEnabled = false
        }
    }

    /// The parameters of both forms.
    private static let basicDeclarations: [ParameterDeclaration<Self>] = [
        .choice("mode", \.mode, "basic omits bias estimation, rest detection and rejection of disturbances."),
        .number(
            "tauAcc",
            \.tauAcc,
            .seconds,
            in: .aboveZero,
            "Time constant of the accelerometer; larger trusts the gyroscope longer."
        ),
        .number(
            "tauMag",
            \.tauMag,
            .seconds,
            in: .zeroOrMore,
            "Time constant of the magnetometer; larger trusts the gyroscope longer."
        ),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]

    /// The parameters of the full form.
    private static let fullDeclarations: [ParameterDeclaration<Self>] = [
        .flag(
            "motionBiasEstEnabled",
            \.motionBiasEstEnabled,
            "Learn the gyroscope's bias in motion; long accelerations mislead it."
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
            "Standard deviation of the initial bias; larger learns faster at first and is misled more easily."
        ),
        .number(
            "biasForgettingTime",
            \.biasForgettingTime,
            .seconds,
            in: .aboveZero,
            "Time in which a known bias becomes uncertain by 0.1 deg/s; smaller follows a changing bias sooner."
        ),
        .number(
            "biasClip",
            \.biasClip,
            .degreesPerSecond,
            in: .aboveZero,
            "Largest bias along each axis; larger copes with worse gyroscopes, and mistakes faster turns for rest."
        ),
        .number(
            "biasSigmaMotion",
            \.biasSigmaMotion,
            .degreesPerSecond,
            in: .aboveZero,
            "Standard deviation of the converged bias in motion; larger learns more slowly."
        ),
        .number(
            "biasVerticalForgettingFactor",
            \.biasVerticalForgettingFactor,
            in: .zeroToOne,
            "Relative rate at which the unobserved vertical bias decays to zero; larger forgets it sooner."
        ),
        .number(
            "biasSigmaRest",
            \.biasSigmaRest,
            .degreesPerSecond,
            in: .aboveZero,
            "Standard deviation of the converged bias at rest; larger learns more slowly."
        ),
        .number(
            "restMinT",
            \.restMinT,
            .seconds,
            in: .zeroOrMore,
            "Time within the thresholds until rest; smaller detects short rests, and false ones."
        ),
        .number(
            "restFilterTau",
            \.restFilterTau,
            .seconds,
            in: .aboveZero,
            "Time constant of the low-passes for rest detection; smaller mistakes slow motion for rest."
        ),
        .number(
            "restThGyr",
            \.restThGyr,
            .degreesPerSecond,
            in: .aboveZero,
            "Largest deviation of the gyroscope at rest; larger mistakes slow turns for rest."
        ),
        .number(
            "restThAcc",
            \.restThAcc,
            .metresPerSecondSquared,
            in: .aboveZero,
            "Largest deviation of the accelerometer at rest; larger mistakes slow motion for rest."
        ),
        .number(
            "magCurrentTau",
            \.magCurrentTau,
            .seconds,
            in: .zeroOrMore,
            "Time constant of the field's strength and dip, 0 for no low-pass; larger detects disturbances later."
        ),
        .number(
            "magRefTau",
            \.magRefTau,
            .seconds,
            in: .zeroOrMore,
            "Time constant with which the reference follows the field; smaller adapts sooner, also to disturbances."
        ),
        .number(
            "magNormTh",
            \.magNormTh,
            in: .zeroOrMore,
            "Largest relative deviation of the strength without disturbance; larger rejects less."
        ),
        .number(
            "magDipTh",
            \.magDipTh,
            .degrees,
            in: .zeroOrMore,
            "Largest deviation of the dip without disturbance; larger rejects less."
        ),
        .number(
            "magNewTime",
            \.magNewTime,
            .seconds,
            in: .zeroOrMore,
            "Time until another constant field is accepted; smaller accepts disturbances sooner."
        ),
        .number(
            "magNewFirstTime",
            \.magNewFirstTime,
            .seconds,
            in: .zeroOrMore,
            "Time until the first constant field is accepted; smaller rejects disturbances sooner after the start."
        ),
        .number(
            "magNewMinGyr",
            \.magNewMinGyr,
            .degreesPerSecond,
            in: .zeroOrMore,
            "Angular speed above which the time for a new field counts; smaller counts rest too."
        ),
        .number(
            "magMinUndisturbedTime",
            \.magMinUndisturbedTime,
            .seconds,
            in: .zeroOrMore,
            "Time of agreement until the field is undisturbed again; smaller returns sooner."
        ),
        .number(
            "magMaxRejectionTime",
            \.magMaxRejectionTime,
            .seconds,
            in: .zeroOrMore,
            "Longest time for which a disturbed field is ignored; larger relies on the gyroscope longer."
        ),
        .number(
            "magRejectionFactor",
            \.magRejectionFactor,
            in: .aboveZero,
            "Divisor of the heading's gain after too long a rejection; larger trusts a disturbed field less."
        ),
    ]

    /// Removes the parameters of the full form from the basic form, and checks that a SPEC does not set them.
    static func resolve(_ values: inout ParameterValues) throws(InputError) {
        guard values.word("mode") == Mode.basic.rawValue else { return }
        for declaration in fullDeclarations {
            guard !values.isGiven(declaration.name) else {
                throw InputError(
                    message: "vqf in mode=basic has no parameter \(declaration.name), only "
                        + "\(basicDeclarations.map(\.name).joined(separator: ", "))",
                    advice: "remove it, or write mode=full"
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
