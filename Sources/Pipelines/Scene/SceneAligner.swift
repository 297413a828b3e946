import Geodesy
public import SensorModel

/// Corrects the yaw of a tracked scene by comparing its offsets with fixes, as Yandex.Maps does.
///
/// With `gravityAndHeading`, ARKit's scene starts with the compass's error. With `gravity`, its yaw is unknown.
/// Estimates are buffered until there are enough of them or enough time has passed. Poor estimates and those close to
/// others are discarded. Each pair determines an angle, and the circular mean of the angles is the correction. This is
/// repeated during the whole session. Yandex 2017, section "Coordinate system adjustment".
///
/// Every correction has an upper bound of its standard deviation, which the document does not define. The bound of a
/// pair is its accuracies divided by the distance in the scene. The bound of the mean angle is the weighted mean of
/// these bounds, which is valid for any correlation between the errors of fixes. If the pairs scatter more than their
/// accuracies allow, the bound is increased in proportion (Birge 1932, doi:10.1103/PhysRev.40.207). A correction that
/// is too uncertain is not applied, and its estimates remain in the buffer.
///
/// A round needs O(n²) time and memory for n estimates.
///
/// ```swift
/// var aligner = SceneAligner()
/// if let round = aligner.add(estimate) { print(round.correction, aligner.turn.clockwise.degrees) }
/// ```
public struct SceneAligner: Sendable {
    /// The type of the parameters.
    public typealias Parameters = SceneAlignerParameters

    /// The parameters.
    public let parameters: Parameters
    /// The estimated rotation from the tracked scene to X east, Y up, Z south.
    public private(set) var turn = SceneTurn.none

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

    /// Adds an estimate.
    ///
    /// - Returns: The round that this estimate started; `nil` if no round was due.
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

    /// Runs a round on a timer if the time limit has passed and there are new estimates.
    public mutating func review(at time: Seconds) -> SceneRound? {
        guard fresh > 0, let started, time - started >= parameters.timeLimit else { return nil }
        return run(at: time)
    }

    /// Runs the last round with the remaining estimates. Returns `nil` without new estimates.
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

    /// Returns the best estimates that are far enough apart, oldest first.
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
        let angles = chosen.compactMap { angle(of: estimates[$0.first], estimates[$0.second], weight: $0.weight) }
        guard let found = ScenePairAngle.mean(of: angles) else { return (.undetermined(.noDirection), angles.count) }
        if let most = parameters.maximumUncertainty, found.uncertainty > most {
            return (.undetermined(.tooUncertain(found.uncertainty)), angles.count)
        }
        return (.found(found), angles.count)
    }

    /// Returns the distance between the fixes divided by the sum of their accuracies.
    private func weight(_ first: LocationEstimate, _ second: LocationEstimate) -> Double {
        let distance = parameters.plane.offset(from: first.point, to: second.point).length
        return distance / (first.accuracy + second.accuracy)
    }

    /// Returns the angle of a pair; `nil` if one of its offsets has no direction.
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
/// Yandex 2017, section "Coordinate system adjustment", describes the steps with few numbers. The other defaults are
/// ours and have a reason below.
public struct SceneAlignerParameters: Sendable, Hashable {
    /// The number of new estimates that starts a round. Default 10, one of the document's two examples: "every 10
    /// seconds (during this time we will receive an average of 10 readings)". The other is 100.
    public var countLimit = 10
    /// The time in seconds after which a round starts with fewer estimates. Default 10 s, from the same example.
    public var timeLimit: Seconds = 10
    /// The size of the buffer, if the count limit is not larger; the oldest estimates are discarded. The document
    /// states no number; all pairs of 400 estimates take milliseconds.
    public var capacity = 400
    /// A Boolean value that indicates whether estimates remain in the buffer after a correction. The document collects
    /// new ones.
    public var keepsEstimates = false
    /// The largest accuracy value of a used estimate in metres. The document states no number; phones report 65 m
    /// without satellites.
    public var worstAccuracy: Metres = 50
    /// The smallest distance of an estimate from a better one in the scene, in metres. It discards the drifting fixes
    /// of a user at rest. The document states no number; 5 m is the best accuracy that phones report.
    public var minimumSeparation: Metres = 5
    /// The selection of pairs. The document lists three options without a result.
    public var pairs = ScenePairChoice.all
    /// A Boolean value that indicates whether a pair is weighted by its distance divided by the sum of its accuracies.
    /// The document selects pairs by this value.
    public var isWeighted = true
    /// The number of standard deviations along each axis that an accuracy represents. 1.51 = √(−2 ln 0.32) is the
    /// radius of 68 %, as Android documents it. Core Location does not document its probability.
    public var deviationsPerAccuracy = 1.51
    /// The largest uncertainty of an applied correction; `nil` applies all corrections, as in the document. Default
    /// 15°, because a mark with this error is still on a phone's screen.
    public var maximumUncertainty: Angle? = Angle(degrees: 15)
    /// The conversion between geographic offsets and metres.
    public var plane = ScenePlane()

    /// Creates the default parameters.
    public init() {}
}

/// A fix with the device's simultaneous position in the scene: an "estimate" of Yandex.Maps (Yandex 2017, section
/// "Determining the position of an object on the stage").
public struct LocationEstimate: Sendable, Hashable {
    /// The time of the fix.
    public var time: Seconds
    /// The position of the fix.
    public var point: GeographicPoint
    /// The fix's stated horizontal accuracy in metres; greater than 0.
    public var accuracy: Metres
    /// The position in the tracked scene in metres, before any correction of its axes.
    public var scenePosition: Vector3

    /// Creates an estimate from a fix.
    ///
    /// - Returns: The estimate; `nil` for a fix with an invalid location, and for one without a positive accuracy. Core
    ///   Location marks invalid fixes with a negative accuracy.
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

    /// Returns a Boolean value that indicates whether this estimate is more accurate, or newer at equal accuracy.
    func isBetter(than other: LocationEstimate) -> Bool {
        accuracy == other.accuracy ? time > other.time : accuracy < other.accuracy
    }
}

/// The yaw error of a scene's axes according to one pair of estimates.
struct ScenePairAngle: Sendable {
    /// The standard deviation of a completely unknown direction in radians, π/√3.
    static let anyDirection = Double.pi / 3.0.squareRoot()

    let angle: Angle
    let weight: Double
    /// The standard deviation in radians, greater than 0.
    let deviation: Double

    /// Returns the weighted circular mean, arg Σ w exp(iα) (Mardia & Jupp 2000, equation 2.2.4).
    ///
    /// - Returns: The mean; `nil` if the directions cancel, or without pairs.
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

    /// The smallest relative resultant of a mean; below it, rounding determines the direction.
    private static let minimumResultant = 1e-9
}

/// The selection of the pairs of estimates whose angles are averaged.
///
/// It has the options of Yandex 2017, section "Coordinate system adjustment", and all pairs.
public enum ScenePairChoice: Sendable, Hashable {
    /// All pairs.
    case all
    /// A fraction of all pairs in (0, 1], drawn without replacement; at least one pair.
    case random(share: Double, seed: UInt64)
    /// Pairs without common estimates: the oldest estimate with the one half a buffer later, and so on. On a straight
    /// path, these pairs have the largest distances. The document does not define the pairs.
    case disjoint
    /// The fraction of all pairs in (0, 1] with the largest weights; at least one pair. At equal weights, earlier pairs
    /// are preferred.
    case heaviest(share: Double)
}

extension ScenePairChoice {
    /// The seed of random pairs; 0 for other selections.
    var seed: UInt64 { if case .random(_, let seed) = self { seed } else { 0 } }

    /// Returns the selected pairs of `count` estimates, in the order of time.
    ///
    /// - Parameters:
    ///   - count: number of estimates.
    ///   - generator: source of random numbers.
    ///   - weight: weight of a pair.
    func pairs(
        of count: Int,
        drawingWith generator: inout SplitMix64,
        weight: (_ first: Int, _ second: Int) -> Double
    ) -> [ScenePair] {
        if case .disjoint = self {
            return (0..<count / 2).map { ScenePair($0, $0 + count / 2, weight: weight($0, $0 + count / 2)) }
        }
        var pairs: [ScenePair] = []
        for first in 0..<count {
            for second in first + 1..<max(count, first + 1) {
                pairs.append(ScenePair(first, second, weight: weight(first, second)))
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

/// Two estimates of a buffer, the earlier one first.
struct ScenePair: Sendable, Hashable {
    let first: Int
    let second: Int
    /// The distance between the fixes divided by the sum of their accuracies.
    let weight: Double

    init(_ first: Int, _ second: Int, weight: Double) {
        self.first = first
        self.second = second
        self.weight = weight
    }
}

/// One attempt to correct the axes, with the number of estimates by their use.
public struct SceneRound: Sendable, Hashable {
    /// The time of the newest estimate in the buffer, or of the timer.
    public var time: Seconds
    /// The number of estimates in the buffer.
    public var buffered: Int
    /// The number of estimates discarded because of their accuracy.
    public var poor: Int
    /// The number of estimates discarded because they are too close to a better one.
    public var close: Int
    /// The number of estimates discarded since the last round because the buffer was full.
    public var forgotten: Int
    /// The number of pairs with an angle.
    public var pairs: Int
    /// The correction, or the reason for its absence.
    public var correction: SceneCorrection
    /// The scene's rotation after this round.
    public var turn: SceneTurn

    /// The number of estimates that formed pairs.
    public var used: Int { buffered - poor - close }
}

/// The result of comparing a buffer of estimates with a scene's axes.
public enum SceneCorrection: Sendable, Hashable {
    /// The yaw error of the axes, with its uncertainty.
    public struct Found: Sendable, Hashable {
        /// The angle to add to bearings in the scene: clockwise seen from above, in (−180°, 180°].
        public let angle: Angle
        /// An upper bound of the standard deviation for any correlation of the fixes' errors.
        public let uncertainty: Angle
        /// The weighted root mean square of the pairs' angles about their mean.
        public let spread: Angle
    }

    /// The reason for the absence of a correction.
    public enum Reason: Sendable, Hashable {
        /// Fewer than two estimates are accurate enough and far enough apart.
        case tooFewEstimates
        /// The pairs' directions cancel, or no pair has a direction.
        case noDirection
        /// The uncertainty is too large.
        case tooUncertain(Angle)
    }

    /// A correction.
    case found(Found)
    /// No correction.
    case undetermined(Reason)

    /// The correction; `nil` if it is undetermined.
    public var found: Found? { if case .found(let found) = self { found } else { nil } }
}
