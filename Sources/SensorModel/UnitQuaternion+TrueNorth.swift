extension UnitQuaternion {
    /// The turn about Up that takes (magnetic East, magnetic North, Up) to (East, North, Up).
    ///
    /// `q_true = turn ⊗ q_magnetic`. Declination is positive to the east: what points to magnetic north points
    /// clockwise of true north, seen from above.
    public static func toTrueNorth(declination: Angle) -> UnitQuaternion {
        UnitQuaternion(angle: -declination, axis: Vector3(0, 0, 1))
    }
}
