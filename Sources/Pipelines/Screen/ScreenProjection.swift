public import SensorModel

/// A projection of directions to the pixels of a screen.
///
/// A projection is a value without state and is safe on any thread.
public protocol ScreenProjection: Sendable {
    /// The screen.
    var screen: Screen { get }

    /// The pixel of a place.
    ///
    /// - Parameters:
    ///   - enu: vector from the device to the place in Earth axes (East, North, Up) and metres. Its length only affects
    ///     a near plane. The zero vector, the device's own position, has no pixel and is not visible.
    ///   - orientation: device → Earth.
    func placement(ofDirection enu: Vector3, orientation: UnitQuaternion) -> ScreenPlacement

    /// A cone that contains every direction that is visible in this orientation.
    func viewCone(orientation: UnitQuaternion) -> ViewCone
}

/// The directions within an angle of an axis.
public struct ViewCone: Sendable, Hashable {
    /// The axis in Earth axes (East, North, Up), of length 1.
    public let axis: Vector3
    /// The angle between the axis and the edge; π contains all directions.
    public let halfAngle: Angle

    /// Creates a cone.
    public init(axis: Vector3, halfAngle: Angle) {
        self.axis = axis
        self.halfAngle = halfAngle
    }
}
