import SensorModel

/// The equations of ``Renaudin``, for one setting or for one in each lane.
struct RenaudinEquations<Number: LaneNumber>: RateEquations {
    private let model: RenaudinModel<Number>
    private var covariance: BiasedQuaternionCovariance<Number>
    private var bias = HamiltonQuaternion<Number>.zero
    private var reference: ReferenceField<Number>
    private var accelerations: QuasiStaticGate<Number>
    private var fields: QuasiStaticGate<Number>
    /// The last gravity and field.
    private var last: (gravity: Vector3, field: Vector3)?

    /// - Parameter settings: at least one; the same but for numbers.
    init(_ settings: [Renaudin.Parameters]) {
        model = RenaudinModel(settings)
        covariance = model.initialCovariance
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
        from orientation: Rotation<Number>,
        rate: Vector3,
        input: MeasuredDirections,
        over interval: Seconds
    ) -> Rotation<Number> {
        // (1), (2)
        let turn = HamiltonQuaternion(Rotation(rotationVector: Vector<Number>(repeating: rate * interval))) - bias
        // (3)
        let q = HamiltonQuaternion(orientation)
        let unit = (q * turn).normalised(orKeeping: orientation)
        var state = BiasedQuaternionState(
            predicted: HamiltonQuaternion(unit),
            covariance: model.advanced(covariance, at: q, turn: turn, over: Number(repeating: interval)),
            hasBias: model.hasBias
        )
        if input.directions.isKnown { include(input, unit, turn: turn, in: &state) }
        return accept(state, from: orientation)
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
            let isStatic = fields.accepts(input.field.length)
            let variances = model.magnetometerVariances
            if isStatic.inAnyLane {
                let field = Vector<Number>(repeating: directions.field)
                state.include(field, from: reference.direction, unit, variances, where: isStatic)
                if let last = last?.field, last != .zero {
                    state.includeChange(
                        from: Vector(repeating: last),
                        to: field,
                        turn,
                        variances,
                        model.gradient,
                        where: isStatic
                    )
                }
            }
        }
        let isStatic = accelerations.accepts(input.acceleration.length)
        if isStatic.inAnyLane {
            let variances = model.accelerometerVariances
            let gravity = Vector<Number>(repeating: directions.gravity)
            let up = Vector<Number>(repeating: Vector3(0, 0, 1))
            state.include(gravity, from: up, unit, variances, where: isStatic)
            if let last = last?.gravity {
                state.includeChange(
                    from: Vector(repeating: last),
                    to: gravity,
                    turn,
                    variances,
                    model.gradient,
                    where: isStatic
                )
            }
        }
        if model.gradient != .none { last = (directions.gravity, directions.field) }
    }

    /// (13) in the lanes whose numbers are finite; the others restart.
    @_transparent private mutating func accept(
        _ state: BiasedQuaternionState<Number>,
        from orientation: Rotation<Number>
    ) -> Rotation<Number> {
        let next = bias + state.biasCorrection
        let isUsable = state.isUsable .& next.lengthSquared.isFiniteInLane
        let corrected = state.quaternion.normalised(orKeeping: orientation)
        if isUsable.inAllLanes {
            covariance = state.covariance
            bias = next
            return corrected
        }
        covariance = model.initialCovariance.replacing(with: state.covariance, where: isUsable)
        bias = HamiltonQuaternion.zero.replacing(with: next, where: isUsable)
        return orientation.replacing(with: corrected, where: isUsable)
    }
}

/// The constants of ``RenaudinEquations``.
struct RenaudinModel<Number: LaneNumber>: Sendable {
    let hasBias: Bool
    /// None without a bias that it could measure.
    let gradient: Renaudin.Gradient
    let accelerometerVariances: Vector<Number>
    let magnetometerVariances: Vector<Number>
    let initialCovariance: BiasedQuaternionCovariance<Number>
    private let gyroscopeDeviations: Vector<Number>
    private let biasDeviation: Number

    init(_ settings: [Renaudin.Parameters]) {
        hasBias = settings[0].bias
        gradient = hasBias ? settings[0].gradient : .none
        gyroscopeDeviations = Vector(settings) { $0.gyroscopeNoise.deviations }
        biasDeviation = Number(settings, \.gyroscopeBiasNoise)
        accelerometerVariances = Vector(settings) { $0.accelerometerNoise.variances }
        magnetometerVariances = Vector(settings) { $0.magnetometerNoise.variances }
        initialCovariance = BiasedQuaternionCovariance(
            quaternionVariance: Number(settings) { $0.initialDeviation * $0.initialDeviation },
            biasVariance: Number(settings) { $0.bias ? $0.initialBiasDeviation * $0.initialBiasDeviation : 0 }
        )
    }

    /// (5) P⁻
    @_transparent func advanced(
        _ covariance: BiasedQuaternionCovariance<Number>,
        at q: HamiltonQuaternion<Number>,
        turn: HamiltonQuaternion<Number>,
        over interval: Number
    ) -> BiasedQuaternionCovariance<Number> {
        var next = covariance
        next.advanceQuaternion(by: turn, noise: QuaternionNoise(gyroscopeDeviations, over: interval), at: q)
        guard hasBias else { return next }
        let deviations = Vector(biasDeviation, biasDeviation, biasDeviation)
        next.advanceBias(by: turn, noise: QuaternionNoise(deviations, over: interval), over: interval, at: q)
        return next
    }
}
