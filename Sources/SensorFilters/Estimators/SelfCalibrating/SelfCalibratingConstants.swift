import SensorModel

/// The parameters of ``SelfCalibrating`` in the units of its equations.
struct SelfCalibratingConstants: Sendable {
    /// (rad/s)²/Hz
    let rateDensity: Double
    /// The squared relative error of an angular velocity.
    let scaleVariance: Double
    /// (rad/s)²
    let initialBiasVariance: Double
    /// (rad/s)²/s
    let biasDensity: Double
    /// (rad/s)²
    let restVariance: Double
    /// (m/s)²
    let velocityVariance: Double
    /// µT²
    let fieldVariance: Double
    /// s²
    let squaredAge: Double
    /// µT²
    let initialOffsetVariance: Double
    let offsetShare: Double

    init(_ parameters: SelfCalibrating.Parameters) {
        func square(_ number: (SelfCalibrating.Parameters) -> Double) -> Double {
            number(parameters) * number(parameters)
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
        offsetShare = parameters.offsetShare
    }
}
