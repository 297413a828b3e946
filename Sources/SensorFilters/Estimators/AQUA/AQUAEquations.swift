import SensorModel

/// The equations of ``AQUA``, for one setting of its numbers or for one in each lane.
struct AQUAEquations<Number: LaneNumber>: RateEquations {
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

    private let alpha: Number
    private let beta: Number
    private let threshold: Number
    private let isAdaptive: Bool
    private let fullGainError: Number
    private let zeroGainError: Number
    private let gravity: Number
    private let estimatesBias: Bool
    private let biasGain: Number
    private let restAcceleration: Number
    private let restRate: Number
    private let restRateChange: Number
    private var bias = Vector<Number>.zero
    private var lastRate: Vector3?

    /// - Parameter settings: with the same choices.
    init(_ settings: [AQUA.Parameters]) {
        alpha = Number(settings, \.alpha)
        beta = Number(settings, \.beta)
        threshold = Number(settings, \.threshold)
        isAdaptive = settings[0].isAdaptive
        fullGainError = Number(settings, \.fullGainError)
        zeroGainError = Number(settings, \.zeroGainError)
        gravity = Number(settings, \.gravity)
        estimatesBias = settings[0].estimatesBias
        biasGain = Number(settings, \.biasGain)
        restAcceleration = Number(settings, \.restAcceleration)
        restRate = Number(settings, \.restRate)
        restRateChange = Number(settings, \.restRateChange)
    }

    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
        bias = .zero
        lastRate = nil
        return triad
    }

    @_transparent mutating func step(
        from orientation: Rotation<Number>,
        rate: Vector3,
        input: Measured,
        over interval: Seconds
    ) -> Rotation<Number> {
        if estimatesBias { updateBias(rate, input.accelerationLength) }
        // q_ω = q + ½ q ⊗ (0, ω − b) Δt
        let q = HamiltonQuaternion(orientation)
        let turn = (Vector<Number>(repeating: rate) - bias) * Number(repeating: 0.5 * interval)
        let integrated = (q + q.product(pure: turn)).normalised(orKeeping: orientation)
        guard input.directions.isKnown, let length = input.accelerationLength else { return integrated }
        let level = corrected(integrated, gravity: input.directions.gravity, gain: gain(for: length))
        return input.directions.hasField ? corrected(level, field: input.directions.field) : level
    }

    /// The low-pass filter of the rate while the device rests.
    @_transparent private mutating func updateBias(_ rate: Vector3, _ accelerationLength: Double?) {
        defer { lastRate = rate }
        guard let lastRate, let accelerationLength else { return }
        let excess = Vector<Number>(repeating: rate) - bias
        let isSteady = Number(repeating: (rate - lastRate).length) .<= restRateChange
        let isUnaccelerated = (Number(repeating: accelerationLength) - gravity).magnitude .<= restAcceleration
        let isResting = isSteady .& isUnaccelerated .& (excess.length .<= restRate)
        bias = bias.replacing(with: bias + excess * biasGain, where: isResting)
    }

    /// α f(e) with e = ||a| − g|/g
    @_transparent private func gain(for accelerationLength: Double) -> Number {
        guard isAdaptive else { return alpha }
        let error = (Number(repeating: accelerationLength) - gravity).magnitude / gravity
        let (zero, one) = (Number(repeating: 0), Number(repeating: 1))
        // f = (t₂ − e)/(t₂ − t₁) between both thresholds
        let between = (zeroGainError - error) / (zeroGainError - fullGainError)
        let factor = between.replacing(with: zero, where: error .>= zeroGainError)
        return alpha * factor.replacing(with: one, where: error .<= fullGainError)
    }

    /// The orientation after a share of the shortest turn that brings the measured gravity upright.
    @_transparent private func corrected(
        _ orientation: Rotation<Number>,
        gravity: Vector3,
        gain: Number
    ) -> Rotation<Number> {
        let g = orientation.rotate(Vector(repeating: gravity))
        let (zero, one) = (Number(repeating: 0), Number(repeating: 1))
        let room = one + g.z
        // Upside down every horizontal axis gives a shortest turn: the half turn about East.
        let isOpposite = room .< Number(repeating: 1e-12)
        // Δ_a = (√((g_z + 1)/2), g_y/√(2 (g_z + 1)), −g_x/√(2 (g_z + 1)), 0)
        let half = (room * Number(repeating: 0.5)).larger(zero).squareRoot()
        let scale = Number(repeating: 0.5) / half
        let delta = Rotation(
            unchecked: half.replacing(with: zero, where: isOpposite),
            (g.y * scale).replacing(with: one, where: isOpposite),
            (-g.x * scale).replacing(with: zero, where: isOpposite),
            zero
        )
        return blend(delta, gain) * orientation
    }

    /// The orientation after a share of the turn about Up that points the measured field to north.
    @_transparent private func corrected(_ orientation: Rotation<Number>, field: Vector3) -> Rotation<Number> {
        let l = orientation.rotate(Vector(repeating: field))
        let (zero, one) = (Number(repeating: 0), Number(repeating: 1))
        let horizontal = (l.x * l.x + l.y * l.y).squareRoot()
        let isKnown = horizontal .> Number(repeating: 1e-12)
        // cos ψ = l_N/√Γ and sin ψ = l_E/√Γ
        let (cosine, sine) = (l.y / horizontal, l.x / horizontal)
        // The larger of cos ½ψ and |sin ½ψ| gives the other without a difference of near numbers.
        let larger = ((one + cosine.magnitude) * Number(repeating: 0.5)).squareRoot()
        let smaller = sine / (larger + larger)
        let isFar = cosine .< zero
        let isNegative = sine .< zero
        let halfCosine = larger.replacing(with: smaller.magnitude, where: isFar)
        let farSine = larger.replacing(with: -larger, where: isNegative)
        let halfSine = smaller.replacing(with: farSine, where: isFar)
        let delta = Rotation(
            unchecked: one.replacing(with: halfCosine, where: isKnown),
            zero,
            zero,
            zero.replacing(with: halfSine, where: isKnown)
        )
        return blend(delta, beta) * orientation
    }

    /// The share `gain` of a turn: linear and normalised for a small one, spherical for others.
    @_transparent private func blend(_ delta: Rotation<Number>, _ gain: Number) -> Rotation<Number> {
        let one = Number(repeating: 1)
        let line = HamiltonQuaternion(
            w: one - gain + gain * delta.w,
            x: gain * delta.x,
            y: gain * delta.y,
            z: gain * delta.z
        )
        let near = line.normalised(orKeeping: delta)
        let isNear = delta.w .> threshold
        if isNear.inAllLanes { return near }
        return Rotation.identity.slerp(to: delta, fractions: gain).replacing(with: near, where: isNear)
    }
}
