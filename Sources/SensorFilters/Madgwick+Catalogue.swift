import SensorModel

extension Madgwick.Parameters {
    static let descriptors: [ParameterDescriptor] = [
        .number("beta", in: .zeroOrMore, default: 0.1, "Pull of accelerometer and magnetometer, in rad/s; larger jitters more."),
        .choice(
            "reference",
            of: Madgwick.FieldReference.allCases.map(\.rawValue),
            default: "full",
            "Field reference: full as in the paper, halved as in the C code in circulation."
        ),
        .maximumGap,
    ]

    init(_ values: ParameterValues) {
        self.init(
            beta: values.required("beta"),
            reference: values.word("reference").flatMap(Madgwick.FieldReference.init) ?? .full,
            maximumGap: values.required("maximumGap")
        )
    }
}
