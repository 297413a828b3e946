import SensorModel

/// VQF's rest detection: a device is at rest when its sensors have stayed close to their own low-passed values for long
/// enough.
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014.
struct VQFRestDetection: Sendable {
    private let parameters: VQF.Parameters
    private var rate: ButterworthLowPass
    private var acceleration: ButterworthLowPass
    /// Nil until the accelerometer's second sample.
    private var accelerometerInterval: Seconds?
    private var duration = 0.0
    private var isFirstQuiet = false

    /// Whether the sensors have been at rest for ``VQF/Parameters/restMinT``.
    private(set) var isAtRest = false
    /// The low-passed gyroscope, rad/s: at rest, its bias.
    var lowPassedRate: Vector3 { rate.output }

    init(_ parameters: VQF.Parameters) {
        self.parameters = parameters
        rate = ButterworthLowPass(timeConstant: parameters.restFilterTau)
        acceleration = ButterworthLowPass(timeConstant: parameters.restFilterTau)
    }

    mutating func sampleGyroscope(every interval: Seconds) { rate.sample(every: interval) }

    mutating func sampleAccelerometer(every interval: Seconds) {
        // The first sample stands for an interval like the others, once that is known.
        if accelerometerInterval == nil, isFirstQuiet { duration = interval }
        accelerometerInterval = interval
        acceleration.sample(every: interval)
    }

    /// The accelerometer was silent: its low-pass begins anew, and so does the time at rest.
    mutating func interruptAccelerometer() {
        acceleration = ButterworthLowPass(timeConstant: parameters.restFilterTau)
        endRest()
    }

    /// Takes in an angular velocity in rad/s.
    mutating func take(rate sample: Vector3) {
        let mean = rate.advance(to: sample)
        let threshold = Angle(degrees: parameters.restThGyr).radians
        let clip = Angle(degrees: parameters.biasClip).radians
        // What is larger than a bias can be is a turn, however even.
        if (sample - mean).lengthSquared >= threshold * threshold || max(abs(mean.x), abs(mean.y), abs(mean.z)) > clip {
            endRest()
        }
    }

    /// Takes in a specific force in m/s².
    mutating func take(acceleration sample: Vector3) {
        let mean = acceleration.advance(to: sample)
        guard (sample - mean).lengthSquared < parameters.restThAcc * parameters.restThAcc else {
            endRest()
            return
        }
        guard let accelerometerInterval else {
            isFirstQuiet = true
            return
        }
        duration += accelerometerInterval
        isAtRest = isAtRest || duration >= parameters.restMinT
    }

    private mutating func endRest() {
        duration = 0
        isFirstQuiet = false
        isAtRest = false
    }
}
