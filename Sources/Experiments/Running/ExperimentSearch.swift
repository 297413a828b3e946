public import Evaluation
import Pipelines

/// A search for the setting of one pipeline with the best mean over an experiment's recordings.
///
/// Every evaluated setting becomes cells of the store. An interrupted search restarts, finds these cells, and continues
/// with the same settings. The result does not depend on the number of parallel jobs.
public struct ExperimentSearch<Store: CellStore>: Sendable {
    /// The result of a search.
    public struct Outcome: Sendable {
        /// The SPEC of the pipeline without its free parameters.
        public let family: String
        /// The preparation of the recordings, in words.
        public let preparation: String
        /// The request of the search.
        public let request: SearchRequest
        /// The complete SPEC of the best setting, or `nil` if no setting could be measured on all recordings.
        public let best: String?
        /// The mean of the best setting over the recordings, in the metric's unit.
        public let mean: Double?
        /// The number of evaluated settings.
        public let evaluations: Int
        /// The number of restarts.
        public let restarts: Int
        /// The reason why the search ended.
        public let end: ParameterSearch.End?
        /// The first run in which an external estimator failed, or `nil` if no run failed.
        public let failedRun: BatchOutcome.Failure?
    }

    /// The first index of searched settings. It exceeds the indices of every grid.
    private static var firstIndex: Int { 1_000_000_000_000 }

    private let experiment: Experiment
    private let family: PipelineFamily
    private let request: SearchRequest
    private let preparation: Int
    private let store: Store
    private let jobs: Int
    private let plan: String?

    /// Creates a search, or returns `nil` if the family has no search request.
    ///
    /// - Parameters:
    ///   - experiment: the experiment with the request.
    ///   - familyIndex: the index of the family in the experiment.
    ///   - preparation: the index of the preparation of recordings.
    ///   - store: the store of cells.
    ///   - jobs: the number of recordings evaluated in parallel.
    ///   - plan: the identity of the experiment, as for `ExperimentRunner`.
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
    ///   - shouldStop: returns whether to stop. It is called before each batch of cells.
    ///   - report: receives the number of evaluated settings and its limit after each batch of settings.
    /// - Returns: the result, or `nil` if the search was stopped.
    /// - Throws: the store's error.
    public func run(
        shouldStop: @escaping @Sendable () -> Bool = { false },
        report: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(Store.Failure) -> Outcome? {
        guard let space = try? family.searchSpace() else { preconditionFailure("the definition was checked") }
        let conditions = experiment.conditions(preparation: preparation)
        var search = ParameterSearch(space, request.plan)
        var failedRun: BatchOutcome.Failure?
        while !search.candidates.isEmpty {
            let points = search.candidates.map { $0.map(GridAxis.text) }
            let outcome = try await run(points, from: search.evaluations.count, shouldStop: shouldStop)
            guard !outcome.isStopped else { return nil }
            failedRun = failedRun ?? outcome.failedRuns.first
            let known = experiment.inputs.count - outcome.failures.count
            // A failed run has no cell, and a mean over fewer recordings is not comparable.
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

    /// Runs settings over all recordings.
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

    /// Returns the mean of values, or `nil` if any is missing, because a mean over fewer recordings is not comparable.
    private static func mean(_ figures: [Double?]) -> Double? {
        let measured = figures.compactMap(\.self)
        guard !measured.isEmpty, measured.count == figures.count else { return nil }
        return measured.reduce(0, +) / Double(measured.count)
    }
}

/// The progress of an experiment.
public struct ExperimentProgress: Sendable, Hashable {
    /// The number of cells that this process ran.
    public var ran = 0
    /// The number of cells that were finished before, or by another process.
    public var found = 0
    /// The number of cells of unreadable recordings, and of external estimators that failed.
    public var failed = 0
    /// The number of all cells.
    public let total: Int

    /// The number of finished cells.
    public var done: Int { ran + found + failed }
}

/// The outcome of the run of an experiment.
public struct ExperimentOutcome: Sendable {
    /// The counts of cells.
    public var progress: ExperimentProgress
    /// The recordings that could not be evaluated, in their order.
    public var failures: [BatchOutcome.Failure] = []
    /// The runs in which an external estimator failed, in the order of the cells.
    ///
    /// Only the first failure of each pipeline over a recording is included. The cells of failed runs are not stored.
    public var failedRuns: [BatchOutcome.Failure] = []
    /// The disagreements with physics, in the order of the recordings.
    public var warnings: [BatchOutcome.Warning] = []
    /// A Boolean value that indicates whether the run was stopped before its end.
    public var isStopped = false
}
