/// The form of the rotation matrix whose derivative a Kalman filter of a quaternion's components uses.
public enum JacobianForm: String, Sendable, Hashable, CaseIterable {
    /// That of a quaternion of length one: 1 − 2 (y² + z²) on the diagonal.
    case short
    /// That of a quaternion of any length: w² + x² − y² − z² on the diagonal.
    case long
}
