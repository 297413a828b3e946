public import SensorModel

/// An estimator that advances ``RateEquations`` at each gyroscope sample, with the last values of the other sensors.
///
/// The estimator starts at the orientation of ``Triad`` as soon as acceleration and magnetic field are known. Without
/// the magnetometer, gravity alone determines this orientation. A gap longer than ``maximumGap`` restarts the
/// estimator. Directions older than ``maximumGap`` are not used. Unusable samples are skipped and counted.
///
/// The members are inlinable, so that the compiler specialises them for equations in other modules. All types are
/// `@usableFromInline`. Otherwise, `@inlinable` would have no effect on their members, because the types have package
/// access.
@usableFromInline package struct RateDriven<Equations: RateEquations>: Sendable {
    @usableFromInline package let maximumGap: Seconds
    @usableFromInline package var equations: Equations
    @usableFromInline package var sensors: SensorHold
    /// The time of the last step, in seconds; `nil` before the start.
    @usableFromInline package var time: Seconds?
    @usableFromInline package var orientation = UnitQuaternion.identity

    package init(_ equations: Equations, maximumGap: Seconds, magnetometer: MagnetometerUse) {
        self.equations = equations
        self.maximumGap = maximumGap
        sensors = SensorHold(magnetometer: magnetometer)
    }

    package init(_ equations: Equations, _ parameters: some EstimatorParameters) {
        self.init(equations, maximumGap: parameters.maximumGap, magnetometer: parameters.magnetometer)
    }

    /// The counts of unusable samples and of restarts.
    package var skips: SkipCounts {
        var counts = sensors.skips
        counts.undetermined += equations.undetermined
        return counts
    }

    /// Processes a frame.
    ///
    /// - Returns: the orientation; `nil` if the samples so far do not determine the orientation.
    @inlinable @inline(__always) package mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        let last = sensors.held(afterReading: frame)
        guard let rate = frame.gyroscope else { return time == nil ? nil : orientation }
        // Rates whose square overflows are rejected, too.
        guard frame.time.isFinite, rate.lengthSquared.isFinite else {
            sensors.skips.nonFinite += 1
            return time == nil ? nil : orientation
        }
        guard let before = time else { return start(at: frame.time) }
        let interval = frame.time - before
        guard interval > 0 else {
            sensors.skips.notLater += 1
            return orientation
        }
        if interval > maximumGap {
            sensors.skips.restarts += 1
            return start(at: frame.time)
        }
        time = frame.time
        let input = Equations.Input(sensors.directions(last, at: frame.time, within: maximumGap), &sensors)
        // The result is a local variable, so that the caller does not have to load it from memory.
        let next = equations.step(from: orientation, rate: rate, input: input, over: interval)
        orientation = next
        return next
    }

    @usableFromInline package mutating func start(at now: Seconds) -> UnitQuaternion? {
        time = nil
        guard let directions = sensors.directions(at: now, within: maximumGap),
            let triad = sensors.triad(directions)
        else { return nil }
        time = now
        let input = Equations.Input(directions, &sensors)
        orientation = equations.begin(at: triad, input)
        return orientation
    }
}

/// The equations of an estimator that takes a step at each gyroscope sample.
@usableFromInline package protocol RateEquations: Sendable {
    /// The type of the input: the last values of all sensors except the gyroscope.
    associatedtype Input: RateInput

    /// Discards the state and starts at the orientation of ``Triad``.
    ///
    /// - Returns: the initial orientation.
    mutating func begin(at triad: UnitQuaternion, _ input: Input) -> UnitQuaternion

    /// Returns the orientation after one step.
    ///
    /// - Parameters:
    ///   - orientation: the last orientation.
    ///   - rate: the angular velocity in device axes, in rad/s.
    ///   - input: the last values of the other sensors.
    ///   - interval: the time since the last step in seconds, greater than 0.
    mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: Input,
        over interval: Seconds
    ) -> UnitQuaternion

    /// The number of samples that did not determine a direction.
    var undetermined: Int { get }
}

extension RateEquations {
    @usableFromInline package var undetermined: Int { 0 }
}

/// The input of ``RateEquations`` at a gyroscope sample, derived from the last values of the other sensors.
@usableFromInline package protocol RateInput: Sendable {
    /// Creates the input.
    ///
    /// - Parameters:
    ///   - directions: the last directions of gravity and field; `nil` if a required sensor has no recent value.
    ///   - sensors: the last values of all sensors, and the counts of unusable samples.
    init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold)
}

/// Gravity and magnetic field as directions of length one in device axes.
@usableFromInline package struct UnitDirections: RateInput {
    @usableFromInline package let gravity: Vector3
    /// The direction of the magnetic field; zero without the magnetometer.
    @usableFromInline package let field: Vector3
    /// A Boolean value that indicates whether each required sensor has a recent value.
    @usableFromInline package let isKnown: Bool
    /// A Boolean value that indicates whether the field corrects the orientation.
    @usableFromInline package var hasField: Bool
    /// A Boolean value that indicates whether gravity corrects the orientation.
    @usableFromInline package var hasGravity = true

    /// A Boolean value that indicates whether the field is known, even if it does not correct the orientation.
    @inlinable package var isFieldMeasured: Bool { field != .zero }

    /// Creates known directions of length one.
    @inlinable package init(gravity: Vector3, field: Vector3) {
        (isKnown, hasField) = (true, true)
        self.gravity = gravity
        self.field = field
    }

    @inlinable @inline(__always) package init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
        gravity = directions?.gravityDirection ?? .zero
        field = directions?.fieldDirection ?? .zero
        isKnown = directions != nil
        hasField = directions?.hasField ?? false
    }
}

/// Gravity and magnetic field, both as directions of length one and as measured vectors.
@usableFromInline package struct MeasuredDirections: RateInput {
    @usableFromInline package let directions: UnitDirections
    /// The specific force in m/s²; zero if a required sensor has no recent value.
    @usableFromInline package let acceleration: Vector3
    /// The magnetic field in µT; zero without the magnetometer.
    @usableFromInline package let field: Vector3

    @inlinable @inline(__always) package init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
        self.directions = UnitDirections(directions, &sensors)
        acceleration = directions?.acceleration ?? .zero
        field = directions?.magneticField ?? .zero
    }
}
