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
        try evaluate(original, subjects: specifications.map(EvaluationSubject.pipeline), options: options)
    }

    /// Runs pipelines and described systems over the recording and measures them, in the order in which they are given.
    ///
    /// A system's orientations are those behind what it shows: held from one drawing to the next, at the display rate.
    ///
    /// - Throws: `SpecificationError` when the recording's layout gives an estimator parameters that do not fit it.
    public static func evaluate(
        _ original: Recording,
        subjects: [EvaluationSubject],
        scene: SystemScene = SystemScene(),
        options: EvaluationOptions = EvaluationOptions()
    ) throws(SpecificationError) -> [Outcome] {
        try evaluate(PreparedRecording(original, options: options), subjects: subjects, scene: scene, options: options)
    }

    static func evaluate(
        _ prepared: PreparedRecording,
        subjects: [EvaluationSubject],
        scene: SystemScene,
        options: EvaluationOptions
    ) throws(SpecificationError) -> [Outcome] {
        let recording = prepared.recording
        let rates = recording.sensorRates
        let stage = SceneOnRecording(scene, prepared)
        let isTimed = options.asks(for: MetricCatalogue.ofTime)
        var runs = try subjects.map { subject throws(SpecificationError) -> SubjectRun in
            switch subject {
            case .pipeline(let specification):
                let filled = try specification.filled(from: recording.estimators)
                let pipeline = Pipeline(filled, rates: rates, declination: recording.declination)
                return SubjectRun(pipeline: PipelineRun(pipeline, isTimed: isTimed))
            case .system(let system):
                let filled = try system.filled(from: recording.estimators)
                return SubjectRun(system: stage.run(filled, options: options))
            }
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
        let hasSystems = runs.contains { $0.system != nil }
        let measurement = RunMeasurement(prepared, options: options, hasSystems: hasSystems)
        // Pipelines with the same driver have the same times.
        var plan: AssociationPlan?
        return runs.map { run in
            if var system = run.system {
                system.finish()
                let run = measurement.measure(system, on: stage, of: summary)
                return Outcome(run: run, estimates: system.meter.shown)
            }
            guard let pipeline = run.pipeline else { preconditionFailure("a run is a pipeline's or a system's") }
            let measured = measurement.measure(pipeline, of: summary, sharing: &plan)
            return Outcome(run: measured, estimates: pipeline.estimates)
        }
    }

    /// One of the two; both are mutated in place.
    private struct SubjectRun {
        var pipeline: PipelineRun?
        var system: SystemRun?
    }

    private static func pass(_ frames: inout [SensorFrame], to runs: inout [SubjectRun], counting count: inout Int) {
        for index in runs.indices {
            runs[index].pipeline?.process(frames)
            runs[index].system?.process(frames)
        }
        count += frames.count
        frames.removeAll(keepingCapacity: true)
    }
}
