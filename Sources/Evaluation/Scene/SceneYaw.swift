public import SensorModel

/// Where a scene's −Z axis points, which should be north.
public struct SceneYaw: Sendable, Hashable {
    /// How it is known.
    public enum Source: String, Sendable, Hashable {
        /// The truth's positions are in East, North, Up: a simulation.
        case simulation
        /// The truth's positions, tied to the Earth by a fit to all fixes.
        case truth
        /// The poses, fitted to all fixes: no truth, but another method.
        case fixes
    }

    /// Clockwise from north, in (−180°, 180°].
    public var heading: Angle
    /// A bound of the standard deviation that holds however the errors of fixes and poses hang together.
    public var uncertainty: Angle
    public var source: Source

    public init(heading: Angle, uncertainty: Angle, source: Source) {
        self.heading = heading.wrapped
        self.uncertainty = uncertainty
        self.source = source
    }
}
