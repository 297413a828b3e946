import SensorModel

/// A quantity that changes in moves and is constant between them, such as the azimuth of a hand-held phone.
///
/// Each move follows the minimum-jerk profile 10u³ − 15u⁴ + 6u⁵ (Flash & Hogan 1985), with u from 0 to 1. The profile's
/// second derivative is continuous, and its third derivative is not.
struct Moves: Sendable {
    struct Move: Sendable, Hashable {
        var start: Seconds
        var duration: Seconds
        var change: Double

        var end: Seconds { start + duration }
    }

    private let initial: Double
    private let moves: [Move]
    /// The value of the quantity before each move.
    private let before: [Double]

    /// Creates a quantity from its moves.
    ///
    /// - Parameters:
    ///   - initial: the value before the first move.
    ///   - moves: the moves in order of time. They must not overlap.
    init(from initial: Double = 0, _ moves: [Move] = []) {
        self.initial = initial
        self.moves = moves
        var sum = initial
        before = moves.map { move in
            defer { sum += move.change }
            return sum
        }
    }

    /// Returns the value and derivatives at a time. Complexity: O(log n) for n moves.
    func jet(at time: Seconds) -> Jet {
        let following = moves.firstIndexOfPartition { $0.start > time }
        guard following > 0 else { return Jet(initial) }
        let move = moves[following - 1]
        return Jet(before[following - 1]) + move.change * Self.minimumJerk(time, from: move.start, in: move.duration)
    }

    /// Returns the minimum-jerk profile, which rises from 0 at `start` to 1 after `duration`.
    static func minimumJerk(_ time: Seconds, from start: Seconds, in duration: Seconds) -> Jet {
        let u = (time - start) / duration
        guard u > 0 else { return .zero }
        guard u < 1 else { return Jet(1) }
        return Jet(
            u * u * u * (10 - 15 * u + 6 * u * u),
            30 * u * u * (1 - u) * (1 - u) / duration,
            60 * u * (1 - u) * (1 - 2 * u) / (duration * duration)
        )
    }

    /// Returns a window that rises from 0 to 1 within `fade` after `start`, and falls to 0 within `fade` before `end`.
    static func window(_ time: Seconds, from start: Seconds, to end: Seconds, fade: Seconds) -> Jet {
        minimumJerk(time, from: start, in: fade) + -minimumJerk(time, from: end - fade, in: fade)
    }
}

/// A quantity whose rate is constant except for smooth changes, such as the path of a vehicle that starts and stops.
///
/// During a change of duration T, the rate follows the minimum-jerk profile, which rises from 0 to 1. The integral of
/// the profile is (2.5u⁴ − 3u⁵ + u⁶) T, where u is the elapsed fraction of T.
struct SpeedChanges: Sendable {
    private let changes: [Moves.Move]
    /// The value and the rate at the beginning of each change.
    private let before: [(value: Double, rate: Double)]

    /// Creates a quantity whose initial value and rate are 0.
    ///
    /// - Parameter changes: the changes of the rate in order of time. They must not overlap.
    init(_ changes: [Moves.Move]) {
        self.changes = changes
        var (value, rate, time) = (0.0, 0.0, 0.0)
        before = changes.map { change in
            let start = (value: value + rate * (change.start - time), rate: rate)
            value = start.value + (rate + change.change / 2) * change.duration
            rate += change.change
            time = change.end
            return start
        }
    }

    /// Returns the value and derivatives at a time. Complexity: O(log n) for n changes.
    func jet(at time: Seconds) -> Jet {
        let following = changes.firstIndexOfPartition { $0.start > time }
        guard following > 0 else { return .zero }
        let (change, start) = (changes[following - 1], before[following - 1])
        let elapsed = time - change.start
        let u = min(1, elapsed / change.duration)
        let integral = u * u * u * u * (2.5 - 3 * u + u * u) * change.duration + max(0, time - change.end)
        let shape = Moves.minimumJerk(time, from: change.start, in: change.duration)
        return Jet(
            start.value + start.rate * elapsed + change.change * integral,
            start.rate + change.change * shape.value,
            change.change * shape.rate
        )
    }
}

/// A quantity at one time, with its first and second derivative with respect to time.
///
/// Sums, products and functions of jets follow the rules of differentiation, so the derivatives of the results are
/// exact.
struct Jet: Sendable, Hashable {
    var value: Double
    /// The first derivative, per second.
    var rate: Double
    /// The second derivative, per second squared.
    var acceleration: Double

    init(_ value: Double, _ rate: Double = 0, _ acceleration: Double = 0) {
        self.value = value
        self.rate = rate
        self.acceleration = acceleration
    }

    static let zero = Jet(0)

    static prefix func - (jet: Jet) -> Jet { Jet(-jet.value, -jet.rate, -jet.acceleration) }
    static func + (left: Jet, right: Jet) -> Jet {
        Jet(left.value + right.value, left.rate + right.rate, left.acceleration + right.acceleration)
    }
    static func += (left: inout Jet, right: Jet) { left = left + right }
    static func * (factor: Double, jet: Jet) -> Jet {
        Jet(factor * jet.value, factor * jet.rate, factor * jet.acceleration)
    }
    static func * (left: Jet, right: Jet) -> Jet {
        Jet(
            left.value * right.value,
            left.rate * right.value + left.value * right.rate,
            left.acceleration * right.value + 2 * left.rate * right.rate + left.value * right.acceleration
        )
    }

    /// The sine and cosine of 2π times this quantity.
    var sineAndCosineOfTurns: (sine: Jet, cosine: Jet) {
        let (sine, cosine) = PortableMath.sineAndCosine(turns: value)
        let (first, second) = (2 * Double.pi * rate, 2 * Double.pi * acceleration)
        return (
            Jet(sine, cosine * first, cosine * second - sine * first * first),
            Jet(cosine, -sine * first, -sine * second - cosine * first * first)
        )
    }

    /// The sine and the cosine of this quantity, an angle in radians.
    var sineAndCosine: (sine: Jet, cosine: Jet) { (0.5 / Double.pi * self).sineAndCosineOfTurns }

    /// Returns the angle φ of the point (`x`, `y`) with its derivatives: φ̇ = (x ẏ − y ẋ)/r² with r² = x² + y², and φ̈
    /// by the quotient rule.
    ///
    /// - Precondition: The point is not the origin.
    static func arcTangent(y: Jet, x: Jet) -> Jet {
        let square = x.value * x.value + y.value * y.value
        let rate = (x.value * y.rate - y.value * x.rate) / square
        let slope = 2 * (x.value * x.rate + y.value * y.rate)
        let curl = x.value * y.acceleration - y.value * x.acceleration
        return Jet(PortableMath.arcTangent(y: y.value, x: x.value), rate, (curl - rate * slope) / square)
    }

    /// Returns `amplitude` · sin(2π (`frequency` · `time` + `phase`)), with the phase in turns.
    static func sine(
        _ amplitude: Double,
        _ frequency: Hertz,
        at time: Seconds,
        phase turns: Double = 0
    ) -> Jet {
        amplitude * Jet(frequency * time + turns, frequency).sineAndCosineOfTurns.sine
    }
}
