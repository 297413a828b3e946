public import SensorModel

/// The directions that are within an angle of an axis.
public struct ViewCone: Sendable, Hashable {
    /// In Earth axes (East, North, Up), of length one.
    public let axis: Vector3
    /// Between the axis and the edge; π sees everything.
    public let halfAngle: Angle

    public init(axis: Vector3, halfAngle: Angle) {
        self.axis = axis
        self.halfAngle = halfAngle
    }
}
