import Geodesy
public import SensorModel

/// Corrects the yaw of a tracked scene by comparing the device's motion in the scene with the fixes, as Yandex.Maps
/// does.
///
/// The axes of an ARKit scene have the compass's error (`gravityAndHeading`) or an unknown yaw (`gravity`). An estimate
/// is a fix with the device's position in the scene. The aligner buffers estimates until their number or the elapsed
/// time is sufficient, and then starts a correction round. Poor estimates, and estimates close to better ones, are
/// discarded. Each pair of the remaining estimates determines an angle. The circular mean of the angles is the
/// correction. Rounds are repeated during the whole session. The source is Yandex 2018, section "Coordinate system
/// adjustment".
///
/// The document does not define the uncertainty of a correction. Here, the uncertainty is an upper bound of the
/// standard deviation, valid for any correlation between the fixes' errors. The bound of a pair is √(a² + b²)/d, where
/// a and b are the accuracies of its fixes as standard deviations. The pair's distance in the scene is d. The bound of
/// the mean angle is the weighted mean of these bounds. If the pairs' angles scatter more than their bounds allow, the
/// bound of the mean is increased in proportion (Birge 1932, doi:10.1103/PhysRev.40.207). A correction that is too
/// uncertain is not applied, and its estimates remain in the buffer.
///
/// A correction round takes O(n²) time and memory for n estimates.
///
/// ```swift
/// var aligner = SceneAligner()
/// if let round = aligner.add(estimate) { print(round.correction, aligner.turn.clockwise.degrees) }
/// ```
public struct SceneAligner: Sendable {
    /// The type of the parameters.
    public typealias Parameters = SceneAlignerParameters

    /// The parameters of the correction.
    public let parameters: Parameters
    /// The current rotation from the tracked scene to X east, Y up, Z south.
    public private(set) var turn = SceneTurn.none

    /// A Boolean value that indicates whether the aligner keeps the estimates and pairs of the latest round.
    package var keepsPairs = false
    /// The estimates of the latest round that were accurate enough and far enough apart; empty unless ``keepsPairs``.
    package private(set) var latestEstimates: [LocationEstimate] = []
    /// The pairs of ``latestEstimates`` that determined an angle. Each pair has the angle by which ``turn`` would
    /// change if there were no other pairs.
    package private(set) var latestPairs: [(pair: ScenePair, angle: ScenePairAngle)] = []

    private var buffer: [LocationEstimate] = []
    private var fresh = 0
    private var forgotten = 0
    private var started: Seconds?
    private var generator: SplitMix64

    /// Creates an aligner without estimates.
    public init(_ parameters: Parameters = Parameters()) {
        precondition(parameters.countLimit > 0, "the count limit must be greater than 0")
        self.parameters = parameters
        generator = SplitMix64(seed: parameters.pairs.seed)
    }

    /// Adds an estimate, and starts a correction round if one is due.
    ///
    /// - Returns: The round; `nil` if none was due.
    public mutating func add(_ estimate: LocationEstimate) -> SceneRound? {
        if buffer.count == max(parameters.capacity, parameters.countLimit) {
            buffer.removeFirst()
            forgotten += 1
        }
        buffer.append(estimate)
        fresh += 1
        started = started ?? estimate.time
        return fresh >= parameters.countLimit ? run(at: estimate.time) : review(at: estimate.time)
    }

    /// Starts a correction round if the time limit has passed since the last round and there are new estimates;
    /// otherwise returns `nil`. Call this method on a timer.
    public mutating func review(at time: Seconds) -> SceneRound? {
        guard fresh > 0, let started, time - started >= parameters.timeLimit else { return nil }
        return run(at: time)
    }

    /// Performs the last correction round with the remaining estimates. Returns `nil` if there are no new estimates.
    public mutating func finish() -> SceneRound? {
        guard fresh > 0, let time = buffer.last?.time else { return nil }
        return run(at: time)
    }

    private mutating func run(at time: Seconds) -> SceneRound {
        let accurate = buffer.filter { $0.accuracy <= parameters.worstAccuracy }
        let apart = estimatesApart(accurate)
        (latestEstimates, latestPairs) = (keepsPairs ? apart : [], [])
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

    /// Returns the most accurate estimates that are at least the minimum distance apart, oldest first.
    private func estimatesApart(_ estimates: [LocationEstimate]) -> [LocationEstimate] {
        var kept: [LocationEstimate] = []
        for estimate in estimates.sorted(by: { $0.isBetter(than: $1) })
        where kept.allSatisfy({ way(from: $0, to: estimate) >= parameters.minimumSeparation }) {
            kept.append(estimate)
        }
        return kept.sorted { $0.time < $1.time }
    }

    /// Returns the horizontal distance between two estimates in the scene, in metres.
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
        let measured = chosen.compactMap { pair in
            angle(of: estimates[pair.first], estimates[pair.second], weight: pair.weight)
                .map { (pair: pair, angle: $0) }
        }
        if keepsPairs { latestPairs = measured }
        let angles = measured.map(\.angle)
        guard let found = ScenePairAngle.mean(of: angles) else { return (.undetermined(.noDirection), angles.count) }
        if let most = parameters.maximumUncertainty, found.uncertainty > most {
            return (.undetermined(.tooUncertain(found.uncertainty)), angles.count)
        }
        return (.found(found), angles.count)
    }

    /// Returns the weight of a pair: the distance between its fixes, divided by the sum of their accuracies.
    private func weight(_ first: LocationEstimate, _ second: LocationEstimate) -> Double {
        let distance = parameters.plane.offset(from: first.point, to: second.point).length
        return distance / (first.accuracy + second.accuracy)
    }

    /// Returns the yaw error that a pair of estimates indicates. The result is `nil` if the two fixes are at the same
    /// point, or if the two horizontal positions in the scene are equal.
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

/// The parameters of ``SceneAligner``.
///
/// Yandex 2018, section "Coordinate system adjustment", describes the steps, but states few numbers. The other defaults
/// are Sextant's own; their reasons are given at each parameter.
public struct SceneAlignerParameters: Sendable, Hashable {
    /// The number of new estimates that starts a correction round. The default, 10, is one of the two examples in
    /// Yandex 2018: "every 10 seconds (during this time we will receive an average of 10 readings)". The other example
    /// is 100.
    public var countLimit = 10
    /// The time in seconds after which a correction round starts even if there are fewer than ``countLimit`` new
    /// estimates. The default, 10 s, is from the example "every 10 seconds" in Yandex 2018.
    public var timeLimit: Seconds = 10
    /// The maximum number of buffered estimates, or ``countLimit`` if that is larger. Beyond this number, the oldest
    /// estimate is discarded. Yandex 2018 states no number. At the default of 400, a round with all pairs takes
    /// milliseconds.
    public var capacity = 400
    /// A Boolean value that indicates whether estimates remain in the buffer after a correction. In Yandex 2018, the
    /// buffer is cleared.
    public var keepsEstimates = false
    /// The largest reported accuracy, in metres, of an estimate that is used. Yandex 2018 states no number; phones
    /// report 65 m without satellites.
    public var worstAccuracy: Metres = 50
    /// The minimum distance in the scene, in metres, between two used estimates. An estimate that is closer to a more
    /// accurate used estimate is ignored. This excludes drifting fixes while the user is at rest. Yandex 2018 states no
    /// number; 5 m is the best accuracy that phones report.
    public var minimumSeparation: Metres = 5
    /// The selection of the pairs of estimates. Each pair gives an angle, and these angles are averaged. Yandex 2018
    /// lists three options, but does not choose one.
    public var pairs = ScenePairChoice.all
    /// A Boolean value that indicates whether pairs are weighted. The weight of a pair is the distance between the two
    /// fixes, divided by the sum of the fixes' accuracies. Yandex 2018 selects pairs by this weight. If the value is
    /// `false`, all weights are equal.
    public var isWeighted = true
    /// The ratio of a fix's reported accuracy to the standard deviation along each axis. The default, 1.51 = √(−2 ln
    /// 0.32), assumes a radius that contains 68 % of the errors, as documented by Android. Core Location does not
    /// document a probability.
    public var deviationsPerAccuracy = 1.51
    /// The limit for the uncertainty of a correction. A correction with a larger uncertainty is not applied; with
    /// `nil`, all corrections are applied, as in Yandex 2018. The default is 15°: a marker with this error is still on
    /// a phone's screen.
    public var maximumUncertainty: Angle? = Angle(degrees: 15)
    /// The conversion between geographic offsets and metres in the scene.
    public var plane = ScenePlane()

    /// Creates the default parameters.
    public init() {}
}

/// A fix with the device's simultaneous position in the scene: an "estimate" of Yandex.Maps (Yandex 2018, section
/// "Determining the position of an object on the stage").
public struct LocationEstimate: Sendable, Hashable {
    /// The time of the fix.
    public var time: Seconds
    /// The geographic position of the fix.
    public var point: GeographicPoint
    /// The fix's reported horizontal accuracy in metres; greater than 0.
    public var accuracy: Metres
    /// The device's position in the tracked scene in metres, before any correction of the scene's axes.
    public var scenePosition: Vector3

    /// Creates an estimate from a fix and the device's position in the scene.
    ///
    /// - Returns: The estimate; `nil` if the fix has no valid location or no positive accuracy, or if the position is
    ///   not finite. Core Location marks invalid fixes with a negative accuracy.
    public init?(_ fix: LocationFix, at time: Seconds, scenePosition: Vector3) {
        guard let point = fix.point, let accuracy = fix.horizontalAccuracyMetres, accuracy > 0, accuracy.isFinite,
            scenePosition.isFinite
        else { return nil }
        self.init(time: time, point: point, accuracy: accuracy, scenePosition: scenePosition)
    }

    /// Creates an estimate from its parts.
    public init(time: Seconds, point: GeographicPoint, accuracy: Metres, scenePosition: Vector3) {
        self.time = time
        self.point = point
        self.accuracy = accuracy
        self.scenePosition = scenePosition
    }

    /// Returns `true` if this estimate is more accurate than another, or newer if both are equally accurate.
    func isBetter(than other: LocationEstimate) -> Bool {
        accuracy == other.accuracy ? time > other.time : accuracy < other.accuracy
    }
}

/// The yaw error of a scene's axes, computed from one pair of estimates.
package struct ScenePairAngle: Sendable {
    /// The standard deviation of a uniformly distributed direction in radians, π/√3.
    static let anyDirection = Double.pi / 3.0.squareRoot()

    package let angle: Angle
    let weight: Double
    /// The standard deviation of the angle in radians, greater than 0.
    let deviation: Double

    /// Returns the weighted circular mean of the pairs' angles, arg Σ w exp(iα) (Mardia & Jupp 2000, equation 2.2.4).
    ///
    /// - Returns: The mean; `nil` if the directions cancel, or if there are no pairs.
    static func mean(of pairs: [ScenePairAngle]) -> SceneCorrection.Found? {
        var (north, east, weights, deviations, squares) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for pair in pairs {
            north += pair.weight * pair.angle.cosine
            east += pair.weight * pair.angle.sine
            weights += pair.weight
            deviations += pair.weight * pair.deviation
            squares += pair.weight * pair.deviation * pair.deviation
        }
        guard (north * north + east * east).squareRoot() > minimumResultant * weights else { return nil }
        let mean = Angle(ofPoint: north, east)
        var scatter = 0.0
        for pair in pairs {
            let off = (pair.angle - mean).wrapped.radians
            scatter += pair.weight * off * off
        }
        // σ(Σ w α/Σ w) ≤ Σ w σ/Σ w, times the Birge ratio if it exceeds 1.
        let excess = (scatter / squares).squareRoot()
        return SceneCorrection.Found(
            angle: mean.wrapped,
            uncertainty: Angle(radians: min(deviations / weights * max(1, excess), anyDirection)),
            spread: Angle(radians: (scatter / weights).squareRoot())
        )
    }

    /// The minimum length of the weighted vector sum of the directions, divided by the sum of weights. If the vector
    /// sum is shorter, rounding determines its direction.
    private static let minimumResultant = 1e-9
}

/// The pairs of estimates whose angles are averaged.
///
/// Yandex 2018, section "Coordinate system adjustment", describes all options except `all`.
public enum ScenePairChoice: Sendable, Hashable {
    /// All pairs of estimates.
    case all
    /// A fraction of all pairs, in (0, 1], drawn at random without replacement; at least one pair.
    case random(share: Double, seed: UInt64)
    /// Pairs that share no estimate. Each estimate in the older half of the buffer is paired with the estimate at the
    /// same position in the newer half. On a straight path, these pairs have the largest distances. Yandex 2018 does
    /// not define how pairs are formed.
    case disjoint
    /// The fraction of all pairs, in (0, 1], that has the largest weights; at least one pair. If weights are equal,
    /// earlier pairs are preferred.
    case heaviest(share: Double)
}

extension ScenePairChoice {
    /// The seed of the random choice of pairs; 0 if the choice is not random.
    var seed: UInt64 { if case .random(_, let seed) = self { seed } else { 0 } }

    /// Returns the selected pairs of `count` estimates, in order of time.
    ///
    /// - Parameters:
    ///   - count: the number of estimates.
    ///   - generator: a random number generator for ``random(share:seed:)``.
    ///   - weight: a closure that returns the weight of a pair of estimates, given their indices.
    func pairs(
        of count: Int,
        drawingWith generator: inout SplitMix64,
        weight: (_ first: Int, _ second: Int) -> Double
    ) -> [ScenePair] {
        if case .disjoint = self {
            return (0..<count / 2).map { first in
                let second = first + count / 2
                return ScenePair(first: first, second: second, weight: weight(first, second))
            }
        }
        var pairs: [ScenePair] = []
        for first in 0..<count {
            for second in first + 1..<max(count, first + 1) {
                pairs.append(ScenePair(first: first, second: second, weight: weight(first, second)))
            }
        }
        switch self {
        case .all, .disjoint:
            return pairs
        case .random(let share, _):
            let wanted = Self.part(share, of: pairs.count)
            // The first steps of a Fisher–Yates shuffle.
            for place in 0..<wanted {
                pairs.swapAt(place, place + generator.nextIndex(below: pairs.count - place))
            }
            return pairs.prefix(wanted).sorted { ($0.first, $0.second) < ($1.first, $1.second) }
        case .heaviest(let share):
            let order = pairs.indices.sorted { left, right in
                let (a, b) = (pairs[left].weight, pairs[right].weight)
                return a == b ? left < right : a > b
            }
            return order.prefix(Self.part(share, of: pairs.count)).sorted().map { pairs[$0] }
        }
    }

    private static func part(_ share: Double, of count: Int) -> Int {
        min(count, max(1, Int(saturating: (share * Double(count)).rounded())))
    }
}

/// The indices of two estimates in a buffer, the earlier one first.
package struct ScenePair: Sendable, Hashable {
    package let first: Int
    package let second: Int
    /// The distance between the fixes divided by the sum of their accuracies.
    package let weight: Double
}

/// A correction round: one attempt to correct the scene's axes. The round counts the used estimates, and the estimates
/// that were too inaccurate or too close to a better estimate.
public struct SceneRound: Sendable, Hashable {
    /// The time of the estimate or timer that started the round, in seconds.
    public var time: Seconds
    /// The number of estimates in the buffer at the start of the round.
    public var buffered: Int
    /// The number of estimates that were not used because their accuracy was too poor.
    public var poor: Int
    /// The number of estimates that were not used because a more accurate estimate was less than the minimum distance
    /// away.
    public var close: Int
    /// The number of estimates that were discarded since the last round because the buffer was full.
    public var forgotten: Int
    /// The number of pairs that determine an angle.
    public var pairs: Int
    /// The correction, or the reason for its absence.
    public var correction: SceneCorrection
    /// The scene's rotation after this round.
    public var turn: SceneTurn

    /// The number of estimates from which pairs were formed.
    public var used: Int { buffered - poor - close }
}

/// The result of a correction round.
public enum SceneCorrection: Sendable, Hashable {
    /// The yaw error of the scene's axes, with its uncertainty.
    public struct Found: Sendable, Hashable {
        /// The angle to add to bearings in the scene: clockwise seen from above, in (−180°, 180°].
        public let angle: Angle
        /// An upper bound of the standard deviation of ``angle``, valid for any correlation between the errors of
        /// different fixes.
        public let uncertainty: Angle
        /// The weighted root mean square of the differences between the pairs' angles and ``angle``.
        public let spread: Angle
    }

    /// The reason why a round found no correction.
    public enum Reason: Sendable, Hashable {
        /// Fewer than two estimates are accurate enough and far enough apart.
        case tooFewEstimates
        /// The directions of the pairs cancel, or no pair has a direction.
        case noDirection
        /// The correction is too uncertain. The associated value is the uncertainty of the correction, which exceeds
        /// the maximum.
        case tooUncertain(Angle)
    }

    /// The round found a correction.
    case found(Found)
    /// The round found no correction.
    case undetermined(Reason)

    /// The correction; `nil` if the round found none.
    public var found: Found? { if case .found(let found) = self { found } else { nil } }
}
