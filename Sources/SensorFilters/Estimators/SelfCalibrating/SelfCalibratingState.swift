import RealModule
import SensorModel

/// The equations of ``SelfCalibrating``.
struct SelfCalibratingState: SampleSink {
    /// The shortest time over which the covariance advances, in seconds.
    private static var block: Seconds { 0.02 }
    /// The shortest time between two measurements of the field, in seconds.
    private static var fieldInterval: Seconds { 0.1 }
    /// The time over which the field's variation in a room is correlated, in seconds.
    private static var fieldCorrelation: Seconds { 1 }
    /// The time over which the velocity is correlated, in seconds.
    private static var velocityCorrelation: Seconds { 1 }
    /// The same for the low-passed gyroscope at rest, in seconds.
    private static var restCorrelation: Seconds { 0.5 }
    /// The standard deviation of each component of the Earth's field, in µT. Its strength is at most 67 µT.
    private static var unknownField: Double { 50 }
    /// The standard deviation of the tilt that one sample of the accelerometer gives, in radians.
    private static var initialTilt: Double { 5 * .pi / 180 }

    private let constants: SelfCalibratingConstants
    /// Device → level axes, whose third points up. Their heading is that of the gyroscope.
    private var level = UnitQuaternion.identity
    private var velocity = Vector3.zero
    private(set) var bias = Vector3.zero
    /// The Earth's field in level axes, µT.
    private(set) var field = Vector3.zero
    /// The magnetometer's offset in device axes, µT.
    private(set) var offset = Vector3.zero
    private(set) var errors: SelfCalibratingErrors
    private(set) var rest = RestDetection()
    private var means = SelfCalibratingMeans()
    private var isLevel = false
    private var hasField = false
    /// Half the angle from level axes to Earth axes, as cosine and sine.
    private var halfTurn = (cosine: 1.0, sine: 0.0)

    init(_ parameters: SelfCalibrating.Parameters) {
        self.init(SelfCalibratingConstants(parameters))
    }

    private init(_ constants: SelfCalibratingConstants) {
        self.constants = constants
        errors = SelfCalibratingErrors(
            tilt: (Self.initialTilt * Self.initialTilt).timesHorizontalIdentity,
            velocity: constants.velocityVariance.timesHorizontalIdentity,
            bias: constants.initialBiasVariance.timesIdentity,
            field: (Self.unknownField * Self.unknownField).timesIdentity,
            offset: constants.initialOffsetVariance.timesIdentity
        )
    }

    // MARK: Events

    /// Forgets where the device points. What is known of the sensors stays.
    mutating func reset() {
        var fresh = Self(constants)
        fresh.bias = bias
        fresh.offset = offset
        fresh.errors.bias = errors.bias
        fresh.errors.offset = errors.offset
        self = fresh
    }

    /// The state at the start of a run in the other direction of time: only bias and offset are known.
    func turnedBack() -> Self {
        var state = self
        state.reset()
        state.bias = -bias
        return state
    }

    mutating func begin(rate: Vector3) { rest.update(rate: rate, over: 0) }

    @_transparent mutating func update(rate: TimedSample, over interval: Seconds) {
        let corrected = rate.value - bias
        level = level * UnitQuaternion(rotationVector: corrected * interval)
        rest.update(rate: rate.value, over: interval)
        means.add(rate: corrected, over: interval)
        // Without the accelerometer for so long, gravity is not known.
        if means.duration > 0.5 { closeBlock() }
    }

    @_transparent mutating func update(acceleration: TimedSample) {
        guard isLevel else { return begin(acceleration: acceleration.value) }
        let sample = acceleration.value
        if acceleration.isAfterGap { forgetVelocity() }
        let force = level.rotate(sample)
        let interval = means.add(force: force)
        let step = interval
        velocity = Vector3(velocity.x + force.x * step, velocity.y + force.y * step, 0)
        rest.update(acceleration: acceleration.value, over: interval)
        if means.duration >= Self.block * 0.999 { closeBlock() }
    }

    @_transparent mutating func update(field: TimedSample) {
        guard isLevel else { return }
        means.add(field: field.value, Matrix3(level))
        if !hasField {
            correctByField()
            turnToNorth()
        }
    }

    /// Level axes → (magnetic East, North, Up).
    var northFromLevel: UnitQuaternion { UnitQuaternion.identity.turned(aboutUpByHalf: halfTurn.cosine, halfTurn.sine) }

    /// The orientation, device → (magnetic East, North, Up).
    @_transparent func currentOrientation() -> UnitQuaternion {
        level.turned(aboutUpByHalf: halfTurn.cosine, halfTurn.sine)
    }

    private mutating func begin(acceleration: Vector3) {
        guard let start = Triad.orientation(acceleration: acceleration) else { return }
        level = start
        isLevel = true
    }

    // MARK: Blocks

    /// Advances the covariance over the samples since the last block, and includes their measurements.
    @inline(never) private mutating func closeBlock() {
        guard isLevel else { return means.clearBlock() }
        let duration = means.duration
        let turn = Matrix3(level)
        advance(turn, over: duration)
        if means.hasForce { correctByVelocity(over: duration) }
        if rest.isAtRest { correctAtRest(over: duration) }
        means.clearBlock()
        if means.fieldAge >= Self.fieldInterval * 0.999, means.hasField { correctByField() }
        if hasField { turnToNorth() }
        recover()
    }

    private mutating func advance(_ turn: Matrix3, over duration: Seconds) {
        let time = duration
        let tangent = Vector3(-field.y, field.x, 0)
        errors.advance(
            by: SelfCalibratingErrors.Transition(
                tiltByBias: Matrix3(rows: turn.x * -time, turn.y * -time, .zero),
                // A tilt of more than a right angle, too, is corrected towards gravity.
                velocityByTilt: means.verticalImpulse.magnitude,
                fieldTangent: tangent,
                turnByBias: turn.z * time
            )
        )
        // White noise, and the gyroscope's errors of scale and alignment, which change with the axis of rotation.
        let rateVariance = constants.rateDensity + constants.scaleVariance * means.squaredRate(over: duration)
        let angle = rateVariance * time
        errors.tilt = errors.tilt + angle.timesHorizontalIdentity
        errors.field = errors.field + Matrix3(outer: tangent * angle, tangent)
        let walk = constants.biasDensity * time
        errors.bias = errors.bias + walk.timesIdentity
    }

    /// The integrated acceleration stays within the velocities of a person: 0 = v + noise.
    private mutating func correctByVelocity(over duration: Seconds) {
        let noise = constants.velocityVariance * max(Self.velocityCorrelation / duration, 1)
        correct(errors.velocityColumn, -velocity, errors.velocity, noise)
    }

    /// At rest, the low-passed gyroscope measures its bias.
    private mutating func correctAtRest(over duration: Seconds) {
        let noise = constants.restVariance * max(Self.restCorrelation / duration, 1)
        correct(errors.biasColumn, rest.meanRate - bias, errors.bias, noise)
    }

    /// The mean of the samples since the last measurement, in level axes: R m = e + e × θ + R o + noise.
    private mutating func correctByField() {
        let elapsed = hasField ? min(means.fieldAge, Self.fieldCorrelation) : Self.fieldInterval
        let (measured, orientation, squaredRate) = means.takeField()
        let error = measured - field - orientation * offset
        // Before the first sample, e is unknown, and θ turns the sample itself.
        let measurement = SelfCalibratingErrors.FieldMeasurement(
            field: hasField ? field : measured,
            orientation: orientation
        )
        hasField = true
        // A sample is as old as the sensor's filter makes it: the field has turned since.
        let lag = constants.squaredAge * squaredRate * field.lengthSquared
        var noise = (constants.fieldVariance + lag) * (Self.fieldCorrelation / elapsed)
        var column = errors.column(measurement)
        let (inverse, _) = (measurement.covariance(column) + noise.timesIdentity).adjugateInverse
        // What the estimate does not explain is a disturbance or a new offset, never another Earth's field.
        let isExpected = error.dot(inverse * error) <= 3
        if !isExpected {
            let excess = error.lengthSquared / 3
            noise = noise + excess * (1 - constants.offsetShare)
            errors.offset = errors.offset + (excess * constants.offsetShare).timesIdentity
            column = errors.column(measurement)
        }
        correct(column, error, measurement.covariance(column), noise)
    }

    /// Includes a measurement of three numbers.
    private mutating func correct(
        _ column: SelfCalibratingErrors.Column,
        _ error: Vector3,
        _ predicted: Matrix3,
        _ noise: Double
    ) {
        let gain = column.gain((predicted + noise.timesIdentity).adjugateInverse.matrix)
        errors.correct(gain: gain, column: column)
        let tilt = gain.tilt * error
        level = UnitQuaternion(rotationVector: Vector3(tilt.x, tilt.y, 0)) * level
        velocity += gain.velocity * error
        bias += gain.bias * error
        field += gain.field * error
        offset += gain.offset * error
    }

    @_transparent private mutating func turnToNorth() {
        let half = Angle(radians: Double.atan2(y: field.x, x: field.y) * 0.5)
        halfTurn = (half.cosine, half.sine)
    }

    private mutating func forgetVelocity() {
        means.skipForce()
        velocity = .zero
        errors.forgetVelocity(constants.velocityVariance.timesHorizontalIdentity)
    }

    /// Starts again after numbers have overflowed.
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
    /// This number times the identity matrix.
    @_transparent fileprivate var timesIdentity: Matrix3 { Matrix3(diagonal: Vector3(self, self, self)) }

    /// The same without the third row.
    @_transparent fileprivate var timesHorizontalIdentity: Matrix3 {
        Matrix3(diagonal: Vector3(self, self, 0))
    }
}
