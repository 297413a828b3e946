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
/// It starts from ``Triad`` at the first moment at which accelerometer and magnetometer are known, and again after a
/// gap. Directions older than ``maximumGap`` are no longer held. The rules for unusable samples are those of
/// `Filter`, written once here.
public protocol RateDriven: OrientationEstimator {
    var state: RateDrivenState { get set }
    var maximumGap: Seconds { get }

    /// Called when the estimator starts at an orientation: forget everything else.
    mutating func begin()

    /// The first orientation, for what gravity and field say.
    mutating func start(fromTriad triad: UnitQuaternion) -> UnitQuaternion

    /// The orientation one step on. No directions while one of the sensors is silent.
    mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        directions: Directions?,
        over interval: Seconds
    ) -> UnitQuaternion
}

extension RateDriven {
    /// Specific force in m/s² and magnetic field in µT, in device axes.
    public typealias Directions = (acceleration: Vector3, magneticField: Vector3)

    /// An estimator that keeps nothing but its orientation has nothing to forget.
    public mutating func begin() {}

    /// At what gravity and field say.
    public func start(fromTriad triad: UnitQuaternion) -> UnitQuaternion { triad }

    public var skips: SkipCounts { state.sensors.skips }

    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? {
        _ = state.sensors.readDirections(of: frame)
        guard let rate = frame.gyroscope else { return state.orientation }
        // A rate whose square overflows is no more a number than infinity is.
        guard frame.time.isFinite, rate.lengthSquared.isFinite else {
            state.sensors.skips.nonFinite += 1
            return state.orientation
        }
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
            directions: state.sensors.directions(at: frame.time, within: maximumGap),
            over: interval
        )
        return state.orientation
    }

    private mutating func start(at time: Seconds) -> UnitQuaternion? {
        state.time = nil
        state.orientation = nil
        guard let directions = state.sensors.directions(at: time, within: maximumGap),
            let triad = state.sensors.triad(directions)
        else { return nil }
        begin()
        state.time = time
        state.orientation = start(fromTriad: triad)
        return state.orientation
    }
}
