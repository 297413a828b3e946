public import SensorModel

/// The covariance of ``ExtendedKalman``.
public typealias AttitudeCovariance = ErrorCovariance<Double>

/// How uncertain ``ExtendedKalman`` is: the 6×6 covariance of attitude error and gyroscope bias error, in blocks.
///
/// The attitude error φ is the rotation vector, in radians in Earth axes (East, North, Up), that turns the estimate to
/// the truth. The bias error β is truth minus estimate, in rad/s in device axes. Each element is a number or SIMD lanes
/// of numbers; ``AttitudeCovariance`` is the one of numbers.
public struct ErrorCovariance<Number: LaneNumber>: Sendable, Hashable {
    /// E[φφᵀ], rad².
    public internal(set) var attitude: Matrix<Number>
    /// E[φβᵀ], rad²/s.
    public internal(set) var cross: Matrix<Number>
    /// E[ββᵀ], rad²/s².
    public internal(set) var bias: Matrix<Number>

    /// The covariance of an attitude and a bias that are independent.
    init(attitudeVariances: Vector<Number>, biasVariance: Number) {
        attitude = Matrix(diagonal: attitudeVariances)
        cross = .zero
        bias = Matrix(diagonal: Vector(biasVariance, biasVariance, biasVariance))
    }

    /// Adds a step of time: φ ← φ − B β + noise, with the rotation `turn` from device to Earth axes in the interval's
    /// middle, B = turn Δt.
    ///
    /// - Parameters:
    ///   - rateDensity: σ_v² of the angular velocity's white noise, rad²/s.
    ///   - biasDensity: σ_u² of the bias's random walk, rad²/s³.
    @_transparent mutating func advance(
        turn: Matrix<Number>,
        over interval: Seconds,
        rateDensity: Number,
        biasDensity: Number
    ) {
        let interval = Number(repeating: interval)
        let transfer = turn * -interval
        let crossTurned = cross * transfer.transposed
        // Φ P Φᵀ with Φ = (I, −B; 0, I)
        attitude = attitude + crossTurned + crossTurned.transposed + transfer * bias * transfer.transposed
        cross = cross + transfer * bias
        // Q of a white rate noise and a random walk of the bias: Farrenkopf 1978, doi:10.2514/3.55779
        let walk = biasDensity * interval
        let angle = rateDensity * interval + walk * interval * interval / 3
        attitude = (attitude + Matrix(diagonal: Vector(angle, angle, angle))).symmetric
        cross = cross + transfer * (walk / 2)
        bias = bias + Matrix(diagonal: Vector(walk, walk, walk))
    }

    /// Includes a scalar measurement `row · φ` with this variance by any gain, optimal or not.
    ///
    /// Joseph's form, P ← (I − K H) P (I − K H)ᵀ + K R Kᵀ, which stays symmetric and positive for every K.
    @_transparent mutating func update(
        row: Vector<Number>,
        variance: Number,
        gain: (attitude: Vector<Number>, bias: Vector<Number>)
    ) {
        let (toAttitude, toBias) = projected(row)
        // L = (I − K H) P
        let left = attitude - Matrix(outer: gain.attitude, toAttitude)
        let leftCross = cross - Matrix(outer: gain.attitude, toBias)
        let lowerCross = cross.transposed - Matrix(outer: gain.bias, toAttitude)
        let lower = bias - Matrix(outer: gain.bias, toBias)
        // L − (L Hᵀ) Kᵀ + K R Kᵀ = L + (R K − L Hᵀ) Kᵀ
        let upperFactor = gain.attitude * variance - left * row
        let lowerFactor = gain.bias * variance - lowerCross * row
        attitude = (left + Matrix(outer: upperFactor, gain.attitude)).symmetric
        cross = leftCross + Matrix(outer: upperFactor, gain.bias)
        bias = (lower + Matrix(outer: lowerFactor, gain.bias)).symmetric
    }

    /// P Hᵀ of a measurement `row · φ`.
    @_transparent func projected(_ row: Vector<Number>) -> (attitude: Vector<Number>, bias: Vector<Number>) {
        (attitude * row, cross.transposed * row)
    }

    /// This covariance, replaced with `other` in the lanes of the mask.
    func replacing(with other: Self, where mask: Number.Mask) -> Self {
        var result = self
        result.attitude = attitude.replacing(with: other.attitude, where: mask)
        result.cross = cross.replacing(with: other.cross, where: mask)
        result.bias = bias.replacing(with: other.bias, where: mask)
        return result
    }
}
