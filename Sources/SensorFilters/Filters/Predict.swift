public import SensorModel

/// The newest sample, extrapolated with the low-passed velocity to the time when it is displayed.
///
/// The filter compensates for the latency of a display. Azuma & Bishop 1994, doi:10.1145/192161.192199, show that
/// head-mounted displays need such a prediction while the head turns; their predictor also uses inertial sensors. The
/// velocity of an orientation is the angular velocity in device axes, as measured by a gyroscope.
///
/// The first sample is the first output. From the second sample on, the latency on a ramp or in a uniform rotation is
/// −h, where h is the horizon. O(1) time and memory per sample.
///
/// ```swift
/// var filter = Predict<UnitQuaternion>(PredictParameters(horizon: 0.03))
/// let displayed = filter.update(orientation, at: time)
/// ```
public struct Predict<Value: MovableValue>: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = PredictParameters

    /// The last sample, the filtered velocity in units per second, and the time since the start.
    private struct Motion: Sendable {
        var value: Value
        var velocity: Value.Step
        var duration: Seconds
    }

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var motion: Motion?

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: Value) -> Value {
        motion = Motion(value: value, velocity: .zero, duration: 0)
        return value
    }

    /// Low-passes the velocity and returns the sample, extrapolated by the horizon.
    public mutating func advance(to value: Value, over interval: Seconds) -> Value {
        guard let last = motion else { return start(with: value) }
        let duration = last.duration + interval
        // v_n = (x_n − x_{n−1})/Δt, along the shorter arc on the circle and the sphere
        let measured = last.value.displacement(to: value) * (1 / interval)
        // v̂_n = v̂_{n−1} + α_n (v_n − v̂_{n−1}): the exponentially weighted mean since the start
        let share = share(of: interval, in: duration)
        let velocity = measured * share + last.velocity * (1 - share)
        // y_n = x_n + h v̂_n; for orientations x_n ⊗ exp(½ h ω̂_n)
        let ahead = value.moved(by: velocity * parameters.horizon)
        // Without a restart, an overflow would remain in the state.
        guard velocity.length.isFinite, ahead.isUsable else { return start(with: value) }
        motion = Motion(value: value, velocity: velocity, duration: duration)
        return ahead
    }

    // Specialised for callers that use `any Filter`; see `Filter.accept`.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }

    /// Returns the weight of the newest velocity, α_n = (1 − exp(−Δt/τ))/(1 − exp(−t/τ)), where t is the time since the
    /// start. With this weight, the initial velocity has no effect.
    private func share(of interval: Seconds, in duration: Seconds) -> Double {
        let weight = ExponentialSmoothing.weight(interval: interval, timeConstant: parameters.timeConstant)
        let total = ExponentialSmoothing.weight(interval: duration, timeConstant: parameters.timeConstant)
        return total > 0 ? weight / total : 1
    }
}

/// The parameters of ``Predict``.
public struct PredictParameters: FilterParameters, Hashable {
    /// The horizon h ≥ 0: the time in seconds from the newest sample to the predicted value. With a smaller h, more of
    /// the display's latency remains visible. With a larger h, the filter amplifies noise and overshoots after a change
    /// of motion. With 0, the output equals the sample.
    public var horizon: Seconds
    /// The time constant τ > 0 of the velocity's low-pass, in seconds. With a smaller τ, the velocity follows changes
    /// faster, but contains more noise. With a larger τ, the velocity is steadier, but the output overshoots longer.
    public var timeConstant: Seconds
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds

    /// Creates parameters with a horizon of 50 ms, about three frames of a display at 60 Hz, by default.
    public init(horizon: Seconds = 0.05, timeConstant: Seconds = 0.1, maximumGap: Seconds = 1) {
        self.horizon = horizon
        self.timeConstant = timeConstant
        self.maximumGap = maximumGap
    }

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "horizon",
            \.horizon,
            .seconds,
            in: .zeroOrMore,
            "Time to predict after the newest sample; larger values hide more latency, but overshoot more."
        ),
        .number(
            "timeConstant",
            \.timeConstant,
            .seconds,
            in: .aboveZero,
            "Averaging time of the velocity; larger values are steadier, but overshoot longer."
        ),
        .maximumGap(\.maximumGap),
    ]
}

extension Predict: LinearFilter {
    /// Returns the transfer function H = (1 + g − (β + g) z⁻¹)/(1 − β z⁻¹) with α = 1 − exp(−Δt/τ), β = 1 − α and g = h
    /// α/Δt. The output is the sample plus h times its low-passed rate of change.
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let alpha = ExponentialSmoothing.weight(interval: 1 / rate, timeConstant: parameters.timeConstant)
        let (beta, lead) = (1 - alpha, parameters.horizon * alpha * rate)
        return TransferFunction(numerator: [1 + lead, -beta - lead], denominator: [1, -beta], rate: rate)
    }
}

extension FilterEntry {
    static let predict = FilterEntry(
        name: "predict",
        summary: "Prediction of a later value by extrapolation with the low-passed velocity.",
        source: "Azuma & Bishop 1994, doi:10.1145/192161.192199",
        parameters: PredictParameters.descriptors,
        scalar: { Predict(PredictParameters($0)) },
        heading: { Predict(PredictParameters($0)) },
        vector: { Predict(PredictParameters($0)) },
        quaternion: { Predict(PredictParameters($0)) }
    )
}
