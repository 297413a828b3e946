public import SensorModel

/// Settings of one estimator on their way through a recording together, as many as there are lanes.
///
/// Gives the orientations that each setting would give by itself, block by block: memory is that of a block. Specialised
/// for four and eight lanes of `Double`; O(1) time per sample, nothing is allocated.
public struct LaneRun<Numbers: NumberLanes>: Sendable {
    private enum Estimator: Sendable {
        case mahony(MahonyLanes<Numbers>)
        case madgwick(MadgwickLanes<Numbers>)
    }

    private let schedule: RateSchedule
    private let turn: UnitQuaternion?
    private var estimator: Estimator
    private var orientation = LaneQuaternion<Numbers>(repeating: .identity)
    private var next = 0

    /// - Parameters:
    ///   - settings: at least one, at most as many as there are lanes; lanes without one repeat the last. Kp and Ki
    ///     differ, the others have been the schedule's.
    ///   - schedule: of the recording.
    ///   - turn: about Up, by which what is given is turned; nil for none.
    public init(mahony settings: [Mahony.Parameters], _ schedule: RateSchedule, turnedBy turn: UnitQuaternion? = nil) {
        self.schedule = schedule
        self.turn = turn
        estimator = .mahony(MahonyLanes(settings))
    }

    /// - Parameters:
    ///   - settings: at least one, at most as many as there are lanes; lanes without one repeat the last. β differs, the
    ///     others have been the schedule's; the field reference is that of the first.
    ///   - schedule: of the recording.
    ///   - turn: about Up, by which what is given is turned; nil for none.
    public init(
        madgwick settings: [Madgwick.Parameters],
        _ schedule: RateSchedule,
        turnedBy turn: UnitQuaternion? = nil
    ) {
        self.schedule = schedule
        self.turn = turn
        estimator = .madgwick(MadgwickLanes(settings))
    }

    /// Fills a block with the next orientations, device → Earth (East, North, Up), from its first place.
    ///
    /// - Returns: how many there are: fewer than the block has places only at the end.
    @specialized(where Numbers == SIMD4<Double>)
    @specialized(where Numbers == SIMD8<Double>)
    public mutating func fill(_ block: inout [LaneQuaternion<Numbers>]) -> Int {
        switch estimator {
        case .mahony(var mahony):
            defer { estimator = .mahony(mahony) }
            return fill(&block, by: &mahony)
        case .madgwick(var madgwick):
            defer { estimator = .madgwick(madgwick) }
            return fill(&block, by: &madgwick)
        }
    }

    @inline(__always)
    private mutating func fill<Steps: LaneEstimator>(
        _ block: inout [LaneQuaternion<Numbers>],
        by estimator: inout Steps
    ) -> Int where Steps.Numbers == Numbers {
        var orientation = orientation
        var count = 0
        var place = next
        while count < block.count, place < schedule.entries.count {
            let entry = schedule.entries[place]
            switch entry.action {
            case .correct(let rate, let gravity, let field, let interval):
                let directions = (gravity, field)
                orientation = estimator.step(from: orientation, rate: rate, directions: directions, over: interval)
            case .integrate(let rate, let interval):
                orientation = estimator.step(from: orientation, rate: rate, directions: nil, over: interval)
            case .start(let start):
                estimator.begin()
                orientation = LaneQuaternion(repeating: start)
            case .keep:
                break
            }
            if entry.gives {
                block[count] = turn.map(orientation.turned) ?? orientation
                count += 1
            }
            place += 1
        }
        self.orientation = orientation
        next = place
        return count
    }
}
