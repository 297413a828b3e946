public import Recordings
public import SensorModel

/// What a result says about a trajectory and the file it came from.
public struct TrajectorySummary: Sendable, Hashable {
    /// As it was given.
    public var path: String
    /// `tum`, `euroc`, `kitti` or `native`.
    public var format: String
    public var poseCount: Int
    /// From the first to the last pose; nil without times.
    public var duration: Seconds?
    /// Rows of the file that gave no pose, by the reason in words.
    public var leftOut: [String: Int]

    public init(_ trajectory: Trajectory, path: String, format: TrajectoryFormat) {
        self.path = path
        self.format = format.rawValue
        poseCount = trajectory.count
        duration = trajectory.duration
        leftOut = trajectory.leftOut
    }
}
