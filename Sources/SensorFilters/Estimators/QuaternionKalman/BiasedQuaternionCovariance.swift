import SensorModel

/// The 8×8 covariance of a quaternion and of a bias in quaternion form, in blocks.
struct BiasedQuaternionCovariance<Number: LaneNumber>: Sendable, Hashable {
    private(set) var quaternion: QuaternionMatrix<Number>
    /// Rows of the quaternion, columns of the bias.
    private(set) var cross: QuaternionMatrix<Number>
    private(set) var bias: QuaternionMatrix<Number>

    init(quaternionVariance: Number, biasVariance: Number) {
        quaternion = QuaternionMatrix(diagonal: quaternionVariance)
        cross = .zero
        bias = QuaternionMatrix(diagonal: biasVariance)
    }

    private init(
        _ quaternion: QuaternionMatrix<Number>,
        _ cross: QuaternionMatrix<Number>,
        _ bias: QuaternionMatrix<Number>
    ) {
        self.quaternion = quaternion
        self.cross = cross
        self.bias = bias
    }

    /// The part of F P Fᵀ + G Q Gᵀ without a bias: C(p) P C(p)ᵀ + M(q) Q M(q)ᵀ.
    @_transparent mutating func advanceQuaternion(
        by turn: HamiltonQuaternion<Number>,
        noise: QuaternionNoise<Number>,
        at q: HamiltonQuaternion<Number>
    ) {
        quaternion = quaternion.turned(by: turn) + QuaternionMatrix(turns: noise.vector, at: q)
        quaternion.add(outer: q * noise.scalar, q)
    }

    /// The part of F P Fᵀ + G Q Gᵀ with a bias, after that without: −C(p) X M(q)ᵀ and its transpose, M(q) B M(q)ᵀ,
    /// C(p) X − M(q) B and B + Δt² Q.
    @_transparent mutating func advanceBias(
        by turn: HamiltonQuaternion<Number>,
        noise: QuaternionNoise<Number>,
        over interval: Number,
        at q: HamiltonQuaternion<Number>
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
        quaternion row: HamiltonQuaternion<Number>,
        hasBias: Bool
    ) -> (quaternion: HamiltonQuaternion<Number>, bias: HamiltonQuaternion<Number>) {
        guard hasBias else { return (quaternion * row, .zero) }
        return (quaternion * row, cross.w * row.w + cross.x * row.x + cross.y * row.y + cross.z * row.z)
    }

    /// P hᵀ for a row of the bias.
    @_transparent func projected(
        bias row: HamiltonQuaternion<Number>
    ) -> (quaternion: HamiltonQuaternion<Number>, bias: HamiltonQuaternion<Number>) {
        (cross * row, bias * row)
    }

    /// P − (P hᵀ) (P hᵀ)ᵀ w
    @_transparent mutating func subtract(
        _ projected: (quaternion: HamiltonQuaternion<Number>, bias: HamiltonQuaternion<Number>),
        weight: Number,
        hasBias: Bool
    ) {
        quaternion.subtract(outer: projected.quaternion, projected.quaternion * weight)
        guard hasBias else { return }
        let gain = projected.bias * weight
        cross.subtract(outer: projected.quaternion, gain)
        bias.subtract(outer: projected.bias, gain)
    }

    /// The lanes in which all components are finite.
    @_transparent func isFinite(hasBias: Bool) -> Number.Mask {
        guard hasBias else { return quaternion.isFiniteInLane }
        return quaternion.isFiniteInLane .& cross.isFiniteInLane .& bias.isFiniteInLane
    }

    /// This covariance, replaced with `other` in the lanes of the mask.
    @_transparent func replacing(with other: Self, where mask: Number.Mask) -> Self {
        Self(
            quaternion.replacing(with: other.quaternion, where: mask),
            cross.replacing(with: other.cross, where: mask),
            bias.replacing(with: other.bias, where: mask)
        )
    }
}
