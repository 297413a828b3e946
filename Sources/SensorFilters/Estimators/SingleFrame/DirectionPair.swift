import SensorModel

/// The measured directions of gravity and field, which are not parallel.
struct DirectionPair: Sendable {
    /// Up in device axes, of length one.
    let gravity: Vector3
    /// The field in device axes, of length one.
    let field: Vector3
    /// The cosine of the angle between both: minus the sine of the dip.
    let cosine: Double
    /// The sine of the angle between both, more than 0: the cosine of the dip.
    let sine: Double

    /// Nil for parallel directions.
    init?(_ directions: SensorHold.Directions) {
        guard let gravity = directions.acceleration.normalised, let field = directions.magneticField.normalised else {
            return nil
        }
        self.gravity = gravity
        self.field = field
        cosine = gravity.dot(field)
        sine = gravity.cross(field).length
        guard sine > Triad.leastSine else { return nil }
    }
}

/// What receives the directions of a ``SingleFrameGate``.
protocol SingleFrameSink: Sendable {
    mutating func observe(_ pair: DirectionPair)
}

/// The rules by which frames drive an estimator without memory: each usable sample of gravity or field gives a pair with
/// the last one of the other sensor.
struct SingleFrameGate: Sendable {
    private var sensors = SensorHold()
    private var hasOrientation = false

    var skips: SkipCounts { sensors.skips }

    /// Reads a frame and sends the directions that follow from it.
    ///
    /// - Returns: whether the samples so far determine an orientation.
    mutating func process<Sink: SingleFrameSink>(_ frame: SensorFrame, into sink: inout Sink) -> Bool {
        guard sensors.readDirections(of: frame),
            let directions = sensors.directions(at: frame.time, within: .infinity)
        else { return hasOrientation }
        guard let pair = DirectionPair(directions) else {
            sensors.skips.undetermined += 1
            return hasOrientation
        }
        hasOrientation = true
        sink.observe(pair)
        return true
    }
}
