import Evaluation
import Experiments
import Recordings
import SensorModel
import SensorSimulation
import Testing

@Suite struct EvolutionStrategyTests {
    /// The rounding of sums of numbers up to the largest eigenvalue, 9e6.
    private static let eigenTolerance = 1e-14 * 9_000_000

    private static func strategy(_ dimension: Int, _ population: Int) -> EvolutionStrategy {
        EvolutionStrategy(
            mean: Array(repeating: 0.5, count: dimension),
            stepSize: 0.3,
            population: population,
            normals: NormalSource(SplitMix64(seed: 1))
        )
    }

    @Test func `Mean, step size and covariance equal those of the author's package`() throws {
        let cases = try SearchFixture.read().strategy
        #expect(cases.map(\.name) == ["sphere 2", "rosenbrock 3", "ellipsoid 5"])
        for example in cases {
            var strategy = Self.strategy(try #require(example.steps.first).mean.count, example.population)
            for (number, step) in example.steps.enumerated() {
                let order = step.costs.indices.sorted { step.costs[$0] < step.costs[$1] }
                strategy.update(with: order.prefix(example.population / 2).map { step.points[$0] })
                let label = "\(example.name), step \(number)"
                #expect(SearchFixture.distance(strategy.mean, step.mean) < SearchFixture.precision, "\(label)")
                #expect(abs(strategy.stepSize - step.stepSize) < SearchFixture.precision, "\(label)")
                #expect(
                    SearchFixture.distance(strategy.covariance.flatMap(\.self), step.covariance.flatMap(\.self))
                        < SearchFixture.precision,
                    "\(label)"
                )
            }
        }
    }

    @Test func `The population is 4 + ⌊3 ln n⌋, as in the tutorial`() {
        #expect([1, 2, 3, 5, 10].map(EvolutionParameters.population) == [4, 6, 7, 8, 10])
    }

    @Test(arguments: [(-0.25, 0.25), (0.25, 0.25), (1.25, 0.75), (2.25, 0.25), (-1.5, 0.5), (1.0, 1.0), (0.0, 0.0)])
    func `Points outside the box are mirrored into it`(_ coordinate: Double, _ expected: Double) {
        #expect(EvolutionStrategy.mirrored(coordinate) == expected)
    }

    @Test func `Equal costs end the run`() {
        var strategy = Self.strategy(2, 6)
        var batches = 0
        while !strategy.hasConverged(within: 1e-9), batches < 1_000 {
            strategy.tell(strategy.batch.map { _ in 3 })
            batches += 1
        }
        #expect(batches < 1_000)
    }

    @Test func `A matrix of known eigenvalues and eigenvectors is decomposed into them`() {
        // H = I − 2 v vᵀ/vᵀv is orthogonal; H diag(1, 4, 9e6) H has these eigenvalues. Whole numbers for v = (1, 1, 1).
        let values = [1.0, 4, 9_000_000]
        let mirror: [[Double]] = (0..<3).map { row in
            (0..<3).map { column -> Double in (column == row ? 1.0 : 0.0) - 2.0 / 3.0 }
        }
        let matrix: [[Double]] = (0..<3).map { row in
            (0..<3).map { column -> Double in
                (0..<3).reduce(0.0) { (sum: Double, k: Int) in sum + mirror[row][k] * values[k] * mirror[k][column] }
            }
        }
        let eigen = SymmetricEigen(matrix)
        for (found, expected) in zip(eigen.values.sorted(), values) {
            // The smaller eigenvalues have the rounding errors of the largest.
            #expect(abs(found - expected) < Self.eigenTolerance)
        }
        for k in 0..<3 {
            for row in 0..<3 {
                let image = (0..<3).reduce(0.0) { sum, column in sum + matrix[row][column] * eigen.vectors[column][k] }
                #expect(abs(image - eigen.values[k] * eigen.vectors[row][k]) < Self.eigenTolerance)
            }
        }
    }
}
