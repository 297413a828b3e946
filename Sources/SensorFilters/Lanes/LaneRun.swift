package import SensorModel

/// Settings of one estimator on their way through a recording together, one in each lane.
///
/// It computes the orientations of each setting, block by block: memory is that of a block. O(1) time per sample, and one
/// allocation per block.
package struct LaneRun: Sendable {
    /// One case for each estimator: the compiler specialises a loop for each. Copies of the enumeration share one box, so
    /// that the compiler does not generate code for copies of every state.
    indirect enum Replay: Sendable {
        case madgwick(LaneReplay<RateState<MadgwickEquations<Lanes>>>)
        case mahony(LaneReplay<RateState<MahonyEquations<Lanes>>>)
        case fusion(LaneReplay<RateState<FusionEquations<Lanes>>>)
        case fourati(LaneReplay<RateState<FouratiEquations<Lanes>>>)
        case martin(LaneReplay<RateState<MartinEquations<Lanes>>>)
        case complementary(LaneReplay<RateState<ComplementaryEquations<Lanes>>>)
        case aqua(LaneReplay<RateState<AQUAEquations<Lanes>>>)
        case roleq(LaneReplay<RateState<ROLEQEquations<Lanes>>>)
        case ekf(LaneReplay<RateState<KalmanEquations<Lanes>>>)
        case quaternionEKF(LaneReplay<RateState<QuaternionEKFEquations<Lanes>>>)
        case choukroun(LaneReplay<RateState<ChoukrounEquations<Lanes>>>)
        case guo(LaneReplay<RateState<GuoEquations<Lanes>>>)
        case renaudin(LaneReplay<RateState<RenaudinEquations<Lanes>>>)
        case singleFrame(LaneReplay<SingleFrameLanes>)
        case selfCalibrating(LaneReplay<SelfCalibratingState<Lanes>>)
        /// VQF with the same parameters of rest in all lanes.
        case vqf(LaneReplay<VQFState<Lanes, Double>>)
        case vqfWithRests(LaneReplay<VQFState<Lanes, Lanes>>)
    }

    private var replay: Replay

    init(_ replay: Replay) {
        self.replay = replay
    }

    /// Fills a block with the next orientations, device → Earth (East, North, Up), from its first place.
    ///
    /// - Returns: the number of orientations: less than the length of the block only at the end.
    package mutating func fill(_ block: inout [Rotation<Lanes>]) -> Int {
        let count: Int
        switch replay {
        case .madgwick(var run):
            count = run.fill(&block)
            replay = .madgwick(run)
        case .mahony(var run):
            count = run.fill(&block)
            replay = .mahony(run)
        case .fusion(var run):
            count = run.fill(&block)
            replay = .fusion(run)
        case .fourati(var run):
            count = run.fill(&block)
            replay = .fourati(run)
        case .martin(var run):
            count = run.fill(&block)
            replay = .martin(run)
        case .complementary(var run):
            count = run.fill(&block)
            replay = .complementary(run)
        case .aqua(var run):
            count = run.fill(&block)
            replay = .aqua(run)
        case .roleq(var run):
            count = run.fill(&block)
            replay = .roleq(run)
        case .ekf(var run):
            count = run.fill(&block)
            replay = .ekf(run)
        case .quaternionEKF(var run):
            count = run.fill(&block)
            replay = .quaternionEKF(run)
        case .choukroun(var run):
            count = run.fill(&block)
            replay = .choukroun(run)
        case .guo(var run):
            count = run.fill(&block)
            replay = .guo(run)
        case .renaudin(var run):
            count = run.fill(&block)
            replay = .renaudin(run)
        case .selfCalibrating(var run):
            count = run.fill(&block)
            replay = .selfCalibrating(run)
        case .singleFrame(var run):
            count = run.fill(&block)
            replay = .singleFrame(run)
        case .vqf(var run):
            count = run.fill(&block)
            replay = .vqf(run)
        case .vqfWithRests(var run):
            count = run.fill(&block)
            replay = .vqfWithRests(run)
        }
        return count
    }

    /// The number of samples from which one lane could not derive a direction so far, beyond those that no lane can use.
    package func undetermined(lane: Int) -> Int {
        switch replay {
        case .ekf(let run): run.state.undetermined(lane: lane)
        case .madgwick, .mahony, .fourati, .martin, .complementary, .vqf, .vqfWithRests: 0
        case .fusion, .quaternionEKF, .choukroun, .guo, .renaudin, .aqua, .roleq, .singleFrame, .selfCalibrating: 0
        }
    }
}

/// The state of an estimator that a ``LaneSchedule`` drives, with one setting in each lane.
protocol LaneState: Sendable {
    associatedtype Event: Sendable

    /// Applies an event.
    mutating func apply(_ event: Event)

    /// The orientations after the last event.
    mutating func currentOrientation() -> Rotation<Lanes>
}

/// A schedule on its way through an estimator.
struct LaneReplay<State: LaneState>: Sendable {
    private let schedule: LaneSchedule<State.Event>
    /// A turn about Up of all orientations.
    private let turn: UnitQuaternion?
    private(set) var state: State
    private var next = 0

    init(_ schedule: LaneSchedule<State.Event>, _ state: State, turnedBy turn: UnitQuaternion?) {
        self.schedule = schedule
        self.state = state
        self.turn = turn
    }

    mutating func fill(_ block: inout [Rotation<Lanes>]) -> Int {
        let entries = schedule.entries
        // A local copy: the block cannot overlap it.
        var state = state
        var count = 0
        while count < block.count, next < entries.count {
            if let event = entries[next].event { state.apply(event) }
            if entries[next].isOutput {
                block[count] = turned(state.currentOrientation())
                count += 1
            }
            next += 1
        }
        self.state = state
        return count
    }

    @inline(__always)
    private func turned(_ orientation: Rotation<Lanes>) -> Rotation<Lanes> {
        guard let turn else { return orientation }
        return orientation.turned(aboutUpByHalf: Lanes(repeating: turn.w), Lanes(repeating: turn.z))
    }
}
