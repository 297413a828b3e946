import Evaluation
import Pipelines
import Recordings
import Testing

extension Recording {
    /// The outcome of one subject over the recording.
    func outcome(
        of subject: EvaluationSubject,
        scene: SystemScene = SystemScene(),
        options: EvaluationOptions = EvaluationOptions()
    ) throws -> RecordingEvaluation.Outcome {
        let outcomes = try RecordingEvaluation.evaluate(self, subjects: [subject], scene: scene, options: options)
        return try #require(outcomes.first)
    }

    /// The outcome of a location pipeline with changed options.
    func outcome(
        ofLocation pipeline: String,
        _ change: (inout EvaluationOptions) -> Void = { _ in }
    ) throws -> RecordingEvaluation.Outcome {
        var options = EvaluationOptions()
        change(&options)
        return try outcome(of: .location(LocationPipelineSpecification(parsing: pipeline)), options: options)
    }

    /// The run of a pipeline with changed options.
    func run(
        _ pipeline: String = "deviceAttitude",
        _ change: (inout EvaluationOptions) -> Void = { _ in }
    ) throws -> EvaluationRun {
        var options = EvaluationOptions()
        change(&options)
        return try outcome(of: .pipeline(PipelineSpecification(parsing: pipeline)), options: options).run
    }
}
