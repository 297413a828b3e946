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
