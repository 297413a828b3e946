public import SensorModel

/// A Kalman filter for orientations. The filter also estimates the noise of the samples.
///
/// The model is the same as in ``KalmanConstantVelocity``: a constant angular velocity, disturbed by white
/// acceleration. The variance r of a sample is not a parameter. The filter estimates r by covariance matching: Mohamed
/// & Schwarz 1999, doi:10.1007/s001900050236. The authors average the squares of the innovations ν over a window. This
/// filter averages the squares of the residuals ε, the differences between samples and outputs, with exponential
/// weights. Residuals keep r positive. Along each axis, the expected square is E ε² = (1 − K_q)² (P⁻ + r) = r²/(P⁻ + r)
/// = r − P.
///
///     q⁻ = q ⊗ exp(½ ω Δt),  P⁻ = F P Fᵀ + Q
///     ν = rotation vector of q⁻* ⊗ z,  K = P⁻ Hᵀ/(H P⁻ Hᵀ + r)
///     q = q⁻ ⊗ exp(½ K_q ν),  ω = ω + K_ω ν,  P = (I − K H) P⁻ (I − K H)ᵀ + K r Kᵀ
///     ε = (1 − K_q) ν
///     r ← r + (1 − exp(−Δt/τ)) (|ε|²/3 + H P Hᵀ − r)
///
/// Here, z is a sample, q the output, and P the covariance. If the samples become noisier, for example outdoors or
/// while walking, the output becomes steadier. If the samples become less noisy, the output follows the samples more
/// closely. All axes share one variance, so that the result does not depend on the choice of axes.
///
/// The first sample is the first output. In the steady state, there is no latency in a uniform rotation. O(1) time and
/// memory per sample.
///
/// ```swift
/// var filter = AdaptiveKalman(AdaptiveKalmanParameters(processNoise: 30))
/// let smoothed = filter.update(orientation, at: time)
/// ```
public struct AdaptiveKalman: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = AdaptiveKalmanParameters

    private struct State: Sendable {
        var orientation: UnitQuaternion
        /// The angular velocity in degrees per second, in device axes.
        var velocity: Vector3
        var covariance: MotionCovariance
        /// The estimated variance r of a sample along each axis, in square degrees.
        var variance: Double
    }

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<UnitQuaternion>()
    private var state: State?

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// The estimated standard deviation of a sample about each axis; `nil` before the first sample.
    public var measuredNoise: Angle? { state.map { Angle(degrees: $0.variance.squareRoot()) } }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: UnitQuaternion) -> UnitQuaternion {
        let variance = parameters.initialNoise * parameters.initialNoise
        let covariance = MotionCovariance(
            position: variance,
            shared: 0,
            velocity: parameters.initialSpeed * parameters.initialSpeed
        )
        state = State(orientation: value, velocity: .zero, covariance: covariance, variance: variance)
        return value
    }

    /// Predicts the orientation after `interval` seconds, corrects the prediction with the sample, updates the
    /// estimated noise, and returns the orientation.
    public mutating func advance(to value: UnitQuaternion, over interval: Seconds) -> UnitQuaternion {
        guard let last = state else { return start(with: value) }
        let density = parameters.processNoise * parameters.processNoise
        // q⁻ = q ⊗ exp(½ ω Δt), P⁻ = F P Fᵀ + Q
        let expected = last.orientation.moved(by: last.velocity * interval)
        let uncertainty = last.covariance.predicted(over: interval, density: density)
        let gain = uncertainty.gain(variance: last.variance)
        // q = q⁻ ⊗ exp(½ K_q ν), ω = ω + K_ω ν
        let surprise = expected.displacement(to: value)
        let orientation = expected.moved(by: surprise * gain.position)
        let velocity = last.velocity + surprise * gain.velocity
        let covariance = uncertainty.corrected(by: gain, variance: last.variance)
        // ε = (1 − K_q) ν, r ← r + (1 − exp(−Δt/τ)) (|ε|²/3 + H P Hᵀ − r)
        let residual = surprise * (1 - gain.position)
        let measured = residual.dot(residual) / 3 + covariance.position
        let share = ExponentialSmoothing.weight(interval: interval, timeConstant: parameters.adaptationTime)
        let variance = last.variance + share * (measured - last.variance)
        // Without a restart, an overflow would remain in the state.
        guard orientation.isUsable, velocity.length.isFinite, covariance.isFinite, variance.isFinite else {
            return start(with: value)
        }
        state = State(orientation: orientation, velocity: velocity, covariance: covariance, variance: variance)
        return orientation
    }
}

/// The parameters of ``AdaptiveKalman``.
public struct AdaptiveKalmanParameters: FilterParameters, Hashable {
    /// The square root σ_a > 0 of the spectral density of the angular acceleration, in deg/s² per √Hz. With a smaller
    /// σ_a, the output is steadier, but the filter mistakes fast motion for noise. With a larger σ_a, the output
    /// follows changes faster, but contains more noise.
    public var processNoise: Double
    /// The time constant τ > 0 with which the estimated noise follows the residuals. With a shorter time constant, the
    /// filter adapts faster, but the strength of the smoothing fluctuates.
    public var adaptationTime: Seconds
    /// The standard deviation of a sample before any residual is known, in degrees; more than 0. This value affects
    /// only the first few adaptation times.
    public var initialNoise: Double
    /// The standard deviation σ_v > 0 of the initial angular velocity, in deg/s; the mean is 0. With a smaller σ_v, the
    /// filter starts more steadily, but detects an ongoing motion later.
    public var initialSpeed: Double
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds

    /// Creates parameters, by default for hand-held motion.
    public init(
        processNoise: Double = 30,
        adaptationTime: Seconds = 1,
        initialNoise: Double = 1,
        initialSpeed: Double = 100,
        maximumGap: Seconds = 1
    ) {
        self.processNoise = processNoise
        self.adaptationTime = adaptationTime
        self.initialNoise = initialNoise
        self.initialSpeed = initialSpeed
        self.maximumGap = maximumGap
    }

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "processNoise",
            \.processNoise,
            in: .aboveZero,
            "Disturbing acceleration in deg/s² per √Hz; larger values follow changes and are noisier."
        ),
        .number(
            "adaptationTime",
            \.adaptationTime,
            .seconds,
            in: .aboveZero,
            "Time constant of the estimated noise; shorter values adapt faster, and the strength fluctuates."
        ),
        .number(
            "initialNoise",
            \.initialNoise,
            in: .aboveZero,
            "Standard deviation of the first samples, in degrees, before the noise has been measured."
        ),
        .number(
            "initialSpeed",
            \.initialSpeed,
            in: .aboveZero,
            "Standard deviation of the initial angular velocity, in deg/s; larger values detect ongoing motion sooner."
        ),
        .maximumGap(\.maximumGap),
    ]
}

extension FilterEntry {
    static let adaptiveKalman = FilterEntry(
        name: "adaptiveKalman",
        summary: "Kalman filter of orientations that measures the noise of its samples.",
        source: "Mohamed & Schwarz 1999, doi:10.1007/s001900050236",
        parameters: AdaptiveKalmanParameters.descriptors,
        quaternion: { AdaptiveKalman(AdaptiveKalmanParameters($0)) }
    )
}
