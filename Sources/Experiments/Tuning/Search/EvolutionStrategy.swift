import Recordings
import SensorModel
package import SensorSimulation

/// The evolution strategy with covariance matrix adaptation (CMA-ES) in the unit box.
///
/// Source: Hansen 2016, arXiv:1604.00772, with zero weights for the worse half. Points outside the box are mirrored at
/// its faces, which changes the objective outside the box only.
package struct EvolutionStrategy: SearchRun {
    /// The number of batches with equal costs after which the search has converged.
    private static let mostFlatBatches = 10
    /// The largest ratio of the covariance's eigenvalues.
    private static let worstCondition = 1e14

    let parameters: EvolutionParameters
    package private(set) var mean: [Double]
    package private(set) var stepSize: Double
    /// The covariance matrix C by row.
    package private(set) var covariance: [[Double]]
    /// The evolution path p_σ of the step size.
    private var stepPath: [Double]
    /// The evolution path p_c of the covariance.
    private var path: [Double]
    /// The factor (1 − c_σ)²ᵍ: the share of its initial zero that remains in the step path.
    private var beginning = 1.0
    private var eigen: SymmetricEigen
    private var normals: NormalSource
    /// The points of ``batch`` before mirroring.
    private(set) var drawn: [[Double]] = []
    package private(set) var batch: [[Double]] = []
    private var flatBatches = 0

    /// - Parameters:
    ///   - mean: the initial mean in the unit box.
    ///   - stepSize: the initial standard deviation along each axis.
    ///   - population: the number of points in a batch; at least 4.
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
        let (least, most) = (eigen.values.min() ?? 0, eigen.values.max() ?? 0)
        return flatBatches >= Self.mostFlatBatches || least * Self.worstCondition < most
    }

    package mutating func tell(_ costs: [Double]) {
        precondition(costs.count == batch.count, "a cost for every point")
        flatBatches = costs.allSatisfy { $0 == costs[0] } ? flatBatches + 1 : 0
        let order = costs.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
        update(with: order.prefix(parameters.weights.count).map { drawn[$0] })
        draw()
    }

    /// Adapts the distribution.
    ///
    /// - Parameter selected: the better half of the drawn points, best first.
    package mutating func update(with selected: [[Double]]) {
        let p = parameters
        let axes = mean.indices
        let steps = selected.map { place in axes.map { (place[$0] - mean[$0]) / stepSize } }
        // Hansen 2016, equations (41) and (42).
        let step = axes.map { axis in zip(p.weights, steps).reduce(0) { $0 + $1.0 * $1.1[axis] } }
        for axis in axes { mean[axis] += stepSize * step[axis] }
        // Equation (43).
        let whitened = whitened(step)
        let stepGain = (p.stepRate * (2 - p.stepRate) * p.selectionMass).squareRoot()
        for axis in axes { stepPath[axis] = (1 - p.stepRate) * stepPath[axis] + stepGain * whitened[axis] }
        beginning *= (1 - p.stepRate) * (1 - p.stepRate)
        let length = stepPath.reduce(0) { $0 + $1 * $1 }.squareRoot()
        // Appendix A: h_σ stalls the path while the step size grows fast.
        let isSteady =
            length / (1 - beginning).squareRoot() < (1.4 + 2 / Double(axes.count + 1)) * p.expectedLength
        // Equation (45).
        let gain = isSteady ? (p.pathRate * (2 - p.pathRate) * p.selectionMass).squareRoot() : 0
        for axis in axes { path[axis] = (1 - p.pathRate) * path[axis] + gain * step[axis] }
        adaptCovariance(steps, loss: isSteady ? 0 : p.pathRate * (2 - p.pathRate))
        // Equation (44), at most a factor of e at once.
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

    /// The whitened vector C^(−1/2) y = B D⁻¹ Bᵀ y.
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

    /// The standard deviation of a variance; never zero, because it is a divisor.
    private static func deviation(_ variance: Double) -> Double { max(variance, .leastNormalMagnitude).squareRoot() }

    /// The coordinate mirrored into [0, 1] at 0 and 1.
    package static func mirrored(_ coordinate: Double) -> Double {
        guard coordinate.isFinite else { return 0.5 }
        let phase = coordinate - 2 * (coordinate / 2).rounded(.down)
        return min(phase, 2 - phase)
    }

    private static func exponential(_ value: Double) -> Double {
        value <= 0 ? PortableMath.exponential(value) : 1 / PortableMath.exponential(-value)
    }
}
