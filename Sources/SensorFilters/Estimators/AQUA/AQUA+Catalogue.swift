package import SensorModel

extension AQUA.Parameters: DeclaredParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number("alpha", \.alpha, in: .zeroToOne, "Share of the inclination's error that a sample removes."),
        .number("beta", \.beta, in: .zeroToOne, "Share of the heading's error that a sample removes."),
        .number("threshold", \.threshold, in: .zeroToOne, "Scalar part of a correction above which it is linear."),
        .flag("adaptive", \.isAdaptive, "Reduce alpha while the length of the acceleration differs from gravity."),
        .number("fullGainError", \.fullGainError, in: .zeroOrMore, "Relative difference up to which alpha is full."),
        .number("zeroGainError", \.zeroGainError, in: .zeroOrMore, "Relative difference from which alpha is 0."),
        .number("gravity", \.gravity, .metresPerSecondSquared, in: .aboveZero, "Strength of gravity."),
        .flag("bias", \.estimatesBias, "Estimate the gyroscope's bias while the device rests."),
        .number("biasGain", \.biasGain, in: .zeroToOne, "Share of the rate that a sample at rest adds to the bias."),
        .number(
            "restAcceleration",
            \.restAcceleration,
            .metresPerSecondSquared,
            in: .zeroOrMore,
            "Largest difference between the acceleration's length and gravity at rest."
        ),
        .number("restRate", \.restRate, .radiansPerSecond, in: .zeroOrMore, "Largest rate at rest, less the bias."),
        .number(
            "restRateChange",
            \.restRateChange,
            .radiansPerSecond,
            in: .zeroOrMore,
            "Largest change of the rate between samples at rest."
        ),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]
}

extension EstimatorEntry {
    static let aqua = EstimatorEntry(
        name: "aqua",
        summary: "Closed-form corrections of inclination and heading apart, with an adaptive gain and a bias.",
        source: "Valenti et al. 2015, doi:10.3390/s150819302",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: AQUA.Parameters.descriptors,
        make: { AQUA(AQUA.Parameters($0)) }
    )
}
