public import SensorModel

/// How far ``Predict`` looks ahead, and how calmly.
public struct PredictParameters: Sendable, Hashable {
    /// h ≥ 0: how far ahead of the newest sample the output lies. Small leaves the display's delay visible; large
    /// overshoots where the motion changes, and multiplies the noise. 0 passes the input on.
    public var horizon: Seconds
    /// τ > 0: over how long the velocity is averaged. Small follows changes and trembles; large is calm and overshoots
    /// longer.
    public var timeConstant: Seconds
    /// A gap longer than this starts the filter anew.
    public var maximumGap: Seconds

    /// - Parameters:
    ///   - horizon: 50 ms by default, about three frames of a display at 60 Hz.
    ///   - timeConstant: 100 ms by default.
    ///   - maximumGap: 1 s by default.
    public init(horizon: Seconds = 0.05, timeConstant: Seconds = 0.1, maximumGap: Seconds = 1) {
        self.horizon = horizon
        self.timeConstant = timeConstant
        self.maximumGap = maximumGap
    }

    static let descriptors: [ParameterDescriptor] = [
        .number(
            "horizon",
            .seconds,
            in: .zeroOrMore,
            default: 0.05,
            "How far ahead of the newest sample; larger hides more delay and overshoots more."
        ),
        .number(
            "timeConstant",
            .seconds,
            in: .aboveZero,
            default: 0.1,
            "Over how long the velocity is averaged; larger is calmer and overshoots longer."
        ),
        .maximumGap,
    ]

    init(_ values: ParameterValues) {
        self.init(
            horizon: values.required("horizon"),
            timeConstant: values.required("timeConstant"),
            maximumGap: values.required("maximumGap")
        )
    }
}
