import SensorModel

/// A quantity that rests, moves by some amount as a hand does, rests again, and so on.
///
/// Each move follows the minimum-jerk profile 10u³ − 15u⁴ + 6u⁵. Flash, Hogan: The coordination of arm movements.
/// J. Neurosci. 1985, doi:10.1523/JNEUROSCI.05-07-01688.1985. The second derivative is continuous, the third is not.
struct Moves: Sendable {
    struct Move: Sendable, Hashable {
        var start: Seconds
        var duration: Seconds
        var change: Double

        var end: Seconds { start + duration }
    }

    private let initial: Double
    private let moves: [Move]
    /// The sum of all changes before a move.
    private let before: [Double]

    /// - Parameter moves: in order, none beginning before the last has ended.
    init(from initial: Double = 0, _ moves: [Move] = []) {
        self.initial = initial
        self.moves = moves
        var sum = initial
        before = moves.map { move in
            defer { sum += move.change }
            return sum
        }
    }

    /// O(log n) for n moves.
    func jet(at time: Seconds) -> Jet {
        let following = moves.firstIndexOfPartition { $0.start > time }
        guard following > 0 else { return Jet(initial) }
        let move = moves[following - 1]
        return Jet(before[following - 1]) + move.change * Self.minimumJerk(time, from: move.start, in: move.duration)
    }

    /// From 0 to 1.
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

    /// Rises from 0 to 1 within `fade` from `start`, and falls back to 0 within `fade` before `end`.
    static func window(_ time: Seconds, from start: Seconds, to end: Seconds, fade: Seconds) -> Jet {
        minimumJerk(time, from: start, in: fade) + -minimumJerk(time, from: end - fade, in: fade)
    }
}

extension Array {
    /// The index of the first element for which the condition holds; it must hold for all that follow it.
    func firstIndexOfPartition(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
