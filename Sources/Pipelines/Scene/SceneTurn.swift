public import SensorModel

/// A turn of a scene about its vertical axis Y, which brings X to the east and Z to the south.
public struct SceneTurn: Sendable, Hashable {
    /// By which bearings in the scene grow: clockwise seen from above, −180° to 180°.
    public let clockwise: Angle

    public static let none = SceneTurn(clockwise: .zero)

    public init(clockwise: Angle) { self.clockwise = clockwise.wrapped }

    /// This turn and another one after it.
    public func turned(by more: Angle) -> SceneTurn { SceneTurn(clockwise: clockwise + more) }

    /// Scene as tracked → X east, Y up, Z south.
    public func rotate(_ position: Vector3) -> Vector3 {
        let (sine, cosine) = (clockwise.sine, clockwise.cosine)
        return Vector3(
            position.x * cosine - position.z * sine,
            position.y,
            position.z * cosine + position.x * sine
        )
    }

    /// Scene as tracked → East, North, Up.
    public var orientation: UnitQuaternion {
        let upright = UnitQuaternion(angle: Angle(degrees: 90), axis: Vector3(1, 0, 0))
        return UnitQuaternion(angle: -clockwise, axis: Vector3(0, 0, 1)) * upright
    }
}
