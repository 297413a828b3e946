public import SensorModel

/// A Kalman filter that calibrates gyroscope and magnetometer while it runs.
///
/// The magnetometer measures three things at once, which differ in how they turn: the Earth's field stays with the
/// world, the magnetometer's own offset (hard iron, or a magnet on the device) turns with the device, and a disturbance
/// of the place comes and goes. With R the rotation from device axes to level axes,
///
///     R m = e + R o + disturbance
///
/// e and o enter linearly. The filter does not estimate a heading: it estimates the Earth's field e in level axes whose
/// heading is that of the gyroscope, and reads the heading from e. So it needs no first guess of the heading, and an
/// offset may be ten times the Earth's field. Tilt and bias come from gravity in the same filter: the integrated
/// acceleration stays within the velocities of a person. <doc:selfCalibrating> derives the equations.
///
/// Starts at what gravity and field say at the gyroscope's first sample. After a gap it starts again, and keeps bias and
/// offset. North is magnetic north. Without the magnetometer, the heading is that of the gyroscope. O(1) time and memory
/// per sample.
///
///     var filter = SelfCalibrating()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct SelfCalibrating: OrientationEstimator {
    /// The parameters of the filter.
    public let parameters: Parameters
    private var gate: SampleGate
    private var state: SelfCalibratingState

    /// Creates a filter that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        gate = SampleGate(maximumGap: parameters.maximumGap, magnetometer: parameters.magnetometer)
        state = SelfCalibratingState(parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { gate.skips }

    /// The current estimate of the gyroscope's bias, rad/s in device axes.
    public var gyroscopeBias: Vector3 { state.bias }

    /// The current estimate of the magnetometer's offset, µT in device axes: subtract it from a sample.
    public var magnetometerOffset: Vector3 { state.offset }

    /// The standard deviation of each component of ``magnetometerOffset``, in µT.
    public var magnetometerOffsetDeviation: Vector3 {
        let variance = state.errors.offset
        return Vector3(
            max(variance.x.x, 0).squareRoot(),
            max(variance.y.y, 0).squareRoot(),
            max(variance.z.z, 0).squareRoot()
        )
    }

    /// The current estimate of the Earth's field, in µT along magnetic East (always 0), North and Up.
    public var earthField: Vector3 {
        Vector3(0, (state.field.x * state.field.x + state.field.y * state.field.y).squareRoot(), state.field.z)
    }

    /// Whether the device is at rest.
    public var isAtRest: Bool { gate.isStarted && state.rest.isAtRest }

    /// The covariance of the orientation's error, in rad².
    ///
    /// The error is the rotation vector in Earth axes (magnetic East, North, Up) that turns the estimate to the truth. Its
    /// third component is the error of the heading: nil before the magnetometer's first sample.
    public var covariance: Matrix3? { gate.isStarted ? state.attitudeCovariance : nil }

    /// Reads a frame; returns the orientation, device → Earth (magnetic East, North, Up).
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        gate.process(frame, into: &state) ? state.currentOrientation() : nil
    }

    /// Forgets all samples.
    public mutating func reset() {
        self = SelfCalibrating(parameters)
    }
}

extension SelfCalibratingState {
    /// The covariance of the rotation vector in Earth axes; nil without a field.
    var attitudeCovariance: Matrix3? {
        let square = field.x * field.x + field.y * field.y
        guard square > 0 else { return nil }
        // d atan2(e_x, e_y) = (e_y de_x − e_x de_y) / (e_x² + e_y²)
        let slope = Vector3(field.y / square, -field.x / square, 0)
        let heading = slope.dot(errors.field * slope)
        let cross = errors.tiltField * slope
        let inLevelAxes = Matrix3(
            rows: Vector3(errors.tilt.x.x, errors.tilt.x.y, cross.x),
            Vector3(errors.tilt.y.x, errors.tilt.y.y, cross.y),
            Vector3(cross.x, cross.y, heading)
        )
        let turn = Matrix3(northFromLevel)
        return turn * inLevelAxes * turn.transposed
    }
}
