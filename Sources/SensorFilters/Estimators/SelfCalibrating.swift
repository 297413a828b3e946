import RealModule
public import SensorModel

/// A Kalman filter that estimates the orientation and calibrates gyroscope and magnetometer at the same time.
///
/// The field m that the magnetometer measures is the sum of three fields. The Earth's field e is constant in Earth
/// axes. The magnetometer's offset o (hard iron, or a magnet on the device) is constant in device axes. A disturbance
/// depends on the location and is temporary. Level axes have a vertical third axis and an arbitrary heading. If R is
/// the rotation from device axes to level axes,
///
///     R m = e + R o + disturbance
///
/// The measurement is linear in e and o. The heading of the level axes is integrated from the gyroscope. The filter
/// estimates e in level axes, and computes the heading of the device from e. No initial heading is needed, and the
/// offset may be ten times the Earth's field. Tilt and bias are estimated from the assumption that the integrated
/// acceleration never exceeds the velocity of a person. The page `selfCalibrating` derives the equations.
///
/// The filter starts at the first gyroscope sample with the orientation from gravity and field. A restart after a gap
/// retains bias and offset. North is magnetic north. Without the magnetometer, the heading is integrated from the
/// gyroscope. O(1) time and memory per sample.
///
///     var filter = SelfCalibrating()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct SelfCalibrating: DeclaredEstimator {
    /// The parameters of the filter.
    public let parameters: Parameters
    private var gate: SampleGate
    private var state: SelfCalibratingHypotheses

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        gate = SampleGate(parameters)
        state = SelfCalibratingHypotheses(parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { gate.skips }

    /// The current estimate of the gyroscope's bias, in rad/s in device axes.
    public var gyroscopeBias: Vector3 { state.best.bias }

    /// The current estimate of the magnetometer's offset, in µT in device axes. A calibrated sample is the measured
    /// sample minus this offset.
    public var magnetometerOffset: Vector3 { state.best.offset }

    /// The standard deviation of each component of ``magnetometerOffset``, in µT.
    public var magnetometerOffsetDeviation: Vector3 {
        let variance = state.best.errors.offset
        return Vector3(
            max(variance.x.x, 0).squareRoot(),
            max(variance.y.y, 0).squareRoot(),
            max(variance.z.z, 0).squareRoot()
        )
    }

    /// The current estimate of the Earth's field, in µT along magnetic East (always 0), North and Up.
    public var earthField: Vector3 {
        let field = state.best.field
        return Vector3(0, (field.x * field.x + field.y * field.y).squareRoot(), field.z)
    }

    /// A Boolean value that indicates whether the device is at rest.
    public var isAtRest: Bool { gate.isStarted && state.best.rest.isAtRest }

    /// The covariance of the orientation's error, in rad².
    ///
    /// The error is the rotation vector from the estimated to the true orientation, in Earth axes (magnetic East,
    /// North, Up). The third component is the heading error. The covariance is `nil` before the first magnetometer
    /// sample.
    ///
    /// The covariance includes errors that do not average out: errors of the accelerometer
    /// (``Parameters/accelerometerError``) and slow variations of the field (``Parameters/slowVariation``). It also
    /// includes poor predictions of the field, and the difference between the headings of the two parallel filters.
    public var covariance: Matrix3? { gate.isStarted ? state.reportedCovariance : nil }

    /// The standard deviation of the heading error, from ``covariance``.
    public var headingDeviation: Angle? {
        covariance.map { Angle(radians: max($0.z.z, 0).squareRoot()) }
    }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        gate.process(frame, into: &state) ? state.currentOrientation() : nil
    }
}

extension SelfCalibratingState {
    /// The covariance of the orientation error in Earth axes, in rad²; `nil` before the first magnetometer sample.
    var attitudeCovariance: Matrix3? { attitudeCovariance(tiltError: 0, fieldError: 0) }

    /// The covariance of the orientation error in Earth axes, in rad², including errors that do not average out; `nil`
    /// before the first magnetometer sample.
    var reportedCovariance: Matrix3? {
        attitudeCovariance(
            tiltError: constants.accelerometerVariance / (Gravity.standard * Gravity.standard),
            fieldError: constants.slowVariation * variation.slowVariance + prediction.excess
        )
    }

    /// Returns the covariance of the orientation error in Earth axes, in rad². The variance `tiltError`, in rad², is
    /// added to each tilt angle, and `fieldError`, in µT², to the field.
    private func attitudeCovariance(tiltError: Double, fieldError: Double) -> Matrix3? {
        let square = field.x * field.x + field.y * field.y
        guard square > 0 else { return nil }
        // d atan2(e_x, e_y) = (e_y de_x − e_x de_y) / (e_x² + e_y²)
        let slope = Vector3(field.y / square, -field.x / square, 0)
        let heading = slope.dot(errors.field * slope) + fieldError / square
        let cross = errors.tiltField * slope
        let inLevelAxes = Matrix3(
            rows: Vector3(errors.tilt.x.x + tiltError, errors.tilt.x.y, cross.x),
            Vector3(errors.tilt.y.x, errors.tilt.y.y + tiltError, cross.y),
            Vector3(cross.x, cross.y, heading)
        )
        let turn = Matrix3(northFromLevel)
        return turn * inLevelAxes * turn.transposed
    }
}

extension SelfCalibrating {
    /// The parameters of ``SelfCalibrating``: properties of the sensors, of human motion and of indoor magnetic fields.
    /// The defaults are round numbers for phones and wearable IMUs at 10 to 400 Hz.
    ///
    /// Doubling or halving a parameter changes the errors on BROAD and on the smartphone benchmark by at most 7 %. For
    /// ``gyroscopeScale`` and ``magnetometerAge``, the change is up to 17 %.
    public struct Parameters: EstimatorParameters, Hashable {
        /// The density of the gyroscope's white noise, in °/s/√Hz.
        public var gyroscopeNoise: Double = 0.03
        /// The standard deviation of the gyroscope's relative error in scale and alignment.
        public var gyroscopeScale: Double = 0.005
        /// The standard deviation of each component of the gyroscope's bias at the start, in °/s.
        public var initialBias: Double = 0.25
        /// The standard deviation of the change of the gyroscope's bias in one second, in °/s.
        public var biasWalk: Double = 0.002
        /// The standard deviation of the low-passed gyroscope signal at rest, in °/s.
        public var restBias: Double = 0.03
        /// The standard deviation of the device's velocity at the start, in m/s. After the start, the filter estimates
        /// this standard deviation.
        public var velocity: Double = 0.5
        /// The standard deviation, in m/s², of accelerometer and alignment errors that do not average out. This
        /// parameter affects only the covariance.
        public var accelerometerError: Double = 0.2
        /// The standard deviation of the magnetic field in an undisturbed room, in µT. The filter never assumes a
        /// smaller standard deviation.
        public var fieldVariation: Double = 1.2
        /// The variance of field errors that do not average out, divided by the variance of slow field variations. This
        /// parameter affects only the covariance.
        public var slowVariation: Double = 2
        /// The delay of the magnetometer relative to the gyroscope, in seconds.
        public var magnetometerAge: Seconds = 0.03
        /// The standard deviation of the magnetometer's offset at the start, in µT. With 0, the filter assumes no
        /// offset until the data contradict this assumption.
        public var initialOffset: Double = 0
        /// The fraction of an unexpected field's variance that is attributed to a new offset. The remainder is
        /// attributed to a disturbance. If a second filter runs (`uncalibratedOffset`), the first filter uses a fifth
        /// of this fraction.
        public var offsetShare: Double = 0.25
        /// The standard deviation of the offset at the start of a second filter, in µT. The second filter is used while
        /// its predictions of the magnetometer are better than the predictions of the first filter. If the value is at
        /// most ``initialOffset``, no second filter runs.
        public var uncalibratedOffset: Double = 15
        /// The standard deviation of each component of the gyroscope's bias at the start of the second filter, in °/s.
        public var uncalibratedBias: Double = 1
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Determines whether the filter uses the magnetometer.
        public var magnetometer = MagnetometerUse.auto

        /// Creates parameters with the default values.
        public init() {}
    }
}

extension SelfCalibrating.Parameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "gyroscopeNoise",
            \.gyroscopeNoise,
            in: .zeroToThousand,
            "Density of the gyroscope's white noise, in deg/s/rtHz."
        ),
        .number(
            "gyroscopeScale",
            \.gyroscopeScale,
            in: .zeroToOne,
            "Relative error of the gyroscope's scale and alignment; larger values rely more on gravity and field in "
                + "turns."
        ),
        .number(
            "initialBias",
            \.initialBias,
            .degreesPerSecond,
            in: .zeroToThousand,
            "Standard deviation of the gyroscope's bias at the start."
        ),
        .number(
            "biasWalk",
            \.biasWalk,
            in: .zeroToThousand,
            "Random walk of the gyroscope's bias, in deg/s after one second."
        ),
        .number(
            "restBias",
            \.restBias,
            .degreesPerSecond,
            in: .aboveZeroToBillion,
            "Standard deviation of the low-passed gyroscope at rest."
        ),
        .number(
            "velocity",
            \.velocity,
            .metresPerSecond,
            in: .aboveZeroToBillion,
            "Standard deviation of the device's initial velocity; larger values follow gravity more slowly at first."
        ),
        .number(
            "accelerometerError",
            \.accelerometerError,
            .metresPerSecondSquared,
            in: .zeroToThousand,
            "Errors of the accelerometer that do not average out; larger values report less certain tilts."
        ),
        .number(
            "fieldVariation",
            \.fieldVariation,
            .microtesla,
            in: .aboveZeroToBillion,
            "Standard deviation of the field in an undisturbed room; larger values follow the field more slowly."
        ),
        .number(
            "slowVariation",
            \.slowVariation,
            in: .zeroToThousand,
            "Variance of field errors that do not average out, relative to slow field variations; larger values report less "
                + "certain headings."
        ),
        .number(
            "magnetometerAge",
            \.magnetometerAge,
            .seconds,
            in: .zeroToOne,
            "Delay of the magnetometer after the gyroscope; larger values use the magnetometer less in fast turns."
        ),
        .number(
            "initialOffset",
            \.initialOffset,
            .microtesla,
            in: .zeroToThousand,
            "Standard deviation of the magnetometer's offset at the start; 0 assumes none until the data contradict it."
        ),
        .number(
            "offsetShare",
            \.offsetShare,
            in: .zeroToOne,
            "Fraction of an unexpected field attributed to a new offset; 0 learns no offset."
        ),
        .number(
            "uncalibratedOffset",
            \.uncalibratedOffset,
            .microtesla,
            in: .zeroToThousand,
            "Standard deviation of the offset in a second filter, used while it predicts better; 0 runs only one filter."
        ),
        .number(
            "uncalibratedBias",
            \.uncalibratedBias,
            .degreesPerSecond,
            in: .zeroToThousand,
            "Standard deviation of the gyroscope's bias at the start of the second filter."
        ),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]
}

extension EstimatorEntry {
    package static let selfCalibrating = EstimatorEntry(
        SelfCalibrating.self,
        name: "selfCalibrating",
        summary: "Kalman filter that also calibrates gyroscope and magnetometer.",
        source: "Sextant"
    )
}

/// The parameters of ``SelfCalibrating`` in the units of its equations.
struct SelfCalibratingConstants: Sendable {
    /// The density of the gyroscope's noise, in (rad/s)²/Hz.
    let rateDensity: Double
    /// The variance of the relative error of an angular velocity.
    let scaleVariance: Double
    /// The variance of the gyroscope's bias at the start, in (rad/s)².
    let initialBiasVariance: Double
    /// The density of the random walk of the bias, in (rad/s)²/s.
    let biasDensity: Double
    /// The variance of the low-passed gyroscope signal at rest, in (rad/s)².
    let restVariance: Double
    /// The variance of the velocity at the start, in (m/s)².
    let velocityVariance: Double
    /// The variance of the accelerometer's errors, in (m/s²)².
    let accelerometerVariance: Double
    /// The variance of the field in an undisturbed room, in µT².
    let fieldVariance: Double
    let slowVariation: Double
    /// The square of the magnetometer's delay, in s².
    let squaredAge: Double
    /// The variance of the magnetometer's offset at the start, in µT².
    let initialOffsetVariance: Double
    let offsetShare: Double
    /// The variance of the bias of an uncalibrated gyroscope, in (rad/s)².
    let uncalibratedBiasVariance: Double

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
        accelerometerVariance = square(\.accelerometerError)
        fieldVariance = square(\.fieldVariation)
        slowVariation = parameters.slowVariation
        squaredAge = square(\.magnetometerAge)
        initialOffsetVariance = square(\.initialOffset)
        offsetShare = parameters.offsetShare
        uncalibratedBiasVariance = square { Angle(degrees: $0.uncalibratedBias).radians }
    }
}

/// The equations of ``SelfCalibrating``.
struct SelfCalibratingState: SampleSink {
    /// The minimum duration of a block, in seconds. The covariance advances once per block of samples.
    private static var block: Seconds { 0.1 }
    /// The time in seconds that must pass between two measurements of the field.
    private static var fieldInterval: Seconds { 0.1 }
    /// The correlation time of field variations in a room, in seconds.
    private static var fieldCorrelation: Seconds { 1 }
    /// The correlation time of the velocity, in seconds.
    private static var velocityCorrelation: Seconds { 1 }
    /// The correlation time of the low-passed gyroscope signal at rest, in seconds.
    private static var restCorrelation: Seconds { 0.5 }
    /// The standard deviation of each component of the unknown Earth's field, in µT. The field's strength is at most 67
    /// µT.
    private static var unknownField: Double { 50 }
    /// The square of the range of magnetometers, (10 mT)², in µT². Larger samples are ignored.
    private static var largestField: Double { 1e8 }
    /// The square of the field strength above which the first sample indicates an uncalibrated magnetometer: (100 µT)²,
    /// in µT².
    private static var impossibleField: Double { 10_000 }
    /// The standard deviation of the tilt from one accelerometer sample, in radians.
    private static var initialTilt: Double { 20 * .pi / 180 }

    private let constants: SelfCalibratingConstants
    /// The rotation from device axes to level axes. The third level axis points up; the heading of the level axes is
    /// integrated from the gyroscope.
    private var level = UnitQuaternion.identity
    private var velocity = Vector3.zero
    private(set) var bias = Vector3.zero
    /// The estimate of the Earth's field in level axes, in µT.
    private(set) var field = Vector3.zero
    /// The estimate of the magnetometer's offset in device axes, in µT.
    private(set) var offset = Vector3.zero
    private(set) var errors: SelfCalibratingErrors
    private(set) var rest = RestDetection()
    var range = GyroscopeRange()
    private var means = SelfCalibratingMeans()
    private(set) var prediction = FieldPrediction()
    private var change = FieldChange()
    private var variation: FieldVariation
    private var velocityVariation: VelocityVariation
    private var isLevel = false
    private var hasField = false
    /// The cosine and sine of half the angle from level axes to Earth axes.
    private var halfTurn = (cosine: 1.0, sine: 0.0)

    /// Creates a filter in the initial state.
    init(_ parameters: SelfCalibrating.Parameters) {
        self.init(SelfCalibratingConstants(parameters))
    }

    private init(_ constants: SelfCalibratingConstants) {
        self.constants = constants
        variation = FieldVariation(smallest: constants.fieldVariance * Self.fieldCorrelation)
        velocityVariation = VelocityVariation(variance: constants.velocityVariance)
        errors = SelfCalibratingErrors(
            tilt: (Self.initialTilt * Self.initialTilt).timesHorizontalIdentity,
            velocity: constants.velocityVariance.timesHorizontalIdentity,
            bias: constants.initialBiasVariance.timesIdentity,
            field: (Self.unknownField * Self.unknownField).timesIdentity,
            offset: constants.initialOffsetVariance.timesIdentity
        )
    }

    // MARK: Events

    /// Discards the orientation, and retains bias, offset and the properties of the surroundings.
    mutating func reset() {
        var fresh = Self(constants)
        fresh.bias = bias
        fresh.offset = offset
        fresh.errors.bias = errors.bias
        fresh.errors.offset = errors.offset
        fresh.range = range
        fresh.variation = variation
        fresh.velocityVariation = velocityVariation
        fresh.prediction = prediction
        fresh.prediction.discardEstimates()
        self = fresh
    }

    /// Returns the initial state of a run in the opposite direction of time, with the bias and offset estimated so far.
    func turnedBack() -> Self {
        var state = self
        state.reset()
        state.bias = -bias
        state.prediction = FieldPrediction()
        return state
    }

    mutating func begin(rate: Vector3) { rest.update(rate: rate, over: 0) }

    @_transparent mutating func update(rate: TimedSample, over interval: Seconds) {
        let corrected = rate.value - bias
        level = level * UnitQuaternion(rotationVector: corrected * interval)
        rest.update(rate: rate.value, over: interval)
        range.update(rate: rate.value, over: interval)
        if let saturated = range.saturated { means.add(saturated: level.rotate(saturated) * interval) }
        means.add(rate: corrected, over: interval)
        // The block also ends after half a second without an accelerometer sample.
        if means.duration > 0.5 { closeBlock() }
    }

    @_transparent mutating func update(acceleration: TimedSample) {
        guard isLevel else { return begin(acceleration: acceleration.value) }
        let sample = acceleration.value
        if acceleration.isAfterGap { forgetVelocity() }
        let force = level.rotate(sample)
        let interval = means.add(force: force)
        velocity = Vector3(velocity.x + force.x * interval, velocity.y + force.y * interval, 0)
        rest.update(acceleration: acceleration.value, over: interval)
        if means.duration >= Self.block * 0.999 { closeBlock() }
    }

    @_transparent mutating func update(field: TimedSample) {
        guard isLevel, field.value.lengthSquared < Self.largestField else { return }
        means.add(field: field.value, Matrix3(level))
        if !hasField {
            correctByField()
            turnToNorth()
        }
    }

    /// The rotation from level axes to (magnetic East, North, Up).
    var northFromLevel: UnitQuaternion { UnitQuaternion.identity.turned(aboutUpByHalf: halfTurn.cosine, halfTurn.sine) }

    /// Returns the orientation, device → (magnetic East, North, Up).
    @_transparent func currentOrientation() -> UnitQuaternion {
        level.turned(aboutUpByHalf: halfTurn.cosine, halfTurn.sine)
    }

    private mutating func begin(acceleration: Vector3) {
        guard let start = Triad.orientation(acceleration: acceleration) else { return }
        level = start
        isLevel = true
    }

    // MARK: Blocks

    /// Advances the covariance over the samples since the last block, and corrects the state by the measurements in
    /// these samples.
    @inline(never) private mutating func closeBlock() {
        guard isLevel else { return means.clearBlock() }
        let duration = means.duration
        advance(Matrix3(level), over: duration)
        if means.hasForce {
            velocityVariation.update(impulse: means.impulse, over: duration)
            correctByVelocity(over: duration)
        }
        if rest.isAtRest { correctAtRest(over: duration) }
        means.clearBlock()
        if means.fieldAge >= Self.fieldInterval * 0.999, means.hasField { correctByField() }
        if hasField { turnToNorth() }
        recover()
    }

    private mutating func advance(_ turn: Matrix3, over time: Seconds) {
        let tangent = Vector3(-field.y, field.x, 0)
        errors.advance(
            by: SelfCalibratingErrors.Transition(
                tiltByBias: Matrix3(rows: turn.x * -time, turn.y * -time, .zero),
                // With the magnitude instead of the signed value, the filter also converges from tilts above 90°.
                velocityByTilt: means.impulse.z.magnitude,
                fieldTangent: tangent,
                turnByBias: turn.z * time
            )
        )
        // The variance includes errors of scale and alignment. These errors vary with the axis of rotation and
        // therefore act like white noise.
        let rateVariance = constants.rateDensity + constants.scaleVariance * means.squaredRate(over: time)
        let angle = rateVariance * time
        errors.tilt = errors.tilt + angle.timesHorizontalIdentity
        errors.field = errors.field + Matrix3(outer: tangent * angle, tangent)
        if means.saturatedTurn != .zero {
            // The unmeasured rotation is as uncertain as the measured rotation.
            errors.turn(by: means.saturatedTurn, fieldTangent: tangent)
        }
        let walk = constants.biasDensity * time
        errors.bias = errors.bias + walk.timesIdentity
    }

    /// Corrects the state by the measurement 0 = v + noise, because the velocity v of a person is limited.
    private mutating func correctByVelocity(over duration: Seconds) {
        let noise = velocityVariation.variance * max(Self.velocityCorrelation / duration, 1)
        correct(errors.velocityColumn, -velocity, errors.velocity, noise)
    }

    /// Corrects the bias at rest, where the low-passed gyroscope signal equals the bias.
    private mutating func correctAtRest(over duration: Seconds) {
        let noise = constants.restVariance * max(Self.restCorrelation / duration, 1)
        correct(errors.biasColumn, rest.meanRate - bias, errors.bias, noise)
    }

    /// Corrects the state by the mean of the magnetometer samples m since the last measurement. R m = e + e × θ + R o +
    /// noise, with the rotation R from device to level axes, the Earth's field e, the tilt error θ and the offset o.
    private mutating func correctByField() {
        let elapsed = hasField ? min(means.fieldAge, Self.fieldCorrelation) : Self.fieldInterval
        let (measured, orientation, squaredRate) = means.takeField()
        let error = measured - field - orientation * offset
        // Before the first sample, e is unknown, and the measured field replaces it.
        let measurement = SelfCalibratingErrors.FieldMeasurement(
            field: hasField ? field : measured,
            orientation: orientation
        )
        if hasField {
            variation.update(error, over: elapsed)
        } else if error.lengthSquared > Self.impossibleField {
            errors.offset = errors.offset + (error.lengthSquared / 3).timesIdentity
            errors.bias = errors.bias + constants.uncalibratedBiasVariance.timesIdentity
        }
        prediction.compare(measured, orientation, estimate: (field, offset), over: elapsed)
        hasField = true
        // The filter in the magnetometer delays a sample, and the device rotates during the delay.
        let lag = constants.squaredAge * squaredRate * field.lengthSquared
        var noise = (variation.density + lag * Self.fieldCorrelation) / elapsed
        var column = errors.column(measurement)
        let (inverse, _) = (measurement.covariance(column) + noise.timesIdentity).adjugateInverse
        // An unexpected field is attributed to a disturbance or a new offset, never to a change of the Earth's field.
        let isExpected = error.dot(inverse * error) <= 3
        if !isExpected {
            let excess = error.lengthSquared / 3
            noise = noise + excess * (1 - constants.offsetShare)
            errors.offset = errors.offset + (excess * constants.offsetShare).timesIdentity
            column = errors.column(measurement)
        }
        // An unexpected field does not correct the bias, because a disturbance that changes with the location looks
        // like a bias.
        let isHeld = change.isRecent(isExpected: isExpected, over: elapsed)
        let kept = isHeld ? Kept.biasAndField : isExpected ? .nothing : .bias
        correct(column, error, measurement.covariance(column), noise, keeping: kept)
    }

    /// The part of the state that a measurement does not change.
    private enum Kept { case nothing, bias, biasAndField }

    /// Corrects the state and the covariance by a measurement with three components.
    ///
    /// The kept part of the state and its covariance do not change. Its correlations with the other errors are still
    /// corrected (Schmidt 1966).
    private mutating func correct(
        _ column: SelfCalibratingErrors.Column,
        _ error: Vector3,
        _ predicted: Matrix3,
        _ noise: Double,
        keeping kept: Kept = .nothing
    ) {
        let gain = column.gain((predicted + noise.timesIdentity).adjugateInverse.matrix)
        let before =
            kept == .nothing ? nil : (bias: errors.bias, field: errors.field, biasField: errors.biasField)
        errors.correct(gain: gain, column: column)
        let tilt = gain.tilt * error
        level = UnitQuaternion(rotationVector: Vector3(tilt.x, tilt.y, 0)) * level
        velocity += gain.velocity * error
        if let before { errors.bias = before.bias } else { bias += gain.bias * error }
        if let before, kept == .biasAndField {
            (errors.field, errors.biasField) = (before.field, before.biasField)
        } else {
            field += gain.field * error
        }
        offset += gain.offset * error
    }

    @_transparent private mutating func turnToNorth() {
        let half = Angle(radians: Double.atan2(y: field.x, x: field.y) * 0.5)
        halfTurn = (half.cosine, half.sine)
    }

    private mutating func forgetVelocity() {
        means.skipForce()
        velocity = .zero
        errors.forgetVelocity(velocityVariation.variance.timesHorizontalIdentity)
    }

    /// Restores the initial state if an overflow has occurred.
    private mutating func recover() {
        let sum = velocity.length + bias.length + field.length + offset.length + level.dot(level)
        guard !(errors.isFinite && sum.isFinite) else { return }
        let fresh = Self(constants)
        level = fresh.level
        velocity = fresh.velocity
        bias = fresh.bias
        field = fresh.field
        offset = fresh.offset
        errors = fresh.errors
        turnToNorth()
    }
}

extension Double {
    /// The identity matrix times this number.
    @_transparent fileprivate var timesIdentity: Matrix3 { Matrix3(diagonal: Vector3(self, self, self)) }

    /// The diagonal matrix with this number in the first two rows and 0 in the third.
    @_transparent fileprivate var timesHorizontalIdentity: Matrix3 {
        Matrix3(diagonal: Vector3(self, self, 0))
    }
}

/// The sums that ``SelfCalibratingState`` accumulates between two steps of the covariance.
struct SelfCalibratingMeans: Sendable {
    /// The time since the end of the last block, in seconds.
    private(set) var duration = 0.0
    /// The time since the last accelerometer sample, in seconds.
    private var withoutForce = 0.0
    private var turn = Vector3.zero
    /// The rotation vector, in level axes, that was measured while the gyroscope was at the end of its range.
    private(set) var saturatedTurn = Vector3.zero
    /// The integral ∫ f dt of the specific force in level axes, in m/s.
    private(set) var impulse = Vector3.zero
    private(set) var hasForce = false
    private var rate = Vector3.zero

    /// The time since the last measurement of the field, in seconds.
    private(set) var fieldAge = 0.0
    private var fieldSum = Vector3.zero
    private var orientationSum = Matrix3.zero
    private var squaredRateSum = 0.0
    private var fieldCount = 0.0

    var hasField: Bool { fieldCount > 0 }

    /// Returns the square of the mean angular velocity, in (rad/s)².
    func squaredRate(over duration: Seconds) -> Double {
        turn.lengthSquared * (1 / (duration * duration))
    }

    @_transparent mutating func add(rate: Vector3, over interval: Seconds) {
        self.rate = rate
        turn += rate * interval
        duration += interval
        withoutForce += interval
        fieldAge += interval
    }

    /// Adds a rotation vector that was measured at the end of the gyroscope's range.
    mutating func add(saturated turn: Vector3) { saturatedTurn += turn }

    /// Adds a specific force.
    ///
    /// - Returns: the time since the previous specific force, in seconds.
    @_transparent mutating func add(force: Vector3) -> Seconds {
        let interval = withoutForce
        withoutForce = 0
        impulse += force * interval
        hasForce = true
        return interval
    }

    /// Excludes the time since the last accelerometer sample, which is a gap, from the integral of the specific force.
    mutating func skipForce() { withoutForce = 0 }

    @_transparent mutating func add(field: Vector3, _ orientation: Matrix3) {
        fieldSum += orientation * field
        orientationSum = orientationSum + orientation
        squaredRateSum += rate.lengthSquared
        fieldCount += 1
    }

    mutating func clearBlock() {
        duration = 0
        turn = .zero
        saturatedTurn = .zero
        impulse = .zero
        hasForce = false
    }

    /// Returns the mean field in level axes, the mean rotation matrix from device to level axes, and the mean of ω².
    /// The sums are then reset.
    mutating func takeField() -> (field: Vector3, orientation: Matrix3, squaredRate: Double) {
        let share = 1 / fieldCount
        defer {
            (fieldSum, orientationSum, squaredRateSum) = (.zero, .zero, 0)
            (fieldCount, fieldAge) = (0, 0)
        }
        return (fieldSum * share, orientationSum * share, squaredRateSum * share)
    }
}

/// A detector of rest: the device is at rest if gyroscope and accelerometer stay close to their low-passed values for
/// some time.
///
/// The method is from Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014, but uses low-passes of first order.
struct RestDetection: Sendable {
    /// The time constant of the low-passes, in seconds.
    private static let timeConstant = 0.3
    /// The time, in seconds, for which the signals must stay within the limits before the device counts as at rest.
    private static let shortestRest = 1.5
    /// The maximum squared deviation of the gyroscope at rest: (2°/s)², in (rad/s)².
    private static let rateDeviation = 4 * degree * degree
    /// The maximum squared mean rate at rest: (6°/s)², in (rad/s)². A faster uniform rotation is not rest.
    private static let rate = 36 * degree * degree
    /// The maximum squared deviation of the accelerometer at rest: (0.5 m/s²)², in (m/s²)².
    private static let accelerationDeviation = 0.25
    private static let degree = Double.pi / 180

    /// The low-passed gyroscope signal in rad/s. At rest, this signal equals the bias.
    private(set) var meanRate = Vector3.zero
    private var meanAcceleration = Vector3.zero
    private var hasRate = false
    private var hasAcceleration = false
    private var duration = 0.0

    var isAtRest: Bool { duration > Self.shortestRest }

    /// Processes an angular velocity in rad/s.
    mutating func update(rate: Vector3, over interval: Seconds) {
        meanRate = hasRate ? meanRate + (rate - meanRate) * min(interval / Self.timeConstant, 1) : rate
        hasRate = true
        let isStill =
            (rate - meanRate).lengthSquared < Self.rateDeviation && meanRate.lengthSquared < Self.rate
        duration = isStill ? duration + interval : 0
    }

    /// Processes a specific force in m/s².
    mutating func update(acceleration: Vector3, over interval: Seconds) {
        let share = min(interval / Self.timeConstant, 1)
        meanAcceleration =
            hasAcceleration ? meanAcceleration + (acceleration - meanAcceleration) * share : acceleration
        hasAcceleration = true
        if (acceleration - meanAcceleration).lengthSquared >= Self.accelerationDeviation { duration = 0 }
    }
}
