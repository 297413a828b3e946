import Recordings
import SensorModel

/// A search for the parameters with the smallest cost, as a value that is asked and told.
///
/// ``candidates`` are to be evaluated, in any order and in parallel; ``tell(_:)`` takes their costs and makes the next
/// ones. The same plan and the same costs give the same candidates on every machine, so that a search that was broken
/// off goes on by being told again what is known.
///
/// A point is asked for once only. No point is outside the box. Numbers have six significant digits. A point without a
/// cost ranks behind all that have one.
///
/// Restarts: the simplex begins anew around the best point with a smaller simplex, which undoes a collapse, then in
/// turn at random places and around the best. The evolution strategy begins at random places, each time with twice as
/// many points in a batch: Auger & Hansen 2005, doi:10.1109/CEC.2005.1554902.
public struct ParameterSearch: Sendable {
    public struct Evaluation: Sendable, Hashable {
        /// The parameters' values, in the order of the axes.
        public let point: [Double]
        /// Nil where it could not be measured.
        public let cost: Double?
    }

    /// Why a search has no further candidates.
    public enum End: String, Sendable, Hashable {
        case evaluations = "all evaluations were used"
        case convergence = "converged"
        /// Of a box that holds whole numbers only.
        case exhaustion = "every point was evaluated"
    }

    private static let simplexSize = 0.25
    private static let secondSimplexSize = 0.1
    private static let firstStepSize = 0.3
    /// Batches one after the other in which nothing was new.
    private static let mostStaleBatches = 100

    public let space: SearchSpace
    public let plan: SearchPlan
    /// The points to evaluate next, in the order of the axes; empty at the end.
    public private(set) var candidates: [[Double]] = []
    /// What was told, in order.
    public private(set) var evaluations: [Evaluation] = []
    /// Nil while there are candidates.
    public private(set) var end: End?
    /// How often the search has begun anew.
    public private(set) var restarts = 0
    /// The evaluation with the smallest cost, the first of equal ones; nil while none has a cost.
    public private(set) var best: Evaluation?

    private var run: any SearchRun
    /// Infinite where there is no cost.
    private var costs: [[Double]: Double] = [:]

    public init(_ space: SearchSpace, _ plan: SearchPlan) {
        precondition(plan.evaluations > 0 && plan.restarts >= 0 && plan.tolerance > 0, "a plan that can be followed")
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

    /// Takes the costs of ``candidates``, in their order; nil, or a number that is not finite, where there is none.
    public mutating func tell(_ told: [Double?]) {
        precondition(told.count == candidates.count, "a cost, or nil, for every candidate")
        for (point, cost) in zip(candidates, told) {
            let evaluation = Evaluation(point: point, cost: cost.flatMap { $0.isFinite ? $0 : nil })
            evaluations.append(evaluation)
            costs[point] = evaluation.cost ?? .infinity
            if let cost = evaluation.cost, cost < best?.cost ?? .infinity { best = evaluation }
        }
        candidates = []
        advance()
    }

    /// Goes on until something new is to be evaluated, or to the end.
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
            run.take(points.compactMap { costs[$0] })
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
