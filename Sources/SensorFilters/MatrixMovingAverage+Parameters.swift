public import SensorModel

/// Over how many samples ``MatrixMovingAverage`` averages, and how it reads the mean.
public struct MatrixMovingAverageParameters: Sendable, Hashable {
    /// How many samples, at least 1. More is smoother and slower.
    public var window: Int
    /// Whether the mean matrix is replaced by the nearest rotation; otherwise it is read as it draws, which is what
    /// Gamaray does.
    public var renormalise: Bool
    /// A gap longer than this starts the filter anew.
    public var maximumGap: Seconds

    public init(window: Int = 20, renormalise: Bool = false, maximumGap: Seconds = 1) {
        self.window = window
        self.renormalise = renormalise
        self.maximumGap = maximumGap
    }

    static let descriptors: [ParameterDescriptor] =
        WindowParameters.descriptors(window: 20, summary: "Samples to average; more is smoother and slower.") + [
            .choice(
                "renormalise",
                of: ["true", "false"],
                default: "false",
                "Whether the mean matrix is replaced by the nearest rotation."
            )
        ]

    init(_ values: ParameterValues) {
        self.init(
            window: values.requiredCount("window"),
            renormalise: values.word("renormalise") == "true",
            maximumGap: values.required("maximumGap")
        )
    }
}

extension FilterEntry {
    static let matrixMovingAverage = FilterEntry(
        name: "matrixMovingAverage",
        summary: "Mean of the last rotation matrices, element by element.",
        source: "Gamaray (Stevense & van der Tak 2010, appendix C.3.2); Markley et al. 2007, doi:10.2514/1.28949",
        parameters: MatrixMovingAverageParameters.descriptors,
        quaternion: { MatrixMovingAverage(MatrixMovingAverageParameters($0)) }
    )
}
