package import SensorModel

extension Martin.Parameters: DeclaredParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number("la", \.la, in: .zeroOrMore, "Gain of the acceleration, in 1/s; larger passes more of the motion."),
        .number("lc", \.lc, in: .zeroOrMore, "Gain of the field's part across gravity, in 1/s."),
        .number("ld", \.ld, in: .zeroOrMore, "Gain of the field's horizontal part, in 1/s."),
        .number("n", \.n, in: .zeroOrMore, "Speed at which the scale of the accelerometer is learnt, in 1/s."),
        .number("o", \.o, in: .zeroOrMore, "Speed at which the scale of the magnetometer is learnt, in 1/s."),
        .number("sigma", \.sigma, in: .zeroOrMore, "Speed at which the gyroscope's bias is learnt; 0 learns no bias."),
        .choice("form", \.form, "Equations of the paper, or those of the smartphone benchmark's program."),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]
}

extension EstimatorEntry {
    static let martin = EstimatorEntry(
        name: "martin",
        summary: "Invariant observer: the field corrects the heading only; learns bias and scales.",
        source: "Martin & Salaün 2010, doi:10.1016/j.conengprac.2010.01.012",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: Martin.Parameters.descriptors,
        make: { Martin(Martin.Parameters($0)) }
    )
}
