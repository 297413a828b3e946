import SensorModel

/// An estimator that advances at each gyroscope sample, with the last values of the other sensors held: a gate that
/// reads frames, and the equations that it drives.
struct RateDriven<Equations: RateEquations>: Sendable where Equations.Number == Double {
    private var gate: RateGate<Equations.Input>
    private(set) var state: RateState<Equations>

    init(_ equations: Equations, maximumGap: Seconds, magnetometer: MagnetometerUse) {
        gate = RateGate(maximumGap: maximumGap, magnetometer: magnetometer)
        state = RateState(equations)
    }

    var skips: SkipCounts {
        var counts = gate.skips
        counts.undetermined += state.undetermined(lane: 0)
        return counts
    }

    @_transparent mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        gate.process(frame, into: &state)
    }
}

/// The equations of an estimator that advances at gyroscope samples, for one setting of its parameters or for one in
/// each lane.
protocol RateEquations: Sendable {
    associatedtype Number: LaneNumber
    /// What the equations use of the other sensors.
    associatedtype Input: RateInput

    /// Starts the estimator and forgets everything else.
    ///
    /// - Returns: the first orientation, the same in every lane.
    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion

    /// Starts the estimator with the samples of the start.
    mutating func begin(at triad: UnitQuaternion, _ input: Input) -> UnitQuaternion

    /// The orientation one step later.
    ///
    /// - Parameters:
    ///   - orientation: the last one.
    ///   - rate: the angular velocity in device axes, in rad/s.
    ///   - input: what the other sensors say.
    ///   - interval: the time since the last step, greater than 0.
    mutating func step(
        from orientation: Rotation<Number>,
        rate: Vector3,
        input: Input,
        over interval: Seconds
    ) -> Rotation<Number>

    /// The number of samples from which one lane could not derive a direction.
    func undetermined(lane: Int) -> Int
}

extension RateEquations {
    @_transparent mutating func begin(at triad: UnitQuaternion, _ input: Input) -> UnitQuaternion { begin(at: triad) }

    func undetermined(lane: Int) -> Int { 0 }
}

/// What the equations of an estimator use of the sensors at a gyroscope sample: the same for all settings.
protocol RateInput: Sendable {
    /// - Parameters:
    ///   - directions: the sensors' last values; nil while one of the sensors is silent.
    ///   - sensors: all values, and the counts of unusable samples.
    init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold)
}

/// Gravity and magnetic field as directions of length one in device axes.
struct UnitDirections: RateInput {
    let gravity: Vector3
    /// Zero without the magnetometer.
    let field: Vector3
    /// Whether the directions are known. They are not while one of the sensors is silent.
    let isKnown: Bool
    /// Whether the field corrects the orientation.
    var hasField: Bool
    /// Whether gravity corrects the orientation.
    var hasGravity = true

    /// Whether the field is known, also where it does not correct the orientation.
    var isFieldMeasured: Bool { field != .zero }

    /// Known directions of length one.
    init(gravity: Vector3, field: Vector3) {
        (isKnown, hasField) = (true, true)
        self.gravity = gravity
        self.field = field
    }

    @_transparent init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
        gravity = directions?.gravityDirection ?? .zero
        field = directions?.fieldDirection ?? .zero
        isKnown = directions != nil
        hasField = directions?.hasField ?? false
    }
}

/// What receives the events of a ``RateGate``.
protocol RateSink: Sendable {
    associatedtype Input: RateInput
    /// What the sink knows after an event. The gate passes it on, so that the caller need not load it from memory.
    associatedtype Output

    /// The output of the last event.
    var output: Output { get }

    /// The estimator starts, or starts again after a gap, at what ``Triad`` finds in the input.
    mutating func start(at triad: UnitQuaternion, _ input: Input) -> Output

    /// The estimator advances by a gyroscope sample.
    mutating func step(rate: Vector3, input: Input, over interval: Seconds) -> Output
}

/// The current orientation of an estimator, and the equations that advance it.
struct RateState<Equations: RateEquations>: RateSink {
    private(set) var equations: Equations
    private(set) var orientation = Rotation<Equations.Number>.identity

    init(_ equations: Equations) {
        self.equations = equations
    }

    @_transparent var output: Rotation<Equations.Number> { orientation }

    @_transparent mutating func start(at triad: UnitQuaternion, _ input: Equations.Input) -> Rotation<Equations.Number>
    {
        orientation = Rotation(repeating: equations.begin(at: triad, input))
        return orientation
    }

    @_transparent mutating func step(
        rate: Vector3,
        input: Equations.Input,
        over interval: Seconds
    ) -> Rotation<Equations.Number> {
        let next = equations.step(from: orientation, rate: rate, input: input, over: interval)
        orientation = next
        return next
    }

    func undetermined(lane: Int) -> Int { equations.undetermined(lane: lane) }
}

/// The rules by which frames drive an estimator that advances at gyroscope samples.
///
/// The estimator starts from ``Triad`` at the first moment at which accelerometer and magnetometer are known, and again
/// after a gap that is longer than ``maximumGap``. Without the magnetometer, gravity alone gives the start. Directions
/// older than that are not used. The rules for unusable samples are those of `Filter`.
struct RateGate<Input: RateInput>: Sendable {
    let maximumGap: Seconds
    private var sensors: SensorHold
    /// The time of the last step; nil while the estimator has not started.
    private var time: Seconds?

    init(maximumGap: Seconds, magnetometer: MagnetometerUse) {
        self.maximumGap = maximumGap
        sensors = SensorHold(magnetometer: magnetometer)
    }

    var skips: SkipCounts { sensors.skips }

    /// Reads a frame and sends what follows from it.
    ///
    /// - Returns: the sink's output; nil if the samples so far do not determine an orientation.
    @_transparent mutating func process<Sink: RateSink>(_ frame: SensorFrame, into sink: inout Sink) -> Sink.Output?
    where Sink.Input == Input {
        let last = sensors.held(afterReading: frame)
        guard let rate = frame.gyroscope else { return time == nil ? nil : sink.output }
        // A rate whose square overflows is no measurement either.
        guard frame.time.isFinite, rate.lengthSquared.isFinite else {
            sensors.skips.nonFinite += 1
            return time == nil ? nil : sink.output
        }
        guard let before = time else { return start(at: frame.time, into: &sink) }
        let interval = frame.time - before
        guard interval > 0 else {
            sensors.skips.notLater += 1
            return sink.output
        }
        if interval > maximumGap {
            sensors.skips.restarts += 1
            return start(at: frame.time, into: &sink)
        }
        time = frame.time
        let input = Input(sensors.directions(last, at: frame.time, within: maximumGap), &sensors)
        sensors.markUsed()
        return sink.step(rate: rate, input: input, over: interval)
    }

    private mutating func start<Sink: RateSink>(at now: Seconds, into sink: inout Sink) -> Sink.Output?
    where Sink.Input == Input {
        time = nil
        guard let directions = sensors.directions(at: now, within: maximumGap),
            let triad = sensors.triad(directions)
        else { return nil }
        time = now
        let input = Input(directions, &sensors)
        sensors.markUsed()
        return sink.start(at: triad, input)
    }
}
