/// What a filter knows about the stream that it is fed: the last moment, the last output, and what was left out.
public struct Intake<Value: FilterValue>: Sendable, Hashable {
    /// The time of the last sample that was taken in.
    public internal(set) var time: Seconds?
    /// The filter's output at that time.
    public internal(set) var output: Value?
    /// What was left out since the start or the last reset.
    public internal(set) var skips = SkipCounts()

    public init() {}
}
