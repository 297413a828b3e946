import SensorModel

/// A direction that is known in Earth axes and measured in device axes, as three rows of a quaternion's Kalman filter.
///
/// With the rotation R(q) from device to Earth axes as a quadratic form in q, which is not a rotation for a quaternion of
/// another length:
///
///     R(q) v = (w² − |u|²) v + 2 (u·v) u + 2 w u × v                 of any length
///     R(q) v = v + 2 (u × (u × v) + w u × v)                         of length one
///
/// The first is q ⊗ v ⊗ q*. The second uses |q| = 1; their derivatives differ by 2 v qᵀ.
struct VectorObservation {
    let rows: (QuaternionRow, QuaternionRow, QuaternionRow)

    /// - Parameters:
    ///   - deviation: of the measurement from its prediction.
    ///   - jacobian: the derivative of the prediction.
    ///   - variances: of the measurement, by axis.
    @_transparent init(
        deviation: Vector3,
        jacobian: QuaternionJacobian,
        variances: Vector3
    ) {
        rows = (
            QuaternionRow(row: jacobian.x, deviation: deviation.x, variance: variances.x),
            QuaternionRow(row: jacobian.y, deviation: deviation.y, variance: variances.y),
            QuaternionRow(row: jacobian.z, deviation: deviation.z, variance: variances.z)
        )
    }
}
