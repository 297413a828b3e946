import SensorModel

/// A quaternion, a correction of its bias and their covariance, between prediction and correction of ``Renaudin``.
struct BiasedQuaternionState {
    private typealias Pair = (quaternion: Quaternion, bias: Quaternion)

    private(set) var covariance: BiasedQuaternionCovariance
    /// What the measurements so far add to the bias.
    private(set) var biasCorrection = Quaternion.zero
    private var quaternionCorrection = Quaternion.zero
    private let predicted: Quaternion
    private let hasBias: Bool
    /// The least 1/(h P hᵀ + r); not positive after roundings have made P indefinite.
    private var leastWeight = 1.0

    @_transparent init(
        predicted: Quaternion,
        covariance: BiasedQuaternionCovariance,
        hasBias: Bool
    ) {
        self.predicted = predicted
        self.covariance = covariance
        self.hasBias = hasBias
    }

    /// Includes r − q⁻ ⊗ v ⊗ q⁻*.
    @_transparent mutating func include(
        _ measured: Vector3,
        from reference: Vector3,
        _ unit: UnitQuaternion,
        _ variances: Vector3
    ) {
        let observation = VectorObservation(
            deviation: reference - unit.rotate(measured),
            jacobian: QuaternionJacobian(ofTurning: measured, by: predicted, .long),
            variances: variances
        )
        include(quaternion: observation.rows.0)
        include(quaternion: observation.rows.1)
        include(quaternion: observation.rows.2)
    }

    /// Includes v − p* ⊗ v' ⊗ p. An error of the bias changes p = y − b by its opposite.
    ///
    /// - Parameter form: with the sign and the vector of the derivative.
    @_transparent mutating func includeChange(
        from last: Vector3,
        to measured: Vector3,
        _ turn: Quaternion,
        _ variances: Vector3,
        _ form: Renaudin.Gradient
    ) {
        let predicted = turn.normalised(orKeeping: .identity).conjugate.rotate(last)
        let isBenchmark = form == .benchmark
        let observation = VectorObservation(
            deviation: isBenchmark ? measured - predicted : predicted - measured,
            jacobian: QuaternionJacobian(ofTurningBack: isBenchmark ? measured : last, by: turn, .long),
            variances: variances
        )
        include(bias: observation.rows.0)
        include(bias: observation.rows.1)
        include(bias: observation.rows.2)
    }

    @_transparent private mutating func include(quaternion measured: QuaternionRow) {
        let row = measured.row
        let projected = covariance.projected(quaternion: row, hasBias: hasBias)
        let innovation = measured.deviation - row.dot(quaternionCorrection)
        apply(projected, spread: row.dot(projected.quaternion), innovation: innovation, variance: measured.variance)
    }

    @_transparent private mutating func include(bias measured: QuaternionRow) {
        let row = measured.row
        let projected = covariance.projected(bias: row)
        let innovation = measured.deviation - row.dot(biasCorrection)
        apply(projected, spread: row.dot(projected.bias), innovation: innovation, variance: measured.variance)
    }

    @_transparent private mutating func apply(
        _ projected: Pair,
        spread: Double,
        innovation: Double,
        variance: Double
    ) {
        let weight = 1 / (spread + variance)
        let step = weight * innovation
        quaternionCorrection += projected.quaternion * step
        if hasBias { biasCorrection += projected.bias * step }
        covariance.subtract(projected, weight: weight, hasBias: hasBias)
        leastWeight = min(leastWeight, weight)
    }

    /// The corrected quaternion.
    @_transparent var quaternion: Quaternion { predicted + quaternionCorrection }

    /// Whether quaternion, bias and covariance can be used. They cannot after numbers that overflow.
    @_transparent var isUsable: Bool {
        covariance.isFinite(hasBias: hasBias) && quaternion.lengthSquared.isFinite
            && biasCorrection.lengthSquared.isFinite && (leastWeight > 0)
    }
}
