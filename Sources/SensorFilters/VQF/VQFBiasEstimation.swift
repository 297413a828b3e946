import SensorModel

/// VQF's estimate of the gyroscope's bias: a Kalman filter whose measurement is the gyroscope itself at rest, and the
/// inclination correction in motion.
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014. Variances are in (deg/s)², the bias in rad/s.
struct VQFBiasEstimation<Number: LaneNumber>: Sendable {
    /// What turns the current bias into a measurement of it: e = y − R b, with the variances w of y.
    private struct Measurement {
        let matrix: Matrix<Number>
        let error: Vector<Number>
        let variances: Vector<Number>

        func replacing(with other: Self, where mask: Number.Mask) -> Self {
            Self(
                matrix: matrix.replacing(with: other.matrix, where: mask),
                error: error.replacing(with: other.error, where: mask),
                variances: variances.replacing(with: other.variances, where: mask)
            )
        }
    }

    /// The variances for an interval between samples of the accelerometer.
    private struct Noise: Sendable {
        let interval: Seconds
        let system: Number
        let motion: Vector<Number>
        let rest: Vector<Number>

        init(_ constants: VQFConstants<Number>, interval: Seconds) {
            self.interval = interval
            // V: from 0 to (0.1°/s)² in the forgetting time
            system = Number(repeating: 0.01 * interval) / constants.biasForgettingTime
            // w = P²/V + P, for which the converged variance is P = σ²
            let motion = Self.measurementVariance(sigma: constants.biasSigmaMotion, system: system)
            let vertical = motion / constants.biasVerticalForgettingFactor
            let rest = Self.measurementVariance(sigma: constants.biasSigmaRest, system: system)
            self.motion = Vector(motion, motion, vertical)
            self.rest = Vector(rest, rest, rest)
        }

        private static func measurementVariance(sigma: Number, system: Number) -> Number {
            let variance = sigma * sigma
            return variance * variance / system + variance
        }
    }

    /// The low-passed rows of the rotation matrix, and the low-passed bias in the frame with a vertical third axis.
    private struct LowPasses: Sendable {
        var east: ButterworthLowPass<Number>
        var north: ButterworthLowPass<Number>
        var up: ButterworthLowPass<Number>
        var turnedBias: ButterworthLowPass<Number>

        init(timeConstant: Number) {
            let lowPass = ButterworthLowPass(timeConstant: timeConstant)
            (east, north, up, turnedBias) = (lowPass, lowPass, lowPass, lowPass)
        }

        mutating func sample(every interval: Seconds) {
            east.sample(every: interval)
            north.sample(every: interval)
            up.sample(every: interval)
            turnedBias.sample(every: interval)
        }

        mutating func replaceState(with other: Self, where mask: Number.Mask) {
            east.replaceState(with: other.east, where: mask)
            north.replaceState(with: other.north, where: mask)
            up.replaceState(with: other.up, where: mask)
            turnedBias.replaceState(with: other.turnedBias, where: mask)
        }
    }

    private let constants: VQFConstants<Number>
    private(set) var bias = Vector<Number>.zero
    private(set) var covariance: Matrix<Number>
    private var noise: Noise
    /// Whether the interval between samples is known.
    private var isSampled = false
    private var lowPasses: LowPasses

    init(_ constants: VQFConstants<Number>) {
        self.constants = constants
        let variance = constants.initialBiasVariance
        covariance = Matrix(diagonal: Vector(variance, variance, variance))
        lowPasses = LowPasses(timeConstant: constants.tauAcc)
        noise = Noise(constants, interval: 1)
    }

    mutating func sample(every interval: Seconds) {
        isSampled = true
        noise = Noise(constants, interval: interval)
        lowPasses.sample(every: interval)
    }

    /// Restarts the low-passes, after the accelerometer was silent.
    mutating func interrupt() {
        lowPasses = LowPasses(timeConstant: constants.tauAcc)
    }

    /// Updates the bias by a sample of the accelerometer.
    ///
    /// - Parameters:
    ///   - up: low-passed gravity in the frame with a vertical third axis, before the correction of this sample.
    ///   - orientation: device → that frame, after the correction.
    ///   - isAtRest: the lanes in which the device is at rest.
    ///   - restRate: the low-passed gyroscope.
    @_transparent mutating func update(
        up: Vector<Number>,
        orientation: Rotation<Number>,
        isAtRest: Number.Mask,
        restRate: Vector<Number>
    ) {
        let current = Matrix(orientation)
        let meanBias = lowPasses.turnedBias.advance(to: current * bias)
        let mean = Matrix(
            rows:
                lowPasses.east.advance(to: current.x),
            lowPasses.north.advance(to: current.y),
            lowPasses.up.advance(to: current.z)
        )
        guard isSampled else { return }
        forget()
        if constants.learnsBiasAtRest, isAtRest.inAnyLane {
            updateAtRest(isAtRest, restRate, up: up, mean: mean, meanBias: meanBias)
        } else if constants.learnsBiasInMotion {
            correct(by: inMotion(up: up, mean: mean, meanBias: meanBias))
        }
    }

    @inline(never) private mutating func updateAtRest(
        _ isAtRest: Number.Mask,
        _ restRate: Vector<Number>,
        up: Vector<Number>,
        mean: Matrix<Number>,
        meanBias: Vector<Number>
    ) {
        let atRest = Measurement(matrix: .identity, error: restRate - bias, variances: noise.rest)
        if isAtRest.inAllLanes {
            correct(by: atRest)
        } else if constants.learnsBiasInMotion {
            let moving = inMotion(up: up, mean: mean, meanBias: meanBias)
            correct(by: moving.replacing(with: atRest, where: isAtRest))
        } else {
            let (oldBias, oldCovariance) = (bias, covariance)
            correct(by: atRest)
            bias = oldBias.replacing(with: bias, where: isAtRest)
            covariance = oldCovariance.replacing(with: covariance, where: isAtRest)
        }
    }

    /// Low-passed gravity drifts as the bias turns it; the vertical part, which gravity does not show, is drawn to zero.
    @_transparent private func inMotion(
        up: Vector<Number>,
        mean: Matrix<Number>,
        meanBias: Vector<Number>
    ) -> Measurement {
        let predicted = mean * bias
        let interval = Number(repeating: noise.interval)
        let error = Vector(
            -up.y / interval + meanBias.x - predicted.x,
            up.x / interval + meanBias.y - predicted.y,
            -predicted.z
        )
        return Measurement(matrix: mean, error: error, variances: noise.motion)
    }

    /// P ← P + V, up to the initial variance.
    @_transparent private mutating func forget() {
        covariance.x.x = grown(covariance.x.x, by: noise.system)
        covariance.y.y = grown(covariance.y.y, by: noise.system)
        covariance.z.z = grown(covariance.z.z, by: noise.system)
    }

    @_transparent private func grown(_ variance: Number, by system: Number) -> Number {
        variance.replacing(with: variance + system, where: variance .< constants.initialBiasVariance)
    }

    @_transparent private mutating func correct(by measurement: Measurement) {
        let (r, p) = (measurement.matrix, covariance)
        let projected = p * r.transposed
        // K = P Rᵀ (W + R P Rᵀ)⁻¹
        let (inverse, isFinite) = (r * projected + Matrix(diagonal: measurement.variances)).adjugateInverse
        let gain = projected * inverse
        // b ← b + K e, both limited: a sensor's jolt is no bias
        let clip = constants.biasClip
        let next = (bias + gain * measurement.error.clamped(to: clip)).clamped(to: clip)
        // P ← P − K R P, where R P = (P Rᵀ)ᵀ
        let nextCovariance = p - gain * projected.transposed
        if isFinite.inAllLanes {
            bias = next
            covariance = nextCovariance
        } else {
            bias = bias.replacing(with: next, where: isFinite)
            covariance = p.replacing(with: nextCovariance, where: isFinite)
        }
    }

    /// Replaces the bias and the low-passes with those of another estimate in the lanes of the mask.
    @inline(never) mutating func replaceState(with other: Self, where mask: Number.Mask) {
        bias = bias.replacing(with: other.bias, where: mask)
        covariance = covariance.replacing(with: other.covariance, where: mask)
        lowPasses.replaceState(with: other.lowPasses, where: mask)
    }
}
