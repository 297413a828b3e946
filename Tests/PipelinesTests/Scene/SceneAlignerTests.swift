import Geodesy
import Pipelines
import SensorModel
import TestSupport
import Testing

struct SceneAlignerTests {
    /// Degrees: the convergence of meridians over the tests' walk is smaller.
    private static let convergence = 1e-3

    private static func estimate(
        _ time: Seconds,
        fix: (east: Double, north: Double),
        scene: (x: Double, z: Double),
        accuracy: Metres = 10
    ) throws -> LocationEstimate {
        let origin = try #require(SceneWalk.origin())
        let point = try #require(SceneWalk.plane.point(from: origin, offset: Vector3(fix.east, 0, -fix.north)))
        return LocationEstimate(
            time: time,
            point: point,
            accuracy: accuracy,
            scenePosition: Vector3(scene.x, 1.5, scene.z)
        )
    }

    private static func round(
        of estimates: [LocationEstimate],
        _ change: (inout SceneAligner.Parameters) -> Void = { _ in }
    ) throws -> SceneRound {
        var parameters = SceneAligner.Parameters()
        parameters.countLimit = 400
        parameters.timeLimit = 1e6
        change(&parameters)
        var aligner = SceneAligner(parameters)
        for estimate in estimates {
            let round = aligner.add(estimate)
            #expect(round == nil)
        }
        let round = aligner.finish()
        return try #require(round)
    }

    @Test(arguments: Array(stride(from: -170.0, through: 170, by: 20)))
    func `Fixes without errors correct any yaw error in one round`(degrees: Double) throws {
        let rounds = SceneWalk(turn: SceneTurn(clockwise: Angle(degrees: degrees))).rounds(120)
        let corrections = rounds.compactMap(\.correction.found)
        let first = try #require(corrections.first)
        #expect(abs(first.angle.degrees - degrees) < Self.convergence)
        #expect(corrections.count > 1)
        for later in corrections.dropFirst() { #expect(abs(later.angle.degrees) < Self.convergence) }
        let turn = try #require(rounds.last).turn
        #expect(abs(turn.clockwise.degrees - degrees) < Self.convergence)
    }

    /// The fix moves 100 m east, the scene position 100 m north: 90° clockwise. √(10² + 10²)/1.51/100 rad = 5.3661°.
    @Test func `Two estimates determine an angle with the uncertainty of their accuracies`() throws {
        let round = try Self.round(of: [
            try Self.estimate(0, fix: (0, 0), scene: (0, 0)), try Self.estimate(70, fix: (100, 0), scene: (0, -100)),
        ])
        let found = try #require(round.correction.found)
        #expect(abs(found.angle.degrees - 90) < Self.convergence)
        #expect(abs(found.uncertainty.degrees - 5.366_1) < 1e-4 && found.spread == .zero)
        #expect(round.used == 2 && round.pairs == 1)
    }

    @Test func `The mean of angles on both sides of 180° is 180°`() throws {
        // The scene moves north, the fixes by 170° and −170° from it.
        let (sine, cosine) = (Angle(degrees: 170).sine * 100, Angle(degrees: 170).cosine * 100)
        let estimates = [
            try Self.estimate(0, fix: (0, 0), scene: (0, 0)), try Self.estimate(1, fix: (0, 0), scene: (20, 0)),
            try Self.estimate(2, fix: (sine, cosine), scene: (0, -100)),
            try Self.estimate(3, fix: (-sine, cosine), scene: (20, -100)),
        ]
        let found = try #require(try Self.round(of: estimates) { $0.pairs = .disjoint }.correction.found)
        #expect(abs(abs(found.angle.degrees) - 180) < Self.convergence)
        #expect(abs(found.spread.degrees - 10) < Self.convergence)
    }

    @Test func `Opposite pairs have no direction`() throws {
        let estimates = [
            try Self.estimate(0, fix: (0, 0), scene: (0, 0)), try Self.estimate(1, fix: (0, 0), scene: (20, 0)),
            try Self.estimate(2, fix: (100, 0), scene: (0, -100)),
            try Self.estimate(3, fix: (-100, 0), scene: (20, -100)),
        ]
        let round = try Self.round(of: estimates) { $0.pairs = .disjoint }
        // East and west are opposite except for rounding, so either reason is valid.
        switch round.correction {
        case .undetermined(.noDirection), .undetermined(.tooUncertain): break
        default: Issue.record("\(round.correction)")
        }
    }

    /// scipy.stats.circmean has no weights: numpy.angle(3·exp(1j·rad 20°) + exp(1j·rad 80°)) = 33.897886° for weights 3
    /// and 1; their plain mean is 50°.
    @Test func `Pairs are weighted by distance over accuracies, or equally`() throws {
        func turned(_ degrees: Double) -> (east: Double, north: Double) {
            (Angle(degrees: degrees).sine * 120, Angle(degrees: degrees).cosine * 120)
        }
        let estimates = [
            try Self.estimate(0, fix: (0, 0), scene: (0, 0), accuracy: 5),
            try Self.estimate(1, fix: (0, 0), scene: (20, 0), accuracy: 15),
            try Self.estimate(2, fix: turned(20), scene: (0, -120), accuracy: 5),
            try Self.estimate(3, fix: turned(80), scene: (20, -120), accuracy: 15),
        ]
        func mean(isWeighted: Bool) throws -> Double {
            let round = try Self.round(of: estimates) {
                $0.pairs = .disjoint
                $0.isWeighted = isWeighted
                $0.maximumUncertainty = nil
            }
            return try #require(round.correction.found).angle.degrees
        }
        #expect(abs(try mean(isWeighted: true) - 33.897_886) < Self.convergence)
        #expect(abs(try mean(isWeighted: false) - 50) < Self.convergence)
    }

    /// 10 estimates have 45 pairs.
    @Test(arguments: [
        (ScenePairChoice.all, 45), (.random(share: 0.2, seed: 1), 9), (.disjoint, 5), (.heaviest(share: 0.2), 9),
    ])
    func `Each selection has its number of pairs`(choice: ScenePairChoice, pairs: Int) throws {
        let estimates = Array(SceneWalk().estimates(91).enumerated().filter { $0.offset % 10 == 0 }.map(\.element))
        let round = try Self.round(of: estimates) { $0.pairs = choice }
        #expect(round.used == 10 && round.pairs == pairs)
        #expect(abs(try #require(round.correction.found).angle.degrees) < Self.convergence)
    }

    @Test func `Random pairs depend only on the seed`() throws {
        let walk = SceneWalk(isNoisy: true).estimates(90)
        func angle(_ seed: UInt64) throws -> Angle {
            let round = try Self.round(of: walk) { $0.pairs = .random(share: 0.1, seed: seed) }
            return try #require(round.correction.found).angle
        }
        #expect(try angle(1) == angle(1))
        #expect(try angle(1) != angle(2))
    }

    @Test func `Poor and close estimates are skipped and counted`() throws {
        let round = try Self.round(of: [
            try Self.estimate(0, fix: (0, 0), scene: (0, 0)),
            try Self.estimate(1, fix: (3, 0), scene: (0, -3), accuracy: 5),
            try Self.estimate(2, fix: (50, 0), scene: (0, -50), accuracy: 65),
            try Self.estimate(3, fix: (100, 0), scene: (0, -100)),
        ])
        // The first is 3 m from a better one.
        #expect(round.buffered == 4 && round.poor == 1 && round.close == 1 && round.used == 2)
    }

    @Test func `Fixes with an accuracy of 65 m determine no correction`() throws {
        let walk = SceneWalk(accuracy: 65, isNoisy: true)
        for round in walk.rounds(120) {
            #expect(round.correction == .undetermined(.tooFewEstimates) && round.poor == round.buffered)
        }
        var parameters = SceneAligner.Parameters()
        parameters.worstAccuracy = 100
        let rounds = walk.rounds(120, parameters)
        #expect(rounds.count == 12)
        for round in rounds {
            guard case .undetermined(.tooUncertain(let angle)) = round.correction else {
                Issue.record("\(round.correction)")
                continue
            }
            #expect(angle.degrees > 15)
        }
        #expect(rounds.last?.turn == SceneTurn.none)
    }

    @Test func `Drifting fixes of a user at rest determine no correction`() throws {
        let origin = try #require(SceneWalk.origin())
        var generator = SeededGenerator(seed: 1)
        let estimates = (0..<60).compactMap { second in
            let error = Vector3(generator.normal() * 10, 0, generator.normal() * 10)
            return SceneWalk.plane.point(from: origin, offset: error).map {
                LocationEstimate(time: Double(second), point: $0, accuracy: 5, scenePosition: Vector3(0.01, 0, 0))
            }
        }
        let round = try Self.round(of: estimates)
        #expect(round.correction == .undetermined(.tooFewEstimates))
        #expect(round.close == 59)
    }

    /// The bound is for the standard deviation: the mean square of the errors over their bounds remains below 1.
    @Test func `The mean square of the errors of 200 noisy walks is within their stated uncertainty`() {
        var (sum, count) = (0.0, 0)
        for seed in 0..<200 {
            for round in SceneWalk(accuracy: 10, isNoisy: true, seed: UInt64(seed)).rounds(150) {
                guard let found = round.correction.found else { continue }
                let share = round.turn.clockwise.radians / found.uncertainty.radians
                sum += share * share
                count += 1
            }
        }
        #expect(count >= 200)
        #expect(sum / Double(count) < 1, "\(sum / Double(count))")
    }

    @Test func `The buffer is kept without a correction and cleared after one`() {
        let rounds = SceneWalk().rounds(80)
        let first = rounds.firstIndex { $0.correction.found != nil } ?? rounds.endIndex
        #expect(first > 0 && first < rounds.count - 1)
        for (index, round) in rounds.prefix(first + 1).enumerated() { #expect(round.buffered == 10 * (index + 1)) }
        if first + 1 < rounds.count { #expect(rounds[first + 1].buffered == 10) }
    }

    @Test func `Estimates can be kept, up to the buffer's capacity`() {
        var parameters = SceneAligner.Parameters()
        parameters.keepsEstimates = true
        parameters.capacity = 60
        let rounds = SceneWalk().rounds(100, parameters)
        #expect(rounds.map(\.buffered) == [10, 20, 30, 40, 50, 60, 60, 60, 60, 60])
        #expect(rounds.map(\.forgotten) == [0, 0, 0, 0, 0, 0, 10, 10, 10, 10])
    }

    @Test func `The timer starts a round with fewer estimates`() throws {
        var parameters = SceneAligner.Parameters()
        parameters.countLimit = 100
        var aligner = SceneAligner(parameters)
        let early = aligner.add(try Self.estimate(5, fix: (0, 0), scene: (0, 0)))
        let notYet = aligner.review(at: 14.9)
        let round = aligner.review(at: 15)
        let again = aligner.review(at: 100)
        #expect(early == nil && notYet == nil && again == nil)
        #expect(round?.buffered == 1 && round?.correction == .undetermined(.tooFewEstimates))
    }
}
