/// Which poses of two trajectories belong together.
public struct TrajectoryMatching: Sendable, Hashable {
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// The pose with the nearest stamp, if that is near enough. Several may share one.
        case nearest
        /// Equal stamps only.
        case exact
        /// As ``nearest``, but the pose is interpolated to the other's stamp: linearly, and by slerp.
        case interpolated
    }

    public var method: Method
    /// Seconds that two stamps may be apart; `exact` takes no notice of it.
    public var maximumDifference: Double
    /// Seconds added to the estimate's stamps.
    public var offset: Double

    /// The limit of 0.01 s is that of the TUM RGB-D benchmark's tools.
    public init(method: Method = .nearest, maximumDifference: Double = 0.01, offset: Double = 0) {
        self.method = method
        self.maximumDifference = maximumDifference
        self.offset = offset
    }

    var limit: Double { method == .exact ? 0 : maximumDifference }
}
