import Evaluation
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// The errors without the mean heading difference.
struct AlignedErrorTests {
    private static func run(_ options: EvaluationOptions, declination: Angle? = nil) throws -> EvaluationRun {
        var recording = SyntheticMotion(seed: 5).recording()
        recording.declination = declination
        let specification = try PipelineSpecification(parsing: "madgwick")
        let outcome = try RecordingEvaluation.evaluate(recording, pipelines: [specification], options: options).first
        return try #require(outcome).run
    }

    @Test func `Aligned errors equal the errors of a run with heading alignment`() throws {
        let plain = try Self.run(EvaluationOptions()).metrics
        let aligned = try Self.run(EvaluationOptions(headingAlignment: .constant)).metrics
        #expect(plain[.alignedTotalRMSE] == aligned[.totalRMSE])
        #expect(plain[.alignedHeadingRMSE] == aligned[.headingRMSE])
        #expect(aligned[.alignedTotalRMSE] == aligned[.totalRMSE])
    }

    @Test func `A wrong north does not change the aligned total error`() throws {
        let right = try Self.run(EvaluationOptions()).metrics
        let wrong = try Self.run(EvaluationOptions(), declination: Angle(degrees: 30)).metrics
        #expect(try #require(wrong[.headingRMSE]) > 20)
        let change = try #require(wrong[.alignedTotalRMSE]) - #require(right[.alignedTotalRMSE])
        #expect(abs(change) < 1e-6)
    }

    @Test func `The aligned heading error is measured without other metrics`() throws {
        var options = EvaluationOptions()
        options.metrics = [.alignedHeadingRMSE]
        #expect(try Self.run(options).metrics[.alignedHeadingRMSE] != nil)
    }
}
