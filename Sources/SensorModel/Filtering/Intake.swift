/// What a filter knows about its input stream: the last time, the last output and the counts of skipped samples.
public struct Intake<Value: FilterValue>: Sendable, Hashable {
    @usableFromInline var last: Sample?
    /// Counts of skipped samples and restarts since the start or the last reset.
    public internal(set) var skips = SkipCounts()

    /// An empty stream: no sample, no counts.
    public init() {}

    /// The time of the last processed sample; nil before the first one.
    @inlinable public var time: Seconds? { last?.time }

    /// The filter's output at ``time``; nil before the first sample.
    @inlinable public var output: Value? { last?.output }

    @usableFromInline
    mutating func countRestart() { skips.restarts += 1 }

    /// A processed sample.
    @usableFromInline
    struct Sample: Sendable, Hashable {
        @usableFromInline let time: Seconds
        @usableFromInline let output: Value

        @inlinable init(time: Seconds, output: Value) {
            self.time = time
            self.output = output
        }
    }
}
