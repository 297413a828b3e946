import Pipelines

/// A search for the setting of one pipeline that is best in the mean over an experiment's recordings.
///
/// Every setting that is tried becomes cells of the store: an interrupted search begins again, finds what it tried
/// before, and goes the same way. What it finds does not depend on how many cells are run at a time.
public struct ExperimentSearch<Store: CellStore>: Sendable {
    /// What a search found.
    public struct Outcome: Sendable {
        /// The pipeline with its parameters left open.
        public let family: String
        public let conditions: String
        public let request: SearchRequest
        /// The complete SPEC of the best setting; nil where none could be measured on all recordings.
        public let best: String?
        /// Its mean over the recordings, in the metric's unit.
        public let mean: Double?
        /// Settings that were tried.
        public let evaluations: Int
        public let restarts: Int
        public let end: ParameterSearch.End?
    }

    /// Beyond the places of any grid.
    private static var firstPlace: Int { 1_000_000_000_000 }

    private let experiment: Experiment
    private let family: PipelineFamily
    private let request: SearchRequest
    private let rate: Int
    private let store: Store
    private let jobs: Int

    /// - Parameters:
    ///   - experiment: with the request.
    ///   - place: of the family among those of the experiment; it has a request.
    ///   - rate: the place of the sampling rate.
    ///   - store: where cells are kept.
    ///   - jobs: how many recordings are evaluated at a time.
    public init?(_ experiment: Experiment, family place: Int, rate: Int, store: Store, jobs: Int) {
        guard let request = experiment.searches[place] else { return nil }
        self.experiment = experiment
        family = experiment.families[place]
        self.request = request
        self.rate = rate
        self.store = store
        self.jobs = jobs
    }

    /// - Parameters:
    ///   - shouldStop: asked before each batch of cells.
    ///   - report: told after each batch of settings: how many were tried, of how many at most.
    /// - Returns: nil where it was stopped.
    public func run(
        shouldStop: @escaping @Sendable () -> Bool = { false },
        report: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) async throws(Store.Failure) -> Outcome? {
        guard let space = try? family.searchSpace() else { preconditionFailure("the definition was checked") }
        let conditions = experiment.conditions(rate: rate)
        var search = ParameterSearch(space, request.plan)
        while !search.candidates.isEmpty {
            let points = search.candidates.map { $0.map(GridAxis.text) }
            guard try await run(points, from: search.evaluations.count, shouldStop: shouldStop) else { return nil }
            let figures = try store.figures(of: request.metric, points.map(spec), under: conditions)
            search.tell(figures.map { ParameterSearch.cost(of: $0, metric: request.metric) })
            report(search.evaluations.count, request.plan.evaluations)
        }
        let best = search.best.map { spec($0.point.map(GridAxis.text)) }
        let mean = try best.flatMap { best throws(Store.Failure) in
            Self.mean(try store.figures(of: request.metric, [best], under: conditions)[0])
        }
        return Outcome(
            family: family.text,
            conditions: conditions,
            request: request,
            best: best,
            mean: mean,
            evaluations: search.evaluations.count,
            restarts: search.restarts,
            end: search.end
        )
    }

    /// Runs settings over all recordings. Says whether it got to the end.
    private func run(
        _ points: [[String]],
        from place: Int,
        shouldStop: @escaping @Sendable () -> Bool
    ) async throws(Store.Failure) -> Bool {
        var batch = Experiment(
            name: experiment.name,
            inputs: experiment.inputs,
            rates: [experiment.rates[rate]],
            families: [family.with(points: points)],
            options: experiment.options
        )
        batch.firstPlace = Self.firstPlace + place
        let runner = ExperimentRunner(batch, store: store, cells: 0..<batch.cellCount, jobs: jobs)
        return try await !runner.run(shouldStop: shouldStop).isStopped
    }

    private func spec(_ values: [String]) -> String {
        (try? family.specification(values: values).text) ?? ""
    }

    /// Nil where one of them is missing: a mean over fewer would be held against means over all.
    private static func mean(_ figures: [Double?]) -> Double? {
        let measured = figures.compactMap(\.self)
        guard !measured.isEmpty, measured.count == figures.count else { return nil }
        return measured.reduce(0, +) / Double(measured.count)
    }
}
