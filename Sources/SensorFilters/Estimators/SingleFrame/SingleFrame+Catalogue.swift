package import SensorModel

extension SingleFrame.Parameters: DeclaredParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .choice("method", \.method, "Algorithm; the first four minimise Wahba's cost, the others equal triad."),
        .number(
            "gravityWeight",
            \.gravityWeight,
            in: .weightOfTwo,
            "Weight of gravity in Wahba's cost; the field's is 1 less it."
        ),
        .optionalAngle(
            "dip",
            \.dip,
            in: .determinedDip,
            "Dip of the Earth's field in Wahba's cost, positive downwards; unset, that of the first samples."
        ),
    ]
}

extension EstimatorEntry {
    static let singleFrame = EstimatorEntry(
        name: "singleFrame",
        summary: "Gravity and field of one moment by q-method, QUEST, FLAE, OLEQ, FAMC, SAAM, FQA or angles.",
        source: "Wahba 1965, doi:10.1137/1007077; Shuster & Oh 1981, doi:10.2514/3.19717",
        sensors: [.accelerometer, .magnetometer],
        advancedBy: [.accelerometer, .magnetometer],
        parameters: SingleFrame.Parameters.descriptors,
        make: { SingleFrame(SingleFrame.Parameters($0)) }
    )
}
