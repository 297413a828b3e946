import SensorModel

/// Between (North, West, Up), in which the published Madgwick and Mahony code works, and (East, North, Up): a quarter turn about Up.
///
/// Both algorithms' published forms are simplified for a field reference along their first axis, so they are run in their own frame.
enum EarthFrame {
    private static let quarterTurn = UnitQuaternion(unchecked: 0.5.squareRoot(), 0, 0, 0.5.squareRoot())

    static func eastNorthUp(fromNorthWestUp orientation: UnitQuaternion) -> UnitQuaternion {
        quarterTurn * orientation
    }

    static func northWestUp(fromEastNorthUp orientation: UnitQuaternion) -> UnitQuaternion {
        quarterTurn.conjugate * orientation
    }
}
