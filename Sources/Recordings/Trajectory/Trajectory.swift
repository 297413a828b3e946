public import SensorModel

/// A sequence of poses, with times where the file has them.
public struct Trajectory: Sendable {
    /// The times in seconds, in ascending order, one for each pose; nil where the file has no times.
    public let times: [Seconds]?
    /// Positions in metres and body → world orientations, in the world frame of the file.
    public let poses: [Pose]
    /// The number of rows without a pose, by reason.
    public let leftOut: [String: Int]

    /// Creates a trajectory.
    ///
    /// - Precondition: there is one time for each pose, and times do not run backward.
    ///
    /// Complexity: O(n) for n times.
    public init(times: [Seconds]?, poses: [Pose], leftOut: [String: Int] = [:]) {
        if let times {
            precondition(times.count == poses.count, "times and poses differ in number")
            precondition(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "times run backward")
        }
        self.times = times
        self.poses = poses
        self.leftOut = leftOut
    }

    /// The number of poses.
    public var count: Int { poses.count }

    /// The time from the first to the last pose in seconds; nil without times.
    public var duration: Seconds? {
        guard let times, let first = times.first, let last = times.last else { return nil }
        return last - first
    }
}
