import SensorModel

/// From (North, West, Up), in which published code of Madgwick's and Mahony's filters works, to (East, North, Up): a
/// quarter turn about Up.
enum EarthFrame {
    static let quarterTurn = UnitQuaternion(unchecked: 0.5.squareRoot(), 0, 0, 0.5.squareRoot())

    static func eastNorthUp(fromNorthWestUp orientation: UnitQuaternion) -> UnitQuaternion {
        quarterTurn * orientation
    }
}
