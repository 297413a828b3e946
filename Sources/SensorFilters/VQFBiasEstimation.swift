import SensorModel

/// VQF's estimate of the gyroscope's bias: a Kalman filter whose measurement is the gyroscope itself at rest, and the
/// inclination correction in motion.
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014. Variances are in (deg/s)², the bias in rad/s.
struct VQFBiasEstimation: Sendable {
    /// What turns the current bias into a measurement of it: e = y − R b, with the variances w of y.
    private struct Measurement {
        let matrix: Matrix3
        let error: Vector3
        let variances: Vector3
    }

    private struct Noise: Sendable {
        let interval: Seconds
        let system: Double
        let motion: Vector3
        let rest: Vector3

        init(_ parameters: VQF.Parameters, interval: Seconds) {
            self.interval = interval
            // V: from 0 to (0.1°/s)² in the forgetting time
            system = 0.01 * interval / parameters.biasForgettingTime
            // w = P²/V + P, for which the converged variance is P = σ²
            let motion = VQFBiasEstimation.measurementVariance(sigma: parameters.biasSigmaMotion, system: system)
            let vertical = motion / max(parameters.biasVerticalForgettingFactor, 1e-10)
            let rest = VQFBiasEstimation.measurementVariance(sigma: parameters.biasSigmaRest, system: system)
            self.motion = Vector3(motion, motion, vertical)
            self.rest = Vector3(rest, rest, rest)
        }
    }

    private let parameters: VQF.Parameters
    private let clip: RadiansPerSecond
    private let largestVariance: Double
    private(set) var bias = Vector3.zero
    private var covariance: Matrix3
    private var noise: Noise?
    private var rows: (east: ButterworthLowPass, north: ButterworthLowPass, up: ButterworthLowPass)
    private var turnedBias: ButterworthLowPass

    init(_ parameters: VQF.Parameters) {
        self.parameters = parameters
        clip = Angle(degrees: parameters.biasClip).radians
        largestVariance = parameters.biasSigmaInit * parameters.biasSigmaInit
        covariance = Matrix3(diagonal: Vector3(largestVariance, largestVariance, largestVariance))
        let lowPass = ButterworthLowPass(timeConstant: parameters.tauAcc)
        rows = (lowPass, lowPass, lowPass)
        turnedBias = lowPass
    }

    mutating func sample(every interval: Seconds) {
        noise = Noise(parameters, interval: interval)
        rows.east.sample(every: interval)
        rows.north.sample(every: interval)
        rows.up.sample(every: interval)
        turnedBias.sample(every: interval)
    }

    /// The accelerometer was silent: the low-passes begin anew.
    mutating func interrupt() {
        let lowPass = ButterworthLowPass(timeConstant: parameters.tauAcc)
        rows = (lowPass, lowPass, lowPass)
        turnedBias = lowPass
    }

    /// Takes in what the accelerometer said.
    ///
    /// - Parameters:
    ///   - up: low-passed gravity in the frame with a vertical third axis, before the correction of this sample.
    ///   - orientation: device → that frame, after the correction.
    ///   - restRate: the low-passed gyroscope when the device is at rest.
    mutating func update(up: Vector3, orientation: UnitQuaternion, restRate: Vector3?) {
        let current = Matrix3(orientation)
        let meanBias = turnedBias.advance(to: current * bias)
        let mean = Matrix3(
            rows:
                rows.east.advance(to: current.x),
            rows.north.advance(to: current.y),
            rows.up.advance(to: current.z)
        )
        guard let noise else { return }
        forget(noise)
        if parameters.restBiasEstEnabled, let restRate {
            correct(by: Measurement(matrix: .identity, error: restRate - bias, variances: noise.rest))
        } else if parameters.motionBiasEstEnabled {
            let predicted = mean * bias
            // Low-passed gravity drifts as the bias turns it; the vertical part, which it does not show, is drawn to
            // zero
            let error = Vector3(
                -up.y / noise.interval + meanBias.x - predicted.x,
                up.x / noise.interval + meanBias.y - predicted.y,
                -predicted.z
            )
            correct(by: Measurement(matrix: mean, error: error, variances: noise.motion))
        }
    }

    /// P ← P + V, up to the initial variance.
    private mutating func forget(_ noise: Noise) {
        if covariance.x.x < largestVariance { covariance.x.x += noise.system }
        if covariance.y.y < largestVariance { covariance.y.y += noise.system }
        if covariance.z.z < largestVariance { covariance.z.z += noise.system }
    }

    private mutating func correct(by measurement: Measurement) {
        let (r, p) = (measurement.matrix, covariance)
        let projected = p * r.transposed
        // K = P Rᵀ (W + R P Rᵀ)⁻¹
        guard let inverse = (r * projected + Matrix3(diagonal: measurement.variances)).inverse else { return }
        let gain = projected * inverse
        // b ← b + K e, both limited: a sensor's jolt is no bias
        bias = (bias + gain * measurement.error.clamped(to: clip)).clamped(to: clip)
        // P ← P − K R P, where R P = (P Rᵀ)ᵀ
        covariance = p - gain * projected.transposed
    }

    private static func measurementVariance(sigma: Double, system: Double) -> Double {
        let variance = sigma * sigma
        return variance * variance / system + variance
    }
}

extension Vector3 {
    /// The vector with each component brought into [−limit, limit].
    fileprivate func clamped(to limit: Double) -> Vector3 {
        Vector3(min(max(x, -limit), limit), min(max(y, -limit), limit), min(max(z, -limit), limit))
    }
}
