import Evaluation
import SensorModel

/// A comparison of an estimate with the integrated gyroscope, by their rotations during intervals of about 0.1 s.
///
/// Let φ be the rotation vector of the rotation during an interval Δt. Then φ_gyroscope = B φ_estimate + b Δt with the
/// body rotation B and the gyroscope's bias b, for any constant world frame. B, b and the clock are fitted by least
/// squares. The fit ignores the rotations with the largest residuals.
struct RateModel {
    /// A rotation of the estimate during a short interval.
    struct Turn {
        let start: Seconds
        let end: Seconds
        let vector: Vector3

        var duration: Seconds { end - start }
    }

    /// The duration, in seconds, of each rotation for which estimate and gyroscope are compared.
    private static let span: Seconds = 0.1
    /// The maximum number of compared rotations. More rotations do not improve the result.
    private static let maximumTurnCount = 2_000
    /// The number of rotations that both the estimate and the gyroscope must contain.
    static let minimumTurnCount = 50
    /// The number of rotations that the fit ignores, as a fraction of the number of fast rotations. The ignored
    /// rotations have the largest residuals. A rotation is fast if it exceeds ``slowShare`` times the RMS rotation. For
    /// the residual, the fraction is `ignoredByResidual`.
    private static let ignoredByFit = 0.1
    private static let ignoredByResidual = 0.05
    private static let slowShare = 0.25
    /// A threshold for the body rotation. The rotation counts as undetermined if the least certain axis receives less
    /// than this share of the total information.
    private static let minimumInformation = 0.02
    /// The maximum amount, in seconds, by which one iteration may shift a time. The fit ends when an iteration shifts
    /// all times by less than `minimumStep`.
    private static let maximumStep: Seconds = 0.05
    private static let minimumStep: Seconds = 1e-6
    /// The maximum number of final iterations, which fit the differences between consecutive rotations. If these
    /// iterations shift an end of the time range by `maximumRefinement` seconds or more, their result is discarded.
    private static let refinements = 8
    private static let maximumRefinement: Seconds = 0.01
    /// The limit of the estimated gyroscope bias in rad/s. A longer bias vector is shortened to this length.
    private static let maximumBias = Angle(degrees: 5).radians
    /// The clock shift in seconds for the derivative of the rotations with respect to time. The derivative is a central
    /// difference, with one shift in each direction.
    private static let derivativeStep: Seconds = 0.002

    /// The parts of the model that are fitted.
    enum Parts {
        /// The body rotation and the bias.
        case body
        /// The offset of the clock.
        case offset
        /// The body rotation, the bias, and the offset and the rate of the clock.
        case all
    }

    let turns: [Turn]
    /// Pairs of consecutive rotations, as indices. A filter spreads each of its corrections over many samples. Such a
    /// correction adds almost the same amount to both rotations of a pair, and cancels in their difference.
    private let pairs: [(first: Int, second: Int)]
    let gyroscope: OrientationTrack
    var clock = DoctorClock()
    var body = UnitQuaternion.identity
    /// The gyroscope's bias in rad/s.
    private(set) var bias = Vector3.zero

    /// Creates a model in which the estimate and the gyroscope have equal clocks and body frames. Returns `nil` if the
    /// estimate is too short.
    init?(times: [Seconds], orientations: [UnitQuaternion], gyroscope: OrientationTrack) {
        guard let interval = StreamTiming.medianInterval(of: times), interval > 0,
            let first = times.first, let last = times.last
        else { return nil }
        let count = max(1, Int(saturating: (Self.span / interval).rounded()))
        let step = (times.count + Self.maximumTurnCount - 1) / Self.maximumTurnCount
        // Each rotation needs a successor that starts at its end.
        let starts =
            step <= count
            ? Array(stride(from: 0, to: times.count, by: step))
            : stride(from: 0, to: times.count, by: 2 * step).flatMap { [$0, $0 + count] }
        var turns: [Turn] = []
        for start in starts where start + count < times.count {
            let (begin, end) = (times[start], times[start + count])
            guard end - begin < 2.5 * Double(count) * interval else { continue }
            let vector = (orientations[start].conjugate * orientations[start + count]).rotationVector
            turns.append(Turn(start: begin, end: end, vector: vector))
        }
        guard turns.count >= Self.minimumTurnCount else { return nil }
        self.turns = turns
        pairs = Self.pairs(turns)
        self.gyroscope = gyroscope
        clock.middle = (first + last) / 2
    }

    private static func pairs(_ turns: [Turn]) -> [(first: Int, second: Int)] {
        var next = 0
        return turns.indices.compactMap { index in
            let end = turns[index].end
            while next < turns.count, turns[next].start < end - 1e-9 { next += 1 }
            return next < turns.count && turns[next].start < end + span / 2 ? (index, next) : nil
        }
    }

    /// Returns the gyroscope's rotation in the interval of each rotation of the estimate, without the gyroscope's bias.
    /// `delay` is added to the estimate's times. An element is `nil` outside the gyroscope's samples.
    private func gyroscopeTurns(delay: Seconds = 0) -> [Vector3?] {
        var cursors = (start: 0, end: 0)
        return turns.map { turn in
            guard let before = gyroscope.orientation(at: clock(turn.start) + delay, from: &cursors.start),
                let after = gyroscope.orientation(at: clock(turn.end) + delay, from: &cursors.end)
            else { return nil }
            return (before.conjugate * after).rotationVector - bias * turn.duration
        }
    }

    /// Returns the RMS difference between the estimate's and the gyroscope's rotations, relative to the RMS of the
    /// gyroscope's rotations. Returns `nil` if there are too few common rotations.
    ///
    /// The largest differences are ignored.
    func residual() -> Double? { misfit()?.relative }

    /// Returns the RMS difference between the estimate's and the gyroscope's rotation rates. `rate` is in rad/s, and
    /// `relative` is divided by the gyroscope's RMS rate. The largest differences are ignored.
    func misfit() -> (rate: Double, relative: Double)? {
        let rotations = gyroscopeTurns()
        let differences = Self.differences(turns, rotations, body)
        guard let limit = largest(of: differences, rotations, ignored: Self.ignoredByResidual) else { return nil }
        var (sum, total, used, count, seconds) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (index, rotation) in rotations.enumerated() {
            guard let rotation else { continue }
            count += 1
            total += rotation.lengthSquared
            seconds += turns[index].duration
            guard differences[index] <= limit else { continue }
            used += 1
            sum += differences[index]
        }
        guard total > 0, used > 0 else { return nil }
        let mean = sum / used
        return (mean.squareRoot() / (seconds / count), (mean / (total / count)).squareRoot())
    }

    /// Returns the correlation between the estimate's and the gyroscope's rotations, and the gyroscope's RMS rate in
    /// rad/s. The correlation is computed without subtracting a mean. Returns `nil` if there are too few common
    /// rotations.
    func agreement() -> (correlation: Double, speed: Double)? {
        var (products, own, sensor, count, seconds) = (0.0, 0.0, 0.0, 0, 0.0)
        for (turn, rotation) in zip(turns, gyroscopeTurns()) {
            guard let rotation else { continue }
            products += body.rotate(turn.vector).dot(rotation)
            own += turn.vector.lengthSquared
            sensor += rotation.lengthSquared
            count += 1
            seconds += turn.duration
        }
        guard count >= Self.minimumTurnCount else { return nil }
        let scale = (own * sensor).squareRoot()
        return (scale > 0 ? products / scale : 0, (sensor * Double(count)).squareRoot() / seconds)
    }

    /// Returns the model after a fit of the given parts.
    func fitted(_ parts: Parts, iterations: Int) -> RateModel {
        var model = self
        for _ in 0..<iterations where model.iterate(parts, ofPairs: false) > Self.minimumStep {}
        var refined = model
        for _ in 0..<Self.refinements where refined.iterate(parts, ofPairs: true) > Self.minimumStep {}
        let ends = turns.first.map { [$0.start, 2 * clock.middle - $0.start] } ?? []
        let isNear = ends.allSatisfy { abs(refined.clock($0) - model.clock($0)) < Self.maximumRefinement }
        return isNear ? refined : model
    }

    /// Performs one iteration of the fit.
    ///
    /// - Parameters:
    ///   - parts: parts of the model to fit.
    ///   - ofPairs: whether differences between consecutive rotations are used.
    /// - Returns: The maximum change of a time in seconds; infinity if the clock is not fitted.
    private mutating func iterate(_ parts: Parts, ofPairs: Bool) -> Seconds {
        let at = gyroscopeTurns()
        let differences = Self.differences(turns, at, body)
        guard let limit = largest(of: differences, at, ignored: Self.ignoredByFit) else { return 0 }
        let used = turns.indices.filter { differences[$0] <= limit }
        let usedPairs = pairs.filter { differences[$0.first] <= limit && differences[$0.second] <= limit }
        if parts != .offset { fitBody(used, ofPairs ? usedPairs : [], at) }
        guard parts != .body else { return .infinity }
        return fitClock(parts, used, ofPairs ? usedPairs : nil, at)
    }

    private mutating func fitBody(_ used: [Int], _ pairs: [(first: Int, second: Int)], _ rotations: [Vector3?]) {
        let sensor = used.map { rotations[$0] ?? .zero }
        let alignment = VectorAlignment(
            from: used.map { turns[$0].vector },
            to: sensor,
            weights: Array(repeating: 1, count: used.count)
        )
        let isKnown = alignment.leastInformation > Self.minimumInformation * alignment.information
        let ofPairs = VectorAlignment(
            from: pairs.map { turns[$0.second].vector - turns[$0.first].vector },
            to: pairs.map { (rotations[$0.second] ?? .zero) - (rotations[$0.first] ?? .zero) },
            weights: Array(repeating: 1, count: pairs.count)
        )
        let isPrecise = ofPairs.leastInformation > Self.minimumInformation * ofPairs.information
        body = !isKnown ? .identity : isPrecise ? ofPairs.rotation : alignment.rotation
        var (sum, seconds) = (Vector3.zero, 0.0)
        for (index, rotation) in zip(used, sensor) {
            sum += rotation - body.rotate(turns[index].vector)
            seconds += turns[index].duration
        }
        let found = bias + sum * (1 / seconds)
        bias = found.length > Self.maximumBias ? found * (Self.maximumBias / found.length) : found
    }

    /// Changes the clock by the least-squares solution of r = d · (δ offset + (t − middle) δ rate). The residual r is
    /// the rotation of the estimate minus the rotation of the gyroscope. The derivative of the gyroscope's rotation
    /// with respect to time is d.
    private mutating func fitClock(
        _ parts: Parts,
        _ used: [Int],
        _ pairs: [(first: Int, second: Int)]?,
        _ at: [Vector3?]
    ) -> Seconds {
        let before = gyroscopeTurns(delay: -Self.derivativeStep)
        let after = gyroscopeTurns(delay: Self.derivativeStep)
        var (a00, a01, a11, b0, b1) = (0.0, 0.0, 0.0, 0.0, 0.0)
        let slopes = turns.indices.map { index -> Vector3? in
            guard let before = before[index], let after = after[index] else { return nil }
            return (after - before) * (0.5 / Self.derivativeStep)
        }
        let residuals = turns.indices.map { index in at[index].map { body.rotate(turns[index].vector) - $0 } }
        for (position, index) in (pairs?.map(\.second) ?? used).enumerated() {
            guard var derivative = slopes[index], var change = residuals[index] else { continue }
            if let first = pairs?[position].first {
                derivative = derivative - (slopes[first] ?? derivative)
                change = change - (residuals[first] ?? change)
            }
            let time = turns[index].start - clock.middle
            let (square, product) = (derivative.lengthSquared, derivative.dot(change))
            a00 += square
            a01 += square * time
            a11 += square * time * time
            b0 += product
            b1 += product * time
        }
        var step = (offset: 0.0, rate: 0.0)
        let determinant = a00 * a11 - a01 * a01
        if parts == .all, determinant > 1e-9 * a00 * a11 {
            step = ((b0 * a11 - b1 * a01) / determinant, (a00 * b1 - a01 * b0) / determinant)
        } else if a00 > 0 {
            step.offset = b0 / a00
        }
        guard step.offset.isFinite, step.rate.isFinite else { return 0 }
        let half = clock.middle - (turns.first?.start ?? clock.middle)
        let change = abs(step.offset) + abs(step.rate) * half
        let share = change > Self.maximumStep ? Self.maximumStep / change : 1
        clock.offset += step.offset * share
        clock.rate += step.rate * share
        return change * share
    }

    /// Returns the squared difference between each rotation of the estimate and the simultaneous rotation of the
    /// gyroscope. A difference is infinity if the gyroscope has no samples at that time.
    private static func differences(_ turns: [Turn], _ rotations: [Vector3?], _ body: UnitQuaternion) -> [Double] {
        zip(turns, rotations).map { turn, rotation in
            rotation.map { (body.rotate(turn.vector) - $0).lengthSquared } ?? .infinity
        }
    }

    /// Returns the largest squared difference that remains after a fraction `share` of the largest differences is
    /// ignored. The result is `nil` if there are too few differences.
    private func largest(of differences: [Double], _ rotations: [Vector3?], ignored share: Double) -> Double? {
        let known = differences.filter(\.isFinite).sorted()
        guard known.count >= Self.minimumTurnCount else { return nil }
        let mean = rotations.lazy.compactMap { $0?.lengthSquared }.reduce(0, +) / Double(known.count)
        let slow = mean * Self.slowShare * Self.slowShare
        let moving = zip(turns, rotations).count { turn, rotation in
            rotation.map { max($0.lengthSquared, turn.vector.lengthSquared) > slow } ?? false
        }
        return known[known.count - 1 - min(known.count - 1, Int(Double(moving) * share))]
    }
}
