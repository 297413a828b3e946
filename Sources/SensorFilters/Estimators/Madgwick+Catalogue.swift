package import SensorModel

extension Madgwick.Parameters: DeclaredParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "beta",
            \.beta,
            in: .zeroOrMore,
            "Gain of accelerometer and magnetometer, up to 2 beta rad/s; larger jitters more."
        ),
        .choice(
            "reference",
            \.reference,
            "Field reference: full as in the paper, halved as in the published C code."
        ),
        .start(\.start),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
        .number("zeta", \.zeta, in: .zeroOrMore, "Speed at which the gyroscope's bias is learnt; 0 learns no bias."),
        .choice("axes", \.axes, "Earth axes of the equations: those of the report, or East, North, Up."),
    ]
}

extension EstimatorEntry {
    static let madgwick = EstimatorEntry(
        name: "madgwick",
        summary: "Gyroscope integration with a gradient step towards gravity and field.",
        source: "Madgwick 2010; Madgwick et al. 2011, doi:10.1109/ICORR.2011.5975346",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        isIsotropic: false,
        parameters: Madgwick.Parameters.descriptors,
        make: { Madgwick(Madgwick.Parameters($0)) }
    )
}
