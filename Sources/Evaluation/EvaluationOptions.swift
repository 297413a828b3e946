public import SensorModel

/// What an evaluation counts, and how.
public struct EvaluationOptions: Sendable, Hashable {
    /// Which constant heading difference is taken out before errors are counted; none by default.
    public var headingAlignment: HeadingAlignment
    /// The rate at which a display shows the estimate, for frame-to-frame jitter; 30 Hz by default.
    public let displayRate: Hertz
    /// Whether the sensors' times are moved onto the clock of the truth or the poses; false by default.
    public var alignsClocks = false

    public init(headingAlignment: HeadingAlignment = .none, displayRate: Hertz = 30) {
        precondition(displayRate > 0 && displayRate <= 1_000, "a display shows some frames per second")
        self.headingAlignment = headingAlignment
        self.displayRate = displayRate
    }

    /// Between estimates further apart than this nothing is known: the filters' default `maximumGap`.
    static let longestEstimateGap: Seconds = 1
    /// Between reference samples further apart than this nothing is known: six frames of a 60 Hz motion capture, one of
    /// 10 Hz.
    static let longestReferenceGap: Seconds = 0.101
}
