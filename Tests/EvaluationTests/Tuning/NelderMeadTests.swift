import Testing

@testable import Evaluation

@Suite struct NelderMeadTests {
    @Test func `It asks for the places that scipy's adaptive simplex asks for`() throws {
        let cases = try SearchFixture.read().simplex
        #expect(cases.map(\.name) == ["rosenbrock 2", "ellipsoid 3", "rosenbrock 5", "outside 2"])
        for example in cases {
            var simplex = NelderMead(simplex: example.simplex)
            var told = 0
            while told + simplex.batch.count <= example.places.count {
                for place in simplex.batch {
                    let expected = example.places[told]
                    #expect(
                        SearchFixture.distance(place, expected) < SearchFixture.precision,
                        "\(example.name), evaluation \(told)"
                    )
                    told += 1
                }
                simplex.take(Array(example.costs[(told - simplex.batch.count)..<told]))
            }
            // A shrinking step may not fit into the evaluations that are left.
            #expect(told > example.places.count - example.simplex.count)
        }
    }

    @Test func `With one parameter it closes in on the lowest place`() {
        var simplex = NelderMead(start: [0.9], size: 0.25)
        var evaluations = 0
        while !simplex.hasConverged(within: 1e-6), evaluations < 200 {
            let costs = simplex.batch.map { abs($0[0] - 0.2) }
            evaluations += costs.count
            simplex.take(costs)
        }
        #expect(evaluations < 200)
        #expect(abs(simplex.batch[0][0] - 0.2) < 1e-5)
    }

    @Test func `Places without a cost rank last, and nothing but such places ends it, too`() {
        var simplex = NelderMead(start: [0.3, 0.3], size: 0.25)
        var batches = 0
        while !simplex.hasConverged(within: 1e-3), batches < 1_000 {
            simplex.take(simplex.batch.map { _ in .infinity })
            batches += 1
        }
        #expect(batches < 1_000)
    }
}
