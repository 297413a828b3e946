import SensorModel

/// VQF's equations and what they know between a start and the next, for one setting or for one in each lane.
///
/// Rest detection does not depend on the other parameters. Settings with the same parameters of rest share it: its
/// `Rest` is then a number, not lanes.
struct VQFState<Number: LaneNumber, Rest: LaneNumber>: SampleSink {
    private let constants: VQFConstants<Number>
    private let restConstants: VQFConstants<Rest>
    /// Device → the almost-inertial frame that the gyroscope alone gives.
    private var strapdown = Rotation<Number>.identity
    private var inclination: VQFInclination<Number>
    private var heading: VQFHeading<Number>
    private var rest: VQFRestDetection<Rest>
    private var biasEstimation: VQFBiasEstimation<Number>
    private var disturbance: VQFMagneticDisturbance<Number>
    /// Device → the frame with a vertical third axis.
    private var inclined = Rotation<Number>.identity
    /// Whether `inclined` is that of the current `strapdown`.
    private var isInclinedCurrent = false

    /// - Parameter settings: with the same form and the same switches.
    init(_ settings: [VQF.Parameters]) {
        self.init(VQFConstants(settings), VQFConstants(Array(settings.prefix(Rest.laneCount))))
    }

    private init(_ constants: VQFConstants<Number>, _ restConstants: VQFConstants<Rest>) {
        self.constants = constants
        self.restConstants = restConstants
        inclination = VQFInclination(timeConstant: constants.tauAcc)
        heading = VQFHeading(timeConstant: constants.tauMag)
        rest = VQFRestDetection(restConstants)
        biasEstimation = VQFBiasEstimation(constants)
        disturbance = VQFMagneticDisturbance(constants)
    }

    /// Whether the device is at rest.
    @_transparent var isAtRest: Number.Mask { Number.mask(lanesOf: rest.isAtRest, Rest.self) }
    /// Whether the magnetic field is disturbed.
    var isFieldDisturbed: Number.Mask {
        constants.rejectsDisturbances ? disturbance.isDisturbed : Number.Mask(repeating: false)
    }
    /// The low-passed gyroscope, rad/s.
    @_transparent private var restRate: Vector<Number> {
        let rate = rest.lowPassedRate
        return Vector(Number(lanesOf: rate.x), Number(lanesOf: rate.y), Number(lanesOf: rate.z))
    }
    /// The gyroscope's bias, in rad/s.
    var bias: Vector<Number> { biasEstimation.bias }
    /// The covariance of the bias, in (°/s)².
    var biasCovariance: Matrix<Number> { biasEstimation.covariance }

    @inline(never) mutating func reset() { self = Self(constants, restConstants) }

    mutating func begin(rate: Vector3) {
        if constants.needsRestDetection { rest.update(rate: rate) }
    }

    @_transparent mutating func update(rate: TimedSample, over interval: Seconds) {
        var corrected = Vector<Number>(repeating: rate.value)
        if constants.needsRestDetection {
            if let new = rate.newInterval { rest.sampleGyroscope(every: new) }
            rest.update(rate: rate.value)
        }
        if constants.learnsBias { corrected = corrected - biasEstimation.bias }
        // q ← q ⊗ exp(½ (ω − b) Δt)
        strapdown = strapdown * Rotation(rotationVector: corrected * Number(repeating: interval))
        isInclinedCurrent = false
    }

    @_transparent mutating func update(acceleration: TimedSample) {
        if acceleration.isAfterGap { interruptAccelerometer() }
        if let interval = acceleration.newInterval { sampleAccelerometer(every: interval) }
        if constants.learnsBiasAtRest { rest.update(acceleration: acceleration.value) }
        let turned = strapdown.rotate(Vector(repeating: acceleration.value))
        let (up, isKnown) = inclination.correct(acceleration: turned)
        inclined = inclination.correction * strapdown
        isInclinedCurrent = true
        guard constants.learnsBias else { return }
        guard isKnown.inAllLanes else { return updateBias(up: up, where: isKnown) }
        biasEstimation.update(up: up, orientation: inclined, isAtRest: isAtRest, restRate: restRate)
    }

    @_transparent mutating func update(field: TimedSample) {
        if field.isAfterGap { disturbance.interrupt() }
        if let interval = field.newInterval {
            heading.sample(every: interval)
            disturbance.sample(every: interval)
        }
        updateInclined()
        let levelled = inclined.rotate(Vector(repeating: field.value))
        var trust = Number(repeating: 1)
        if constants.rejectsDisturbances {
            trust = disturbance.trust(in: levelled, rate: Number(lanesOf: rest.lowPassedRate.length))
        }
        heading.correct(field: levelled, trust: trust)
    }

    /// The orientation, device → (magnetic East, North, Up).
    @_transparent mutating func currentOrientation() -> Rotation<Number> {
        heading.updateHalfTurn()
        updateInclined()
        return inclined.turned(aboutUpByHalf: heading.halfTurn.cosine, heading.halfTurn.sine)
    }

    @_transparent private mutating func updateInclined() {
        guard !isInclinedCurrent else { return }
        inclined = inclination.correction * strapdown
        isInclinedCurrent = true
    }

    @inline(never) private mutating func sampleAccelerometer(every interval: Seconds) {
        inclination.sample(every: interval)
        rest.sampleAccelerometer(every: interval)
        biasEstimation.sample(every: interval)
    }

    @inline(never) private mutating func interruptAccelerometer() {
        inclination.interrupt()
        rest.interruptAccelerometer()
        biasEstimation.interrupt()
    }

    /// Updates the bias in the lanes of the mask only.
    @inline(never) private mutating func updateBias(up: Vector<Number>, where mask: Number.Mask) {
        guard mask.inAnyLane else { return }
        let old = biasEstimation
        biasEstimation.update(up: up, orientation: inclined, isAtRest: isAtRest, restRate: restRate)
        biasEstimation.replaceState(with: old, where: .!mask)
    }
}
