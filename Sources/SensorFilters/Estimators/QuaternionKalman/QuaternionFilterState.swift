import SensorModel

/// A quaternion of any length and the covariance of its components, between prediction and correction of a Kalman filter.
struct QuaternionFilterState {
    private(set) var covariance: QuaternionMatrix
    /// What the measurements so far add to the predicted quaternion.
    private var correction = Quaternion.zero
    /// The quaternion at which measurements are linearised.
    let predicted: Quaternion
    /// The least 1/(h P hᵀ + r); not positive after roundings have made P indefinite.
    private var leastWeight = 1.0

    @_transparent init(predicted: Quaternion, covariance: QuaternionMatrix) {
        self.predicted = predicted
        self.covariance = covariance
    }

    /// Includes three measurements, one after the other. All of them are linearised at the prediction, so that the result
    /// is that of `K = P Hᵀ (H P Hᵀ + R)⁻¹`, q ← q + K z and P ← (I − K H) P, without an inverse.
    @_transparent mutating func include(_ observation: VectorObservation) {
        include(observation.rows.0)
        include(observation.rows.1)
        include(observation.rows.2)
    }

    /// Includes one measurement with a noise of its own, independent of other measurements.
    @_transparent mutating func include(_ measured: QuaternionRow) {
        let projected = covariance * measured.row
        let weight = 1 / (measured.row.dot(projected) + measured.variance)
        let gain = projected * weight
        correction += gain * (measured.deviation - measured.row.dot(correction))
        covariance.subtract(outer: projected, gain)
        leastWeight = min(leastWeight, weight)
    }

    /// The corrected quaternion.
    @_transparent var quaternion: Quaternion { predicted + correction }

    /// Whether quaternion and covariance can be used. They cannot after numbers that overflow.
    @_transparent var isUsable: Bool {
        covariance.isFinite && quaternion.lengthSquared.isFinite && (leastWeight > 0)
    }
}
