package import SensorModel

extension Complementary.Parameters: DeclaredParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "timeConstant",
            \.timeConstant,
            .seconds,
            in: .aboveZero,
            "Time in which an error decays to 37 %; smaller passes more noise of gravity and field."
        ),
        .accelerationTolerance(\.accelerationTolerance),
        .choice("form", \.form, "Blends orientations, or roll, pitch and yaw one by one, which is valid near level."),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]
}

extension EstimatorEntry {
    static let complementary = EstimatorEntry(
        name: "complementary",
        summary: "Gyroscope integration, corrected towards gravity and field with one time constant.",
        source: "Higgins 1975, doi:10.1109/TAES.1975.308081; Stevense & van der Tak 2010, section 6.3",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: Complementary.Parameters.descriptors,
        make: { Complementary(Complementary.Parameters($0)) }
    )
}
