import SensorModel

/// The 8×8 covariance of a quaternion and of a bias in quaternion form, in blocks.
struct BiasedQuaternionCovariance: Sendable, Hashable {
    private(set) var quaternion: QuaternionMatrix
    /// Rows of the quaternion, columns of the bias.
    private(set) var cross: QuaternionMatrix
    private(set) var bias: QuaternionMatrix

    init(quaternionVariance: Double, biasVariance: Double) {
        quaternion = QuaternionMatrix(diagonal: quaternionVariance)
        cross = .zero
        bias = QuaternionMatrix(diagonal: biasVariance)
    }

    /// The part of F P Fᵀ + G Q Gᵀ without a bias: C(p) P C(p)ᵀ + M(q) Q M(q)ᵀ.
    @_transparent mutating func advanceQuaternion(
        by turn: Quaternion,
        noise: QuaternionNoise,
        at q: Quaternion
    ) {
        quaternion = quaternion.turned(by: turn) + QuaternionMatrix(turns: noise.vector, at: q)
        quaternion.add(outer: q * noise.scalar, q)
    }

    /// The part of F P Fᵀ + G Q Gᵀ with a bias, after that without: −C(p) X M(q)ᵀ and its transpose, M(q) B M(q)ᵀ,
    /// C(p) X − M(q) B and B + Δt² Q.
    @_transparent mutating func advanceBias(
        by turn: Quaternion,
        noise: QuaternionNoise,
        over interval: Double,
        at q: Quaternion
    ) {
        // C(p) X; rows of the transpose are the columns that C turns.
        let turned = cross.transposed.rows(times: turn).transposed
        let mixed = turned.rows(after: q)
        quaternion = quaternion - mixed - mixed.transposed + bias.turned(after: q)
        // M(q) B with B symmetric
        cross = turned - bias.rows(after: q).transposed
        let factor = interval * interval
        bias.w.w += noise.scalar * factor
        bias.x.x += noise.vector.x * factor
        bias.y.y += noise.vector.y * factor
        bias.z.z += noise.vector.z * factor
    }

    /// P hᵀ for a row of the quaternion: its parts of quaternion and bias.
    @_transparent func projected(
        quaternion row: Quaternion,
        hasBias: Bool
    ) -> (quaternion: Quaternion, bias: Quaternion) {
        guard hasBias else { return (quaternion * row, .zero) }
        return (quaternion * row, cross.w * row.w + cross.x * row.x + cross.y * row.y + cross.z * row.z)
    }

    /// P hᵀ for a row of the bias.
    @_transparent func projected(
        bias row: Quaternion
    ) -> (quaternion: Quaternion, bias: Quaternion) {
        (cross * row, bias * row)
    }

    /// P − (P hᵀ) (P hᵀ)ᵀ w
    @_transparent mutating func subtract(
        _ projected: (quaternion: Quaternion, bias: Quaternion),
        weight: Double,
        hasBias: Bool
    ) {
        quaternion.subtract(outer: projected.quaternion, projected.quaternion * weight)
        guard hasBias else { return }
        let gain = projected.bias * weight
        cross.subtract(outer: projected.quaternion, gain)
        bias.subtract(outer: projected.bias, gain)
    }

    /// Whether all components are finite.
    @_transparent func isFinite(hasBias: Bool) -> Bool {
        guard hasBias else { return quaternion.isFinite }
        return quaternion.isFinite && cross.isFinite && bias.isFinite
    }
}
