public import Evaluation
public import Pipelines
import Recordings
public import SensorModel

/// A recording of an experiment after its preparation, ready for evaluation.
package struct ExperimentRecording: Sendable {
    let cell: CellRecording
    let mismatches: [RecordingMismatch]
    private let sweep: RecordingSweep
    private let estimators: [String: [String: String]]
    /// The remarks that are added to every evaluation of the recording.
    private let remarks: [String]
    let path: String

    /// Prepares a recording.
    ///
    /// - Parameters:
    ///   - experiment: experiment that contains the recording.
    ///   - input: index of the recording.
    ///   - preparationIndex: index of the preparation.
    ///   - read: closure that returns the recording with the given calibration of its sensors.
    init(
        _ experiment: Experiment,
        input: Int,
        preparation preparationIndex: Int,
        read: (ExperimentInput.SensorForm) async -> Result<ExperimentSource, InputError>
    ) async throws(InputError) {
        let source = experiment.inputs[input]
        let preparation = experiment.preparations[preparationIndex]
        let original = try await read(preparation.calibration == nil ? .calibrated : .device).get()
        var recording = original.recording
        if let choice = preparation.calibration {
            recording = try choice.apply(
                toDevice: recording,
                raw: choice.needsRaw ? await read(.raw).get().recording : recording,
                calibration: source.calibration,
                path: source.name
            )
        }
        remarks = [try preparation.resample(&recording, path: source.name)].compactMap(\.self) + original.remarks
        mismatches = original.mismatches
        path = source.name
        estimators = recording.estimators
        sweep = RecordingSweep(recording, clock: original.clock, options: experiment.options(of: input))
        cell = CellRecording(
            name: recording.name,
            sha256: recording.sha256,
            content: recording.contentDigest,
            conditions: experiment.conditions(input: input, preparation: preparationIndex),
            tags: source.tags,
            index: input * experiment.preparations.count + preparationIndex
        )
    }

    /// Returns the stored identity and the pipeline of each cell in a range.
    func cells(
        of stretch: Experiment.Stretch,
        in experiment: Experiment
    ) throws(InputError) -> (pipelines: [CellPipeline], specifications: [any PipelineDescription]) {
        let family = experiment.families[stretch.family]
        let firstIndex = experiment.families[..<stretch.family].reduce(experiment.firstIndex) { $0 + $1.count }
        do throws(InputError) {
            let specifications = try stretch.settings.map { setting throws(InputError) in
                try family.specification(at: setting)
            }
            let pipelines = try zip(stretch.settings, specifications).map { setting, specification throws(InputError) in
                CellPipeline(
                    setting: family.setting(of: specification),
                    parameters: try specification.filled(from: estimators).parameters,
                    index: firstIndex + setting
                )
            }
            return (pipelines, specifications)
        } catch {
            throw InputError(layoutOf: path, error)
        }
    }

    /// Reads the estimates that belong to the recording.
    func read(_ source: EstimateSource) -> EstimateRun {
        sweep.read(source, file: BatchEvaluation.stem(of: path))
    }

    /// Returns the identity under which the results for a file of estimates are stored. The identity contains the
    /// digest of the file, so results for earlier contents of the file are not used.
    func cell(of run: EstimateRun, at stretch: Experiment.Stretch, in experiment: Experiment) -> CellPipeline {
        let name = run.pipeline.name
        let first = experiment.families.reduce(experiment.firstIndex) { $0 + $1.count }
        return CellPipeline(
            setting: CellTable.Setting(pipeline: name, spec: name, parameters: [:], isDefault: true),
            parameters: run.pipeline.parameters,
            index: first + stretch.family - experiment.families.count
        )
    }

    func measure(_ run: EstimateRun) -> EvaluationRun {
        var result = sweep.measure(run)
        result.remarks += remarks
        return result
    }

    func evaluate(_ pipelines: [any PipelineDescription]) throws(InputError) -> [EvaluationRun] {
        do {
            var runs = try sweep.evaluate(pipelines)
            for index in runs.indices { runs[index].remarks += remarks }
            return runs
        } catch {
            throw InputError(layoutOf: path, error)
        }
    }
}

extension RecordingSweep {
    /// Runs the settings of one pipeline over the recording and measures the runs.
    ///
    /// - Throws: `InputError` if parameters of the recording's layout do not fit an estimator.
    public func evaluate(_ pipelines: [any PipelineDescription]) throws(InputError) -> [EvaluationRun] {
        if let locations = pipelines as? [LocationPipelineSpecification] { return try evaluate(locations) }
        return try evaluate(pipelines.compactMap { $0 as? PipelineSpecification })
    }
}
