import SensorModel

/// The equations of ``AQUA``.
struct AQUAEquations: RateEquations {
    /// The directions, and the length of the acceleration.
    struct Measured: RateInput {
        let directions: UnitDirections
        /// In m/s²; nil while a sensor is silent.
        let accelerationLength: Double?

        @_transparent init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
            self.directions = UnitDirections(directions, &sensors)
            accelerationLength = directions?.acceleration.length
        }
    }

    private let alpha: Double
    private let beta: Double
    private let threshold: Double
    private let isAdaptive: Bool
    private let fullGainError: Double
    private let zeroGainError: Double
    private let gravity: Double
    private let estimatesBias: Bool
    private let biasGain: Double
    private let restAcceleration: Double
    private let restRate: Double
    private let restRateChange: Double
    private var bias = Vector3.zero
    private var lastRate: Vector3?

    init(_ parameters: AQUA.Parameters) {
        alpha = parameters.alpha
        beta = parameters.beta
        threshold = parameters.threshold
        isAdaptive = parameters.isAdaptive
        fullGainError = parameters.fullGainError
        zeroGainError = parameters.zeroGainError
        gravity = parameters.gravity
        estimatesBias = parameters.estimatesBias
        biasGain = parameters.biasGain
        restAcceleration = parameters.restAcceleration
        restRate = parameters.restRate
        restRateChange = parameters.restRateChange
    }

    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
        bias = .zero
        lastRate = nil
        return triad
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: Measured,
        over interval: Seconds
    ) -> UnitQuaternion {
        if estimatesBias { updateBias(rate, input.accelerationLength) }
        // q_ω = q + ½ q ⊗ (0, ω − b) Δt
        let q = Quaternion(orientation)
        let turn = (rate - bias) * (0.5 * interval)
        let integrated = (q + q.product(pure: turn)).normalised(orKeeping: orientation)
        guard input.directions.isKnown, let length = input.accelerationLength else { return integrated }
        let level = corrected(integrated, gravity: input.directions.gravity, gain: gain(for: length))
        return input.directions.hasField ? corrected(level, field: input.directions.field) : level
    }

    /// The low-pass filter of the rate while the device rests.
    @_transparent private mutating func updateBias(_ rate: Vector3, _ accelerationLength: Double?) {
        defer { lastRate = rate }
        guard let lastRate, let accelerationLength else { return }
        let excess = rate - bias
        let isSteady = (rate - lastRate).length <= restRateChange
        let isUnaccelerated = (accelerationLength - gravity).magnitude <= restAcceleration
        let isResting = isSteady && isUnaccelerated && (excess.length <= restRate)
        if isResting { bias += excess * biasGain }
    }

    /// α f(e) with e = ||a| − g|/g
    @_transparent private func gain(for accelerationLength: Double) -> Double {
        guard isAdaptive else { return alpha }
        let error = (accelerationLength - gravity).magnitude / gravity
        if error <= fullGainError { return alpha }
        // f = (t₂ − e)/(t₂ − t₁) between both thresholds
        return alpha * (error >= zeroGainError ? 0 : (zeroGainError - error) / (zeroGainError - fullGainError))
    }

    /// The orientation after a share of the shortest turn that brings the measured gravity upright.
    @_transparent private func corrected(
        _ orientation: UnitQuaternion,
        gravity: Vector3,
        gain: Double
    ) -> UnitQuaternion {
        let g = orientation.rotate(gravity)
        let room = 1 + g.z
        // Upside down every horizontal axis gives a shortest turn: the half turn about East.
        guard room >= 1e-12 || room.isNaN else {
            return blend(UnitQuaternion(unchecked: 0, 1, 0, 0), gain) * orientation
        }
        // Δ_a = (√((g_z + 1)/2), g_y/√(2 (g_z + 1)), −g_x/√(2 (g_z + 1)), 0)
        let half = max(room * 0.5, 0).squareRoot()
        let scale = 0.5 / half
        let delta = UnitQuaternion(unchecked: half, g.y * scale, -g.x * scale, 0)
        return blend(delta, gain) * orientation
    }

    /// The orientation after a share of the turn about Up that points the measured field to north.
    @_transparent private func corrected(_ orientation: UnitQuaternion, field: Vector3) -> UnitQuaternion {
        let l = orientation.rotate(field)
        let horizontal = (l.x * l.x + l.y * l.y).squareRoot()
        guard horizontal > 1e-12 else { return blend(.identity, beta) * orientation }
        // cos ψ = l_N/√Γ and sin ψ = l_E/√Γ
        let (cosine, sine) = (l.y / horizontal, l.x / horizontal)
        // The larger of cos ½ψ and |sin ½ψ| gives the other without a difference of near numbers.
        let larger = ((1 + abs(cosine)) * 0.5).squareRoot()
        let smaller = sine / (larger + larger)
        let delta =
            cosine < 0
            ? UnitQuaternion(unchecked: abs(smaller), 0, 0, sine < 0 ? -larger : larger)
            : UnitQuaternion(unchecked: larger, 0, 0, smaller)
        return blend(delta, beta) * orientation
    }

    /// The share `gain` of a turn: linear and normalised for a small one, spherical for others.
    @_transparent private func blend(_ delta: UnitQuaternion, _ gain: Double) -> UnitQuaternion {
        guard delta.w > threshold else { return UnitQuaternion.identity.slerp(to: delta, fraction: gain) }
        let line = Quaternion(w: 1 - gain + gain * delta.w, x: gain * delta.x, y: gain * delta.y, z: gain * delta.z)
        return line.normalised(orKeeping: delta)
    }
}
