public import Pipelines
public import Recordings
import SensorModel

/// A recording made ready once, for as many pipelines as one likes: grids of parameters.
///
/// Pipelines that are `mahony` or `madgwick` without filters and differ in nothing but gains go through the recording
/// eight at a time, in SIMD lanes, where nothing is asked for but root mean squares, means and largest values of errors
/// without heading alignment. Their results are those of each pipeline by itself: notes and counts the same, figures to
/// within 1e−12 of their size. A pass is prepared for each call: give many pipelines at once.
///
/// Memory is that of the recording and its frames, whatever the number of pipelines. Figures have no intervals within
/// the recording.
public struct RecordingSweep: Sendable {
    public let recording: EvaluationRun.RecordingSummary
    private let prepared: PreparedRecording
    private let measurement: RunMeasurement
    private let options: EvaluationOptions
    private let frames: [SensorFrame]

    public init(_ original: Recording, options: EvaluationOptions = EvaluationOptions()) {
        self.init(original, clock: RecordingClock(original), options: options)
    }

    /// - Parameter clock: the recording's.
    init(_ original: Recording, clock: RecordingClock?, options: EvaluationOptions) {
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

    /// Runs pipelines over the recording and measures them, in the order in which they are given.
    ///
    /// - Parameters:
    ///   - specifications: the pipelines.
    ///   - inLanes: whether those that can go together do; the results are the same.
    /// - Throws: `SpecificationError` when the recording's layout gives an estimator parameters that do not fit it.
    public func evaluate(
        _ specifications: [PipelineSpecification],
        inLanes: Bool = true
    ) throws(SpecificationError) -> [EvaluationRun] {
        var filled: [PipelineSpecification] = []
        filled.reserveCapacity(specifications.count)
        for specification in specifications {
            filled.append(try specification.filled(from: prepared.recording.estimators))
        }
        var runs: [EvaluationRun?] = Array(repeating: nil, count: filled.count)
        if inLanes { runFamilies(of: filled, into: &runs) }
        let rates = prepared.recording.sensorRates
        let isTimed = options.asks(for: MetricCatalogue.ofTime)
        var plan: AssociationPlan?
        return zip(filled, runs).map { specification, run in
            if let run { return run }
            let pipeline = Pipeline(specification, rates: rates, declination: prepared.recording.declination)
            var run = PipelineRun(pipeline, isTimed: isTimed)
            run.process(frames)
            return measurement.measure(run, of: recording, sharing: &plan)
        }
    }

    /// Runs what goes in lanes. A pipeline without a companion goes by itself.
    private func runFamilies(of specifications: [PipelineSpecification], into runs: inout [EvaluationRun?]) {
        let families = Dictionary(grouping: specifications.indices) { specifications[$0].laneFamily }
        for (family, members) in families where family != nil && members.count > 1 {
            guard let lanes = measurement.lanes(specifications[members[0]], over: frames) else { continue }
            for start in stride(from: 0, to: members.count, by: Lanes.laneCount) {
                let together = members[start...].prefix(Lanes.laneCount)
                let results = measurement.measure(together.map { specifications[$0] }[...], in: lanes, of: recording)
                for (index, result) in zip(together, results) { runs[index] = result }
            }
        }
    }
}
