public import Pipelines
public import Recordings
import SensorModel

/// A recording made ready once, for as many pipelines as one likes: grids of parameters.
///
/// Memory is that of the recording and its frames, whatever the number of pipelines.
public struct RecordingSweep: Sendable {
    public let recording: EvaluationRun.RecordingSummary
    private let prepared: PreparedRecording
    private let measurement: RunMeasurement
    private let options: EvaluationOptions
    private let frames: [SensorFrame]

    public init(_ original: Recording, options: EvaluationOptions = EvaluationOptions()) {
        prepared = PreparedRecording(original, options: options)
        measurement = RunMeasurement(prepared, options: options)
        frames = Array(FrameMerge(prepared.recording))
        self.options = options
        recording = EvaluationRun.RecordingSummary(
            name: prepared.recording.name,
            sha256: prepared.recording.sha256,
            samples: frames.count,
            durationSeconds: prepared.recording.sensorDuration,
            clock: prepared.clock
        )
    }

    /// Runs pipelines over the recording and measures them, in the order in which they are given.
    ///
    /// - Throws: `SpecificationError` when the recording's layout gives an estimator parameters that do not fit it.
    public func evaluate(
        _ specifications: [PipelineSpecification]
    ) throws(SpecificationError) -> [EvaluationRun] {
        let rates = prepared.recording.sensorRates
        return try specifications.map { specification throws(SpecificationError) in
            let filled = try specification.filled(from: prepared.recording.estimators)
            var run = PipelineRun(Pipeline(filled, rates: rates, declination: prepared.recording.declination))
            run.process(frames)
            return measurement.measure(run, of: recording)
        }
    }
}
