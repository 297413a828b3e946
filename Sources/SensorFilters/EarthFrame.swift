import SensorModel

/// Between (North, West, Up), in which Madgwick's published algorithm works, and (East, North, Up): a quarter turn
/// about Up.
///
/// That algorithm's equations are simplified for a field reference along the first axis, so it is run in its own frame.
enum EarthFrame {
    static let quarterTurn = UnitQuaternion(unchecked: 0.5.squareRoot(), 0, 0, 0.5.squareRoot())

    static func eastNorthUp(fromNorthWestUp orientation: UnitQuaternion) -> UnitQuaternion {
        quarterTurn * orientation
    }

    static func northWestUp(fromEastNorthUp orientation: UnitQuaternion) -> UnitQuaternion {
        quarterTurn.conjugate * orientation
    }
}
