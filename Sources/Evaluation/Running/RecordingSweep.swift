public import Pipelines
public import Recordings
import SensorModel

/// A recording prepared once for the evaluation of many pipelines, such as grids of parameters.
///
/// The recording, its frames and its clocks are read and prepared once. Each result equals that of the pipeline alone.
///
/// Memory is that of the recording and its frames, whatever the number of pipelines. Figures have no intervals within
/// the recording.
public struct RecordingSweep: Sendable {
    /// The identity of the recording.
    public let recording: EvaluationRun.RecordingSummary
    private let prepared: PreparedRecording
    private let measurement: RunMeasurement
    private let options: EvaluationOptions
    private let frames: [SensorFrame]

    /// Prepares a recording. O(samples).
    public init(_ original: Recording, options: EvaluationOptions = EvaluationOptions()) {
        self.init(original, clock: RecordingClockComparison(original), options: options)
    }

    /// - Parameter clock: the comparison of the recording's clocks; nil without clocks to compare.
    package init(_ original: Recording, clock: RecordingClockComparison?, options: EvaluationOptions) {
        var options = options
        options.withinRecordingIntervals = false
        prepared = PreparedRecording(original, clock: clock, options: options)
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

    /// Runs pipelines over the recording and measures them. O(pipelines · samples).
    ///
    /// - Parameter specifications: the pipelines to evaluate.
    /// - Returns: runs in the order of `specifications`.
    /// - Throws: `SpecificationError` where parameters of the recording's layout do not fit an estimator.
    public func evaluate(_ specifications: [PipelineSpecification]) throws(SpecificationError) -> [EvaluationRun] {
        var filled: [PipelineSpecification] = []
        filled.reserveCapacity(specifications.count)
        for specification in specifications {
            filled.append(try prepared.recording.fitted(specification))
        }
        let rates = prepared.recording.sensorRates
        let isTimed = options.asks(for: MetricCatalogue.ofTime)
        var shared: SharedTimes?
        return filled.map { specification in
            let pipeline = Pipeline(specification, rates: rates, declination: prepared.recording.declination)
            var run = PipelineRun(pipeline, isTimed: isTimed, expecting: prepared.recording.mostSamplesOfASensor)
            run.process(frames)
            run.finish(isThorough: false)
            return measurement.measure(run, of: recording, sharing: &shared)
        }
    }

    /// Reads estimates from a file.
    ///
    /// - Parameter file: the name of the recording's file or folder without its extension.
    package func read(_ source: EstimateSource, file: String) -> EstimateRun {
        EstimateRun(source, of: prepared, named: [prepared.recording.name, file])
    }

    /// Measures estimates from a file.
    package func measure(_ run: EstimateRun) -> EvaluationRun {
        var shared: SharedTimes?
        return measurement.measure(run, of: recording, sharing: &shared)
    }
}
