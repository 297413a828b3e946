public import Recordings
public import SensorModel

/// The summary of a trajectory and its file, as written to results.
public struct TrajectorySummary: Sendable, Hashable {
    /// The file's path, as given by the user.
    public var path: String
    /// The file's format: `tum`, `euroc`, `kitti` or `native`.
    public var format: String
    /// The number of poses in the trajectory.
    public var poseCount: Int
    /// The time from the first to the last pose in seconds, or `nil` if the poses have no times.
    public var duration: Seconds?
    /// The number of the file's rows without a valid pose, by reason.
    public var leftOut: [String: Int]

    /// Creates the summary of a trajectory that was read from the file at `path`.
    public init(_ trajectory: Trajectory, path: String, format: TrajectoryFormat) {
        self.path = path
        self.format = format.rawValue
        poseCount = trajectory.count
        duration = trajectory.duration
        leftOut = trajectory.leftOut
    }
}
