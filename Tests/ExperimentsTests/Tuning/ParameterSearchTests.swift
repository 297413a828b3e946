import Evaluation
import Experiments
import RealModule
import SensorModel
import TestSupport
import Testing

/// Searches of objectives with a known minimum.
@Suite struct ParameterSearchTests {
    /// The relative error after 300 evaluations on a logarithmic axis.
    private static let relativeTolerance = 1e-3

    private typealias Objective = ([Double]) -> Double?

    static func space(_ dimension: Int, _ ends: ClosedRange<Double>) throws -> SearchSpace {
        try SearchSpace(
            (0..<dimension).map { try SearchAxis("x\($0)", from: ends.lowerBound, to: ends.upperBound) }
        )
    }

    private static func run(_ space: SearchSpace, _ plan: SearchPlan, _ objective: Objective) -> ParameterSearch {
        var search = ParameterSearch(space, plan)
        while search.end == nil { search.tell(search.candidates.map(objective)) }
        return search
    }

    private static func plan(
        _ method: SearchPlan.Method,
        _ evaluations: Int,
        restarts: Int = 0,
        seed: UInt64 = 1,
        tolerance: Double = 1e-6
    ) -> SearchPlan {
        var plan = SearchPlan(method, evaluations: evaluations, restarts: restarts, seed: seed)
        plan.tolerance = tolerance
        return plan
    }

    /// The largest distance between the best point and the expected one along an axis.
    private static func distance(_ search: ParameterSearch, _ expected: [Double]) -> Double {
        search.best.map { SearchFixture.distance($0.point, expected) } ?? .infinity
    }

    @Test(arguments: SearchPlan.Method.allCases)
    func `The search finds the centre of a sphere`(_ method: SearchPlan.Method) throws {
        let centre = [1.0, -2, 0.5]
        let search = Self.run(try Self.space(3, -5...5), Self.plan(method, 2_000)) { point in
            zip(point, centre).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        }
        #expect(search.end == .convergence)
        #expect(search.evaluations.count < 800)
        #expect(Self.distance(search, centre) < 1e-4)
    }

    @Test(arguments: SearchPlan.Method.allCases)
    func `The search follows Rosenbrock's valley`(_ method: SearchPlan.Method) throws {
        let search = Self.run(try Self.space(2, -2...2), Self.plan(method, 2_000)) { point in
            let (x, y) = (point[0], point[1])
            return 100 * (y - x * x) * (y - x * x) + (1 - x) * (1 - x)
        }
        #expect(Self.distance(search, [1, 1]) < 1e-3)
    }

    @Test(arguments: SearchPlan.Method.allCases)
    func `The search finds the centre of an ellipsoid with an aspect ratio of 100`(
        _ method: SearchPlan.Method
    ) throws {
        let search = Self.run(try Self.space(4, -1...2), Self.plan(method, 4_000)) { point in
            zip(point, [1.0, 20, 400, 10_000]).reduce(0) { $0 + $1.1 * ($1.0 - 0.3) * ($1.0 - 0.3) }
        }
        #expect(Self.distance(search, [0.3, 0.3, 0.3, 0.3]) < 1e-3)
    }

    @Test(arguments: SearchPlan.Method.allCases)
    func `The search finds the best corner of the box`(_ method: SearchPlan.Method) throws {
        let search = Self.run(try Self.space(2, 0...4), Self.plan(method, 1_000)) { point in
            (point[0] - 5) * (point[0] - 5) + point[1]
        }
        #expect(Self.distance(search, [4, 0]) < 1e-3)
    }

    @Test func `With restarts the search finds the global minimum of a hundred`() throws {
        let minimum = [0.7, -1.3]
        func rastrigin(_ point: [Double]) -> Double {
            zip(point, minimum).reduce(0) { sum, pair in
                let x = pair.0 - pair.1
                return sum + 10 + x * x - 10 * Double.cos(2 * Double.pi * x)
            }
        }
        let space = try Self.space(2, -5.12...5.12)
        var foundAtOnce = 0
        for seed in UInt64(1)...10 {
            let once = Self.run(space, Self.plan(.evolution, 6_000, seed: seed), rastrigin)
            foundAtOnce += Self.distance(once, minimum) < 1e-3 ? 1 : 0
            let again = Self.run(space, Self.plan(.evolution, 6_000, restarts: 6, seed: seed), rastrigin)
            #expect(Self.distance(again, minimum) < 1e-3, "seed \(seed)")
        }
        #expect(foundAtOnce < 10, "the test would not see restarts that do nothing")
    }

    @Test(arguments: SearchPlan.Method.allCases)
    func `The search finds a small value on a logarithmic axis`(_ method: SearchPlan.Method) throws {
        let space = try SearchSpace([try SearchAxis("a", from: 1e-6, to: 10, scale: .logarithmic)])
        let search = Self.run(space, Self.plan(method, 300)) { point in
            let factor = Double.log(point[0] / 3e-4)
            return factor * factor
        }
        let best = try #require(search.best).point[0]
        #expect(abs(best / 3e-4 - 1) < Self.relativeTolerance)
    }

    @Test(arguments: SearchPlan.Method.allCases)
    func `Whole numbers are each a candidate once, until all are evaluated`(_ method: SearchPlan.Method) throws {
        let space = try SearchSpace([
            try SearchAxis("window", from: 1, to: 6, isWhole: true),
            try SearchAxis("order", from: 0, to: 2, isWhole: true),
        ])
        let search = Self.run(space, Self.plan(method, 500, restarts: 40)) { ($0[0] - 4) * ($0[0] - 4) + $0[1] }
        #expect(search.best?.point == [4, 0])
        let points = search.evaluations.map(\.point)
        #expect(Set(points).count == points.count)
        #expect(points.allSatisfy { $0.allSatisfy { $0 == $0.rounded() } })
        #expect(search.end == .exhaustion)
        #expect(points.count == 18)
    }

    @Test(arguments: SearchPlan.Method.allCases)
    func `Points without a cost rank last`(_ method: SearchPlan.Method) throws {
        let space = try Self.space(2, 0...1)
        // The simplex starts where nothing can be measured; a restart leaves that region.
        let search = Self.run(space, Self.plan(method, 600, restarts: 10)) { point in
            point[0] > 0.45 ? nil : (point[0] - 0.4) * (point[0] - 0.4) + (point[1] - 0.6) * (point[1] - 0.6)
        }
        #expect(Self.distance(search, [0.4, 0.6]) < 1e-2)
        let empty = Self.run(space, Self.plan(method, 100)) { _ in .infinity }
        #expect(empty.best == nil)
        #expect(!empty.evaluations.isEmpty)
        #expect(empty.evaluations.allSatisfy { $0.cost == nil })
    }

    @Test(arguments: SearchPlan.Method.allCases)
    func `The search ends at its limit of evaluations`(_ method: SearchPlan.Method) throws {
        let space = try Self.space(3, -1...1)
        for evaluations in [1, 3, 5, 40] {
            let search = Self.run(space, Self.plan(method, evaluations, restarts: 9)) { $0.reduce(0) { $0 + $1 * $1 } }
            #expect(search.evaluations.count == evaluations)
            #expect(search.end == .evaluations)
            #expect(search.candidates.isEmpty)
        }
    }

    @Test(arguments: SearchPlan.Method.allCases)
    func `A search that receives the known costs again has the same candidates and continues`(
        _ method: SearchPlan.Method
    ) throws {
        let space = try Self.space(2, -3...3)
        let plan = Self.plan(method, 200, restarts: 5, tolerance: 1e-2)
        func objective(_ point: [Double]) -> Double { (point[0] - 1) * (point[0] - 1) + abs(point[1]) }
        let whole = Self.run(space, plan, objective)
        #expect(whole.restarts > 0)
        var again = ParameterSearch(space, plan)
        var evaluated = 0
        while again.end == nil {
            let known = whole.evaluations[evaluated...].prefix(again.candidates.count)
            #expect(known.map(\.point) == again.candidates)
            again.tell(known.map(\.cost))
            evaluated += known.count
        }
        #expect(evaluated == whole.evaluations.count)
        #expect(again.best == whole.best)
    }

    @Test func `The first population of two seeds equals that of Python, and the simplex begins at the start`() throws {
        let space = try Self.space(2, 0...10)
        let draws = try SearchFixture.read().draws
        #expect(draws.map(\.points.count) == [6, 7])
        for draw in draws {
            let dimension = try #require(draw.points.first).count
            let search = ParameterSearch(
                try Self.space(dimension, 0...10),
                SearchPlan(.evolution, evaluations: 100, seed: draw.seed)
            )
            #expect(search.candidates == draw.points)
        }
        let started = ParameterSearch(space, SearchPlan(.nelderMead, evaluations: 100, start: [1, 7]))
        #expect(started.candidates == [[1, 7], [3.5, 7], [1, 4.5]])
    }

    /// An objective like the error of a filter that follows a noisy reference: noise rises with the gain, drift falls
    /// with it, and a learnt bias reduces drift. It is smooth, and its minimum is inside the box.
    private static func standIn(_ pull: Double, _ learning: Double) -> Double {
        let noise = 4 * pull
        let drift = 1.2 / (0.05 + pull)
        let bias = 900 * (learning - 0.0012 * (1.5 - pull / 2))
        return (noise * noise + drift * drift + bias * bias + 1).squareRoot()
    }

    @Test(arguments: SearchPlan.Method.allCases)
    func `A tenth of a grid's evaluations reaches the best of the grid`(_ method: SearchPlan.Method) throws {
        let pulls = (1...100).map { 0.02 * Double($0) }
        let gains = (0...40).map { 0.0001 * Double($0) }
        let gridBest = try #require(pulls.flatMap { pull in gains.map { Self.standIn(pull, $0) } }.min())
        let space = try SearchSpace([try SearchAxis("kp", from: 0.02, to: 2), try SearchAxis("ki", from: 0, to: 0.004)])
        var generator = SeededGenerator(seed: 3)
        for seed in UInt64(1)...20 {
            var plan = SearchPlan(method, evaluations: pulls.count * gains.count / 10, restarts: 2, seed: seed)
            plan.start = [generator.number(in: 0.02...2), generator.number(in: 0...0.004)]
            let search = Self.run(space, plan) { Self.standIn($0[0], $0[1]) }
            #expect(try #require(search.best?.cost) <= gridBest * 1.001, "seed \(seed)")
        }
    }
}
