public import Evaluation
import Recordings
import SensorModel
package import SensorSimulation

/// A search for the parameters with the minimum cost, in which the caller evaluates the costs.
///
/// Evaluate ``candidates`` in any order or in parallel, and pass their costs to ``tell(_:)``, which computes the next
/// candidates. The same plan and costs give the same candidates on every machine. To continue an interrupted search,
/// start it again and pass the known costs.
///
/// ```swift
/// let axis = try SearchAxis("beta", from: 0.01, to: 1, scale: .logarithmic)
/// var search = ParameterSearch(try SearchSpace([axis]), SearchPlan(.evolution, evaluations: 200))
/// while !search.candidates.isEmpty { search.tell(search.candidates.map { cost(of: $0) }) }
/// print(search.best?.point ?? [])
/// ```
///
/// Each point is a candidate at most once, and is inside the ranges of the parameters. Numbers have six significant
/// digits. A point without a cost ranks after all points with a cost.
///
/// After convergence, a search may restart. The first restart of the simplex method uses a smaller simplex around the
/// best point, in case the first simplex collapsed. Further restarts alternate between random points and the best
/// point. The evolution strategy restarts at random points, each time with twice the population: Auger & Hansen 2005,
/// doi:10.1109/CEC.2005.1554902.
public struct ParameterSearch: Sendable {
    /// A point that was evaluated, with its cost.
    public struct Evaluation: Sendable, Hashable {
        /// The parameters' values, in the order of the axes.
        public let point: [Double]
        /// The cost; `nil` if it could not be measured.
        public let cost: Double?
    }

    /// The reason why a search ended.
    public enum End: String, Sendable, Hashable {
        /// The maximum number of evaluations was reached.
        case evaluations = "all evaluations were used"
        /// The search converged, and no further restart is permitted.
        case convergence = "converged"
        /// All points were evaluated, which is possible only if all parameters are integers.
        case exhaustion = "every point was evaluated"
    }

    private static let simplexSize = 0.25
    private static let secondSimplexSize = 0.1
    private static let firstStepSize = 0.3
    /// The maximum number of consecutive batches without a new point. If it is exceeded, the search restarts.
    private static let maximumStaleBatches = 100

    /// The parameters of the search with their ranges.
    public let space: SearchSpace
    /// The method of the search, and the limits of evaluations and restarts.
    public let plan: SearchPlan
    /// The points to evaluate next, with values in the order of the axes; empty at the end of the search.
    public private(set) var candidates: [[Double]] = []
    /// The evaluated points, in the order of evaluation.
    public private(set) var evaluations: [Evaluation] = []
    /// The reason why the search ended; `nil` while there are candidates.
    public private(set) var end: End?
    /// The number of restarts so far.
    public private(set) var restarts = 0
    /// The first evaluation with the smallest cost so far; `nil` if no point has a cost.
    public private(set) var best: Evaluation?

    private var run: any SearchRun
    /// The cost of each evaluated point; infinite for a point that could not be measured.
    private var costs: [[Double]: Double] = [:]

    /// Starts a search, and computes the first candidates.
    public init(_ space: SearchSpace, _ plan: SearchPlan) {
        precondition(
            plan.evaluations > 0 && plan.restarts >= 0 && plan.tolerance > 0,
            "the plan must have at least one evaluation, and a tolerance above 0"
        )
        precondition(
            plan.start.map { $0.count == space.axes.count } ?? true,
            "the start must have a value for every axis"
        )
        self.space = space
        self.plan = plan
        let start = plan.start.map(space.coordinates) ?? space.axes.map { _ in 0.5 }
        switch plan.method {
        case .nelderMead: run = NelderMead(start: start, size: Self.simplexSize)
        case .evolution: run = Self.strategy(from: start, plan, restarts: 0)
        }
        advance()
    }

    /// Receives the costs of ``candidates``, and computes the next candidates.
    ///
    /// - Parameter newCosts: costs in the order of ``candidates``. A cost that is `nil` or not finite means that the
    ///   point could not be measured.
    public mutating func tell(_ newCosts: [Double?]) {
        precondition(newCosts.count == candidates.count, "there must be a cost, or nil, for every candidate")
        for (point, cost) in zip(candidates, newCosts) {
            let evaluation = Evaluation(point: point, cost: cost.flatMap { $0.isFinite ? $0 : nil })
            evaluations.append(evaluation)
            costs[point] = evaluation.cost ?? .infinity
            if let cost = evaluation.cost, cost < best?.cost ?? .infinity { best = evaluation }
        }
        candidates = []
        advance()
    }

    /// Advances the search until there are new points to evaluate, or until the search ends.
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
            if run.hasConverged(within: plan.tolerance) || staleBatches > Self.maximumStaleBatches {
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
            let near = restarts.isMultiple(of: 2) ? nil : best.map { space.coordinates(of: $0.point) }
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
    /// Returns the cost of a setting over recordings; `nil` if a value is missing, or if there are no recordings.
    ///
    /// Each recording's value is converted to a cost. The result is the mean of these costs with equal weights. Smaller
    /// costs are better.
    ///
    /// - Parameters:
    ///   - figures: value of the metric for each recording, in the metric's unit.
    ///   - metric: metric, which must not be neutral.
    public static func cost(of figures: [Double?], metric: Metric) -> Double? {
        guard let cost = metric.polarity.cost else {
            preconditionFailure("the metric of a search must not be neutral")
        }
        let costs = figures.compactMap { $0.map(cost) }
        return costs.isEmpty || costs.count < figures.count ? nil : TuningFigures.mean(costs)
    }
}

/// A run of a search method from its start to convergence. Points are in the unit box, in which each parameter has the
/// range [0, 1].
///
/// A run proposes batches of points, and receives their costs. The same costs give the same points on every machine.
protocol SearchRun: Sendable {
    /// The points to evaluate next, with coordinates in [0, 1]. There is always at least one.
    var batch: [[Double]] { get }
    /// Receives the costs of ``batch``. The cost is infinite for a point that could not be measured.
    mutating func tell(_ costs: [Double])
    /// Returns a Boolean value that indicates whether the run has converged: the points spread by at most `tolerance`
    /// on each axis, or another criterion of the method is met.
    func hasConverged(within tolerance: Double) -> Bool
}

/// The covariance matrix adaptation evolution strategy (CMA-ES) in the unit box.
///
/// The source is Hansen 2016, arXiv:1604.00772, with zero weights for the worse half of the points. Points outside the
/// box are mirrored at its faces into the box. Mirroring extends the objective function beyond the box and does not
/// change the function inside.
package struct EvolutionStrategy: SearchRun {
    /// The number of consecutive batches with equal costs after which the run has converged.
    private static let flatBatchesAtConvergence = 10
    /// The limit for the ratio of the covariance's largest to smallest eigenvalue. Above this limit, the run counts as
    /// converged.
    private static let maximumCondition = 1e14

    let parameters: EvolutionParameters
    package private(set) var mean: [Double]
    package private(set) var stepSize: Double
    /// The rows of the covariance matrix C.
    package private(set) var covariance: [[Double]]
    /// The evolution path p_σ, which adapts the step size.
    private var stepPath: [Double]
    /// The evolution path p_c, which adapts the covariance.
    private var path: [Double]
    /// The value (1 − c_σ)²ᵍ in generation g. p_σ starts at zero and is too short in early generations, so the length
    /// of p_σ is divided by √(1 − `beginning`).
    private var beginning = 1.0
    private var eigen: SymmetricEigen
    private var normals: NormalSource
    /// The points of ``batch`` before they were mirrored into the box.
    private(set) var drawn: [[Double]] = []
    package private(set) var batch: [[Double]] = []
    private var flatBatches = 0

    /// Starts the strategy, and draws the first batch.
    ///
    /// - Parameters:
    ///   - mean: initial mean in the unit box.
    ///   - stepSize: initial standard deviation along each axis.
    ///   - population: number of points in a batch; at least 4.
    ///   - normals: source of normally distributed random numbers.
    package init(mean: [Double], stepSize: Double, population: Int, normals: NormalSource) {
        parameters = EvolutionParameters(dimension: mean.count, population: population)
        self.mean = mean
        self.stepSize = stepSize
        covariance = mean.indices.map { row in mean.indices.map { $0 == row ? 1 : 0 } }
        eigen = SymmetricEigen(covariance)
        stepPath = mean.map { _ in 0 }
        path = stepPath
        self.normals = normals
        draw()
    }

    package func hasConverged(within tolerance: Double) -> Bool {
        let widths = mean.indices.map { stepSize * max(0, covariance[$0][$0]).squareRoot() }
        guard widths.allSatisfy({ $0.isFinite }), widths.contains(where: { $0 > tolerance }) else { return true }
        let (minimum, maximum) = (eigen.values.min() ?? 0, eigen.values.max() ?? 0)
        return flatBatches >= Self.flatBatchesAtConvergence || minimum * Self.maximumCondition < maximum
    }

    package mutating func tell(_ costs: [Double]) {
        precondition(costs.count == batch.count, "there must be a cost for every point")
        flatBatches = costs.allSatisfy { $0 == costs[0] } ? flatBatches + 1 : 0
        let order = costs.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
        update(with: order.prefix(parameters.weights.count).map { drawn[$0] })
        draw()
    }

    /// Adapts mean, step size and covariance to the better points.
    ///
    /// - Parameter selected: better half of the drawn points, best first.
    package mutating func update(with selected: [[Double]]) {
        let p = parameters
        let axes = mean.indices
        let steps = selected.map { point in axes.map { (point[$0] - mean[$0]) / stepSize } }
        // Hansen 2016, equations (41) and (42).
        let step = axes.map { axis in zip(p.weights, steps).reduce(0) { $0 + $1.0 * $1.1[axis] } }
        for axis in axes { mean[axis] += stepSize * step[axis] }
        // Equation (43).
        let whitened = whitened(step)
        let stepGain = (p.stepRate * (2 - p.stepRate) * p.selectionMass).squareRoot()
        for axis in axes { stepPath[axis] = (1 - p.stepRate) * stepPath[axis] + stepGain * whitened[axis] }
        beginning *= (1 - p.stepRate) * (1 - p.stepRate)
        let length = stepPath.reduce(0) { $0 + $1 * $1 }.squareRoot()
        // Appendix A: h_σ stops the update of p_c while the step size grows fast.
        let isSteady =
            length / (1 - beginning).squareRoot() < (1.4 + 2 / Double(axes.count + 1)) * p.expectedLength
        // Equation (45).
        let gain = isSteady ? (p.pathRate * (2 - p.pathRate) * p.selectionMass).squareRoot() : 0
        for axis in axes { path[axis] = (1 - p.pathRate) * path[axis] + gain * step[axis] }
        adaptCovariance(steps, loss: isSteady ? 0 : p.pathRate * (2 - p.pathRate))
        // Equation (44). The step size grows at most by a factor of e.
        stepSize *= Self.exponential(min(1, p.stepRate / p.stepDamping * (length / p.expectedLength - 1)))
        eigen = SymmetricEigen(covariance)
    }

    private mutating func adaptCovariance(_ steps: [[Double]], loss: Double) {
        let p = parameters
        // Equation (47).
        let kept = 1 + p.rankOneRate * loss - p.rankOneRate - p.rankMuRate
        for row in mean.indices {
            for column in 0...row {
                let rankMu = zip(p.weights, steps).reduce(0) { $0 + $1.0 * $1.1[row] * $1.1[column] }
                let value =
                    kept * covariance[row][column] + p.rankOneRate * path[row] * path[column] + p.rankMuRate * rankMu
                covariance[row][column] = value
                covariance[column][row] = value
            }
        }
    }

    /// Returns C^(−1/2) y = B D⁻¹ Bᵀ y for a vector y and the covariance matrix C = B D² Bᵀ.
    private func whitened(_ vector: [Double]) -> [Double] {
        let axes = vector.indices
        let scaled = axes.map { k in
            axes.reduce(0) { $0 + eigen.vectors[$1][k] * vector[$1] } / Self.deviation(eigen.values[k])
        }
        return axes.map { row in axes.reduce(0) { $0 + eigen.vectors[row][$1] * scaled[$1] } }
    }

    private mutating func draw() {
        let axes = mean.indices
        drawn = (0..<parameters.population).map { _ in
            // Equations (38) to (40): m + σ B D z.
            let scaled = axes.map { Self.deviation(eigen.values[$0]) * normals.next() }
            return axes.map { row in
                mean[row] + stepSize * axes.reduce(0) { $0 + eigen.vectors[row][$1] * scaled[$1] }
            }
        }
        batch = drawn.map { $0.map(Self.mirrored) }
    }

    /// Returns the standard deviation for a variance. The result is always positive, because it is used as a divisor.
    private static func deviation(_ variance: Double) -> Double { max(variance, .leastNormalMagnitude).squareRoot() }

    /// Returns a coordinate mirrored at 0 and 1 into [0, 1].
    package static func mirrored(_ coordinate: Double) -> Double {
        guard coordinate.isFinite else { return 0.5 }
        let phase = coordinate - 2 * (coordinate / 2).rounded(.down)
        return min(phase, 2 - phase)
    }

    private static func exponential(_ value: Double) -> Double {
        value <= 0 ? PortableMath.exponential(value) : 1 / PortableMath.exponential(-value)
    }
}

/// The simplex method of Nelder and Mead in the unit box, with coefficients that depend on the dimension.
///
/// Sources: Nelder & Mead 1965, doi:10.1093/comjnl/7.4.308; coefficients of Gao & Han 2012,
/// doi:10.1007/s10589-010-9329-3. Points outside the box are moved to its boundary. The sequence of steps is the same
/// as in `scipy.optimize.minimize(method="Nelder-Mead")`.
package struct NelderMead: SearchRun {
    private struct Vertex {
        var coordinates: [Double]
        var cost: Double
    }

    /// The current step of the simplex method. The step continues when the costs of the points in ``batch`` are known.
    private enum Step {
        case beginning
        case reflection
        case expansion(reflected: Vertex)
        case outsideContraction(reflected: Vertex)
        case insideContraction
        case shrinking
    }

    package private(set) var batch: [[Double]]
    private let expansion: Double
    private let contraction: Double
    private let shrinking: Double
    /// The vertices of the simplex, sorted by cost.
    private var vertices: [Vertex] = []
    private var step = Step.beginning

    /// Starts with a simplex whose edges from the first vertex are parallel to the axes.
    ///
    /// - Parameters:
    ///   - start: first vertex in the unit box.
    ///   - size: length of the edges from the first vertex. Along each axis, the edge points towards the more distant
    ///     face of the box.
    package init(start: [Double], size: Double) {
        self.init(
            simplex: [start]
                + start.indices.map { axis in
                    var vertex = start
                    vertex[axis] += vertex[axis] <= 0.5 ? size : -size
                    return vertex
                }
        )
    }

    /// Starts with a given simplex.
    ///
    /// - Parameter simplex: vertices in the unit box, one more than the number of dimensions.
    package init(simplex: [[Double]]) {
        precondition(
            simplex.count > 1 && simplex.allSatisfy { $0.count == simplex.count - 1 },
            "a simplex must have one more vertex than dimensions"
        )
        batch = simplex
        // The coefficients of Gao & Han 2012, equation (4.1). For one dimension, the coefficients for two dimensions are
        // used, because the formulas would shrink the simplex to a point.
        let n = Double(max(2, simplex.count - 1))
        expansion = 1 + 2 / n
        contraction = 0.75 - 1 / (2 * n)
        shrinking = 1 - 1 / n
    }

    package func hasConverged(within tolerance: Double) -> Bool {
        guard let best = vertices.first else { return false }
        return vertices.allSatisfy { vertex in
            zip(vertex.coordinates, best.coordinates).allSatisfy { abs($0 - $1) <= tolerance }
        }
    }

    package mutating func tell(_ costs: [Double]) {
        precondition(costs.count == batch.count, "there must be a cost for every point")
        let evaluated = zip(batch, costs).map { Vertex(coordinates: $0, cost: $1) }
        switch step {
        case .beginning:
            vertices = evaluated
            reflect()
        case .reflection: choose(after: evaluated[0])
        case .expansion(let reflected):
            replaceWorst(with: evaluated[0].cost < reflected.cost ? evaluated[0] : reflected)
        case .outsideContraction(let reflected):
            if evaluated[0].cost <= reflected.cost { replaceWorst(with: evaluated[0]) } else { shrink() }
        case .insideContraction:
            if evaluated[0].cost < worst.cost { replaceWorst(with: evaluated[0]) } else { shrink() }
        case .shrinking:
            vertices = [vertices[0]] + evaluated
            reflect()
        }
    }

    private var worst: Vertex { vertices[vertices.count - 1] }

    private mutating func choose(after reflected: Vertex) {
        if reflected.cost < vertices[0].cost {
            ask(expansion, .expansion(reflected: reflected))
        } else if reflected.cost < vertices[vertices.count - 2].cost {
            replaceWorst(with: reflected)
        } else if reflected.cost < worst.cost {
            ask(contraction, .outsideContraction(reflected: reflected))
        } else {
            ask(-contraction, .insideContraction)
        }
    }

    private mutating func replaceWorst(with vertex: Vertex) {
        vertices[vertices.count - 1] = vertex
        reflect()
    }

    private mutating func shrink() {
        let best = vertices[0].coordinates
        batch = vertices.dropFirst().map { vertex in
            // Gao & Han 2012, step 6: x₁ + δ (xᵢ − x₁).
            zip(best, vertex.coordinates).map { Self.inside($0 + shrinking * ($1 - $0)) }
        }
        step = .shrinking
    }

    private mutating func reflect() {
        // The sort is stable, so among vertices with equal costs, older ones come first.
        vertices.sort { $0.cost < $1.cost }
        ask(1, .reflection)
    }

    /// Requests the cost of a point on the line from the worst vertex through the centre of all other vertices.
    ///
    /// - Parameters:
    ///   - length: distance from the centre, relative to the distance between the worst vertex and the centre.
    ///   - step: step for which the point is evaluated.
    private mutating func ask(_ length: Double, _ step: Step) {
        let others = vertices.dropLast()
        batch = [
            worst.coordinates.indices.map { axis in
                let centre = others.reduce(0) { $0 + $1.coordinates[axis] } / Double(others.count)
                // Gao & Han 2012, steps 2 to 5: x̄ + t (x̄ − xₙ₊₁).
                return Self.inside((1 + length) * centre - length * worst.coordinates[axis])
            }
        ]
        self.step = step
    }

    private static func inside(_ coordinate: Double) -> Double { min(max(coordinate, 0), 1) }
}

/// The eigenvalues and eigenvectors of a symmetric matrix. The computation uses only basic arithmetic and square roots,
/// so the result is the same on every machine.
///
/// Source: Jacobi's method in Golub, Van Loan: Matrix Computations. 4th ed. 2013, algorithms 8.5.1 and 8.5.3.
package struct SymmetricEigen {
    private static let maximumSweeps = 50
    /// The maximum off-diagonal element at convergence, relative to the maximum diagonal element.
    private static let tolerance = 1e-15

    /// The eigenvalues, in no particular order.
    package private(set) var values: [Double]
    /// The eigenvectors, each of length 1, as the columns of a matrix. The array contains the rows of this matrix.
    package private(set) var vectors: [[Double]]

    /// Computes the decomposition by repeated rotations of all pairs of axes until convergence. Each repetition takes
    /// O(n³), and a few repetitions are sufficient.
    ///
    /// - Parameter matrix: rows of a symmetric matrix.
    package init(_ matrix: [[Double]]) {
        let all = matrix.indices
        var left = matrix
        vectors = all.map { row in all.map { $0 == row ? 1 : 0 } }
        for _ in 0..<Self.maximumSweeps {
            let scale = all.map { abs(left[$0][$0]) }.max() ?? 0
            let off = all.flatMap { row in all.filter { $0 != row }.map { abs(left[row][$0]) } }.max() ?? 0
            if off <= Self.tolerance * scale { break }
            for p in all { for q in all where q > p { Self.rotate(&left, &vectors, p, q) } }
        }
        values = all.map { left[$0][$0] }
    }

    /// Rotates rows and columns p and q so that the element at (p, q) becomes 0.
    private static func rotate(_ matrix: inout [[Double]], _ vectors: inout [[Double]], _ p: Int, _ q: Int) {
        guard matrix[p][q] != 0 else { return }
        // Golub & Van Loan 2013, algorithm 8.5.1.
        let ratio = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q])
        let root = (1 + ratio * ratio).squareRoot()
        let tangent = ratio >= 0 ? 1 / (ratio + root) : 1 / (ratio - root)
        let cosine = 1 / (1 + tangent * tangent).squareRoot()
        let sine = tangent * cosine
        for k in matrix.indices {
            (matrix[k][p], matrix[k][q]) = (
                cosine * matrix[k][p] - sine * matrix[k][q], sine * matrix[k][p] + cosine * matrix[k][q]
            )
        }
        for k in matrix.indices {
            (matrix[p][k], matrix[q][k]) = (
                cosine * matrix[p][k] - sine * matrix[q][k], sine * matrix[p][k] + cosine * matrix[q][k]
            )
            (vectors[k][p], vectors[k][q]) = (
                cosine * vectors[k][p] - sine * vectors[k][q], sine * vectors[k][p] + cosine * vectors[k][q]
            )
        }
    }
}
