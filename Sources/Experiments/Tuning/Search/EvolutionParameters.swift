import Recordings
import SensorModel

/// The constants of ``EvolutionStrategy``, which depend on dimension and population: Hansen 2016, arXiv:1604.00772,
/// table 1.
package struct EvolutionParameters: Sendable {
    /// The number of points in a batch.
    package let population: Int
    /// The weights w₁ … w_µ of the better half of the points, with the sum 1.
    let weights: [Double]
    /// The variance-effective selection mass µ_eff.
    let selectionMass: Double
    /// The learning rate c_σ of the step size's evolution path.
    let stepRate: Double
    /// The damping d_σ of changes of the step size.
    let stepDamping: Double
    /// The learning rate c_c of the covariance's evolution path.
    let pathRate: Double
    /// The learning rate c₁ of the covariance's rank-one update.
    let rankOneRate: Double
    /// The learning rate c_µ of the covariance's rank-µ update.
    let rankMuRate: Double
    /// The expected length E‖N(0, I)‖ of a normally distributed vector.
    let expectedLength: Double

    /// Returns the default number of points in a batch, equation (48).
    package static func population(dimension: Int) -> Int {
        4 + Int(saturating: (3 * PortableMath.logarithm(Double(dimension))).rounded(.down))
    }

    /// Returns the expected length √2 Γ((n + 1)/2)/Γ(n/2) for dimension n, by the recurrence E(n + 2) = E(n) · (n +
    /// 1)/n.
    private static func expectedLength(dimension: Int) -> Double {
        let isOdd = !dimension.isMultiple(of: 2)
        let first = isOdd ? (2 / Double.pi).squareRoot() : (Double.pi / 2).squareRoot()
        return stride(from: isOdd ? 1.0 : 2, to: Double(dimension), by: 2).reduce(first) { $0 * ($1 + 1) / $1 }
    }

    /// Computes the constants.
    ///
    /// - Parameters:
    ///   - dimension: number of searched parameters; at least 1.
    ///   - population: number of points in a batch; at least 4.
    package init(dimension: Int, population: Int) {
        precondition(
            dimension > 0 && population >= 4,
            "the dimension must be at least 1, and the population at least 4"
        )
        let n = Double(dimension)
        // Equation (49).
        let raw = (1...population / 2).map { rank in
            PortableMath.logarithm(Double(population + 1) / 2) - PortableMath.logarithm(Double(rank))
        }
        let sum = raw.reduce(0, +)
        weights = raw.map { $0 / sum }
        let mass = 1 / weights.reduce(0) { $0 + $1 * $1 }
        // Equations (55) to (58), with α_cov = 2.
        stepRate = (mass + 2) / (n + mass + 5)
        stepDamping = 1 + 2 * max(0, ((mass - 1) / (n + 1)).squareRoot() - 1) + stepRate
        pathRate = (4 + mass / n) / (n + 4 + 2 * mass / n)
        rankOneRate = 2 / ((n + 1.3) * (n + 1.3) + mass)
        rankMuRate = min(1 - rankOneRate, 2 * (0.25 + mass - 2 + 1 / mass) / ((n + 2) * (n + 2) + mass))
        expectedLength = Self.expectedLength(dimension: dimension)
        selectionMass = mass
        self.population = population
    }
}
