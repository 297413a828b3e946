public import Pipelines
public import Recordings
import SensorModel

/// All pipelines over one recording, in one pass.
public enum RecordingEvaluation {
    /// A run with the orientations behind it.
    public struct Outcome: Sendable {
        public var run: EvaluationRun
        public var estimates: Estimates
    }

    /// Frames that are passed on at a time: few enough to stay in the cache.
    private static let chunk = 4_096

    /// Runs every pipeline over the recording and measures it. Outcomes stand in the order of the specifications.
    ///
    /// - Throws: `SpecificationError` when the recording's layout gives an estimator parameters that do not fit it.
    public static func evaluate(
        _ original: Recording,
        pipelines specifications: [PipelineSpecification],
        options: EvaluationOptions = EvaluationOptions()
    ) throws(SpecificationError) -> [Outcome] {
        let prepared = PreparedRecording(original, options: options)
        let recording = prepared.recording
        let rates = recording.sensorRates
        var runs = try specifications.map { specification throws(SpecificationError) in
            let filled = try specification.filled(from: recording.estimators)
            return PipelineRun(Pipeline(filled, rates: rates, declination: recording.declination))
        }
        var frames: [SensorFrame] = []
        frames.reserveCapacity(chunk)
        var count = 0
        for frame in FrameMerge(recording) {
            frames.append(frame)
            if frames.count == chunk { pass(&frames, to: &runs, counting: &count) }
        }
        pass(&frames, to: &runs, counting: &count)
        let summary = EvaluationRun.RecordingSummary(
            name: recording.name,
            sha256: recording.sha256,
            samples: count,
            durationSeconds: recording.sensorDuration,
            clock: prepared.clock
        )
        let measurement = RunMeasurement(prepared, options: options)
        return runs.map { Outcome(run: measurement.measure($0, of: summary), estimates: $0.estimates) }
    }

    private static func pass(_ frames: inout [SensorFrame], to runs: inout [PipelineRun], counting count: inout Int) {
        for index in runs.indices { runs[index].process(frames) }
        count += frames.count
        frames.removeAll(keepingCapacity: true)
    }
}
