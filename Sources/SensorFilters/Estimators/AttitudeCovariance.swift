public import SensorModel

/// How uncertain ``ExtendedKalman`` is: the 6×6 covariance of attitude error and gyroscope bias error, in blocks.
///
/// The attitude error φ is the rotation vector, in radians in Earth axes (East, North, Up), that turns the estimate to
/// the truth. The bias error β is truth minus estimate, in rad/s in device axes.
public struct AttitudeCovariance: Sendable, Hashable {
    /// E[φφᵀ], rad².
    public internal(set) var attitude: Matrix3
    /// E[φβᵀ], rad²/s.
    public internal(set) var cross: Matrix3
    /// E[ββᵀ], rad²/s².
    public internal(set) var bias: Matrix3

    /// The covariance of an attitude and a bias that are independent.
    init(attitudeVariances: Vector3, biasVariance: Double) {
        attitude = Matrix3(diagonal: attitudeVariances)
        cross = .zero
        bias = Matrix3(diagonal: Vector3(biasVariance, biasVariance, biasVariance))
    }

    /// Adds a step of time: φ ← φ − B β + noise, with the rotation `turn` from device to Earth axes in the interval's
    /// middle, B = turn Δt.
    ///
    /// - Parameters:
    ///   - rateDensity: σ_v² of the angular velocity's white noise, rad²/s.
    ///   - biasDensity: σ_u² of the bias's random walk, rad²/s³.
    @_transparent mutating func advance(
        turn: Matrix3,
        over interval: Seconds,
        rateDensity: Double,
        biasDensity: Double
    ) {
        let transfer = turn * -interval
        let crossTurned = cross * transfer.transposed
        // Φ P Φᵀ with Φ = (I, −B; 0, I)
        attitude = attitude + crossTurned + crossTurned.transposed + transfer * bias * transfer.transposed
        cross = cross + transfer * bias
        // Q of a white rate noise and a random walk of the bias: Farrenkopf 1978, doi:10.2514/3.55779
        let walk = biasDensity * interval
        let angle = rateDensity * interval + walk * interval * interval / 3
        attitude = (attitude + Matrix3(diagonal: Vector3(angle, angle, angle))).symmetric
        cross = cross + transfer * (walk / 2)
        bias = bias + Matrix3(diagonal: Vector3(walk, walk, walk))
    }

    /// Includes a scalar measurement `row · φ` with this variance by any gain, optimal or not.
    ///
    /// Joseph's form, P ← (I − K H) P (I − K H)ᵀ + K R Kᵀ, which stays symmetric and positive for every K.
    @_transparent mutating func update(
        row: Vector3,
        variance: Double,
        gain: (attitude: Vector3, bias: Vector3)
    ) {
        let (toAttitude, toBias) = projected(row)
        // L = (I − K H) P
        let left = attitude - Matrix3(outer: gain.attitude, toAttitude)
        let leftCross = cross - Matrix3(outer: gain.attitude, toBias)
        let lowerCross = cross.transposed - Matrix3(outer: gain.bias, toAttitude)
        let lower = bias - Matrix3(outer: gain.bias, toBias)
        // L − (L Hᵀ) Kᵀ + K R Kᵀ = L + (R K − L Hᵀ) Kᵀ
        let upperFactor = gain.attitude * variance - left * row
        let lowerFactor = gain.bias * variance - lowerCross * row
        attitude = (left + Matrix3(outer: upperFactor, gain.attitude)).symmetric
        cross = leftCross + Matrix3(outer: upperFactor, gain.bias)
        bias = (lower + Matrix3(outer: lowerFactor, gain.bias)).symmetric
    }

    /// P Hᵀ of a measurement `row · φ`.
    @_transparent func projected(_ row: Vector3) -> (attitude: Vector3, bias: Vector3) {
        (attitude * row, cross.transposed * row)
    }
}
