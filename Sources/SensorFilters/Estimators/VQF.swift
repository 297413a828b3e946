public import SensorModel

/// The versatile quaternion-based filter (VQF).
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014. The integrated gyroscope defines an almost-inertial frame. The
/// acceleration is low-passed in this frame, in which gravity is almost constant. The heading is corrected separately,
/// so that the magnetometer never tilts the result. The full form also estimates the gyroscope's bias, detects rest,
/// and detects disturbed magnetic fields; the basic form does not.
///
/// The filter starts from gravity and field at the first gyroscope sample, restarts after a gap, and advances with the
/// gyroscope. Accelerometer and magnetometer correct the orientation at their own samples. North is magnetic north.
/// Without the magnetometer, the filter is the authors' 6D form, whose heading is integrated from the gyroscope. O(1)
/// time and memory per sample.
///
///     var filter = VQF()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct VQF: DeclaredEstimator {
    /// The parameters of the filter.
    public let parameters: Parameters
    private var gate: SampleGate
    private var state: VQFState

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        gate = SampleGate(parameters)
        state = VQFState(parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { gate.skips }

    /// A Boolean value that indicates whether the device is at rest; always `false` if
    /// ``Parameters/restBiasEstEnabled`` is `false`.
    public var isAtRest: Bool { gate.isStarted && state.isAtRest }

    /// A Boolean value that indicates whether the magnetic field is disturbed; always `false` if
    /// ``Parameters/magDistRejectionEnabled`` is `false`.
    public var isFieldDisturbed: Bool { gate.isStarted && state.isFieldDisturbed }

    /// The current estimate of the gyroscope's bias, in rad/s in device axes.
    public var gyroscopeBias: Vector3 { state.bias }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        gate.process(frame, into: &state) ? state.currentOrientation() : nil
    }
}

/// The parameters of ``VQF`` in the units of its equations.
package struct VQFConstants: Sendable {
    let learnsBiasInMotion: Bool
    let learnsBiasAtRest: Bool
    let rejectsDisturbances: Bool
    var learnsBias: Bool { learnsBiasInMotion || learnsBiasAtRest }
    var needsRestDetection: Bool { learnsBiasAtRest || rejectsDisturbances }
    let tauAcc: Double
    let tauMag: Double
    let biasForgettingTime: Double
    /// The maximum bias in rad/s.
    let biasClip: Double
    /// The initial variance of the bias, in (°/s)².
    let initialBiasVariance: Double
    /// The standard deviation of the converged bias in motion, in °/s.
    let biasSigmaMotion: Double
    let biasVerticalForgettingFactor: Double
    /// The standard deviation of the converged bias at rest, in °/s.
    let biasSigmaRest: Double
    let restMinT: Double
    let restFilterTau: Double
    /// The square of the gyroscope's threshold at rest, in (rad/s)².
    let restThGyrSquared: Double
    /// The square of the accelerometer's threshold at rest, in (m/s²)².
    let restThAccSquared: Double
    let magCurrentTau: Double
    let magRefTau: Double
    let magNormTh: Double
    /// The threshold for the difference between the dips of the field and of the reference, in radians. A field with a
    /// larger difference counts as disturbed.
    let magDipTh: Double
    let magNewTime: Double
    let magNewFirstTime: Double
    /// The angular speed in rad/s above which the device counts as rotating. A different field becomes the reference
    /// only after enough time in rotation.
    let magNewMinGyr: Double
    let magMinUndisturbedTime: Double
    let magMaxRejectionTime: Double
    let magRejectionFactor: Double

    package init(_ parameters: VQF.Parameters) {
        learnsBiasInMotion = parameters.motionBiasEstEnabled
        learnsBiasAtRest = parameters.restBiasEstEnabled
        rejectsDisturbances = parameters.magDistRejectionEnabled
        tauAcc = parameters.tauAcc
        tauMag = parameters.tauMag
        biasForgettingTime = parameters.biasForgettingTime
        biasClip = Angle(degrees: parameters.biasClip).radians
        initialBiasVariance = parameters.biasSigmaInit * parameters.biasSigmaInit
        biasSigmaMotion = parameters.biasSigmaMotion
        // The authors' `setup` has the same minimum, so that `biasVerticalW` is finite.
        biasVerticalForgettingFactor = max(parameters.biasVerticalForgettingFactor, 1e-10)
        biasSigmaRest = parameters.biasSigmaRest
        restMinT = parameters.restMinT
        restFilterTau = parameters.restFilterTau
        let restThGyr = Angle(degrees: parameters.restThGyr).radians
        restThGyrSquared = restThGyr * restThGyr
        restThAccSquared = parameters.restThAcc * parameters.restThAcc
        magCurrentTau = parameters.magCurrentTau
        magRefTau = parameters.magRefTau
        magNormTh = parameters.magNormTh
        magDipTh = Angle(degrees: parameters.magDipTh).radians
        magNewTime = parameters.magNewTime
        magNewFirstTime = parameters.magNewFirstTime
        magNewMinGyr = Angle(degrees: parameters.magNewMinGyr).radians
        magMinUndisturbedTime = parameters.magMinUndisturbedTime
        magMaxRejectionTime = parameters.magMaxRejectionTime
        magRejectionFactor = parameters.magRejectionFactor
    }
}

/// The equations of ``VQF`` and their state, in the order of the authors' `vqf.cpp`: `updateGyr`, `updateAcc`,
/// `updateMag`.
///
/// Algorithms, lines, equations and appendices are numbered as in the paper's preprint of 2022. Algorithm 1 is the
/// basic form, Algorithm 2 adds rest detection and bias estimation, and Algorithm 3 adds disturbance rejection. Steps
/// without a number are cited by the name of the function or variable in `vqf.cpp`.
///
/// `vqf.cpp` gets fixed sampling intervals in advance. Here, time stamps define them: an interval is unknown until the
/// second sample, and gaps restart the low-passes. The resulting differences are noted where they occur. `SampleGate`
/// skips the zero samples that `updateAcc` and `updateMag` ignore.
///
/// The authors use other names for some of the state:
///
/// | here | in `VQFState` and `VQFCoefficients` of the authors |
/// |---|---|
/// | `strapdown` | `gyrQuat` |
/// | `inclination.correction`; `inclined` | `accQuat`; the result of `getQuat6D` |
/// | `rest.lowPassedRate`, `duration`, `isAtRest` | `restLastGyrLp`, `restT`, `restDetected` |
/// | `biasEstimation.lowPasses` | `motionBiasEstRLpState`, `motionBiasEstBiasLpState` |
/// | `biasEstimation.covariance`, in (°/s)² | `biasP`, in (0.01 °/s)² |
/// | `noise.system`, `motion`, `rest` | `biasV`, `biasMotionW` and `biasVerticalW`, `biasRestW` |
/// | `disturbance.smooth`, `referenceGain` | `magNormDipLpState`, `kMagRef` |
/// | `disturbance.reference`, `candidate` | `magRefNorm` and `magRefDip`, `magCandidateNorm` and `magCandidateDip` |
/// | `undisturbedTime`, `candidateTime`, `rejectedTime` | `magUndisturbedT`, `magCandidateT`, `magRejectT` |
/// | `heading.offset`, `gain`, `initialGain` | `delta`, `kMag`, `kMagInit` |
///
/// `sample(every:)` computes the coefficients, as the authors' `setup` does. The low-pass of `filterVec`, equation 8
/// and appendix A.2, is `ButterworthLowPass`.
struct VQFState: SampleSink {
    private let constants: VQFConstants
    /// The rotation from the device to the nearly inertial frame that results from integration of the angular velocity.
    private var strapdown = UnitQuaternion.identity
    private var inclination: VQFInclination
    private var heading: VQFHeading
    private var rest: VQFRestDetection
    private var biasEstimation: VQFBiasEstimation
    private var disturbance: VQFMagneticDisturbance
    /// The rotation from the device to a frame with a vertical third axis and an uncorrected heading.
    private var inclined = UnitQuaternion.identity
    /// A Boolean value that indicates whether `inclined` has been computed from the current `strapdown`.
    private var isInclinedCurrent = false

    init(_ parameters: VQF.Parameters) {
        self.init(VQFConstants(parameters))
    }

    private init(_ constants: VQFConstants) {
        self.constants = constants
        inclination = VQFInclination(timeConstant: constants.tauAcc)
        heading = VQFHeading(timeConstant: constants.tauMag)
        rest = VQFRestDetection(constants)
        biasEstimation = VQFBiasEstimation(constants)
        disturbance = VQFMagneticDisturbance(constants)
    }

    /// A Boolean value that indicates whether the device is at rest.
    @_transparent var isAtRest: Bool { rest.isAtRest }
    /// A Boolean value that indicates whether the magnetic field is disturbed.
    var isFieldDisturbed: Bool { constants.rejectsDisturbances && disturbance.isDisturbed }
    /// The gyroscope's bias, in rad/s.
    var bias: Vector3 { biasEstimation.bias }
    /// The covariance of the bias, in (°/s)².
    var biasCovariance: Matrix3 { biasEstimation.covariance }

    /// Restores the state of Algorithm 1, lines 1–6, and of the authors' `resetState`.
    @inline(never) mutating func reset() { self = Self(constants) }

    /// Passes the first gyroscope sample to the rest detector. The sample is not integrated, because no interval
    /// precedes it; `updateGyr` also integrates the first sample.
    mutating func begin(rate: Vector3) {
        if constants.needsRestDetection { rest.update(rate: rate) }
    }

    /// Integrates the gyroscope (`updateGyr` in the authors' code).
    @_transparent mutating func update(rate: TimedSample, over interval: Seconds) {
        var corrected = rate.value
        // Rest detection, appendix C
        if constants.needsRestDetection {
            if let new = rate.newInterval { rest.sampleGyroscope(every: new) }
            rest.update(rate: rate.value)
        }
        if constants.learnsBias { corrected = corrected - biasEstimation.bias }
        // (3) and Algorithm 1, line 8: q ← q ⊗ exp(½ (ω − b) Δt), with the actual interval Δt instead of `gyrTs`
        strapdown = strapdown * UnitQuaternion(rotationVector: corrected * interval)
        isInclinedCurrent = false
    }

    /// Corrects the inclination and the bias estimate with gravity (`updateAcc` in the authors' code).
    @_transparent mutating func update(acceleration: TimedSample) {
        if acceleration.isAfterGap { interruptAccelerometer() }
        if let interval = acceleration.newInterval { sampleAccelerometer(every: interval) }
        // Rest detection, appendix C
        if constants.learnsBiasAtRest { rest.update(acceleration: acceleration.value) }
        // Inclination correction: Algorithm 1, line 9 here, lines 10–14 in `correct`, line 15 below
        let up = inclination.correct(acceleration: strapdown.rotate(acceleration.value))
        inclined = inclination.correction * strapdown
        isInclinedCurrent = true
        // Bias estimation, Algorithm 2
        guard constants.learnsBias, let up else { return }
        biasEstimation.update(up: up, orientation: inclined, isAtRest: rest.isAtRest, restRate: rest.lowPassedRate)
    }

    /// Corrects the heading by the magnetic field (`updateMag` in the authors' code).
    @_transparent mutating func update(field: TimedSample) {
        if field.isAfterGap { disturbance.interrupt() }
        if let interval = field.newInterval {
            heading.sample(every: interval)
            disturbance.sample(every: interval)
        }
        // Algorithm 1, line 17 (`magEarth` in the authors' code)
        updateInclined()
        let levelled = inclined.rotate(field.value)
        // Disturbance detection and rejection, Algorithm 3
        var trust = 1.0
        if constants.rejectsDisturbances {
            trust = disturbance.trust(in: levelled, rate: rest.lowPassedRate.length)
        }
        // Lines 18 and 19. δ_mag = atan2(m_x, m_y) is the azimuth from North towards East.
        heading.correct(azimuth: levelled.azimuth.radians, trust: trust)
    }

    /// Returns the orientation, device → (magnetic East, North, Up): Algorithm 1, line 21, and `getQuat9D`.
    @_transparent mutating func currentOrientation() -> UnitQuaternion {
        heading.updateHalfTurn()
        updateInclined()
        return inclined.turned(aboutUpByHalf: heading.halfTurn.cosine, heading.halfTurn.sine)
    }

    /// Recomputes `inclined`, the rotation to a frame with a vertical third axis, if `strapdown` has changed: Algorithm
    /// 1, line 15, and `getQuat6D`.
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

    /// Restarts the low-passes and the rest detection after a gap of the accelerometer. This is an addition to VQF,
    /// which assumes fixed sampling rates.
    @inline(never) private mutating func interruptAccelerometer() {
        inclination.interrupt()
        rest.interruptAccelerometer()
        biasEstimation.interrupt()
    }
}

// MARK: - Rest detection

/// A detector of rest. The device is at rest if the sensors stay close to their low-passed values for a minimum time
/// (appendix C; the rest detection in `updateGyr` and `updateAcc`).
package struct VQFRestDetection: Sendable {
    private let constants: VQFConstants
    private var rate: ButterworthLowPass
    private var acceleration: ButterworthLowPass
    /// The interval between accelerometer samples; `nil` until the second sample.
    private var accelerometerInterval: Seconds?
    private var duration = 0.0
    /// A Boolean value that indicates whether the first accelerometer sample was within the threshold. The sample's
    /// interval is still unknown and is added to the time at rest later. `vqf.cpp` knows the interval as `accTs` and
    /// adds it immediately.
    private var isFirstQuiet = false

    /// A Boolean value that indicates whether the sensors have been at rest for ``VQF/Parameters/restMinT``.
    package private(set) var isAtRest = false
    /// The low-passed gyroscope in rad/s. At rest, this rate equals the bias.
    package var lowPassedRate: Vector3 { rate.output }

    package init(_ constants: VQFConstants) {
        self.constants = constants
        rate = ButterworthLowPass(timeConstant: constants.restFilterTau)
        acceleration = ButterworthLowPass(timeConstant: constants.restFilterTau)
    }

    package mutating func sampleGyroscope(every interval: Seconds) { rate.sample(every: interval) }

    package mutating func sampleAccelerometer(every interval: Seconds) {
        // Adds the interval of the first sample to the time at rest, because the interval is known from now on.
        if accelerometerInterval == nil, isFirstQuiet { duration = interval }
        accelerometerInterval = interval
        acceleration.sample(every: interval)
    }

    /// Restarts the accelerometer's low-pass and the time at rest after a gap of the accelerometer. The published
    /// algorithm, which assumes fixed rates, does not do this.
    mutating func interruptAccelerometer() {
        acceleration = ButterworthLowPass(timeConstant: constants.restFilterTau)
        endRest()
    }

    /// Processes an angular velocity in rad/s: updates its low-pass filter and checks the conditions that end the rest.
    /// In the authors' code, the function `updateGyr` does this with `restLastGyrLp`.
    package mutating func update(rate sample: Vector3) {
        let mean = rate.advance(to: sample)
        // A steady rate above `biasClip` is motion, not bias. `updateGyr` limits each axis, not the length.
        let largest = max(max(abs(mean.x), abs(mean.y)), abs(mean.z))
        if (sample - mean).lengthSquared >= constants.restThGyrSquared || largest > constants.biasClip { endRest() }
    }

    /// Processes a specific force in m/s². In the authors' code, `updateAcc` contains this step: it updates
    /// `restLastAccLp` and `restT`.
    @inline(__always) package mutating func update(acceleration sample: Vector3) {
        let mean = acceleration.advance(to: sample)
        guard (sample - mean).lengthSquared < constants.restThAccSquared else { return endRest() }
        guard let accelerometerInterval else {
            isFirstQuiet = true
            return
        }
        duration += accelerometerInterval
        if duration >= constants.restMinT { isAtRest = true }
    }

    private mutating func endRest() {
        duration = 0
        isFirstQuiet = false
        isAtRest = false
    }
}

// MARK: - Inclination

/// The correction of the inclination, Algorithm 1, lines 9–14. Gravity is low-passed in the almost-inertial frame of
/// the integrated gyroscope, because gravity is almost constant in this frame. The correction rotates that frame until
/// gravity is vertical.
struct VQFInclination: Sendable {
    /// The rotation from the gyroscope's frame to a frame with a vertical third axis.
    private(set) var correction = UnitQuaternion.identity
    private var gravity: ButterworthLowPass

    init(timeConstant: Double) {
        gravity = ButterworthLowPass(timeConstant: timeConstant)
    }

    mutating func sample(every interval: Seconds) { gravity.sample(every: interval) }

    /// Restarts the low-pass with the next sample, after a gap of the accelerometer. The published algorithm does not
    /// do this.
    mutating func interrupt() { gravity = ButterworthLowPass(timeConstant: gravity.timeConstant) }

    /// Corrects the inclination by an acceleration in the gyroscope's frame.
    ///
    /// - Returns: the direction of gravity before the correction, (a_x, a_y, a_z) of Algorithm 1. If the low-passed
    ///   acceleration has no direction, the result is `nil` and nothing is corrected; `updateAcc` has no such case.
    @_transparent mutating func correct(acceleration: Vector3) -> Vector3? {
        // Lines 10–12: `accEarth` is the low-passed acceleration, rotated by the current correction and normalised.
        guard let up = correction.rotate(gravity.advance(to: acceleration)).normalised else { return nil }
        // Lines 13 and 14: the shortest rotation from `up` to the vertical, w = √((u_z + 1)/2), (x, y) = (u_y, −u_x)/2w
        let w = ((up.z + 1) / 2).squareRoot()
        if w > 1e-6 {
            let share = 0.5 / w
            let turn = UnitQuaternion(nearUnit: Quaternion(w: w, x: up.y * share, y: -up.x * share, z: 0))
            correction = turn * correction
        } else {
            // Upside down, the shortest rotation is not unique. `updateAcc` has the same bound and the same rotation.
            correction = UnitQuaternion(unchecked: 0, 1, 0, 0) * correction
        }
        return up
    }
}

// MARK: - Bias estimation

/// A Kalman filter of the gyroscope's bias, Algorithm 2. At rest, its measurement is the low-passed gyroscope. In
/// motion, its measurement is the inclination correction. Variances are in (deg/s)², the bias in rad/s.
struct VQFBiasEstimation: Sendable {
    /// A measurement of the bias: the matrix R (C in the paper), the error e = y − R b, and the variances w of y.
    private struct Measurement {
        let matrix: Matrix3
        let error: Vector3
        let variances: Vector3
    }

    /// The variances of the filter, computed for one interval between accelerometer samples. Sources: appendix E of the
    /// paper, and `setup` in the authors' code.
    private struct Noise: Sendable {
        let interval: Seconds
        let system: Double
        let motion: Vector3
        let rest: Vector3

        init(_ constants: VQFConstants, interval: Seconds) {
            self.interval = interval
            // `biasV`: the variance grows from 0 to (0.1°/s)² in the forgetting time.
            system = (0.01 * interval) / constants.biasForgettingTime
            // `biasMotionW`, `biasVerticalW`, `biasRestW`. The vertical measurement is always 0; the factor is its
            // weight relative to the horizontal measurements.
            let motion = Self.measurementVariance(sigma: constants.biasSigmaMotion, system: system)
            let vertical = motion / constants.biasVerticalForgettingFactor
            let rest = Self.measurementVariance(sigma: constants.biasSigmaRest, system: system)
            self.motion = Vector3(motion, motion, vertical)
            self.rest = Vector3(rest, rest, rest)
        }

        /// Returns the measurement variance w = P²/V + P, where P = σ², and V is `system`, the variance added per step.
        /// With this w, the variance of the bias converges to P.
        private static func measurementVariance(sigma: Double, system: Double) -> Double {
            let variance = sigma * sigma
            return variance * variance / system + variance
        }
    }

    /// The low-passed rows of the rotation matrix, and the low-passed bias in the frame with a vertical third axis.
    /// Their time constant is τ_acc, so that their delay equals the delay of the low-passed acceleration.
    private struct LowPasses: Sendable {
        var east: ButterworthLowPass
        var north: ButterworthLowPass
        var up: ButterworthLowPass
        var turnedBias: ButterworthLowPass

        init(timeConstant: Double) {
            let lowPass = ButterworthLowPass(timeConstant: timeConstant)
            (east, north, up, turnedBias) = (lowPass, lowPass, lowPass, lowPass)
        }

        mutating func sample(every interval: Seconds) {
            east.sample(every: interval)
            north.sample(every: interval)
            up.sample(every: interval)
            turnedBias.sample(every: interval)
        }
    }

    private let constants: VQFConstants
    private(set) var bias = Vector3.zero
    private(set) var covariance: Matrix3
    private var noise: Noise
    /// A Boolean value that indicates whether the interval between samples is known.
    private var isSampled = false
    private var lowPasses: LowPasses

    init(_ constants: VQFConstants) {
        self.constants = constants
        let variance = constants.initialBiasVariance
        covariance = Matrix3(diagonal: Vector3(variance, variance, variance))
        lowPasses = LowPasses(timeConstant: constants.tauAcc)
        // Unused until `sample(every:)` sets the interval.
        noise = Noise(constants, interval: 1)
    }

    mutating func sample(every interval: Seconds) {
        isSampled = true
        noise = Noise(constants, interval: interval)
        lowPasses.sample(every: interval)
    }

    /// Restarts the low-passes after a gap of the accelerometer. The published algorithm does not do this.
    mutating func interrupt() {
        lowPasses = LowPasses(timeConstant: constants.tauAcc)
    }

    /// Updates the bias by a sample of the accelerometer.
    ///
    /// - Parameters:
    ///   - up: the direction of low-passed gravity in the levelled frame (third axis vertical), before this sample
    ///     corrects the inclination.
    ///   - orientation: the rotation from the device to the levelled frame, after this sample corrects the inclination.
    ///   - isAtRest: whether the device is at rest.
    ///   - restRate: the low-passed rate of the gyroscope in rad/s.
    @_transparent mutating func update(
        up: Vector3,
        orientation: UnitQuaternion,
        isAtRest: Bool,
        restRate: Vector3
    ) {
        // R and R b, low-passed. `updateAcc` filters two components of R b; the third of `meanBias` is unused.
        let current = Matrix3(orientation)
        let meanBias = lowPasses.turnedBias.advance(to: current * bias)
        let mean = Matrix3(
            rows:
                lowPasses.east.advance(to: current.x),
            lowPasses.north.advance(to: current.y),
            lowPasses.up.advance(to: current.z)
        )
        // The sampling interval is unknown at the first sample only. The correction by this sample rotates the initial
        // identity to gravity, so it contains no information about the bias. `updateAcc` nevertheless updates the bias
        // and the covariance at this sample.
        guard isSampled else { return }
        forget()
        if constants.learnsBiasAtRest, isAtRest {
            correct(by: Measurement(matrix: .identity, error: restRate - bias, variances: noise.rest))
        } else if constants.learnsBiasInMotion {
            correct(by: inMotion(up: up, mean: mean, meanBias: meanBias))
        }
    }

    /// Returns the measurement of the bias in motion, by equations 19 and 42.
    ///
    /// R rotates device axes to a frame with a vertical third axis. An error of the bias b tilts this frame. The next
    /// inclination correction determines the error from the low-passed gravity u after an interval T: R (b_true − b) =
    /// (−u_y, u_x, ∗)/T, appendix D. The vertical component ∗ does not affect gravity and cannot be measured. It is set
    /// to 0, which makes the vertical bias decay.
    @_transparent private func inMotion(up: Vector3, mean: Matrix3, meanBias: Vector3) -> Measurement {
        // e = y − R b, with y = (−u_y/T, u_x/T, 0) + (the horizontal part of the low-passed R b)
        let predicted = mean * bias
        let interval = noise.interval
        let error = Vector3(
            -up.y / interval + meanBias.x - predicted.x,
            up.x / interval + meanBias.y - predicted.y,
            -predicted.z
        )
        return Measurement(matrix: mean, error: error, variances: noise.motion)
    }

    /// Adds the system noise V to the variances of the bias, step 1 of the Kalman filter in `updateAcc`. Each variance
    /// stops growing at its initial value, `biasP0`.
    @_transparent private mutating func forget() {
        covariance.x.x = grown(covariance.x.x)
        covariance.y.y = grown(covariance.y.y)
        covariance.z.z = grown(covariance.z.z)
    }

    @_transparent private func grown(_ variance: Double) -> Double {
        variance < constants.initialBiasVariance ? variance + noise.system : variance
    }

    /// Corrects the bias and its covariance by a measurement: steps 2 to 4 of the Kalman filter in `updateAcc`.
    @_transparent private mutating func correct(by measurement: Measurement) {
        let (r, p) = (measurement.matrix, covariance)
        let projected = p * r.transposed
        // Step 2: K = P Rᵀ (W + R P Rᵀ)⁻¹. If there is no inverse, K is 0, as with `matrix3Inv`.
        guard let inverse = (r * projected + Matrix3(diagonal: measurement.variances)).inverse else { return }
        let gain = projected * inverse
        // Step 3: b ← b + K e. As in `updateAcc`, each component of e and b is limited, because a jolt is not a bias.
        let clip = constants.biasClip
        bias = (bias + gain * measurement.error.clamped(to: clip)).clamped(to: clip)
        // Step 4: P ← P − K R P, where R P = (P Rᵀ)ᵀ
        covariance = p - gain * projected.transposed
    }
}

// MARK: - Magnetic disturbances

/// A detector of magnetic disturbances, which reduces the heading correction while the field is disturbed: Algorithm 3,
/// in the order of `updateMag`.
///
/// The strength and dip of the field are compared with a reference. While the field agrees with the reference, the
/// reference slowly follows the field. A different field becomes the reference if it remains constant for long enough
/// while the device rotates. A missing reference or candidate is `nil` here. The authors' `resetState` instead sets
/// `magRefNorm` to 0 and `magCandidateNorm` to −1.
struct VQFMagneticDisturbance: Sendable {
    /// The strength of a field in µT, and its dip in radians below the horizontal plane.
    private struct Field: Sendable {
        var strength: Double
        var dip: Double

        /// Returns `true` if the relative difference in strength is below `magNormTh` and the difference in dip is
        /// below `magDipTh`.
        @_transparent func isClose(to other: Field, _ constants: VQFConstants) -> Bool {
            abs(strength - other.strength) < constants.magNormTh * other.strength
                && abs(dip - other.dip) < constants.magDipTh
        }

        /// Returns the field after a step of a first-order filter towards another field.
        @_transparent func following(_ other: Field, gain: Double) -> Field {
            Field(strength: strength + gain * (other.strength - strength), dip: dip + gain * (other.dip - dip))
        }
    }

    private let constants: VQFConstants
    private var smooth: ButterworthLowPass
    private var reference: Field?
    private var candidate: Field?
    /// The interval between samples; 0 until the second sample, so that the first sample adds no time. In `updateMag`,
    /// the first sample adds `magTs`.
    private var interval = 0.0
    private var referenceGain = 0.0
    private var undisturbedTime = 0.0
    private var candidateTime = 0.0
    private var rejectedTime: Double

    /// A Boolean value that indicates whether the field differs from the reference; `true` before the first reference.
    private(set) var isDisturbed = true

    init(_ constants: VQFConstants) {
        self.constants = constants
        // `resetState` sets the same value. Until the first reference exists, the factor of the heading's gain is first
        // 0, then 1/`magRejectionFactor`.
        rejectedTime = constants.magMaxRejectionTime
        smooth = ButterworthLowPass(timeConstant: constants.magCurrentTau)
    }

    @inline(never) mutating func sample(every interval: Seconds) {
        self.interval = interval
        referenceGain = VQFHeading.gain(timeConstant: constants.magRefTau, interval: interval)
        smooth.sample(every: interval)
    }

    /// Restarts the low-pass of strength and dip after a gap of the magnetometer. The published algorithm does not do
    /// this.
    @inline(never) mutating func interrupt() {
        smooth = ButterworthLowPass(timeConstant: constants.magCurrentTau)
    }

    /// Compares a field with the reference field, and returns the weight of the field. `sample` is the field in a frame
    /// with a vertical third axis.
    ///
    /// - Parameter rate: the low-passed angular speed in rad/s. Only a rotating device can distinguish a constant field
    ///   from a field that rotates with the device.
    /// - Returns: the factor by which the heading's gain is multiplied.
    @_transparent mutating func trust(in sample: Vector3, rate: Double) -> Double {
        // `magNormDip`: n = |m| and the dip −asin(m_z/n), low-passed with `magCurrentTau`
        var field = Field(strength: sample.length, dip: -sample.elevation.radians)
        if constants.magCurrentTau > 0 {
            let output = smooth.advance(to: Vector3(field.strength, field.dip, 0))
            field = Field(strength: output.x, dip: output.y)
        }
        compareWithReference(field)
        compareWithCandidate(field, rate: rate)
        return gainFactor()
    }

    /// Detects a disturbance ("magnetic disturbance detection" in the authors' `updateMag`). The reference follows an
    /// undisturbed field.
    @_transparent private mutating func compareWithReference(_ field: Field) {
        guard let reference, field.isClose(to: reference, constants) else {
            undisturbedTime = 0
            isDisturbed = true
            return
        }
        undisturbedTime += interval
        if undisturbedTime >= constants.magMinUndisturbedTime {
            isDisturbed = false
            self.reference = reference.following(field, gain: referenceGain)
        }
    }

    /// Compares a field with the candidate for a new reference ("new magnetic field acceptance" in the authors'
    /// `updateMag`). A candidate that is constant for enough time in rotation becomes the reference. As in `updateMag`,
    /// `rate` is the length of the low-passed angular velocity (`restLastGyrLp` in the authors' code).
    @_transparent private mutating func compareWithCandidate(_ field: Field, rate: Double) {
        guard let candidate else {
            self.candidate = field
            return
        }
        guard field.isClose(to: candidate, constants) else {
            candidateTime = 0
            self.candidate = field
            return
        }
        if rate >= constants.magNewMinGyr { candidateTime += interval }
        let next = candidate.following(field, gain: referenceGain)
        self.candidate = next
        // The first reference requires `magNewFirstTime`. `updateMag` also accepts the first reference after
        // `magNewTime`. The minimum has the same effect.
        let needed =
            reference == nil ? min(constants.magNewFirstTime, constants.magNewTime) : constants.magNewTime
        guard isDisturbed, candidateTime >= needed else { return }
        reference = next
        isDisturbed = false
        // The field that becomes the reference immediately counts as undisturbed.
        undisturbedTime = constants.magMinUndisturbedTime
    }

    /// Returns the factor of the heading's gain ("magnetic disturbance rejection" in the authors' `updateMag`). The
    /// factor is 1 in an undisturbed field. In a disturbed field, the factor is 0 until the rejected time exceeds
    /// `magMaxRejectionTime`, and 1/`magRejectionFactor` from then on.
    ///
    /// The rejected time grows during disturbances. In an undisturbed field, the rejected time shrinks
    /// `magRejectionFactor` times as fast. If the undisturbed periods are short, the rejected time of several
    /// disturbances adds up. Frequent short disturbances can therefore reach the limit, just as a long disturbance
    /// does.
    @_transparent private mutating func gainFactor() -> Double {
        guard isDisturbed else {
            rejectedTime = max(rejectedTime - constants.magRejectionFactor * interval, 0)
            return 1
        }
        guard rejectedTime <= constants.magMaxRejectionTime else { return 1 / constants.magRejectionFactor }
        rejectedTime += interval
        return 0
    }
}

// MARK: - Heading

/// A first-order filter of the heading offset δ (Algorithm 1, lines 18 and 19; the end of the authors' `updateMag`). In
/// the frame with a vertical third axis, δ is the angle between the second axis and magnetic north.
struct VQFHeading: Sendable {
    private let timeConstant: Double
    /// The heading offset δ, an angle about Up in radians.
    private(set) var offset = 0.0
    /// The regular gain k_mag; 1 until the second sample determines the sampling interval.
    private var gain = 1.0
    private var interval = 0.0
    /// The gain 1/N for the Nth sample, appendix A.3; 0 as soon as only the regular gain is used.
    private var initialGain = 1.0
    /// The cosine and sine of δ/2, half the heading offset.
    private(set) var halfTurn = (cosine: 1.0, sine: 0.0)
    /// A Boolean value that indicates whether `halfTurn` has been computed from the current offset.
    private var isHalfTurnCurrent = true

    init(timeConstant: Double) {
        self.timeConstant = timeConstant
    }

    @inline(never) mutating func sample(every interval: Seconds) {
        self.interval = interval
        // (7): k_mag = 1 − exp(−T/τ_mag)
        gain = VQFHeading.gain(timeConstant: timeConstant, interval: interval)
    }

    /// Recomputes `halfTurn`, the cosine and sine of half the heading offset, if the offset has changed (Algorithm 1,
    /// line 21; `quatApplyDelta` in the authors' code).
    @_transparent mutating func updateHalfTurn() {
        guard !isHalfTurnCurrent else { return }
        let half = Angle(radians: offset / 2)
        halfTurn = (half.cosine, half.sine)
        isHalfTurnCurrent = true
    }

    /// Corrects the heading offset towards a measured azimuth of the field, in radians, in the frame with a vertical
    /// third axis.
    ///
    /// - Parameter trust: the factor of the gain; 0 for a rejected field. During the initial averaging of azimuths, a
    ///   rejected field is used like any other.
    @_transparent mutating func correct(azimuth: Double, trust: Double) {
        // `lastMagDisAngle`: e = wrap(δ_mag − δ)
        let error = Angle(radians: azimuth - offset).wrapped.radians
        var k = gain * trust
        if initialGain > 0 {
            // Appendix A.3, k ≥ 1/N: at first, the offset is the mean of all azimuths.
            k = max(k, initialGain)
            // 1/(N + 1) = (1/N)/(1/N + 1). The mean ends after τ_mag, when τ_mag/(N + 1) < T.
            let next = initialGain / (initialGain + 1)
            initialGain = next * timeConstant < interval ? 0 : next
        }
        // Line 19: δ ← δ + k e
        offset = Angle(radians: offset + k * error).wrapped.radians
        isHalfTurnCurrent = false
    }

    /// Returns 1 − exp(−T/τ), or 1 for τ = 0 (equation 7; `gainFromTau` in the authors' code).
    static func gain(timeConstant: Double, interval: Seconds) -> Double {
        timeConstant > 0 ? ExponentialSmoothing.weight(interval: interval, timeConstant: timeConstant) : 1
    }
}
