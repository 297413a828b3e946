import Recordings
import SensorModel

extension ScenarioEntry {
    static let still = ScenarioEntry(
        name: "still",
        summary: "A device at rest: for noise, jitter and Allan deviation.",
        parameters: [],
        duration: 60
    ) { values, _ in
        let start = values.start
        return (Motion { _ in start }, [])
    }

    static let stepYaw = ScenarioEntry(
        name: "step-yaw",
        summary: "Quick rotations between rests, alternately to the right and left: for step responses.",
        source: "Flash & Hogan 1985, doi:10.1523/JNEUROSCI.05-07-01688.1985",
        parameters: [
            .number("angle", .degrees, in: .turns, default: 90, "Angle of the first rotation, clockwise."),
            .number(
                "riseTime",
                .seconds,
                in: .aboveZeroToBillion,
                default: 0.2,
                "Duration of a rotation."
            ),
            .number("rest", .seconds, in: .aboveZeroToBillion, default: 4, "Rest before each rotation."),
        ],
        duration: 20
    ) { values, duration in
        let (rest, rise, angle) = (values.required("rest"), values.required("riseTime"), values.required("angle"))
        let moves = Moves.Move.alternating(by: angle, rest: rest, moveTime: rise, until: duration)
        let start = values.start
        return (rotation(.azimuth, moves, from: start), moves.map { $0.step(of: .azimuth) })
    }

    static let lookUp = ScenarioEntry(
        name: "look-up",
        summary: "Rotations up through the zenith and back: for singular orientations.",
        source: "Flash & Hogan 1985, doi:10.1523/JNEUROSCI.05-07-01688.1985",
        parameters: [
            .number("angle", .degrees, in: .turns, default: 120, "Angle of the rotation; 90 is the zenith."),
            .number("moveTime", .seconds, in: .aboveZeroToBillion, default: 3, "Duration of a rotation."),
            .number("rest", .seconds, in: .aboveZeroToBillion, default: 2, "Rest before each rotation."),
        ],
        duration: 20
    ) { values, duration in
        let (rest, time, angle) = (values.required("rest"), values.required("moveTime"), values.required("angle"))
        let moves = Moves.Move.alternating(by: angle, rest: rest, moveTime: time, until: duration)
        let start = values.start
        return (rotation(.pitch, moves, from: start), moves.map { $0.step(of: .pitch) })
    }

    /// Returns a rotation about one axis. The changes of the moves are in degrees.
    private static func rotation(_ axis: MotionAxis, _ moves: [Moves.Move], from start: Posture) -> Motion {
        let angle = Moves(from: start[axis].value, moves.map(\.inRadians))
        return Motion { time in
            var posture = start
            posture[axis] = angle.jet(at: time)
            return posture
        }
    }
}

extension Moves.Move {
    /// Returns moves of equal duration, each after a rest. The moves continue until `duration` has passed, but there
    /// are at most about a million.
    ///
    /// - Parameter change: the change of the move with a given index.
    static func repeated(
        rest: Seconds,
        moveTime: Seconds,
        until duration: Seconds,
        change: (Int) -> Double
    ) -> [Moves.Move] {
        let count = Int(saturating: min(duration / (rest + moveTime), 1e6)) + 1
        return (0..<count).map { n in
            Moves.Move(start: rest + Double(n) * (rest + moveTime), duration: moveTime, change: change(n))
        }
    }

    /// Returns repeated moves, alternately by `change` and by −`change`.
    static func alternating(
        by change: Double,
        rest: Seconds,
        moveTime: Seconds,
        until duration: Seconds
    ) -> [Moves.Move] {
        repeated(rest: rest, moveTime: moveTime, until: duration) { $0.isMultiple(of: 2) ? change : -change }
    }

    var inRadians: Moves.Move {
        Moves.Move(start: start, duration: duration, change: Angle(degrees: change).radians)
    }

    func step(of axis: MotionAxis) -> SimulationEvent {
        SimulationEvent(.step, from: start, to: end, axis: axis, size: change)
    }
}
