public import SensorModel

/// A law by which a system finds the pixel of a direction.
///
/// A projection is a value without state and safe from any thread.
public protocol ScreenProjection: Sendable {
    var screen: Screen { get }

    /// Where a place is drawn.
    ///
    /// - Parameters:
    ///   - enu: from the device to the place, in Earth axes (East, North, Up) and metres; its length counts for a near
    ///     plane only. The zero vector, the device's own position, has no pixel and is not visible.
    ///   - orientation: device → Earth.
    func placement(ofDirection enu: Vector3, orientation: UnitQuaternion) -> ScreenPlacement

    /// A cone that holds every direction which is visible in this orientation.
    func viewCone(orientation: UnitQuaternion) -> ViewCone
}
