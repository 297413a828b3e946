public import SensorModel

/// The Kalman filter for a motion of constant velocity that white acceleration disturbs.
///
/// Kalman 1960, doi:10.1115/1.3662552; the model and its discretisation as in Bar-Shalom et al. 2001,
/// doi:10.1002/0471221279, section 6.2.2. At even intervals its gains settle, and it is an alpha-beta filter: Kalata
/// 1984, doi:10.1109/TAES.1984.310438.
///
/// All axes of a vector have one covariance, so that they may point anywhere. Differences of headings go around the
/// circle. The velocity of an orientation is the angular velocity in device axes; its differences are rotation vectors.
///
/// The first sample is the first output. Latency on a ramp or in a uniform turn: none in the steady state. O(1) time
/// and memory per sample.
public struct KalmanConstantVelocity<Value: MovableValue>: Filter {
    public typealias Parameters = KalmanConstantVelocityParameters

    private struct State: Sendable {
        var position: Value
        /// Units per second.
        var velocity: Value.Step
        var covariance: MotionCovariance
    }

    public let parameters: Parameters
    public var intake = Intake<Value>()
    private var state: State?

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: Value) -> Value {
        let covariance = MotionCovariance(
            position: parameters.measurementNoise * parameters.measurementNoise,
            shared: 0,
            velocity: parameters.initialSpeed * parameters.initialSpeed
        )
        state = State(position: value, velocity: .zero, covariance: covariance)
        return value
    }

    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        guard let last = state else { return start(with: value) }
        let variance = parameters.measurementNoise * parameters.measurementNoise
        let density = parameters.processNoise * parameters.processNoise
        // x⁻ = F x, P⁻ = F P Fᵀ + Q
        let expected = last.position.moved(by: last.velocity * interval)
        let uncertainty = last.covariance.predicted(over: interval, density: density)
        let gain = uncertainty.gain(variance: variance)
        // x = x⁻ + K (z − H x⁻)
        let surprise = expected.displacement(to: value)
        let position = expected.moved(by: surprise * gain.position)
        let velocity = last.velocity + surprise * gain.velocity
        let covariance = uncertainty.corrected(by: gain, variance: variance)
        // What overflows would stay in the filter for good.
        guard position.isUsable, velocity.length.isFinite, covariance.isFinite else { return start(with: value) }
        state = State(position: position, velocity: velocity, covariance: covariance)
        return position
    }

    // Callers hold filters as existentials, and would otherwise run the code for any value.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    public mutating func reset() {
        self = KalmanConstantVelocity(parameters)
    }
}

extension FilterEntry {
    static let kalmanConstantVelocity = FilterEntry(
        name: "kalmanConstantVelocity",
        summary: "Kalman filter for motion of constant velocity, disturbed by white acceleration.",
        source: "Kalman 1960, doi:10.1115/1.3662552; Bar-Shalom et al. 2001, doi:10.1002/0471221279",
        parameters: KalmanConstantVelocityParameters.descriptors,
        scalar: { KalmanConstantVelocity(KalmanConstantVelocityParameters($0)) },
        heading: { KalmanConstantVelocity(KalmanConstantVelocityParameters($0)) },
        vector: { KalmanConstantVelocity(KalmanConstantVelocityParameters($0)) },
        quaternion: { KalmanConstantVelocity(KalmanConstantVelocityParameters($0)) }
    )
}
