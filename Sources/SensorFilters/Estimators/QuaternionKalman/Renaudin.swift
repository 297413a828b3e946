public import SensorModel

/// MAGYQ: the extended Kalman filter of a quaternion and of the gyroscope's bias in quaternion form, with gates for
/// quasi-static fields and with the change of both fields as measurements of the bias.
///
/// Renaudin & Combettes 2014, doi:10.3390/s141222864. Equation numbers are those of the paper. With the gyroscope's
/// rotation y = exp(½ ω Δt) of a step,
///
///     (1), (2) p = y − b
///     (3) q⁻ = q ⊗ p, with its length corrected to one
///     (4) b⁻ = b
///     (5) P⁻ = F P Fᵀ + G Q Gᵀ,  F = (C(p), −M(q); 0, I),  G = (−M(q), 0; 0, Δt I)
///     (12) K = P⁻ Hᵀ (H P⁻ Hᵀ + R)⁻¹
///     (13) (q, b) ← (q⁻, b⁻) + K z, with the length of q corrected to one;  P ← (I − K H) P⁻
///
/// C(p) is the matrix of q ↦ q ⊗ p, and M(q) that of p ↦ q ⊗ p. For gravity and for the field, z contains
///
///     r − q⁻ ⊗ v ⊗ q⁻*        the reference and the measured direction, in Earth axes
///     v − p* ⊗ v' ⊗ p         the measured direction and the last one v', turned by the gyroscope
///
/// The first corrects the quaternion and the second the bias. A sensor's rows count only while its field is quasi-static:
/// while the variance of its strength over a window is small, and the newest strength is near the mean.
///
/// Starts from ``Triad``. North is magnetic north. O(1) time per sample on average; memory for the window.
///
///     var filter = Renaudin()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Renaudin: OrientationEstimator {
    /// How the change of the fields measures the bias.
    public enum Gradient: String, Sendable, Hashable, CaseIterable {
        /// Not at all.
        case none
        /// As the change of the directions.
        case direction
        /// As the change of the directions, except that the first one is that of the vectors as measured, in m/s² and µT:
        /// what the program of the smartphone benchmark does.
        case benchmark
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<RenaudinEquations<Double>>

    /// Creates a filter that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(
            RenaudinEquations([parameters]),
            maximumGap: parameters.maximumGap,
            magnetometer: parameters.magnetometer
        )
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Reads a frame; returns the orientation, device → Earth (magnetic East, North, Up).
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }

    /// Forgets all samples.
    public mutating func reset() {
        self = Renaudin(parameters)
    }
}

/// The equations of ``Renaudin``, for one setting or for one in each lane.
struct RenaudinEquations<Number: LaneNumber>: RateEquations {
    private static var up: Vector<Number> { Vector(repeating: Vector3(0, 0, 1)) }

    private let settings: Renaudin.Parameters
    private let gyroscopeDeviations: Vector<Number>
    private let biasDeviation: Number
    private let accelerometerVariances: Vector<Number>
    private let magnetometerVariances: Vector<Number>
    private let initialCovariance: BiasedQuaternionCovariance<Number>
    private var covariance: BiasedQuaternionCovariance<Number>
    private var bias = HamiltonQuaternion<Number>.zero
    private var reference: ReferenceField<Number>
    private var accelerations: QuasiStaticGate<Number>
    private var fields: QuasiStaticGate<Number>
    /// The last gravity and field.
    private var last: (gravity: Vector3, field: Vector3)?

    /// - Parameter settings: at least one; the same but for numbers.
    init(_ settings: [Renaudin.Parameters]) {
        self.settings = settings[0]
        gyroscopeDeviations = Vector(settings) { $0.gyroscopeNoise.deviations }
        biasDeviation = Number(settings, \.gyroscopeBiasNoise)
        accelerometerVariances = Vector(settings) { $0.accelerometerNoise.variances }
        magnetometerVariances = Vector(settings) { $0.magnetometerNoise.variances }
        initialCovariance = BiasedQuaternionCovariance(
            quaternionVariance: Number(settings) { $0.initialDeviation * $0.initialDeviation },
            biasVariance: Number(settings) { $0.bias ? $0.initialBiasDeviation * $0.initialBiasDeviation : 0 }
        )
        covariance = initialCovariance
        reference = ReferenceField(dips: settings.map(\.dip))
        accelerations = QuasiStaticGate(
            isActive: settings[0].accelerationGate,
            window: settings[0].window,
            variances: settings.map(\.accelerationVariance),
            outliers: [.infinity],
            isPatient: true
        )
        fields = QuasiStaticGate(
            isActive: settings[0].fieldGate,
            window: settings[0].window,
            variances: settings.map(\.fieldVariance),
            outliers: settings.map(\.fieldOutlier),
            isPatient: false
        )
    }

    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
        covariance = initialCovariance
        bias = .zero
        accelerations.reset()
        fields.reset()
        last = nil
        return triad
    }

    mutating func begin(at triad: UnitQuaternion, _ input: MeasuredDirections) -> UnitQuaternion {
        let directions = input.directions
        reference.begin(directions)
        let start = begin(at: triad)
        switch settings.gradient {
        case .none: break
        case .direction: last = (directions.gravity, directions.field)
        case .benchmark: last = (directions.gravity * input.acceleration, directions.field * input.fieldStrength)
        }
        return start
    }

    @_transparent mutating func step(
        from orientation: Rotation<Number>,
        rate: Vector3,
        input: MeasuredDirections,
        over interval: Seconds
    ) -> Rotation<Number> {
        let q = HamiltonQuaternion(orientation)
        // (1), (2)
        let turn = HamiltonQuaternion(Rotation(rotationVector: Vector<Number>(repeating: rate * interval))) - bias
        // (3)
        let unit = (q * turn).normalised(orKeeping: orientation)
        // (5)
        var next = covariance
        advance(&next, at: q, turn: turn, over: Number(repeating: interval))
        var state = BiasedQuaternionState(predicted: HamiltonQuaternion(unit), covariance: next, hasBias: settings.bias)
        if input.directions.isKnown { include(input, unit, turn: turn, in: &state) }
        return accept(state, from: orientation)
    }

    /// (5)
    @_transparent private func advance(
        _ covariance: inout BiasedQuaternionCovariance<Number>,
        at q: HamiltonQuaternion<Number>,
        turn: HamiltonQuaternion<Number>,
        over interval: Number
    ) {
        covariance.advanceQuaternion(by: turn, noise: QuaternionNoise(gyroscopeDeviations, over: interval), at: q)
        guard settings.bias else { return }
        let deviations = Vector(biasDeviation, biasDeviation, biasDeviation)
        let noise = QuaternionNoise(deviations, over: interval)
        covariance.advanceBias(by: turn, noise: noise, over: interval, at: q)
    }

    /// The rows of both sensors, where their fields are quasi-static.
    @_transparent private mutating func include(
        _ input: MeasuredDirections,
        _ unit: Rotation<Number>,
        turn: HamiltonQuaternion<Number>,
        in state: inout BiasedQuaternionState<Number>
    ) {
        let directions = input.directions
        if directions.hasField {
            let isStatic = fields.accepts(input.fieldStrength)
            let field = Vector<Number>(repeating: directions.field)
            if isStatic.inAnyLane {
                state.include(field, from: reference.direction, unit, magnetometerVariances, where: isStatic)
                includeChange(from: last?.field, to: field, turn, magnetometerVariances, where: isStatic, in: &state)
            }
        }
        let isStatic = accelerations.accepts(input.acceleration)
        let gravity = Vector<Number>(repeating: directions.gravity)
        if isStatic.inAnyLane {
            state.include(gravity, from: Self.up, unit, accelerometerVariances, where: isStatic)
            includeChange(from: last?.gravity, to: gravity, turn, accelerometerVariances, where: isStatic, in: &state)
        }
        if settings.gradient != .none { last = (directions.gravity, directions.field) }
    }

    /// The change of a direction as a measurement of the bias.
    @_transparent private func includeChange(
        from last: Vector3?,
        to direction: Vector<Number>,
        _ turn: HamiltonQuaternion<Number>,
        _ variances: Vector<Number>,
        where mask: Number.Mask,
        in state: inout BiasedQuaternionState<Number>
    ) {
        guard settings.bias, let last, last != .zero else { return }
        state.includeChange(from: Vector(repeating: last), to: direction, turn: turn, variances, where: mask)
    }

    /// (13) in the lanes whose numbers are finite; the others start anew.
    @_transparent private mutating func accept(
        _ state: BiasedQuaternionState<Number>,
        from orientation: Rotation<Number>
    ) -> Rotation<Number> {
        let isUsable = state.isUsable
        covariance = initialCovariance.replacing(with: state.covariance, where: isUsable)
        let next = bias + state.biasCorrection
        bias = HamiltonQuaternion.zero.replacing(with: next, where: isUsable .& next.lengthSquared.isFiniteInLane)
        let corrected = state.quaternion.normalised(orKeeping: orientation)
        return isUsable.inAllLanes ? corrected : orientation.replacing(with: corrected, where: isUsable)
    }
}
