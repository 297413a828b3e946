package import SensorModel

extension Mahony.Parameters: DisturbanceRejectingParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] =
        [
            .number(
                "kp",
                \.kp,
                in: .zeroOrMore,
                "Gain of accelerometer and magnetometer, in rad/s; larger jitters more."
            ),
            .number("ki", \.ki, in: .zeroOrMore, "Rate at which the gyroscope's bias is learnt; 0 learns no bias."),
            .start(\.start),
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
            .number("ka", \.ka, in: .zeroOrMore, "Weight of gravity."),
            .number("km", \.km, in: .zeroOrMore, "Weight of the magnetometer's direction."),
            .magneticReference(\.reference),
            .dip(\.dip),
        ] + ParameterDeclaration.disturbances
}

extension EstimatorEntry {
    static let mahony = EstimatorEntry(
        name: "mahony",
        summary: "Gyroscope integration with proportional and integral feedback of gravity and field.",
        source: "Mahony et al. 2008, doi:10.1109/TAC.2008.923738",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: Mahony.Parameters.descriptors,
        make: { Mahony(Mahony.Parameters($0)) }
    )
}
