import Recordings
import SensorModel

/// Positions along time.
struct PositionTrack {
    let times: [Seconds]
    let positions: [Vector3]

    init(_ poses: SensorStream<Pose>) {
        times = poses.times
        positions = poses.values.map(\.position)
    }

    /// The valid positions of a truth; nil where it has none.
    init?(_ truth: ReferenceStream) {
        guard let positions = truth.positions else { return nil }
        let valid = positions.indices.filter { truth.isValid[$0] && positions[$0].isFinite }
        guard valid.count > 1 else { return nil }
        times = valid.map { truth.times[$0] }
        self.positions = valid.map { positions[$0] }
    }

    /// Linear between neighbours that are at most this far apart; nil elsewhere. Moments do not run backward.
    func positions(at moments: [Seconds], longestGap: Seconds) -> [Vector3?] {
        var upper = 0
        return moments.map { moment in
            while upper < times.count, times[upper] < moment { upper += 1 }
            guard upper < times.count else { return nil }
            if times[upper] == moment { return positions[upper] }
            guard upper > 0, times[upper] - times[upper - 1] <= longestGap else { return nil }
            let share = (moment - times[upper - 1]) / (times[upper] - times[upper - 1])
            return positions[upper - 1] + (positions[upper] - positions[upper - 1]) * share
        }
    }
}
