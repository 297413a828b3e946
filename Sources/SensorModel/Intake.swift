/// What a filter knows about the stream that it is fed: the last moment, the last output, and what was left out.
public struct Intake<Value: FilterValue>: Sendable, Hashable {
    @usableFromInline var last: Sample?
    /// What was left out since the start or the last reset.
    public internal(set) var skips = SkipCounts()

    public init() {}

    /// The time of the last sample that was taken in.
    @inlinable public var time: Seconds? { last?.time }

    /// The filter's output at that time.
    @inlinable public var output: Value? { last?.output }

    @usableFromInline
    mutating func countRestart() { skips.restarts += 1 }

    /// A sample that was taken in.
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
