import Evaluation
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

@Suite struct BatchEvaluationTests {
    @Test func `An interrupted evaluation keeps what is finished, and names the rest as failures`() async throws {
        let batch = BatchEvaluation(subjects: [.pipeline(try PipelineSpecification(parsing: "gyroscope"))])
        var done = 0
        let outcome = await batch.evaluate(
            ["a", "b", "c"],
            read: { path throws(InputError) in
                var recording = SyntheticMotion(seed: 1).recording(bias: .zero)
                recording.name = path
                return recording
            },
            report: { done = $0.done },
            isStopped: { done == 2 }
        )
        #expect(outcome.outcomes.map(\.run.recording.name) == ["a", "b"])
        #expect(outcome.failures.map(\.path) == ["c"])
        #expect(outcome.failures.first?.error.message == "not evaluated, because the evaluation was interrupted")
    }
}
