public import SensorModel

/// Extrapolates the newest sample by the filtered velocity: where the value will be when the display shows it.
///
/// Latency compensation by dead reckoning. Prediction is what brings head-mounted displays into register while the head
/// turns: Azuma & Bishop 1994, doi:10.1145/192161.192199, whose predictor has inertial sensors besides. The velocity of
/// an orientation is the angular velocity in device axes, as a gyroscope has it.
///
/// The first sample is the first output. Latency on a ramp or in a uniform turn: −h, from the second sample on.
/// O(1) time and memory per sample.
public struct Predict<Value: MovableValue>: Filter {
    public typealias Parameters = PredictParameters

    /// What the filter remembers: the last sample, the velocity in units per second, and for how long it has been seen.
    private struct Motion: Sendable {
        var value: Value
        var velocity: Value.Step
        var duration: Seconds
    }

    public let parameters: Parameters
    public var intake = Intake<Value>()
    private var motion: Motion?

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public mutating func start(with value: Value) -> Value {
        motion = Motion(value: value, velocity: .zero, duration: 0)
        return value
    }

    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        guard let last = motion else { return start(with: value) }
        let duration = last.duration + interval
        // v_n = (x_n − x_{n−1})/Δt, on the circle and the sphere by the shorter arc
        let seen = last.value.displacement(to: value) * (1 / interval)
        // v̂_n = v̂_{n−1} + α_n (v_n − v̂_{n−1}): the exponentially weighted mean over what has been seen
        let share = share(of: interval, in: duration)
        let velocity = seen * share + last.velocity * (1 - share)
        // y_n = x_n + h v̂_n; for orientations x_n ⊗ exp(½ h ω̂_n)
        let ahead = value.moved(by: velocity * parameters.horizon)
        // A velocity that overflows would stay in the filter for good.
        guard velocity.length.isFinite, ahead.isUsable else { return start(with: value) }
        motion = Motion(value: value, velocity: velocity, duration: duration)
        return ahead
    }

    // Callers hold filters as existentials, and would otherwise run the code for any value.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    public mutating func reset() {
        self = Predict(parameters)
    }

    /// α_n = (1 − exp(−Δt/τ))/(1 − exp(−t/τ)), t since the start: no trace of a velocity before the first sample
    /// remains.
    private func share(of interval: Seconds, in duration: Seconds) -> Double {
        let weight = ExponentialSmoothing.weight(interval: interval, timeConstant: parameters.timeConstant)
        let total = ExponentialSmoothing.weight(interval: duration, timeConstant: parameters.timeConstant)
        return total > 0 ? weight / total : 1
    }
}

extension FilterEntry {
    static let predict = FilterEntry(
        name: "predict",
        summary: "Extrapolation by the filtered velocity: the value a little later.",
        source: "Azuma & Bishop 1994, doi:10.1145/192161.192199",
        parameters: PredictParameters.descriptors,
        scalar: { Predict(PredictParameters($0)) },
        heading: { Predict(PredictParameters($0)) },
        vector: { Predict(PredictParameters($0)) },
        quaternion: { Predict(PredictParameters($0)) }
    )
}
