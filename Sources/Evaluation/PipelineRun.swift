import Pipelines
import SensorModel

/// One pipeline while a recording is passed over: what it gave so far, and how long it took.
struct PipelineRun {
    private(set) var pipeline: Pipeline
    private(set) var estimates = Estimates()
    private(set) var clock = ComputeClock()

    init(_ pipeline: Pipeline) {
        self.pipeline = pipeline
    }

    /// What a described system showed, as if its pipeline had given it.
    init(shownBy run: SystemRun) {
        pipeline = run.replay.pipeline
        estimates = run.meter.shown
        clock = run.clock
    }

    /// Passes the frames on, in blocks that the clock can time.
    mutating func process(_ frames: [SensorFrame]) {
        var start = 0
        while start < frames.count {
            let end = min(start + clock.blockLength, frames.count)
            processBlock(frames[start..<end])
            start = end
        }
    }

    private mutating func processBlock(_ frames: ArraySlice<SensorFrame>) {
        let before = estimates.count
        let begin = ContinuousClock.now
        for frame in frames {
            if let orientation = pipeline.process(frame) { estimates.append(orientation, at: frame.time) }
        }
        clock.add(begin.duration(to: .now), count: estimates.count - before)
    }
}
