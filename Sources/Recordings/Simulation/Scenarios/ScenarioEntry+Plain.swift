import SensorModel

extension ScenarioEntry {
    static let still = ScenarioEntry(
        name: "still",
        summary: "Rest: for noise, jitter and Allan deviation.",
        parameters: [],
        duration: 60
    ) { values, _ in
        let start = values.start
        return (Motion { _ in start }, [])
    }

    static let stepYaw = ScenarioEntry(
        name: "step-yaw",
        summary: "Quick turns from one rest to the next, right and left in turn: for step responses.",
        source: "Flash & Hogan 1985, doi:10.1523/JNEUROSCI.05-07-01688.1985",
        parameters: [
            .number("angle", .degrees, in: .turns, default: 90, "How far to turn, clockwise."),
            .number(
                "riseTime",
                .seconds,
                in: .aboveZeroToBillion,
                default: 0.2,
                "From the beginning of a turn to its end."
            ),
            .number("rest", .seconds, in: .aboveZeroToBillion, default: 4, "Before the first turn and between two."),
        ],
        duration: 20
    ) { values, duration in
        let (rest, rise, angle) = (values.required("rest"), values.required("riseTime"), values.required("angle"))
        let count = Int(saturating: min(duration / (rest + rise), 1e6)) + 1
        let moves = (0..<count).map { n in
            Moves.Move(
                start: rest + Double(n) * (rest + rise),
                duration: rise,
                change: n.isMultiple(of: 2) ? angle : -angle
            )
        }
        let start = values.start
        return (turning(.azimuth, moves, from: start), moves.map { $0.step(of: .azimuth) })
    }

    static let lookUp = ScenarioEntry(
        name: "look-up",
        summary: "Up through the zenith until the world stands on its head, and back: for singular attitudes.",
        source: "Flash & Hogan 1985, doi:10.1523/JNEUROSCI.05-07-01688.1985",
        parameters: [
            .number("angle", .degrees, in: .turns, default: 120, "How far to look up; 90 is the zenith."),
            .number("moveTime", .seconds, in: .aboveZeroToBillion, default: 3, "For one way."),
            .number("rest", .seconds, in: .aboveZeroToBillion, default: 2, "Before each move."),
        ],
        duration: 20
    ) { values, duration in
        let (rest, time, angle) = (values.required("rest"), values.required("moveTime"), values.required("angle"))
        let count = Int(saturating: min(duration / (rest + time), 1e6)) + 1
        let moves = (0..<count).map { n in
            Moves.Move(
                start: rest + Double(n) * (rest + time),
                duration: time,
                change: n.isMultiple(of: 2) ? angle : -angle
            )
        }
        let start = values.start
        return (turning(.pitch, moves, from: start), moves.map { $0.step(of: .pitch) })
    }

    /// Turns about one axis; the moves are in degrees.
    private static func turning(_ axis: MotionAxis, _ moves: [Moves.Move], from start: Posture) -> Motion {
        let turns = Moves(from: start[axis].value, moves.map(\.inRadians))
        return Motion { time in
            var posture = start
            posture[axis] = turns.jet(at: time)
            return posture
        }
    }
}

extension Moves.Move {
    var inRadians: Moves.Move {
        Moves.Move(start: start, duration: duration, change: Angle(degrees: change).radians)
    }

    func step(of axis: MotionAxis) -> SimulationEvent {
        SimulationEvent(.step, from: start, to: end, axis: axis, size: change)
    }
}
