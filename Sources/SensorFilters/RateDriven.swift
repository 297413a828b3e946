public import SensorModel

/// What an estimator that integrates the gyroscope keeps between samples.
public struct RateDrivenState: Sendable {
    var sensors = SensorHold()
    var time: Seconds?
    var orientation: UnitQuaternion?

    init() {}
}

/// An estimator that advances at each gyroscope sample, with the other sensors' last values held.
///
/// It starts from ``Triad`` at the first moment at which accelerometer and magnetometer are known, and again after a gap. The rules
/// for unusable samples are those of ``SensorModel/Filter``, written once here.
public protocol RateDriven: OrientationEstimator {
    var state: RateDrivenState { get set }
    var maximumGap: Seconds { get }

    /// Called when the estimator starts at an orientation: forget everything else.
    mutating func begin()

    /// The orientation one step on.
    mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        acceleration: Vector3,
        magneticField: Vector3,
        over interval: Seconds
    ) -> UnitQuaternion
}

extension RateDriven {
    public var skips: SkipCounts { state.sensors.skips }

    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        _ = state.sensors.takeDirections(of: frame)
        guard let rate = frame.gyroscope else { return state.orientation }
        // A rate whose square overflows is no more a number than infinity is.
        guard frame.time.isFinite, rate.lengthSquared.isFinite else {
            state.sensors.skips.nonFinite += 1
            return state.orientation
        }
        guard let acceleration = state.sensors.acceleration, let field = state.sensors.magneticField else { return nil }
        guard let last = state.time, let orientation = state.orientation else { return start(at: frame.time) }
        let interval = frame.time - last
        guard interval > 0 else {
            state.sensors.skips.notLater += 1
            return orientation
        }
        if interval > maximumGap {
            state.sensors.skips.restarts += 1
            return start(at: frame.time)
        }
        state.time = frame.time
        state.orientation = step(
            from: orientation,
            rate: rate,
            acceleration: acceleration,
            magneticField: field,
            over: interval
        )
        return state.orientation
    }

    private mutating func start(at time: Seconds) -> UnitQuaternion? {
        guard let orientation = state.sensors.triad() else { return state.orientation }
        begin()
        state.time = time
        state.orientation = orientation
        return orientation
    }
}
