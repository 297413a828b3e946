public import Evaluation
import Pipelines

/// A search for the setting of a pipeline with the best mean of a metric over the recordings of an experiment.
///
/// The results of every evaluated setting are stored as cells. After an interruption, the search starts again and uses
/// the stored cells. The result does not depend on the number of parallel jobs.
public struct ExperimentSearch<Store: CellStore>: Sendable {
    /// The result of a search.
    public struct Outcome: Sendable {
        /// The name of the pipeline, by default the SPEC without its varied parameters.
        public let family: String
        /// The calibration and resampling of the recordings, as a text.
        public let preparation: String
        /// The method and the metric of the search.
        public let request: SearchRequest
        /// The complete SPEC of the best setting; `nil` if no setting could be evaluated on all recordings.
        public let best: String?
        /// The metric's mean over the recordings for the best setting, in the metric's unit; `nil` if there is no best
        /// setting.
        public let mean: Double?
        /// The number of settings that were evaluated.
        public let evaluations: Int
        /// The number of restarts of the search from another point.
        public let restarts: Int
        /// The reason why the search ended.
        public let end: ParameterSearch.End?
        /// The first failed run of an external estimator; `nil` if no run failed.
        public let failedRun: BatchOutcome.Failure?
    }

    /// The index of the first searched setting, which exceeds the indices of all settings in a grid.
    private static var firstIndex: Int { 1_000_000_000_000 }

    private let experiment: Experiment
    private let family: PipelineFamily
    private let request: SearchRequest
    private let preparation: Int
    private let store: Store
    private let jobs: Int
    private let plan: String?

    /// Creates a search. Returns `nil` if the experiment requests no search for the pipeline.
    ///
    /// - Parameters:
    ///   - experiment: experiment with the request.
    ///   - familyIndex: index of the pipeline in the experiment.
    ///   - preparation: index of the recordings' preparation.
    ///   - store: store in which cells are saved.
    ///   - jobs: number of recordings that are evaluated in parallel.
    ///   - plan: text that identifies the experiment and its recordings; see ``ExperimentRunner/plan``.
    public init?(
        _ experiment: Experiment,
        family familyIndex: Int,
        preparation: Int,
        store: Store,
        jobs: Int,
        plan: String? = nil
    ) {
        guard let request = experiment.searches[familyIndex] else { return nil }
        self.experiment = experiment
        family = experiment.families[familyIndex]
        self.request = request
        self.preparation = preparation
        self.store = store
        self.jobs = jobs
        self.plan = plan.map { "\($0) \(familyIndex) \(preparation)" }
    }

    /// Runs the search.
    ///
    /// - Parameters:
    ///   - shouldStop: closure that returns whether to stop, called before each batch of cells.
    ///   - report: closure that is called after each batch. The arguments are the number of settings evaluated so far,
    ///     and the maximum number of settings.
    /// - Returns: The result; `nil` if the search was stopped.
    /// - Throws: The store's error if cells cannot be saved.
    public func run(
        shouldStop: @escaping @Sendable () -> Bool = { false },
        report: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(Store.Failure) -> Outcome? {
        guard let space = try? family.searchSpace() else {
            preconditionFailure("the definition must be checked before a search")
        }
        let conditions = experiment.conditions(preparation: preparation)
        var search = ParameterSearch(space, request.plan)
        var failedRun: BatchOutcome.Failure?
        while !search.candidates.isEmpty {
            let points = search.candidates.map { $0.map(GridAxis.text) }
            let outcome = try await run(points, from: search.evaluations.count, shouldStop: shouldStop)
            guard !outcome.isStopped else { return nil }
            failedRun = failedRun ?? outcome.failedRuns.first
            let known = experiment.inputs.count - outcome.failures.count
            // Failed runs are not stored. A mean over fewer recordings would not be comparable.
            let figures = try store.figures(of: request.metric, points.map(spec), under: conditions).map { figures in
                failedRun != nil && figures.count < known ? [nil] : figures
            }
            search.tell(figures.map { ParameterSearch.cost(of: $0, metric: request.metric) })
            report(search.evaluations.count, request.plan.evaluations)
        }
        let best = search.best.map { spec($0.point.map(GridAxis.text)) }
        let mean = try best.flatMap { best throws(Store.Failure) in
            Self.mean(try store.figures(of: request.metric, [best], under: conditions)[0])
        }
        return Outcome(
            family: family.name,
            preparation: experiment.preparations[preparation].text,
            request: request,
            best: best,
            mean: mean,
            evaluations: search.evaluations.count,
            restarts: search.restarts,
            end: search.end,
            failedRun: failedRun
        )
    }

    /// Runs the pipeline with the given settings on all recordings.
    private func run(
        _ points: [[String]],
        from start: Int,
        shouldStop: @escaping @Sendable () -> Bool
    ) async throws(Store.Failure) -> ExperimentOutcome {
        var batch = Experiment(
            name: experiment.name,
            inputs: experiment.inputs,
            preparations: [experiment.preparations[preparation]],
            families: [family.with(points: points)],
            options: experiment.options
        )
        batch.firstIndex = Self.firstIndex + start
        let runner = ExperimentRunner(
            batch,
            store: store,
            cells: 0..<batch.cellCount,
            jobs: jobs,
            plan: plan.map { "\($0) \(points)" }
        )
        return try await runner.run(shouldStop: shouldStop)
    }

    private func spec(_ values: [String]) -> String {
        (try? family.specification(values: values).text) ?? ""
    }

    /// Returns the mean of values, or `nil` if a value is missing. A mean over fewer recordings is not comparable.
    private static func mean(_ figures: [Double?]) -> Double? {
        let measured = figures.compactMap(\.self)
        guard !measured.isEmpty, measured.count == figures.count else { return nil }
        return measured.reduce(0, +) / Double(measured.count)
    }
}

/// The numbers of cells that were run, found in the store, or failed so far.
public struct ExperimentProgress: Sendable, Hashable {
    /// The number of cells that this process ran.
    public var ran = 0
    /// The number of cells that this process did not run, because they were already stored or another process ran them.
    public var found = 0
    /// The number of cells whose recording could not be read, or whose external estimator failed.
    public var failed = 0
    /// The number of cells to run.
    public let total: Int

    /// The number of cells that were run, found in the store, or failed.
    public var done: Int { ran + found + failed }
}

/// The result of running an experiment.
public struct ExperimentOutcome: Sendable {
    /// The numbers of cells that were run, found in the store, or failed.
    public var progress: ExperimentProgress
    /// The recordings that could not be evaluated, in the order of the experiment.
    public var failures: [BatchOutcome.Failure] = []
    /// The runs in which an external estimator failed, in the order of the cells.
    ///
    /// Only the first failure of each pipeline on a recording is included. Failed runs are not stored.
    public var failedRuns: [BatchOutcome.Failure] = []
    /// The warnings about data that contradict physics, in the order of the recordings.
    public var warnings: [BatchOutcome.Warning] = []
    /// A Boolean value that indicates whether the run was stopped before its end.
    public var isStopped = false
}
