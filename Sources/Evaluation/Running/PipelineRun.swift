package import Pipelines
package import SensorModel

/// The run of one pipeline over a recording: its estimates so far and its computing time.
package struct PipelineRun {
    private(set) var pipeline: Pipeline
    package private(set) var estimates = Estimates()
    /// The timer; nil if time is not measured.
    private(set) var clock: ComputeClock?

    /// - Parameter expected: the number of estimates to expect.
    package init(_ pipeline: Pipeline, isTimed: Bool = true, expecting expected: Int = 0) {
        self.pipeline = pipeline
        clock = isTimed ? ComputeClock() : nil
        estimates.reserve(expected)
    }

    /// Creates the run of what a described system showed, as if its pipeline had estimated it.
    init(shownBy run: SystemRun) {
        pipeline = run.replay.pipeline
        estimates = run.meter.shown
        clock = run.clock
    }

    /// Processes the frames in blocks that the clock can time.
    package mutating func process(_ frames: [SensorFrame]) {
        guard var length = clock?.blockLength else {
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

    /// Ends the run after the last frame.
    ///
    /// - Parameter isThorough: whether an estimator from outside repeats part of its run.
    package mutating func finish(isThorough: Bool) {
        let begin = ContinuousClock.now
        pipeline.finish(isThorough: isThorough) { estimates.append($1, at: $0) }
        guard clock != nil else { return }
        if pipeline.specification.isOffline {
            clock = ComputeClock(wholeRun: begin.duration(to: .now))
        } else if let time = pipeline.outsideTime {
            clock = ComputeClock(time)
        }
    }

    private mutating func pass(_ frames: ArraySlice<SensorFrame>) {
        for frame in frames {
            pipeline.process(frame) { estimates.append($1, at: $0) }
        }
    }
}
