public import SensorModel

/// The order of the three rotations of roll, pitch and yaw.
///
/// Rotations are intrinsic: each is about an axis of the body that the previous ones rotated. The letters are in the
/// order of the rotations: with `zyx`, yaw about z, then pitch about the new y, then roll about the new x.
public enum EulerSequence: String, Sendable, Hashable, CaseIterable {
    /// Roll, pitch, yaw.
    case xyz
    /// Roll, yaw, pitch.
    case xzy
    /// Pitch, roll, yaw.
    case yxz
    /// Pitch, yaw, roll.
    case yzx
    /// Yaw, roll, pitch.
    case zxy
    /// Yaw, pitch, roll: the aerospace sequence.
    case zyx

    /// The rotation from body to world coordinates for these angles.
    public func rotation(roll: Angle, pitch: Angle, yaw: Angle) -> UnitQuaternion {
        rawValue.reduce(UnitQuaternion.identity) { product, letter in
            switch letter {
            case "x": product * UnitQuaternion(angle: roll, axis: Vector3(1, 0, 0))
            case "y": product * UnitQuaternion(angle: pitch, axis: Vector3(0, 1, 0))
            default: product * UnitQuaternion(angle: yaw, axis: Vector3(0, 0, 1))
            }
        }
    }
}
