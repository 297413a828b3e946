import Geodesy
public import SensorModel

/// Turns a tracked scene about its vertical until offsets in it point where the fixes say: Yandex.Maps' correction of
/// axes.
///
/// ARKit's scene with `gravityAndHeading` starts with the compass's error, with `gravity` anyhow. Estimates are
/// buffered until there are enough of them or enough time is over; poor ones and those close to others are left out;
/// each pair tells an angle, and their circular mean is the correction. It is repeated for as long as the session runs.
/// Yandex 2017, section "Coordinate system adjustment".
///
/// Every round's correction comes with a bound of its standard deviation, which the document does not have: each pair's
/// is the accuracies' over the way in the scene, and their weighted mean bounds that of the mean for errors that hang
/// together in any way, as those of fixes do. Where the pairs scatter more than their accuracies allow, it grows in
/// proportion (Birge 1932, doi:10.1103/PhysRev.40.207). A correction that is too uncertain is none, and its estimates
/// wait for those that follow.
///
/// Memory O(capacity²) during a round; O(n²) time for n estimates that are used.
public struct SceneAligner: Sendable {
    public typealias Parameters = SceneAlignerParameters

    public let parameters: Parameters
    /// Scene as tracked → X east, Y up, Z south, as far as it is known.
    public private(set) var turn = SceneTurn.none

    private var buffer: [LocationEstimate] = []
    private var fresh = 0
    private var forgotten = 0
    private var started: Seconds?
    private var generator: SplitMix64

    public init(_ parameters: Parameters = Parameters()) {
        precondition(parameters.countLimit > 0, "a round has estimates")
        self.parameters = parameters
        generator = SplitMix64(seed: parameters.pairs.seed)
    }

    /// A new estimate.
    ///
    /// - Returns: the round, where this one started it.
    public mutating func take(_ estimate: LocationEstimate) -> SceneRound? {
        if buffer.count == max(parameters.capacity, parameters.countLimit) {
            buffer.removeFirst()
            forgotten += 1
        }
        buffer.append(estimate)
        fresh += 1
        started = started ?? estimate.time
        return fresh >= parameters.countLimit ? run(at: estimate.time) : review(at: estimate.time)
    }

    /// The timer's turn: a round where the time is over and there are estimates that no round has seen.
    public mutating func review(at time: Seconds) -> SceneRound? {
        guard fresh > 0, let started, time - started >= parameters.timeLimit else { return nil }
        return run(at: time)
    }

    /// A round with what is left at the end; nil where no estimate is new.
    public mutating func finish() -> SceneRound? {
        guard fresh > 0, let time = buffer.last?.time else { return nil }
        return run(at: time)
    }

    private mutating func run(at time: Seconds) -> SceneRound {
        let accurate = buffer.filter { $0.accuracy <= parameters.worstAccuracy }
        let apart = estimatesApart(accurate)
        let (correction, pairs) = correction(of: apart)
        if let found = correction.found { turn = turn.turned(by: found.angle) }
        let round = SceneRound(
            time: time,
            buffered: buffer.count,
            poor: buffer.count - accurate.count,
            close: accurate.count - apart.count,
            forgotten: forgotten,
            pairs: pairs,
            correction: correction,
            turn: turn
        )
        if correction.found != nil, !parameters.keepsEstimates { buffer.removeAll(keepingCapacity: true) }
        (fresh, forgotten, started) = (0, 0, time)
        return round
    }

    /// The best estimates none of which is too close to another, oldest first.
    private func estimatesApart(_ estimates: [LocationEstimate]) -> [LocationEstimate] {
        var kept: [LocationEstimate] = []
        for estimate in estimates.sorted(by: { $0.isBetter(than: $1) })
        where kept.allSatisfy({ way(from: $0, to: estimate) >= parameters.leastSeparation }) {
            kept.append(estimate)
        }
        return kept.sorted { $0.time < $1.time }
    }

    /// How far apart two estimates are in the scene, over ground.
    private func way(from first: LocationEstimate, to second: LocationEstimate) -> Metres {
        let offset = second.scenePosition - first.scenePosition
        return Vector3(offset.x, 0, offset.z).length
    }

    private mutating func correction(of estimates: [LocationEstimate]) -> (SceneCorrection, pairs: Int) {
        guard estimates.count > 1 else { return (.undetermined(.tooFewEstimates), 0) }
        var drawing = generator
        defer { generator = drawing }
        let chosen = parameters.pairs.pairs(of: estimates.count, drawingWith: &drawing) { first, second in
            weight(estimates[first], estimates[second])
        }
        let angles = chosen.compactMap { angle(of: estimates[$0.first], estimates[$0.second], weight: $0.weight) }
        guard let found = ScenePairAngle.mean(of: angles) else { return (.undetermined(.noDirection), angles.count) }
        if let most = parameters.mostUncertainty, found.uncertainty > most {
            return (.undetermined(.tooUncertain(found.uncertainty)), angles.count)
        }
        return (.found(found), angles.count)
    }

    /// The distance between the fixes over the sum of the circles' radii.
    private func weight(_ first: LocationEstimate, _ second: LocationEstimate) -> Double {
        let distance = parameters.plane.offset(from: first.point, to: second.point).length
        return distance / (first.accuracy + second.accuracy)
    }

    /// What a pair says; nil where one of its ways has no direction.
    private func angle(
        of first: LocationEstimate,
        _ second: LocationEstimate,
        weight: Double
    ) -> ScenePairAngle? {
        let offset = turn.rotate(second.scenePosition - first.scenePosition)
        let way = Vector3(offset.x, 0, offset.z).length
        guard way > 0, weight > 0, let counted = parameters.plane.point(from: first.point, offset: offset) else {
            return nil
        }
        // initialBearing(1, 2) − initialBearing(1, 2_calc)
        let angle =
            GreatCircle.initialBearing(from: first.point, to: second.point)
            - GreatCircle.initialBearing(from: first.point, to: counted)
        let squares = first.accuracy * first.accuracy + second.accuracy * second.accuracy
        return ScenePairAngle(
            angle: angle.wrapped,
            weight: parameters.isWeighted ? weight : 1,
            deviation: min(squares.squareRoot() / parameters.deviationsPerAccuracy / way, ScenePairAngle.anyDirection)
        )
    }
}
