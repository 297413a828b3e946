import SensorModel

/// The equations of ``Complementary``, for one setting or for one in each lane.
struct ComplementaryEquations<Number: LaneNumber>: RateEquations {
    /// What gravity and field say, and the acceleration that it comes from; nil while a sensor is silent and where the
    /// two directions are parallel.
    struct Target: RateInput {
        enum Correction {
            /// The orientation from gravity and field.
            case orientation(UnitQuaternion)
            /// The direction of gravity in device axes.
            case gravity(Vector3)
        }

        let known: (correction: Correction, acceleration: Vector3)?

        @_transparent init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
            known = directions.flatMap { directions in
                let acceleration = directions.acceleration
                guard directions.hasField else {
                    return acceleration.normalised.map { (.gravity($0), acceleration) }
                }
                return sensors.triad(directions).map { (.orientation($0), acceleration) }
            }
        }
    }

    private let timeConstant: Number
    private let trust: AccelerationTrust<Number>
    private let form: Complementary.Form
    private var angles = AttitudeAngles<Number>()

    /// - Parameter settings: with the same form.
    init(_ settings: [Complementary.Parameters]) {
        form = settings[0].form
        timeConstant = Number(settings, \.timeConstant)
        trust = AccelerationTrust(settings.map(\.accelerationTolerance))
    }

    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
        if form == .angles { angles = AttitudeAngles(repeating: triad) }
        return triad
    }

    @_transparent mutating func step(
        from orientation: Rotation<Number>,
        rate: Vector3,
        input: Target,
        over interval: Seconds
    ) -> Rotation<Number> {
        if form == .angles { return stepOfAngles(rate: rate, input: input, over: interval) }
        // e = q ⊗ exp(½ ω Δt)
        let integrated = orientation * Rotation(rotationVector: Vector(repeating: rate * interval))
        guard let (correction, acceleration) = input.known else { return integrated }
        // q = slerp(e, triad, trust (1 − exp(−Δt/τ)))
        let fraction = fraction(acceleration, over: interval)
        switch correction {
        case .orientation(let triad):
            return integrated.slerp(to: Rotation(repeating: triad), fractions: fraction)
        case .gravity(let direction):
            let up = Vector<Number>(repeating: Vector3(0, 0, 1))
            let turn = integrated.rotate(Vector(repeating: direction)).turn(to: up)
            return Rotation(rotationVector: turn * fraction) * integrated
        }
    }
    /// trust (1 − exp(−Δt/τ))
    @_transparent private func fraction(_ acceleration: Vector3, over interval: Seconds) -> Number {
        let weight = timeConstant.mapLanes { ExponentialSmoothing.weight(interval: interval, timeConstant: $0) }
        return trust(in: acceleration) * weight
    }

    @inline(never)
    private mutating func stepOfAngles(rate: Vector3, input: Target, over interval: Seconds) -> Rotation<Number> {
        angles.turn(by: rate * interval)
        if let (correction, acceleration) = input.known {
            let fraction = fraction(acceleration, over: interval)
            switch correction {
            case .orientation(let triad): angles.approach(triad, by: fraction)
            case .gravity(let direction): angles.approach(gravity: direction, by: fraction)
            }
        }
        return angles.orientation
    }
}
