import SensorModel

/// The parameters of ``SelfCalibrating`` in the units of its equations, for one setting or for one in each lane.
struct SelfCalibratingConstants<Number: LaneNumber>: Sendable {
    /// (rad/s)²/Hz
    let rateDensity: Number
    /// The squared relative error of an angular velocity.
    let scaleVariance: Number
    /// (rad/s)²
    let initialBiasVariance: Number
    /// (rad/s)²/s
    let biasDensity: Number
    /// (rad/s)²
    let restVariance: Number
    /// (m/s)²
    let velocityVariance: Number
    /// µT²
    let fieldVariance: Number
    /// s²
    let squaredAge: Number
    /// µT²
    let initialOffsetVariance: Number
    let offsetShare: Number

    /// - Parameter settings: at least one.
    init(_ settings: [SelfCalibrating.Parameters]) {
        func square(_ number: (SelfCalibrating.Parameters) -> Double) -> Number {
            Number(settings) { number($0) * number($0) }
        }
        rateDensity = square { Angle(degrees: $0.gyroscopeNoise).radians }
        scaleVariance = square(\.gyroscopeScale)
        initialBiasVariance = square { Angle(degrees: $0.initialBias).radians }
        biasDensity = square { Angle(degrees: $0.biasWalk).radians }
        restVariance = square { Angle(degrees: $0.restBias).radians }
        velocityVariance = square(\.velocity)
        fieldVariance = square(\.fieldVariation)
        squaredAge = square(\.magnetometerAge)
        initialOffsetVariance = square(\.initialOffset)
        offsetShare = Number(settings, \.offsetShare)
    }
}
