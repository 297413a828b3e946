import Evaluation
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// Times that are not in seconds, or jump: each yields a result or a reason in a short time.
struct ClockJumpTests {
    /// A share of the increment RMS, and degrees: the first row changes the start of filters.
    private static let incrementTolerance = (share: 0.1, degrees: 0.01)
    private static let pipelines = ["triad", "vqf", "gyroscope"]

    /// Ten seconds of a rotating device at 100 Hz with changed times.
    private func recording(_ time: (Seconds) -> Seconds) -> Recording {
        let motion = SyntheticMotion(seed: 3)
        let moments = (0...1_000).map { Double($0) / 100 }
        let times = moments.map(time)
        var recording = Recording(name: "jump")
        recording.accelerometer = SensorStream(
            times: times,
            values: moments.map { motion.orientation(at: $0).conjugate.rotate(Vector3(0, 0, 9.81)) }
        )
        recording.magnetometer = SensorStream(
            times: times,
            values: moments.map { motion.orientation(at: $0).conjugate.rotate(Vector3(0, 20, -40)) }
        )
        recording.gyroscope = SensorStream(times: times, values: moments.map(motion.rate))
        recording.reference = ReferenceStream(times: times, orientations: moments.map(motion.orientation))
        return recording
    }

    @Test(arguments: [ReferenceKind.truth, .gyroscope])
    func `Times in Unix nanoseconds yield no lag, and a note gives the reason`(reference: ReferenceKind) throws {
        let recording = recording { 1.7e18 + $0 * 1e9 }
        var options = EvaluationOptions()
        options.reference = reference
        options.keepsSeries = true
        let runs = try RecordingEvaluation.evaluate(
            recording,
            pipelines: try Self.pipelines.map { try PipelineSpecification(parsing: $0) },
            options: options
        )
        #expect(runs.count == Self.pipelines.count)
        for outcome in runs {
            #expect(outcome.run.metrics[.lag] == nil)
            #expect(outcome.run.metrics.note(for: .lag) != nil)
            #expect(outcome.run.metrics[.jumpCount] ?? 0 == 0)
        }
        #expect(RecordingClockComparison(recording)?.estimate != nil)
    }

    @Test func `A first row at zero before Unix seconds changes the increment RMS by less than 10 % and 0.01°`() throws
    {
        let specifications = try Self.pipelines.map { try PipelineSpecification(parsing: $0) }
        let whole = try RecordingEvaluation.evaluate(recording { $0 + 1.7e9 }, pipelines: specifications)
        let jumped = try RecordingEvaluation.evaluate(
            recording { $0 == 0 ? 0 : $0 + 1.7e9 },
            pipelines: specifications
        )
        #expect(jumped.count == whole.count)
        for (expected, found) in zip(whole, jumped) {
            let increments = try #require(expected.run.metrics[.incrementRMS])
            #expect(
                abs(try #require(found.run.metrics[.incrementRMS]) - increments)
                    < Self.incrementTolerance.share * increments + Self.incrementTolerance.degrees
            )
        }
    }

    @Test(arguments: [-1e300, 1e300, 5e15, -.leastNormalMagnitude])
    func `An evaluation with an extreme clock offset completes`(offset: Double) throws {
        var recording = recording { $0 }
        let times = recording.reference?.times ?? []
        recording.reference?.times = times.map { $0 + offset }
        let outcomes = try RecordingEvaluation.evaluate(
            recording,
            pipelines: try Self.pipelines.map { try PipelineSpecification(parsing: $0) }
        )
        #expect(outcomes.count == Self.pipelines.count)
    }

    @Test func `Orientations that are not finite leave all figures unmeasured`() throws {
        let metrics = try recording { $0 }.run("ekf:initialBias=1e160").metrics
        for name in MetricCatalogue.ofOrientation where !MetricCatalogue.ofTime.contains(name) {
            #expect(metrics[name] == nil)
            let note = try #require(metrics.note(for: name))
            #expect(note.contains("not finite") || note.contains("never determined"))
        }
    }

    @Test func `Evaluations that drop their orientations have the same total and increment RMS`() throws {
        let recording = recording { $0 }
        let specifications = try (1...40).map { try PipelineSpecification(parsing: "madgwick:beta=0.\($0 + 10)") }
        let kept = try RecordingEvaluation.evaluate(recording, pipelines: specifications)
        let measured = try RecordingEvaluation.evaluate(recording, pipelines: specifications, keepsEstimates: false)
        #expect(kept.count == specifications.count && measured.count == specifications.count)
        for (left, right) in zip(kept, measured) {
            #expect(left.run.metrics[.totalRMSE] == right.run.metrics[.totalRMSE])
            #expect(left.run.metrics[.incrementRMS] == right.run.metrics[.incrementRMS])
            #expect(right.estimates.count == 0)
            #expect(left.estimates.count > 0)
        }
    }
}
