import SensorModel

/// VQF's rest detection: a device is at rest when its sensors have stayed close to their own low-passed values for long
/// enough.
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014.
struct VQFRestDetection<Number: LaneNumber>: Sendable {
    private let constants: VQFConstants<Number>
    private var rate: ButterworthLowPass<Number>
    private var acceleration: ButterworthLowPass<Number>
    /// Nil until the accelerometer's second sample.
    private var accelerometerInterval: Seconds?
    private var duration = Number(repeating: 0)
    private var isFirstQuiet = Number.Mask(repeating: false)

    /// Whether the sensors have been at rest for ``VQF/Parameters/restMinT``.
    private(set) var isAtRest = Number.Mask(repeating: false)
    /// The low-passed gyroscope, rad/s: at rest, its bias.
    var lowPassedRate: Vector<Number> { rate.output }

    init(_ constants: VQFConstants<Number>) {
        self.constants = constants
        rate = ButterworthLowPass(timeConstant: constants.restFilterTau)
        acceleration = ButterworthLowPass(timeConstant: constants.restFilterTau)
    }

    mutating func sampleGyroscope(every interval: Seconds) { rate.sample(every: interval) }

    mutating func sampleAccelerometer(every interval: Seconds) {
        // The first sample counts as an interval like the others, once that is known.
        if accelerometerInterval == nil {
            duration = duration.replacing(with: Number(repeating: interval), where: isFirstQuiet)
        }
        accelerometerInterval = interval
        acceleration.sample(every: interval)
    }

    /// Restarts the accelerometer's low-pass and the time at rest, after the accelerometer was silent.
    mutating func interruptAccelerometer() {
        acceleration = ButterworthLowPass(timeConstant: constants.restFilterTau)
        endRest(where: Number.Mask(repeating: true))
    }

    /// Reads an angular velocity in rad/s.
    @_transparent mutating func update(rate sample: Vector3) {
        let sample = Vector<Number>(repeating: sample)
        let mean = rate.advance(to: sample)
        // An even turn that is faster than any bias is a turn.
        let largest = mean.x.magnitude.larger(mean.y.magnitude).larger(mean.z.magnitude)
        let isTurn = ((sample - mean).lengthSquared .>= constants.restThGyrSquared) .| (largest .> constants.biasClip)
        if isTurn.inAnyLane { endRest(where: isTurn) }
    }

    /// Reads a specific force in m/s².
    @_transparent mutating func update(acceleration sample: Vector3) {
        let sample = Vector<Number>(repeating: sample)
        let mean = acceleration.advance(to: sample)
        let isQuiet = (sample - mean).lengthSquared .< constants.restThAccSquared
        if !isQuiet.inAllLanes { endRest(where: .!isQuiet) }
        guard isQuiet.inAnyLane else { return }
        guard let accelerometerInterval else {
            isFirstQuiet = (isFirstQuiet .| isQuiet)
            return
        }
        duration = duration.replacing(with: duration + Number(repeating: accelerometerInterval), where: isQuiet)
        isAtRest = (isAtRest .| (isQuiet .& (duration .>= constants.restMinT)))
    }

    @_transparent private mutating func endRest(where mask: Number.Mask) {
        duration = duration.replacing(with: Number(repeating: 0), where: mask)
        isFirstQuiet = (isFirstQuiet .& .!mask)
        isAtRest = (isAtRest .& .!mask)
    }
}
