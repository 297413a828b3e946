public import SensorModel

/// A rotation of a scene about its vertical axis Y, after which X points east and Z south.
public struct SceneTurn: Sendable, Hashable {
    /// The angle that is added to bearings in the scene: clockwise seen from above, −180° to 180°.
    public let clockwise: Angle

    /// No rotation.
    public static let none = SceneTurn(clockwise: .zero)

    /// Creates a rotation.
    public init(clockwise: Angle) { self.clockwise = clockwise.wrapped }

    /// This rotation followed by another one.
    public func turned(by more: Angle) -> SceneTurn { SceneTurn(clockwise: clockwise + more) }

    /// Rotates a position of the tracked scene to X east, Y up, Z south.
    public func rotate(_ position: Vector3) -> Vector3 {
        let (sine, cosine) = (clockwise.sine, clockwise.cosine)
        return Vector3(
            position.x * cosine - position.z * sine,
            position.y,
            position.z * cosine + position.x * sine
        )
    }

    /// The rotation from the tracked scene to East, North, Up.
    public var orientation: UnitQuaternion {
        let upright = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))
        return UnitQuaternion(angle: -clockwise, axis: Vector3(0, 0, 1)) * upright
    }
}
