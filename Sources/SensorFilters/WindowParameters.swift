public import SensorModel

/// The parameters of filters that look at the last `window` samples.
public struct WindowParameters: Sendable, Hashable {
    /// How many samples, at least 1. More is smoother and slower.
    public var window: Int
    /// A gap longer than this starts the filter anew.
    public var maximumGap: Seconds

    public init(window: Int = 7, maximumGap: Seconds = 1) {
        self.window = window
        self.maximumGap = maximumGap
    }

    static let descriptors = descriptors(summary: "Samples to average; more is smoother and slower.")

    static func descriptors(window: Int = 7, summary: String) -> [ParameterDescriptor] {
        [.number("window", .count, in: .windowLength, default: Double(window), summary), .maximumGap]
    }

    init(_ values: ParameterValues) {
        self.init(window: values.requiredCount("window"), maximumGap: values.required("maximumGap"))
    }
}
