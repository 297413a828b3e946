/// A position with an orientation, in the frame of whoever tracked it.
public struct Pose: Sendable, Hashable {
    /// Metres.
    public var position: Vector3
    public var orientation: UnitQuaternion

    public init(position: Vector3, orientation: UnitQuaternion) {
        self.position = position
        self.orientation = orientation
    }
}
