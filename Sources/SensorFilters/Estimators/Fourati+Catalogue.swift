package import SensorModel

extension Fourati.Parameters: DisturbanceRejectingParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] =
        [
            .number(
                "beta",
                \.beta,
                in: .zeroOrMore,
                "Gain of accelerometer and magnetometer, in 1/s; larger jitters more."
            ),
            .number("ka", \.ka, in: .zeroToBillion, "Weight of gravity."),
            .number("km", \.km, in: .zeroToBillion, "Weight of the magnetometer's direction."),
            .number("damping", \.damping, in: .aboveZeroToBillion, "Term that keeps the matrix invertible."),
            .magneticReference(\.reference),
            .dip(\.dip),
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
        ] + ParameterDeclaration.disturbances
}

extension EstimatorEntry {
    static let fourati = EstimatorEntry(
        name: "fourati",
        summary: "Observer with a Levenberg-Marquardt gain, and detectors of magnetic perturbations.",
        source:
            "Fourati et al. 2011, doi:10.1109/JSEN.2010.2053353; Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: Fourati.Parameters.descriptors,
        make: { Fourati(Fourati.Parameters($0)) }
    )
}
