public import SensorModel

/// How strongly ``DoubleExponential`` smooths, and how far it looks ahead.
public struct DoubleExponentialParameters: Sendable, Hashable {
    /// α in (0, 1], the weight of a new sample in both low-passes. Smaller is smoother, and overshoots for longer when
    /// the speed changes; 1 passes everything.
    public var alpha: Double
    /// k ≥ 0, the samples by which the output is ahead. Larger makes up for more latency elsewhere, and magnifies
    /// noise.
    public var horizon: Double
    /// A gap longer than this starts the filter anew.
    public var maximumGap: Seconds

    public init(alpha: Double = 0.5, horizon: Double = 0, maximumGap: Seconds = 1) {
        self.alpha = alpha
        self.horizon = horizon
        self.maximumGap = maximumGap
    }

    static let descriptors: [ParameterDescriptor] = [
        .number("alpha", in: .aboveZeroToOne, default: 0.5, "Weight of a new sample; smaller is smoother."),
        .number("horizon", in: .zeroToThousand, default: 0, "Samples to look ahead; more magnifies noise."),
        .maximumGap,
    ]

    init(_ values: ParameterValues) {
        self.init(
            alpha: values.required("alpha"),
            horizon: values.required("horizon"),
            maximumGap: values.required("maximumGap")
        )
    }
}

extension FilterEntry {
    static let doubleExponential = FilterEntry(
        name: "doubleExponential",
        summary: "Double exponential smoothing: no lag at constant speed, and a forecast.",
        source: "LaViola 2003, doi:10.1145/769953.769976; Stevense & van der Tak 2010, appendix C.3.1",
        parameters: DoubleExponentialParameters.descriptors,
        scalar: { DoubleExponential(DoubleExponentialParameters($0)) },
        heading: { DoubleExponential(DoubleExponentialParameters($0)) },
        vector: { DoubleExponential(DoubleExponentialParameters($0)) },
        quaternion: { DoubleExponential(DoubleExponentialParameters($0)) }
    )
}
