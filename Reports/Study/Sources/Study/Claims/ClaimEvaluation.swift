package import Evaluation
import Experiments
import Recordings
package import SensorSimulation

/// The evaluations that are needed to check a list of claims.
///
/// Each recording is simulated once, and all pipelines and systems of the claims are evaluated on this recording.
package struct ClaimEvaluation: Sendable {
    /// Recordings, and the pipelines and systems that are evaluated on all of these recordings.
    package struct Batch: Sendable {
        /// The simulated recordings, one for each seed.
        package var simulations: [Simulation]
        /// The pipelines and described systems.
        package var subjects: [EvaluationSubject]
        package var options: EvaluationOptions
        var key: ClaimRuns.Key
    }

    /// Recordings of tracked scenes, and the methods that correct the scenes' axes.
    package struct SceneBatch: Sendable {
        /// The simulated recordings, one for each seed.
        var simulations: [Simulation]
        /// The methods that correct the axes.
        var methods: [SceneTable.Method]
        var key: ClaimRecordings.Key
    }

    /// The claims, in the order of the table.
    package let claims: [Claim]
    /// The batches of pipelines and described systems, in the order of the claims.
    package private(set) var batches: [Batch] = []
    /// The batches of tracked scenes, in the order of the claims.
    private(set) var sceneBatches: [SceneBatch] = []
    private var results: [ClaimRuns.Key: [String: [EvaluationRun]]] = [:]
    private var scenes: [ClaimRecordings.Key: [String: [SceneEvaluation]]] = [:]
    private var fixes: [ClaimFixes.Key: [ClaimValue]] = [:]
    /// The computed values by name. They are stored because several properties use each value.
    private var computed: [String: ClaimMeasurement] = [:]

    /// Computes the values of formulas and of filtered fixes, and groups the other measurements by recordings and
    /// options.
    package init(_ claims: [Claim]) {
        self.claims = claims
        for case .measured(let cases) in claims.map(\.content) {
            for case .computed(let figure) in cases.map(\.quantity) where computed[figure.name] == nil {
                computed[figure.name] = ClaimMeasurement(figure)
            }
            for series in cases.flatMap(\.quantity.series) {
                switch series {
                case .runs(let runs): add(runs)
                case .scenes(let scenes): add(scenes)
                case .fixes(let own) where fixes[own.key] == nil: fixes[own.key] = own.values()
                case .fixes: break
                }
            }
        }
    }

    private mutating func add(_ runs: ClaimRuns) {
        guard let index = batches.firstIndex(where: { $0.key == runs.key }) else {
            var options = runs.options
            options.metrics = [runs.metric]
            options.withinRecordingIntervals = false
            batches.append(
                Batch(
                    simulations: runs.recordings.simulations,
                    subjects: [runs.subject],
                    options: options,
                    key: runs.key
                )
            )
            return
        }
        batches[index].options.metrics?.insert(runs.metric)
        guard !batches[index].subjects.contains(where: { $0.text == runs.subject.text }) else { return }
        batches[index].subjects.append(runs.subject)
    }

    private mutating func add(_ scenes: ClaimScenes) {
        let recordings = scenes.recordings
        guard let index = sceneBatches.firstIndex(where: { $0.key == recordings.key }) else {
            sceneBatches.append(
                SceneBatch(simulations: recordings.simulations, methods: [scenes.method], key: recordings.key)
            )
            return
        }
        guard !sceneBatches[index].methods.contains(where: { $0.arguments == scenes.method.arguments }) else { return }
        sceneBatches[index].methods.append(scenes.method)
    }

    /// Stores the evaluated scenes of a batch.
    ///
    /// - Parameters:
    ///   - evaluations: one element for each simulation, which contains one evaluation for each method.
    ///   - batch: the batch that was evaluated.
    package mutating func set(_ evaluations: [[SceneEvaluation]], of batch: SceneBatch) {
        precondition(evaluations.count == batch.simulations.count, "one evaluation per seed is needed")
        for (index, method) in batch.methods.enumerated() {
            scenes[batch.key, default: [:]][method.arguments] = evaluations.map { $0[index] }
        }
    }

    /// Stores the runs of a batch.
    ///
    /// - Parameters:
    ///   - runs: the runs of all subjects on the first simulation, followed by those on the second, and so on.
    ///   - batch: the batch that was evaluated.
    package mutating func set(_ runs: [EvaluationRun], of batch: Batch) {
        precondition(
            runs.count == batch.simulations.count * batch.subjects.count,
            "one run per subject and seed is needed"
        )
        for (index, subject) in batch.subjects.enumerated() {
            let own = stride(from: index, to: runs.count, by: batch.subjects.count).map { runs[$0] }
            results[batch.key, default: [:]][subject.text] = own
        }
    }

    /// Returns the measured value of a quantity. The value is missing until the results of its batch are stored.
    package func measurement(_ quantity: ClaimQuantity) -> ClaimMeasurement {
        switch quantity {
        case .computed(let figure): computed[figure.name] ?? ClaimMeasurement(figure)
        case .measured(let series, let divisor): ClaimMeasurement(values(series), over: divisor.map(values))
        }
    }

    private func values(_ series: ClaimSeries) -> [ClaimValue] {
        switch series {
        case .fixes(let own): return fixes[own.key] ?? []
        case .scenes(let own):
            return (scenes[own.recordings.key]?[own.method.arguments] ?? []).map(own.value)
        case .runs(let own):
            return (results[own.key]?[own.subject.text] ?? []).map { run in
                if let value = run.metrics[own.metric] { return .number(value) }
                return .missing("\(own.metric.name): \(run.metrics.note(for: own.metric) ?? "not measured")")
            }
        }
    }
}
