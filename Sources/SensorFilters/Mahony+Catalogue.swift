import SensorModel

extension Mahony.Parameters {
    static let descriptors: [ParameterDescriptor] = [
        .number(
            "kp",
            in: .zeroOrMore,
            default: 0.5,
            "Pull of accelerometer and magnetometer, in rad/s; larger jitters more."
        ),
        .number("ki", in: .zeroOrMore, default: 0, "How fast the gyroscope's bias is learnt; 0 learns none."),
        StartOrientation.descriptor,
        .maximumGap,
    ]

    init(_ values: ParameterValues) {
        self.init(
            kp: values.required("kp"),
            ki: values.required("ki"),
            start: StartOrientation(values),
            maximumGap: values.required("maximumGap")
        )
    }
}

extension EstimatorEntry {
    static let mahony = EstimatorEntry(
        name: "mahony",
        summary: "Gyroscope with proportional and integral feedback of gravity and field.",
        source: "Mahony et al. 2008, doi:10.1109/TAC.2008.923738",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: Mahony.Parameters.descriptors,
        make: { Mahony(Mahony.Parameters($0)) }
    )
}
