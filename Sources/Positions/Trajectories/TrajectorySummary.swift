public import Recordings
public import SensorModel

/// A description of a trajectory and its file, for results.
public struct TrajectorySummary: Sendable, Hashable {
    /// The file's path as the user gave it.
    public var path: String
    /// The file's format: `tum`, `euroc`, `kitti` or `native`.
    public var format: String
    /// The number of poses.
    public var poseCount: Int
    /// The time from the first to the last pose in seconds, or `nil` without times.
    public var duration: Seconds?
    /// The numbers of rows without a pose, by reason.
    public var leftOut: [String: Int]

    /// Summarises a trajectory that was read from `path`.
    public init(_ trajectory: Trajectory, path: String, format: TrajectoryFormat) {
        self.path = path
        self.format = format.rawValue
        poseCount = trajectory.count
        duration = trajectory.duration
        leftOut = trajectory.leftOut
    }
}
