import SensorModel

/// The directions of a ``SingleFrameGate``.
struct DirectionRecorder: SingleFrameSink, EventRecorder {
    var events: [DirectionPair] = []

    mutating func observe(_ pair: DirectionPair) { events.append(pair) }
}

/// ``SingleFrame`` with one setting of its numbers in each lane. Each lane is solved by itself; settings share the
/// directions.
struct SingleFrameLanes: LaneState {
    private var solvers: [SingleFrameSolver]
    /// The directions that are not solved yet.
    private var pair: DirectionPair?
    private var orientation = Rotation<Lanes>.identity

    /// - Parameter settings: at least one. Lanes without one stay at the identity.
    init(_ settings: [SingleFrame.Parameters]) {
        solvers = settings.map { SingleFrameSolver($0) }
    }

    mutating func apply(_ event: DirectionPair) {
        for lane in solvers.indices { solvers[lane].begin(event) }
        pair = event
    }

    mutating func currentOrientation() -> Rotation<Lanes> {
        guard let pair else { return orientation }
        self.pair = nil
        for (lane, solver) in solvers.enumerated() {
            if let solved = solver.orientation(of: pair) { orientation[lane: lane] = solved }
        }
        return orientation
    }
}
