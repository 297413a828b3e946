public import Pipelines
public import Recordings
import SensorModel

/// A recording prepared once for the evaluation of many pipelines, such as grids of parameters.
///
/// Pipelines of one estimator with lanes, without filters, that differ only in numbers other than `maximumGap` are
/// processed eight at a time in SIMD lanes. This requires that the options request only root mean squares, means and
/// largest values of errors without heading alignment. Each result equals that of the pipeline alone: notes and counts are identical, figures agree
/// within a relative 1e−12. Each call prepares a pass, so pass many pipelines at once.
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
    /// - Parameters:
    ///   - specifications: the pipelines to evaluate.
    ///   - inLanes: whether compatible pipelines share SIMD lanes. The results are the same.
    /// - Returns: runs in the order of `specifications`.
    /// - Throws: `SpecificationError` where parameters of the recording's layout do not fit an estimator.
    public func evaluate(
        _ specifications: [PipelineSpecification],
        inLanes: Bool = true
    ) throws(SpecificationError) -> [EvaluationRun] {
        var filled: [PipelineSpecification] = []
        filled.reserveCapacity(specifications.count)
        for specification in specifications {
            filled.append(try prepared.recording.fitted(specification))
        }
        var runs: [EvaluationRun?] = Array(repeating: nil, count: filled.count)
        if inLanes { runFamilies(of: filled, into: &runs) }
        let rates = prepared.recording.sensorRates
        let isTimed = options.asks(for: MetricCatalogue.ofTime)
        var shared: SharedTimes?
        return zip(filled, runs).map { specification, run in
            if let run { return run }
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

    /// Runs pipelines that share lanes. A pipeline alone in its family is left for a scalar run.
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
