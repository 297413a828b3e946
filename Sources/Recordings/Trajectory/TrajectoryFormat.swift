/// How a file writes a trajectory.
public enum TrajectoryFormat: String, Sendable, Hashable, CaseIterable {
    /// `t tx ty tz qx qy qz qw`, seconds and metres, separated by spaces (TUM RGB-D benchmark).
    case tum
    /// Commas; nanoseconds, position in metres, quaternion `w, x, y, z`, further columns (EuRoC's ground truth).
    case euroc
    /// Twelve numbers, the rows of the 3×4 matrix `[R | t]`, separated by spaces, without times (KITTI odometry).
    case kitti
    /// Commas and a header line: `pose.csv` or `reference.csv` of a native recording.
    case native

    var delimited: DelimitedFormat {
        switch self {
        case .tum, .kitti: .spaceAligned
        case .euroc: DelimitedFormat(hasHeader: false)
        case .native: DelimitedFormat(emptyIsNaN: true)
        }
    }
}
