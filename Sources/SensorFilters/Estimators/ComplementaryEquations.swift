import SensorModel

/// The equations of ``Complementary``.
struct ComplementaryEquations: RateEquations {
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

    private let timeConstant: Double
    private let trust: AccelerationTrust
    private let form: Complementary.Form
    private var angles = AttitudeAngles()

    init(_ parameters: Complementary.Parameters) {
        form = parameters.form
        timeConstant = parameters.timeConstant
        trust = AccelerationTrust(parameters.accelerationTolerance)
    }

    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
        if form == .angles { angles = AttitudeAngles(triad) }
        return triad
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: Target,
        over interval: Seconds
    ) -> UnitQuaternion {
        if form == .angles { return stepOfAngles(rate: rate, input: input, over: interval) }
        // e = q ⊗ exp(½ ω Δt)
        let integrated = orientation * UnitQuaternion(rotationVector: rate * interval)
        guard let (correction, acceleration) = input.known else { return integrated }
        // q = slerp(e, triad, trust (1 − exp(−Δt/τ)))
        let fraction = fraction(acceleration, over: interval)
        switch correction {
        case .orientation(let triad):
            return integrated.slerp(to: triad, fraction: fraction)
        case .gravity(let direction):
            let up = Vector3(0, 0, 1)
            let turn = integrated.rotate(direction).turn(to: up)
            return UnitQuaternion(rotationVector: turn * fraction) * integrated
        }
    }
    /// trust (1 − exp(−Δt/τ))
    @_transparent private func fraction(_ acceleration: Vector3, over interval: Seconds) -> Double {
        let weight = ExponentialSmoothing.weight(interval: interval, timeConstant: timeConstant)
        return trust(in: acceleration) * weight
    }

    @inline(never)
    private mutating func stepOfAngles(rate: Vector3, input: Target, over interval: Seconds) -> UnitQuaternion {
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
