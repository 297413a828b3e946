import Pipelines
import SensorModel

/// One pipeline while a recording is passed over: what it gave so far, and how long it took.
struct PipelineRun {
    private(set) var pipeline: Pipeline
    private(set) var estimates = Estimates()
    /// Nil where time is not measured.
    private(set) var clock: ComputeClock?

    init(_ pipeline: Pipeline, isTimed: Bool = true) {
        self.pipeline = pipeline
        clock = isTimed ? ComputeClock() : nil
    }

    /// What a described system showed, as if its pipeline had given it.
    init(shownBy run: SystemRun) {
        pipeline = run.replay.pipeline
        estimates = run.meter.shown
        clock = run.clock
    }

    /// Passes the frames on, in blocks that the clock can time.
    mutating func process(_ frames: [SensorFrame]) {
        guard var length = clock?.blockLength else {
            estimates.reserve(frames.count)
            return pass(frames[...])
        }
        var start = 0
        while start < frames.count {
            let end = min(start + length, frames.count)
            let before = estimates.count
            let begin = ContinuousClock.now
            pass(frames[start..<end])
            clock?.add(begin.duration(to: .now), count: estimates.count - before)
            length = clock?.blockLength ?? length
            start = end
        }
    }

    private mutating func pass(_ frames: ArraySlice<SensorFrame>) {
        for frame in frames {
            pipeline.process(frame) { estimates.append($1, at: $0) }
        }
    }
}
