public import SensorModel

/// The errors of a visual-inertial tracker such as ARKit.
public struct PoseModel: Sendable, Hashable {
    /// What the world's axes are at the start: ARKit's `worldAlignment`.
    public enum Alignment: String, Sendable, Hashable, CaseIterable {
        /// −z where the camera looked.
        case gravity
        /// −z north, by the compass.
        case gravityAndHeading
    }

    public var timing: SampleTiming
    public var alignment = Alignment.gravity
    /// Of the world's heading, at the start: the compass's error that the session began with.
    public var yawError = Angle.zero
    /// Standard deviation of the heading's change within a second: a random walk.
    public var yawWalk = Angle.zero
    /// Standard deviation, along each axis, of the position's drift within a second: a random walk.
    public var positionWalk: Metres = 0

    public init(timing: SampleTiming) { self.timing = timing }
}
