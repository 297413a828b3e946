import SensorModel

/// The equations of ``Renaudin``.
struct RenaudinEquations: RateEquations {
    private let model: RenaudinModel
    private var covariance: BiasedQuaternionCovariance
    private var bias = Quaternion.zero
    private var reference: ReferenceField
    private var accelerations: QuasiStaticGate
    private var fields: QuasiStaticGate
    /// The last gravity and field.
    private var last: (gravity: Vector3, field: Vector3)?

    init(_ parameters: Renaudin.Parameters) {
        model = RenaudinModel(parameters)
        covariance = model.initialCovariance
        reference = ReferenceField(dip: parameters.dip)
        accelerations = QuasiStaticGate(
            isActive: parameters.accelerationGate,
            window: parameters.window,
            variance: parameters.accelerationVariance,
            outlier: .infinity,
            isPatient: true
        )
        fields = QuasiStaticGate(
            isActive: parameters.fieldGate,
            window: parameters.window,
            variance: parameters.fieldVariance,
            outlier: parameters.fieldOutlier,
            isPatient: false
        )
    }

    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
        covariance = model.initialCovariance
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
        switch model.gradient {
        case .none: break
        case .direction: last = (directions.gravity, directions.field)
        case .benchmark: last = (input.acceleration, input.field)
        }
        return start
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: MeasuredDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        // (1), (2)
        let turn = Quaternion(UnitQuaternion(rotationVector: rate * interval)) - bias
        // (3)
        let q = Quaternion(orientation)
        let unit = (q * turn).normalised(orKeeping: orientation)
        var state = BiasedQuaternionState(
            predicted: Quaternion(unit),
            covariance: model.advanced(covariance, at: q, turn: turn, over: interval),
            hasBias: model.hasBias
        )
        if input.directions.isKnown { include(input, unit, turn: turn, in: &state) }
        return accept(state, from: orientation)
    }

    /// The rows of both sensors, where their fields are quasi-static.
    @_transparent private mutating func include(
        _ input: MeasuredDirections,
        _ unit: UnitQuaternion,
        turn: Quaternion,
        in state: inout BiasedQuaternionState
    ) {
        let directions = input.directions
        if directions.hasField {
            let variances = model.magnetometerVariances
            if fields.accepts(input.field.length) {
                let field = directions.field
                state.include(field, from: reference.direction, unit, variances)
                if let last = last?.field, last != .zero {
                    state.includeChange(
                        from: last,
                        to: field,
                        turn,
                        variances,
                        model.gradient
                    )
                }
            }
        }
        if accelerations.accepts(input.acceleration.length) {
            let variances = model.accelerometerVariances
            let gravity = directions.gravity
            let up = Vector3(0, 0, 1)
            state.include(gravity, from: up, unit, variances)
            if let last = last?.gravity {
                state.includeChange(
                    from: last,
                    to: gravity,
                    turn,
                    variances,
                    model.gradient
                )
            }
        }
        if model.gradient != .none { last = (directions.gravity, directions.field) }
    }

    /// (13) where all numbers are finite; otherwise a restart.
    @_transparent private mutating func accept(
        _ state: BiasedQuaternionState,
        from orientation: UnitQuaternion
    ) -> UnitQuaternion {
        let next = bias + state.biasCorrection
        let isUsable = state.isUsable && next.lengthSquared.isFinite
        let corrected = state.quaternion.normalised(orKeeping: orientation)
        if isUsable {
            covariance = state.covariance
            bias = next
            return corrected
        }
        covariance = model.initialCovariance
        bias = .zero
        return orientation
    }
}

/// The constants of ``RenaudinEquations``.
struct RenaudinModel: Sendable {
    let hasBias: Bool
    /// None without a bias that it could measure.
    let gradient: Renaudin.Gradient
    let accelerometerVariances: Vector3
    let magnetometerVariances: Vector3
    let initialCovariance: BiasedQuaternionCovariance
    private let gyroscopeDeviations: Vector3
    private let biasDeviation: Double

    init(_ parameters: Renaudin.Parameters) {
        hasBias = parameters.bias
        gradient = hasBias ? parameters.gradient : .none
        gyroscopeDeviations = parameters.gyroscopeNoise.deviations
        biasDeviation = parameters.gyroscopeBiasNoise
        accelerometerVariances = parameters.accelerometerNoise.variances
        magnetometerVariances = parameters.magnetometerNoise.variances
        initialCovariance = BiasedQuaternionCovariance(
            quaternionVariance: parameters.initialDeviation * parameters.initialDeviation,
            biasVariance: parameters.bias ? parameters.initialBiasDeviation * parameters.initialBiasDeviation : 0
        )
    }

    /// (5) P⁻
    @_transparent func advanced(
        _ covariance: BiasedQuaternionCovariance,
        at q: Quaternion,
        turn: Quaternion,
        over interval: Double
    ) -> BiasedQuaternionCovariance {
        var next = covariance
        next.advanceQuaternion(by: turn, noise: QuaternionNoise(gyroscopeDeviations, over: interval), at: q)
        guard hasBias else { return next }
        let deviations = Vector3(biasDeviation, biasDeviation, biasDeviation)
        next.advanceBias(by: turn, noise: QuaternionNoise(deviations, over: interval), over: interval, at: q)
        return next
    }
}
