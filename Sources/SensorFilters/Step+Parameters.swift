public import SensorModel

/// When ``Step`` moves.
public struct StepParameters: Sendable, Hashable {
    /// How far a sample must be from the output to replace it: degrees for headings and orientations, the value's own
    /// unit for scalars and vectors. Larger is calmer and moves in larger steps; 0 passes everything.
    public var threshold: Double
    /// A gap longer than this starts the filter anew.
    public var maximumGap: Seconds

    public init(threshold: Double = 2, maximumGap: Seconds = 1) {
        precondition(threshold >= 0, "a threshold is not negative")
        self.threshold = threshold
        self.maximumGap = maximumGap
    }

    static let descriptors: [ParameterDescriptor] = [
        .number(
            "threshold",
            .degreesOrOwn,
            in: .zeroOrMore,
            default: 2,
            "Distance at which the output moves, for scalars and vectors in their unit; larger is calmer and coarser."
        ),
        .maximumGap,
    ]

    init(_ values: ParameterValues) {
        self.init(threshold: values.required("threshold"), maximumGap: values.required("maximumGap"))
    }
}

extension FilterEntry {
    static let step = FilterEntry(
        name: "step",
        summary: "Stays until a sample is further away than a threshold.",
        source: "Stevense & van der Tak 2010, appendix C.3.1",
        parameters: StepParameters.descriptors,
        scalar: { Step(StepParameters($0)) },
        heading: { Step(StepParameters($0)) },
        vector: { Step(StepParameters($0)) },
        quaternion: { Step(StepParameters($0)) }
    )
}
