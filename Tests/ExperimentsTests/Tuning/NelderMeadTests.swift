import Evaluation
import Experiments
import Testing

@Suite struct NelderMeadTests {
    /// The width of the simplex at convergence.
    private static let convergence = 1e-6
    /// The limit of the minimum's error: ten times the width at convergence.
    private static let minimumTolerance = 1e-5

    @Test func `The points equal those of scipy's adaptive simplex`() throws {
        let cases = try SearchFixture.read().simplex
        #expect(cases.map(\.name) == ["rosenbrock 2", "ellipsoid 3", "rosenbrock 5", "outside 2"])
        for example in cases {
            var simplex = NelderMead(simplex: example.simplex)
            var evaluated = 0
            while evaluated + simplex.batch.count <= example.points.count {
                for point in simplex.batch {
                    let expected = example.points[evaluated]
                    #expect(
                        SearchFixture.distance(point, expected) < SearchFixture.precision,
                        "\(example.name), evaluation \(evaluated)"
                    )
                    evaluated += 1
                }
                simplex.tell(Array(example.costs[(evaluated - simplex.batch.count)..<evaluated]))
            }
            // A shrinking step may need more evaluations than remain.
            #expect(evaluated > example.points.count - example.simplex.count)
        }
    }

    @Test func `The simplex of one parameter converges to the minimum`() {
        var simplex = NelderMead(start: [0.9], size: 0.25)
        var evaluations = 0
        while !simplex.hasConverged(within: Self.convergence), evaluations < 200 {
            let costs = simplex.batch.map { abs($0[0] - 0.2) }
            evaluations += costs.count
            simplex.tell(costs)
        }
        #expect(evaluations < 200)
        #expect(abs(simplex.batch[0][0] - 0.2) < Self.minimumTolerance)
    }

    @Test func `A simplex avoids a region without costs`() {
        var simplex = NelderMead(start: [0.6, 0.5], size: 0.25)
        for _ in 0..<200 where !simplex.hasConverged(within: Self.convergence) {
            // The unconstrained minimum has no cost.
            simplex.tell(simplex.batch.map { $0[0] < 0.4 ? .infinity : abs($0[0] - 0.2) + abs($0[1] - 0.5) })
        }
        #expect(simplex.batch[0][0] >= 0.4)
        #expect(abs(simplex.batch[0][0] - 0.4) < 0.05)
    }

    @Test func `A run without any cost ends`() {
        var simplex = NelderMead(start: [0.3, 0.3], size: 0.25)
        var batches = 0
        while !simplex.hasConverged(within: 1e-3), batches < 1_000 {
            simplex.tell(simplex.batch.map { _ in .infinity })
            batches += 1
        }
        #expect(batches < 1_000)
    }

    @Test func `Among vertices with equal costs, the last one is reflected`() {
        var simplex = NelderMead(simplex: [[0.2, 0.2], [0.4, 0.2], [0.2, 0.4]])
        simplex.tell([1, 2, 2])
        // The centre of the first two vertices is (0.3, 0.2): 2 · (0.3, 0.2) − (0.2, 0.4) = (0.4, 0).
        #expect(simplex.batch.count == 1)
        #expect(SearchFixture.distance(simplex.batch[0], [0.4, 0]) < SearchFixture.precision)
    }
}
