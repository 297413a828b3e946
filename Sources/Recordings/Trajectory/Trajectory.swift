public import SensorModel

/// Poses over time, or in their order where the file says no times.
public struct Trajectory: Sendable {
    /// Seconds, oldest first, as many as there are poses; nil where poses are known by their order only.
    public let times: [Seconds]?
    /// Positions in metres and body → world orientations, in the frame of whoever tracked them.
    public let poses: [Pose]
    /// Rows of the file that gave no pose, by the reason in words.
    public let leftOut: [String: Int]

    /// - Precondition: as many times as poses, none of them earlier than the one before.
    public init(times: [Seconds]?, poses: [Pose], leftOut: [String: Int] = [:]) {
        if let times {
            precondition(times.count == poses.count, "columns of equal length")
            precondition(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "times that do not run backward")
        }
        self.times = times
        self.poses = poses
        self.leftOut = leftOut
    }

    public var count: Int { poses.count }

    /// From the first to the last pose; nil without times.
    public var duration: Seconds? {
        guard let times, let first = times.first, let last = times.last else { return nil }
        return last - first
    }
}
