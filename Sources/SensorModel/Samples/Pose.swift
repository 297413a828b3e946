/// A position with an orientation, in the reference frame of the tracking system.
public struct Pose: Sendable, Hashable {
    /// The position in metres.
    public var position: Vector3
    /// The orientation, device → reference frame.
    public var orientation: UnitQuaternion

    /// Creates a pose with this position in metres and this orientation.
    public init(position: Vector3, orientation: UnitQuaternion) {
        self.position = position
        self.orientation = orientation
    }
}
