import SensorModel

/// A quaternion, a correction of its bias and their covariance, between prediction and correction of ``Renaudin``.
struct BiasedQuaternionState<Number: LaneNumber> {
    private typealias Pair = (quaternion: HamiltonQuaternion<Number>, bias: HamiltonQuaternion<Number>)

    private(set) var covariance: BiasedQuaternionCovariance<Number>
    /// What the measurements so far add to the bias.
    private(set) var biasCorrection = HamiltonQuaternion<Number>.zero
    private var quaternionCorrection = HamiltonQuaternion<Number>.zero
    private let predicted: HamiltonQuaternion<Number>
    private let hasBias: Bool
    /// The least 1/(h P hᵀ + r); not positive after roundings have made P indefinite.
    private var leastWeight = Number(repeating: 1)

    @_transparent init(
        predicted: HamiltonQuaternion<Number>,
        covariance: BiasedQuaternionCovariance<Number>,
        hasBias: Bool
    ) {
        self.predicted = predicted
        self.covariance = covariance
        self.hasBias = hasBias
    }

    /// Includes r − q⁻ ⊗ v ⊗ q⁻* in the lanes of the mask.
    @_transparent mutating func include(
        _ measured: Vector<Number>,
        from reference: Vector<Number>,
        _ unit: Rotation<Number>,
        _ variances: Vector<Number>,
        where mask: Number.Mask
    ) {
        let observation = VectorObservation(
            deviation: reference - unit.rotate(measured),
            jacobian: QuaternionJacobian(ofTurning: measured, by: predicted, .long),
            variances: variances
        )
        include(quaternion: observation.rows.0, where: mask)
        include(quaternion: observation.rows.1, where: mask)
        include(quaternion: observation.rows.2, where: mask)
    }

    /// Includes v − p* ⊗ v' ⊗ p in the lanes of the mask. An error of the bias changes p = y − b by its opposite.
    ///
    /// - Parameter form: with the sign and the vector of the derivative.
    @_transparent mutating func includeChange(
        from last: Vector<Number>,
        to measured: Vector<Number>,
        _ turn: HamiltonQuaternion<Number>,
        _ variances: Vector<Number>,
        _ form: Renaudin.Gradient,
        where mask: Number.Mask
    ) {
        let predicted = turn.normalised(orKeeping: .identity).conjugate.rotate(last)
        let isBenchmark = form == .benchmark
        let observation = VectorObservation(
            deviation: isBenchmark ? measured - predicted : predicted - measured,
            jacobian: QuaternionJacobian(ofTurningBack: isBenchmark ? measured : last, by: turn, .long),
            variances: variances
        )
        include(bias: observation.rows.0, where: mask)
        include(bias: observation.rows.1, where: mask)
        include(bias: observation.rows.2, where: mask)
    }

    @_transparent private mutating func include(quaternion measured: QuaternionRow<Number>, where mask: Number.Mask) {
        let row = mask.inAllLanes ? measured.row : HamiltonQuaternion.zero.replacing(with: measured.row, where: mask)
        let projected = covariance.projected(quaternion: row, hasBias: hasBias)
        let innovation = measured.deviation - row.dot(quaternionCorrection)
        apply(projected, spread: row.dot(projected.quaternion), innovation: innovation, variance: measured.variance)
    }

    @_transparent private mutating func include(bias measured: QuaternionRow<Number>, where mask: Number.Mask) {
        let row = mask.inAllLanes ? measured.row : HamiltonQuaternion.zero.replacing(with: measured.row, where: mask)
        let projected = covariance.projected(bias: row)
        let innovation = measured.deviation - row.dot(biasCorrection)
        apply(projected, spread: row.dot(projected.bias), innovation: innovation, variance: measured.variance)
    }

    @_transparent private mutating func apply(
        _ projected: Pair,
        spread: Number,
        innovation: Number,
        variance: Number
    ) {
        let weight = 1 / (spread + variance)
        let step = weight * innovation
        quaternionCorrection += projected.quaternion * step
        if hasBias { biasCorrection += projected.bias * step }
        covariance.subtract(projected, weight: weight, hasBias: hasBias)
        leastWeight = leastWeight.smaller(weight)
    }

    /// The corrected quaternion.
    @_transparent var quaternion: HamiltonQuaternion<Number> { predicted + quaternionCorrection }

    /// The lanes in which quaternion, bias and covariance can be used. They cannot after numbers that overflow.
    @_transparent var isUsable: Number.Mask {
        covariance.isFinite(hasBias: hasBias) .& quaternion.lengthSquared.isFiniteInLane
            .& biasCorrection.lengthSquared.isFiniteInLane .& (leastWeight .> 0)
    }
}
