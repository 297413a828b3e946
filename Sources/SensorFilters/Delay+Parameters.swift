public import SensorModel

/// By how much ``Delay`` holds back.
public struct DelayParameters: Sendable, Hashable {
    /// k, how many samples, at least 1. More is later.
    public var samples: Int
    /// A gap longer than this starts the filter anew.
    public var maximumGap: Seconds

    public init(samples: Int = 1, maximumGap: Seconds = 1) {
        precondition(samples > 0, "a delay is at least one sample")
        self.samples = samples
        self.maximumGap = maximumGap
    }

    static let descriptors: [ParameterDescriptor] = [
        .number("samples", .count, in: .windowLength, default: 1, "Samples to hold back; more is later."),
        .maximumGap,
    ]

    init(_ values: ParameterValues) {
        self.init(samples: values.requiredCount("samples"), maximumGap: values.required("maximumGap"))
    }
}

extension FilterEntry {
    static let delay = FilterEntry(
        name: "delay",
        summary: "The sample from some samples ago.",
        source: "Stevense & van der Tak 2010, section 4.1.1",
        parameters: DelayParameters.descriptors,
        scalar: { Delay(DelayParameters($0)) },
        heading: { Delay(DelayParameters($0)) },
        vector: { Delay(DelayParameters($0)) },
        quaternion: { Delay(DelayParameters($0)) }
    )
}
