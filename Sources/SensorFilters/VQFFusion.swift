import SensorModel

/// VQF's equations, for samples that have been found usable: what it knows between a start and the next.
struct VQFFusion: Sendable {
    private let parameters: VQF.Parameters
    /// Device → the almost-inertial frame that the gyroscope alone gives.
    private var strapdown = UnitQuaternion.identity
    private var inclination: VQFInclination
    private var heading: VQFHeading
    private var rest: VQFRestDetection?
    private var biasEstimation: VQFBiasEstimation?
    private var disturbance: VQFMagneticDisturbance?
    private var gyroscopeSampling = SamplingTime()
    private var accelerometerSampling = SamplingTime()
    private var magnetometerSampling = SamplingTime()

    init(_ parameters: VQF.Parameters) {
        self.parameters = parameters
        inclination = VQFInclination(timeConstant: parameters.tauAcc)
        heading = VQFHeading(timeConstant: parameters.tauMag)
        if parameters.restBiasEstEnabled || parameters.magDistRejectionEnabled {
            rest = VQFRestDetection(parameters)
        }
        if parameters.motionBiasEstEnabled || parameters.restBiasEstEnabled {
            biasEstimation = VQFBiasEstimation(parameters)
        }
        if parameters.magDistRejectionEnabled { disturbance = VQFMagneticDisturbance(parameters) }
    }

    // Inlined, so that nobody copies the whole of it for a word of it.
    @inline(__always)
    var isAtRest: Bool { rest?.isAtRest ?? false }
    @inline(__always)
    var isFieldDisturbed: Bool { disturbance?.isDisturbed ?? false }
    @inline(__always)
    var bias: Vector3 { biasEstimation?.bias ?? .zero }

    /// Device → (magnetic East, North, Up).
    @inline(__always)
    var orientation: UnitQuaternion {
        inclined.turned(aboutUp: heading.offset)
    }

    /// Device → the frame with a vertical third axis.
    @inline(__always)
    private var inclined: UnitQuaternion { inclination.correction * strapdown }

    /// Takes in the gyroscope's first sample. There is no interval yet to turn over.
    mutating func begin(rate: Vector3, at time: Seconds) {
        _ = gyroscopeSampling.take(time)
        rest?.take(rate: rate)
    }

    /// Takes in a later sample of the gyroscope, in rad/s.
    mutating func advance(rate: Vector3, over interval: Seconds, at time: Seconds) {
        if let sampling = gyroscopeSampling.take(time) { rest?.sampleGyroscope(every: sampling) }
        rest?.take(rate: rate)
        // q ← q ⊗ exp(½ (ω − b) Δt)
        strapdown = strapdown * UnitQuaternion(rotationVector: (rate - bias) * interval)
    }

    /// Takes in a sample of the accelerometer, in m/s². Says whether it came after a gap.
    mutating func correctInclination(acceleration: Vector3, at time: Seconds) -> Bool {
        let isBehindGap = accelerometerSampling.elapsed(at: time).map { $0 > parameters.maximumGap } ?? false
        if isBehindGap { interruptAccelerometer() }
        if let sampling = accelerometerSampling.take(time) {
            inclination.sample(every: sampling)
            rest?.sampleAccelerometer(every: sampling)
            biasEstimation?.sample(every: sampling)
        }
        if parameters.restBiasEstEnabled { rest?.take(acceleration: acceleration) }
        guard let up = inclination.correct(acceleration: strapdown.rotate(acceleration)) else { return isBehindGap }
        let (corrected, restRate) = (inclined, isAtRest ? rest?.lowPassedRate : nil)
        biasEstimation?.update(up: up, orientation: corrected, restRate: restRate)
        return isBehindGap
    }

    /// Takes in a sample of the magnetometer, in µT. Says whether it came after a gap.
    mutating func correctHeading(field: Vector3, at time: Seconds) -> Bool {
        let isBehindGap = magnetometerSampling.elapsed(at: time).map { $0 > parameters.maximumGap } ?? false
        if isBehindGap {
            magnetometerSampling.interrupt()
            disturbance?.interrupt()
        }
        if let sampling = magnetometerSampling.take(time) {
            heading.sample(every: sampling)
            disturbance?.sample(every: sampling)
        }
        let levelled = inclined.rotate(field)
        let trust = disturbance?.trust(in: levelled, rate: rest?.lowPassedRate.length ?? 0)
        heading.correct(field: levelled, trust: trust ?? 1)
        return isBehindGap
    }

    private mutating func interruptAccelerometer() {
        accelerometerSampling.interrupt()
        inclination.interrupt()
        rest?.interruptAccelerometer()
        biasEstimation?.interrupt()
    }
}
