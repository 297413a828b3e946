package import SensorModel

/// The calibration that maps measured vectors onto a sphere, with the uncertainty of its parameters.
///
/// The lengths of |matrix · (measured − offset)| are compared with the known length. Gauss–Newton steps with
/// Levenberg's damping minimise Huber's loss, so that a short disturbance has little weight. The start is the sphere of
/// least squares. Vasconcelos et al. 2011 show that the estimate is the one of maximum likelihood.
package struct EllipsoidFit {
    /// A measured vector as a multiple of the known length, and the block of consecutive vectors that it belongs to.
    package struct Point {
        package var value: Vector3
        package var block: Int

        package init(value: Vector3, block: Int) {
            self.value = value
            self.block = block
        }
    }

    package let model: EllipsoidModel
    /// The offset as a multiple of the known length, then the parameters of the matrix.
    package private(set) var parameters: [Double]
    /// The half-widths of the 95 % intervals of the parameters; infinite where they are not determined.
    package private(set) var halfWidths: [Double]
    /// The RMS deviation of the lengths from 1.
    package private(set) var residual: Double

    private static let mostSteps = 60
    /// Huber's constant for an efficiency of 95 % with normal errors.
    private static let huber = 1.345
    /// The ratio of a standard deviation to the median of absolute deviations.
    private static let deviationPerMedian = 1.4826
    /// The smallest deviation, below which all residuals have equal weight: 0.05 µT of a field of 50 µT.
    private static let leastDeviation = 1e-3

    var offset: Vector3 { Vector3(parameters[0], parameters[1], parameters[2]) }
    var matrix: Matrix3 { model.matrix(parameters.dropFirst(3)) }

    /// Fits a model; nil if the points do not determine a sphere or the matrix.
    package init?(_ points: [Point], _ model: EllipsoidModel) {
        guard let start = SphereStart(points.map(\.value)) else { return nil }
        self.model = model
        parameters = [start.centre.x, start.centre.y, start.centre.z] + model.parameters(scale: 1 / start.radius)
        halfWidths = []
        residual = .infinity
        guard minimise(points) else { return nil }
        let lengths = points.map { (matrix * ($0.value - offset)).length - 1 }
        residual = lengths.rootMeanSquare ?? .infinity
        guard residual.isFinite else { return nil }
        halfWidths = intervals(points)
    }

    /// - Returns: false if the normal equations are singular.
    private mutating func minimise(_ points: [Point]) -> Bool {
        var damping = 1e-3
        for _ in 0..<Self.mostSteps {
            let system = NormalEquations(points, model, parameters, weights: weights(points))
            let cost = system.cost
            var hasImproved = false
            while damping < 1e8, !hasImproved {
                guard let step = system.step(damping: damping) else { return false }
                let trial = zip(parameters, step).map { $0 + $1 }
                let trialCost = NormalEquations.cost(points, model, trial, weights: system.weights)
                guard trialCost <= cost else {
                    damping *= 10
                    continue
                }
                parameters = trial
                damping = max(damping / 10, 1e-12)
                hasImproved = true
                let size = step.map { abs($0) }.max() ?? 0
                if size < 1e-10 { return true }
            }
            if !hasImproved { return true }
        }
        return true
    }

    /// Huber's weights of the residuals.
    private func weights(_ points: [Point]) -> [Double] {
        let matrix = matrix
        let offset = offset
        let sizes = points.map { abs((matrix * ($0.value - offset)).length - 1) }
        var order = OrderStatistics(sizes)
        let median = order.number(at: sizes.count / 2)
        let limit = Self.huber * max(Self.deviationPerMedian * median, Self.leastDeviation)
        return sizes.map { $0 <= limit ? 1 : limit / $0 }
    }

    /// The intervals with errors that are correlated within a block: White's estimate of the covariance, by clusters
    /// (Cameron & Miller 2015). Blocks of one point have the classical estimate.
    private func intervals(_ points: [Point]) -> [Double] {
        let weights = weights(points)
        let system = NormalEquations(points, model, parameters, weights: weights)
        let blocks = Set(points.map(\.block)).count
        let freedom = blocks - parameters.count
        let none = parameters.map { _ in Double.infinity }
        guard freedom >= 2, let inverse = system.inverse else { return none }
        let factor = StudentQuantile.of95(freedom: freedom)
        if blocks == points.count {
            let variance = 2 * system.cost / Double(freedom)
            return inverse.indices.map { factor * (variance * inverse[$0][$0]).squareRoot() }
        }
        let scores = system.scores(points)
        let correction = Double(blocks) / Double(freedom)
        return inverse.indices.map { index in
            let variance = scores.reduce(0.0) { sum, score in
                let part = zip(inverse[index], score).reduce(0.0) { $0 + $1.0 * $1.1 }
                return sum + part * part
            }
            return factor * (correction * variance).squareRoot()
        }
    }
}

/// The quantile of Student's distribution for two-sided intervals of 95 %.
enum StudentQuantile {
    /// Within 4 % of the exact quantile from three degrees of freedom: the first terms of its expansion
    /// (Fisher & Cornish 1960).
    static func of95(freedom: Int) -> Double {
        let z = 1.959964
        let n = Double(freedom)
        let first = (z * z * z + z) / 4
        let second = (5 * z * z * z * z * z + 16 * z * z * z + 3 * z) / 96
        return z + first / n + second / (n * n)
    }
}
