import SensorModel

/// Poses between the samples of a trajectory.
enum PoseInterpolation {
    /// Positions linear, orientations by slerp; before the first and behind the last sample those. `moments` do not
    /// run backward; at least two samples. O(n + m).
    static func poses(_ poses: [Pose], _ times: [Seconds], at moments: [Seconds]) -> [Pose] {
        var upper = 1
        return moments.map { moment in
            while upper < times.count - 1, times[upper] < moment { upper += 1 }
            let span = times[upper] - times[upper - 1]
            let fraction = span > 0 ? min(max((moment - times[upper - 1]) / span, 0), 1) : 0
            let (from, to) = (poses[upper - 1], poses[upper])
            return Pose(
                position: from.position + (to.position - from.position) * fraction,
                orientation: from.orientation.slerp(to: to.orientation, fraction: fraction)
            )
        }
    }
}
