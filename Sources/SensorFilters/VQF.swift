public import SensorModel

/// The versatile quaternion-based filter: VQF.
///
/// Laidig & Seel 2023, doi:10.1016/j.inffus.2022.10.014. The gyroscope is integrated on its own; gravity is low-passed
/// in the frame that this gives, where it hardly moves; the heading is corrected apart, so that the magnetometer never
/// tilts the result. On top of this, and in the basic form left out: the gyroscope's bias, rest, and disturbed magnetic
/// fields.
///
/// Starts, and starts again after a gap, at what gravity and field say at the gyroscope's first sample, and advances
/// with the gyroscope. Accelerometer and magnetometer correct at their own samples. North is magnetic north. O(1) time
/// and memory per sample.
public struct VQF: OrientationEstimator {
    public let parameters: Parameters
    private var sensors = SensorHold()
    /// The time of the gyroscope's last sample; nil while the estimator has not started.
    private var time: Seconds?
    private var fusion: VQFFusion

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        fusion = VQFFusion(parameters)
    }

    public var skips: SkipCounts { sensors.skips }

    /// Whether the device has been found at rest. False without ``Parameters/restBiasEstEnabled``.
    public var isAtRest: Bool { time != nil && fusion.isAtRest }

    /// Whether the magnetic field is taken for disturbed. False without ``Parameters/magDistRejectionEnabled``.
    public var isFieldDisturbed: Bool { time != nil && fusion.isFieldDisturbed }

    /// The gyroscope's bias as it is known by now, rad/s in device axes.
    public var gyroscopeBias: Vector3 { fusion.bias }

    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        let hasAcceleration = sensors.takeAcceleration(of: frame)
        let hasField = sensors.takeMagneticField(of: frame)
        let last = time
        if let rate = frame.gyroscope { take(rate, at: frame.time) }
        // Behind a start, the directions are in already; in a gap of the gyroscope they belong to a frame that has
        // moved on.
        if let last, frame.time - last <= parameters.maximumGap {
            if hasAcceleration { correctInclination() }
            if hasField { correctHeading() }
        }
        return time == nil ? nil : fusion.orientation
    }

    public mutating func reset() {
        self = VQF(parameters)
    }

    private mutating func take(_ rate: Vector3, at now: Seconds) {
        // A rate whose square overflows is no more a number than infinity is.
        guard now.isFinite, rate.lengthSquared.isFinite else {
            sensors.skips.nonFinite += 1
            return
        }
        guard let last = time else { return start(rate, at: now) }
        let interval = now - last
        guard interval > 0 else {
            sensors.skips.notLater += 1
            return
        }
        if interval > parameters.maximumGap {
            sensors.skips.restarts += 1
            return start(rate, at: now)
        }
        time = now
        fusion.advance(rate: rate, over: interval, at: now)
    }

    private mutating func start(_ rate: Vector3, at now: Seconds) {
        time = nil
        fusion = VQFFusion(parameters)
        guard let directions = sensors.directions(at: now, within: parameters.maximumGap),
            sensors.triad(directions) != nil
        else { return }
        time = now
        fusion.begin(rate: rate, at: now)
        correctInclination()
        correctHeading()
    }

    private mutating func correctInclination() {
        guard let held = sensors.acceleration else { return }
        if fusion.correctInclination(acceleration: held.value, at: held.time) { sensors.skips.restarts += 1 }
    }

    private mutating func correctHeading() {
        guard let held = sensors.magneticField else { return }
        if fusion.correctHeading(field: held.value, at: held.time) { sensors.skips.restarts += 1 }
    }
}
