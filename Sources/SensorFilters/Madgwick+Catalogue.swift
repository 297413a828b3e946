import SensorModel

extension Madgwick.Parameters {
    static let descriptors: [ParameterDescriptor] = [
        .number(
            "beta",
            in: .zeroOrMore,
            default: 0.1,
            "Pull of accelerometer and magnetometer, 2 beta rad/s; larger jitters more."
        ),
        .choice(
            "reference",
            of: Madgwick.FieldReference.allCases.map(\.rawValue),
            default: "full",
            "Field reference: full as in the paper, halved as in the C code in circulation."
        ),
        StartOrientation.descriptor,
        .maximumGap,
    ]

    init(_ values: ParameterValues) {
        self.init(
            beta: values.required("beta"),
            reference: values.word("reference").flatMap(Madgwick.FieldReference.init) ?? .full,
            start: StartOrientation(values),
            maximumGap: values.required("maximumGap")
        )
    }
}

extension EstimatorEntry {
    static let madgwick = EstimatorEntry(
        name: "madgwick",
        summary: "Gyroscope with a gradient step towards gravity and field.",
        source: "Madgwick 2010; Madgwick et al. 2011, doi:10.1109/ICORR.2011.5975346",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        isIsotropic: false,
        parameters: Madgwick.Parameters.descriptors,
        make: { Madgwick(Madgwick.Parameters($0)) }
    )
}
