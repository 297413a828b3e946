import SensorModel

extension VQF.Parameters {
    private static let basicDescriptors: [ParameterDescriptor] = [
        .choice("mode", of: ["basic", "full"], default: "full", "basic leaves out bias, rest and disturbances."),
        .number(
            "tauAcc",
            .seconds,
            in: .aboveZero,
            default: 3,
            "Time constant of the accelerometer; larger trusts the gyroscope longer."
        ),
        .number(
            "tauMag",
            .seconds,
            in: .zeroOrMore,
            default: 9,
            "Time constant of the magnetometer; larger trusts the gyroscope longer."
        ),
        .maximumGap,
    ]

    private static let fullDescriptors: [ParameterDescriptor] = [
        .choice(
            "motionBiasEstEnabled",
            of: ["true", "false"],
            default: "true",
            "Learn the gyroscope's bias in motion."
        ),
        .choice(
            "restBiasEstEnabled",
            of: ["true", "false"],
            default: "true",
            "Detect rest, and learn the gyroscope's bias from it."
        ),
        .choice(
            "magDistRejectionEnabled",
            of: ["true", "false"],
            default: "true",
            "Detect disturbed magnetic fields, and leave them out."
        ),
        .number(
            "biasSigmaInit",
            .degreesPerSecond,
            in: .aboveZero,
            default: 0.5,
            "Uncertainty of the bias at the start; larger learns faster."
        ),
        .number(
            "biasForgettingTime",
            .seconds,
            in: .aboveZero,
            default: 100,
            "Time in which a known bias becomes uncertain by 0.1 deg/s."
        ),
        .number(
            "biasClip",
            .degreesPerSecond,
            in: .aboveZero,
            default: 2,
            "Largest bias along each axis; faster turns are no rest."
        ),
        .number(
            "biasSigmaMotion",
            .degreesPerSecond,
            in: .aboveZero,
            default: 0.1,
            "Uncertainty of the settled bias in motion; larger learns more slowly."
        ),
        .number(
            "biasVerticalForgettingFactor",
            in: .zeroToOne,
            default: 0.0001,
            "How strongly the unseen vertical bias is drawn to zero."
        ),
        .number(
            "biasSigmaRest",
            .degreesPerSecond,
            in: .aboveZero,
            default: 0.03,
            "Uncertainty of the settled bias at rest; larger learns more slowly."
        ),
        .number(
            "restMinT",
            .seconds,
            in: .zeroOrMore,
            default: 1.5,
            "How long the sensors must be quiet to be at rest."
        ),
        .number(
            "restFilterTau",
            .seconds,
            in: .aboveZero,
            default: 0.5,
            "Time constant of the low-passes that rest is judged by."
        ),
        .number(
            "restThGyr",
            .degreesPerSecond,
            in: .aboveZero,
            default: 2,
            "Deviation of the gyroscope that is still rest."
        ),
        .number(
            "restThAcc",
            .metresPerSecondSquared,
            in: .aboveZero,
            default: 0.5,
            "Deviation of the accelerometer that is still rest."
        ),
        .number(
            "magCurrentTau",
            .seconds,
            in: .zeroOrMore,
            default: 0.05,
            "Time constant of the field's strength and dip; 0 for none."
        ),
        .number(
            "magRefTau",
            .seconds,
            in: .zeroOrMore,
            default: 20,
            "Time constant with which the reference follows the field."
        ),
        .number(
            "magNormTh",
            in: .zeroOrMore,
            default: 0.1,
            "Deviation of the strength, as a share, that is still undisturbed."
        ),
        .number("magDipTh", .degrees, in: .zeroOrMore, default: 10, "Deviation of the dip that is still undisturbed."),
        .number(
            "magNewTime",
            .seconds,
            in: .zeroOrMore,
            default: 20,
            "Time after which another steady field is accepted."
        ),
        .number(
            "magNewFirstTime",
            .seconds,
            in: .zeroOrMore,
            default: 5,
            "Time after which the first steady field is accepted."
        ),
        .number(
            "magNewMinGyr",
            .degreesPerSecond,
            in: .zeroOrMore,
            default: 20,
            "Angular speed above which the time for a new field counts."
        ),
        .number(
            "magMinUndisturbedTime",
            .seconds,
            in: .zeroOrMore,
            default: 0.5,
            "Time like the reference until the field is undisturbed again."
        ),
        .number(
            "magMaxRejectionTime",
            .seconds,
            in: .zeroOrMore,
            default: 60,
            "Time for which a disturbed field is left out altogether."
        ),
        .number(
            "magRejectionFactor",
            in: .aboveZero,
            default: 2,
            "Divisor of the heading's gain when rejection has lasted too long."
        ),
    ]

    static let descriptors = basicDescriptors + fullDescriptors

    /// What the basic form leaves out has no parameters in it.
    static func resolve(_ values: inout ParameterValues) throws(ParameterError) {
        guard values.word("mode") == "basic" else { return }
        for descriptor in fullDescriptors {
            guard !values.isGiven(descriptor.name) else {
                throw ParameterError(
                    found: "\(descriptor.name) of vqf in mode=basic",
                    expected: "one of \(basicDescriptors.map(\.name).joined(separator: ", "))",
                    remedy: "leave it out, or choose mode=full"
                )
            }
            values.remove(descriptor.name)
        }
    }

    init(_ values: ParameterValues) {
        self = values.word("mode") == "basic" ? .basic : Self(full: values)
        tauAcc = values.required("tauAcc")
        tauMag = values.required("tauMag")
        maximumGap = values.required("maximumGap")
    }

    private init(full values: ParameterValues) {
        motionBiasEstEnabled = values.word("motionBiasEstEnabled") == "true"
        restBiasEstEnabled = values.word("restBiasEstEnabled") == "true"
        magDistRejectionEnabled = values.word("magDistRejectionEnabled") == "true"
        biasSigmaInit = values.required("biasSigmaInit")
        biasForgettingTime = values.required("biasForgettingTime")
        biasClip = values.required("biasClip")
        biasSigmaMotion = values.required("biasSigmaMotion")
        biasVerticalForgettingFactor = values.required("biasVerticalForgettingFactor")
        biasSigmaRest = values.required("biasSigmaRest")
        restMinT = values.required("restMinT")
        restFilterTau = values.required("restFilterTau")
        restThGyr = values.required("restThGyr")
        restThAcc = values.required("restThAcc")
        magCurrentTau = values.required("magCurrentTau")
        magRefTau = values.required("magRefTau")
        magNormTh = values.required("magNormTh")
        magDipTh = values.required("magDipTh")
        magNewTime = values.required("magNewTime")
        magNewFirstTime = values.required("magNewFirstTime")
        magNewMinGyr = values.required("magNewMinGyr")
        magMinUndisturbedTime = values.required("magMinUndisturbedTime")
        magMaxRejectionTime = values.required("magMaxRejectionTime")
        magRejectionFactor = values.required("magRejectionFactor")
    }
}

extension EstimatorEntry {
    static let vqf = EstimatorEntry(
        name: "vqf",
        summary: "VQF: gravity low-passed in an inertial frame, heading apart; bias, rest, disturbances.",
        source: "Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        isIsotropic: false,
        parameters: VQF.Parameters.descriptors,
        resolve: VQF.Parameters.resolve,
        make: { VQF(VQF.Parameters($0)) }
    )
}
