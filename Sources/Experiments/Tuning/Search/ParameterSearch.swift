public import Evaluation
import Recordings
import SensorModel
import SensorSimulation

/// A search for the parameters with the smallest cost, with an ask-and-tell interface.
///
/// Evaluate ``candidates`` in any order and in parallel, then pass their costs to ``tell(_:)``, which computes the next
/// candidates. The same plan and costs yield the same candidates on every machine, so an interrupted search continues
/// when it receives the known costs again.
///
/// ```swift
/// let axis = try SearchAxis("beta", from: 0.01, to: 1, scale: .logarithmic)
/// var search = ParameterSearch(try SearchSpace([axis]), SearchPlan(.evolution, evaluations: 200))
/// while !search.candidates.isEmpty { search.tell(search.candidates.map { cost(of: $0) }) }
/// print(search.best?.point ?? [])
/// ```
///
/// Each point is a candidate at most once and inside the box. Numbers have six significant digits. A point without a
/// cost ranks after all points with one.
///
/// The simplex first restarts around the best point with a smaller simplex, which undoes a collapse. Further restarts
/// alternate between random points and the best point. The evolution strategy restarts at random points, each time with
/// twice the population: Auger & Hansen 2005, doi:10.1109/CEC.2005.1554902.
public struct ParameterSearch: Sendable {
    /// An evaluated point.
    public struct Evaluation: Sendable, Hashable {
        /// The parameters' values, in the order of the axes.
        public let point: [Double]
        /// The cost; nil if it could not be measured.
        public let cost: Double?
    }

    /// The reason why a search ended.
    public enum End: String, Sendable, Hashable {
        /// The limit of evaluations was reached.
        case evaluations = "all evaluations were used"
        /// The last permitted run converged.
        case convergence = "converged"
        /// All points were evaluated; possible with whole numbers only.
        case exhaustion = "every point was evaluated"
    }

    private static let simplexSize = 0.25
    private static let secondSimplexSize = 0.1
    private static let firstStepSize = 0.3
    /// The number of successive batches without a new point after which a run restarts.
    private static let mostStaleBatches = 100

    /// The box of the search.
    public let space: SearchSpace
    /// The method and limits of the search.
    public let plan: SearchPlan
    /// The points to evaluate next, in the order of the axes; empty at the end.
    public private(set) var candidates: [[Double]] = []
    /// The evaluated points in order.
    public private(set) var evaluations: [Evaluation] = []
    /// The reason for the end; nil while candidates remain.
    public private(set) var end: End?
    /// The number of restarts.
    public private(set) var restarts = 0
    /// The evaluation with the smallest cost, the first of equal ones; nil if no point has a cost.
    public private(set) var best: Evaluation?

    private var run: any SearchRun
    /// The cost of each evaluated point; infinite for a point without a cost.
    private var costs: [[Double]: Double] = [:]

    /// Starts a search.
    public init(_ space: SearchSpace, _ plan: SearchPlan) {
        precondition(
            plan.evaluations > 0 && plan.restarts >= 0 && plan.tolerance > 0,
            "the plan has evaluations and a tolerance"
        )
        precondition(plan.start.map { $0.count == space.axes.count } ?? true, "a start with a value for every axis")
        self.space = space
        self.plan = plan
        let start = plan.start.map(space.place) ?? space.axes.map { _ in 0.5 }
        switch plan.method {
        case .nelderMead: run = NelderMead(start: start, size: Self.simplexSize)
        case .evolution: run = Self.strategy(from: start, plan, restarts: 0)
        }
        advance()
    }

    /// Receives the costs of ``candidates`` in their order and computes the next candidates. A cost that is nil or not
    /// finite means that the point could not be measured.
    public mutating func tell(_ newCosts: [Double?]) {
        precondition(newCosts.count == candidates.count, "a cost, or nil, for every candidate")
        for (point, cost) in zip(candidates, newCosts) {
            let evaluation = Evaluation(point: point, cost: cost.flatMap { $0.isFinite ? $0 : nil })
            evaluations.append(evaluation)
            costs[point] = evaluation.cost ?? .infinity
            if let cost = evaluation.cost, cost < best?.cost ?? .infinity { best = evaluation }
        }
        candidates = []
        advance()
    }

    /// Advances the run until it has new points, or to the end.
    private mutating func advance() {
        var staleBatches = 0
        while end == nil {
            let points = run.batch.map(space.point)
            var fresh: [[Double]] = []
            for point in points where costs[point] == nil && !fresh.contains(point) { fresh.append(point) }
            guard fresh.isEmpty else {
                let left = plan.evaluations - evaluations.count
                candidates = Array(fresh.prefix(left))
                end = left > 0 ? nil : .evaluations
                return
            }
            run.tell(points.compactMap { costs[$0] })
            staleBatches += 1
            if run.hasConverged(within: plan.tolerance) || staleBatches > Self.mostStaleBatches {
                restart()
                staleBatches = 0
            }
        }
    }

    private mutating func restart() {
        end = endInsteadOfRestart
        guard end == nil else { return }
        restarts += 1
        var uniform = SplitMix64(seed: plan.seed, purpose: "search.restart.\(restarts)")
        let random = space.axes.map { _ in uniform.nextFraction() }
        switch plan.method {
        case .nelderMead:
            let near = restarts.isMultiple(of: 2) ? nil : best.map { space.place(of: $0.point) }
            run = NelderMead(start: near ?? random, size: near == nil ? Self.simplexSize : Self.secondSimplexSize)
        case .evolution: run = Self.strategy(from: random, plan, restarts: restarts)
        }
    }

    private var endInsteadOfRestart: End? {
        if space.count == Double(evaluations.count) { return .exhaustion }
        if evaluations.count >= plan.evaluations { return .evaluations }
        return restarts < plan.restarts ? nil : .convergence
    }

    private static func strategy(from start: [Double], _ plan: SearchPlan, restarts: Int) -> EvolutionStrategy {
        EvolutionStrategy(
            mean: start,
            stepSize: firstStepSize,
            population: EvolutionParameters.population(dimension: start.count) << min(restarts, 16),
            normals: NormalSource(SplitMix64(seed: plan.seed, purpose: "search.run.\(restarts)"))
        )
    }
}

extension ParameterSearch {
    /// The cost of a setting over recordings: the mean of the figures' costs with equal weights; small is good. Nil if
    /// a figure is missing, and without recordings.
    ///
    /// - Parameters:
    ///   - figures: a figure per recording, in the metric's unit.
    ///   - metric: a metric that is not neutral.
    public static func cost(of figures: [Double?], metric: MetricName) -> Double? {
        guard let cost = MetricCatalogue.metric(metric).polarity.cost else {
            preconditionFailure("a search needs a metric that is not neutral")
        }
        let costs = figures.compactMap { $0.map(cost) }
        return costs.isEmpty || costs.count < figures.count ? nil : TuningFigures.mean(costs)
    }
}

/// A run of a method in the unit box, from its start to convergence. It has batches of points and receives their costs.
///
/// The same costs yield the same points on every machine.
protocol SearchRun: Sendable {
    /// The points to evaluate next, with coordinates in [0, 1]; never empty.
    var batch: [[Double]] { get }
    /// Receives the costs of ``batch``: finite, or infinite for a point without a cost.
    mutating func tell(_ costs: [Double])
    /// Whether the run covers less than this share of each axis.
    func hasConverged(within tolerance: Double) -> Bool
}
