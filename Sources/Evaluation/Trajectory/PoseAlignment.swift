/// How an estimate is brought into the reference's frame before errors are counted.
public enum PoseAlignment: String, Sendable, Hashable, CaseIterable {
    /// Not at all: both are in one frame.
    case none
    /// So that the first poses are the same.
    case origin
    /// By the turn about z and the translation with the least squared distances: for estimates that know the vertical.
    case yaw
    /// By the rotation and translation with the least squared distances.
    case se3
    /// By the rotation, translation and scale with the least squared distances: for a single camera.
    case sim3
    /// By the scale of ``sim3`` alone, about the origin of coordinates.
    case scale

    /// What the positions have to be for it to be determined.
    var need: String {
        switch self {
        case .none, .origin: "poses"
        case .yaw: "at least 2 that are apart horizontally, in both trajectories"
        case .se3, .sim3, .scale: "at least 3 that do not lie on a line, in both trajectories"
        }
    }

    /// What can be used in its place.
    var simpler: String {
        switch self {
        case .none, .origin, .yaw: "origin or none"
        case .se3, .sim3: "yaw, origin or none"
        case .scale: "none"
        }
    }
}
