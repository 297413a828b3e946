public import SensorModel

/// A Kalman filter with a constant-velocity model. White-noise acceleration disturbs the velocity.
///
/// Kalman 1960, doi:10.1115/1.3662552; the model and its discretisation follow Bar-Shalom et al. 2001,
/// doi:10.1002/0471221279, section 6.2.2. For evenly spaced samples, the gains converge, and the filter becomes an
/// alpha-beta filter: Kalata 1984, doi:10.1109/TAES.1984.310438.
///
/// All components of a vector share one covariance, so that the result does not depend on the choice of axes. The
/// difference of two headings is the shorter angle. The difference of two orientations is a rotation vector, and the
/// velocity of an orientation is an angular velocity, both in device axes.
///
/// The first sample is the first output. In the steady state, there is no latency on a ramp or in a uniform rotation.
/// O(1) time and memory per sample.
///
/// ```swift
/// var filter = KalmanConstantVelocity<Double>(KalmanConstantVelocityParameters(processNoise: 10, measurementNoise: 0.5))
/// let position = filter.update(12.5, at: 0.01)
/// ```
public struct KalmanConstantVelocity<Value: MovableValue>: DeclaredFilter {
    /// The parameters of the filter.
    public typealias Parameters = KalmanConstantVelocityParameters

    private struct State: Sendable {
        var position: Value
        /// The velocity in units per second.
        var velocity: Value.Step
        var covariance: MotionCovariance
    }

    /// The parameters, fixed for the life of the filter.
    public let parameters: Parameters
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Value>()
    private var state: State?

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    /// Discards the state, starts with `value` and returns `value`.
    public mutating func start(with value: Value) -> Value {
        let covariance = MotionCovariance(
            position: parameters.measurementNoise * parameters.measurementNoise,
            shared: 0,
            velocity: parameters.initialSpeed * parameters.initialSpeed
        )
        state = State(position: value, velocity: .zero, covariance: covariance)
        return value
    }

    /// Predicts the state after `interval` seconds, corrects the prediction with the sample, and returns the position.
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
        // Without a restart, an overflow would remain in the state.
        guard position.isUsable, velocity.length.isFinite, covariance.isFinite else { return start(with: value) }
        state = State(position: position, velocity: velocity, covariance: covariance)
        return position
    }

    // Specialised for callers that use `any Filter`; see `Filter.accept`.
    /// Processes a sample and returns the output, or `nil` if the sample is skipped.
    @specialized(where Value == Double)
    @specialized(where Value == Heading)
    @specialized(where Value == Vector3)
    @specialized(where Value == UnitQuaternion)
    public mutating func accept(_ value: Value, at time: Seconds) -> Value? { admit(value, at: time) }
}

/// The parameters of ``KalmanConstantVelocity``.
///
/// After the first samples, only the ratio of ``processNoise`` to ``measurementNoise`` affects the output.
public struct KalmanConstantVelocityParameters: FilterParameters, Hashable {
    /// The square root σ_a > 0 of the spectral density of the acceleration, in unit/s² per √Hz (degrees for headings
    /// and orientations). Within a second, the velocity changes by about σ_a. With a smaller σ_a, the output is
    /// steadier, but overshoots longer. With a larger σ_a, the output follows changes faster, but contains more noise.
    public var processNoise: Double
    /// The standard deviation σ_x > 0 of a sample's noise, in the unit of the values. With a smaller σ_x, the output
    /// follows the samples more closely. With a larger σ_x, the output is steadier.
    public var measurementNoise: Double
    /// The standard deviation σ_v > 0 of the initial velocity, in unit/s; the mean is 0. With a smaller σ_v, the filter
    /// starts more steadily, but detects an ongoing motion later. With a larger σ_v, the filter uses the first
    /// differences as the velocity.
    public var initialSpeed: Double
    /// The maximum interval between two samples in seconds. A longer interval restarts the filter.
    public var maximumGap: Seconds

    /// Creates parameters, by default for hand-held motion in degrees.
    ///
    /// With the defaults and a sampling rate of 100 Hz, the filter follows motion with frequencies below √(σ_a/σ_x) ·
    /// rate^¼ = 17 rad/s, or 2.8 Hz.
    public init(
        processNoise: Double = 30,
        measurementNoise: Double = 1,
        initialSpeed: Double = 100,
        maximumGap: Seconds = 1
    ) {
        self.processNoise = processNoise
        self.measurementNoise = measurementNoise
        self.initialSpeed = initialSpeed
        self.maximumGap = maximumGap
    }

    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "processNoise",
            \.processNoise,
            in: .aboveZero,
            "Disturbing acceleration in unit/s² per √Hz, degrees for angles; larger values follow changes, but are "
                + "noisier."
        ),
        .number(
            "measurementNoise",
            \.measurementNoise,
            in: .aboveZero,
            "Standard deviation of a sample, in the unit of the data; larger values are steadier and overshoot longer."
        ),
        .number(
            "initialSpeed",
            \.initialSpeed,
            in: .aboveZero,
            "Standard deviation of the initial velocity, in unit/s; larger values detect ongoing motion sooner."
        ),
        .maximumGap(\.maximumGap),
    ]
}

extension KalmanConstantVelocity: LinearFilter {
    /// Returns H = (α + (β − α) z⁻¹)/(1 − (2 − α − β) z⁻¹ + (1 − α) z⁻²), the transfer function of an alpha-beta filter
    /// (Kalata 1984, doi:10.1109/TAES.1984.310438).
    ///
    /// α is the converged gain of the position, and β/Δt is the converged gain of the velocity.
    ///
    /// The method iterates the gains until they converge. O(samples until convergence).
    public func transferFunction(at rate: Hertz) -> TransferFunction? {
        let variance = parameters.measurementNoise * parameters.measurementNoise
        let density = parameters.processNoise * parameters.processNoise
        var covariance = MotionCovariance(
            position: variance,
            shared: 0,
            velocity: parameters.initialSpeed * parameters.initialSpeed
        )
        var settled: MotionCovariance.Gain?
        for _ in 0..<Self.maximumSamples {
            let uncertainty = covariance.predicted(over: 1 / rate, density: density)
            let gain = uncertainty.gain(variance: variance)
            covariance = uncertainty.corrected(by: gain, variance: variance)
            guard let last = settled, last.isClose(to: gain) else {
                settled = gain
                continue
            }
            let (alpha, beta) = (gain.position, gain.velocity / rate)
            return TransferFunction(
                numerator: [alpha, beta - alpha],
                denominator: [1, alpha + beta - 2, 1 - alpha],
                rate: rate
            )
        }
        return nil
    }
}

extension KalmanConstantVelocity {
    /// The maximum number of iterations. Each iteration is one sample; at common sampling rates, a million samples are
    /// hours of measurement.
    private static var maximumSamples: Int { 1_000_000 }
}

extension MotionCovariance.Gain {
    /// Returns `true` if both gains agree within a few rounding errors.
    fileprivate func isClose(to other: Self) -> Bool {
        abs(position - other.position) <= 1e-15 * position && abs(velocity - other.velocity) <= 1e-15 * velocity
    }
}

extension FilterEntry {
    static let kalmanConstantVelocity = FilterEntry(
        name: "kalmanConstantVelocity",
        summary: "Kalman filter for motion with constant velocity, disturbed by white acceleration.",
        source: "Kalman 1960, doi:10.1115/1.3662552; Bar-Shalom et al. 2001, doi:10.1002/0471221279",
        parameters: KalmanConstantVelocityParameters.descriptors,
        scalar: { KalmanConstantVelocity(KalmanConstantVelocityParameters($0)) },
        heading: { KalmanConstantVelocity(KalmanConstantVelocityParameters($0)) },
        vector: { KalmanConstantVelocity(KalmanConstantVelocityParameters($0)) },
        quaternion: { KalmanConstantVelocity(KalmanConstantVelocityParameters($0)) }
    )
}

/// The covariance of position and velocity along one axis. All axes have the same covariance, because their noise is
/// the same.
///
/// Three elements represent the symmetric 2×2 matrix.
package struct MotionCovariance: Sendable, Hashable {
    /// The variance of the position.
    package var position: Double
    /// The covariance of position and velocity.
    package var shared: Double
    /// The variance of the velocity.
    package var velocity: Double

    package init(position: Double, shared: Double, velocity: Double) {
        self.position = position
        self.shared = shared
        self.velocity = velocity
    }

    /// The gains K. The difference between sample and prediction, multiplied by a gain, corrects the position or the
    /// velocity.
    package struct Gain: Sendable, Hashable {
        package let position: Double
        package let velocity: Double
    }

    var isFinite: Bool { position.isFinite && shared.isFinite && velocity.isFinite }

    /// Returns the predicted covariance P⁻ = F P Fᵀ + Q for white acceleration of the spectral density q: F = [1 Δt; 0
    /// 1], Q = q [Δt³/3 Δt²/2; Δt²/2 Δt] (Bar-Shalom et al. 2001, §6.2.2).
    package func predicted(over interval: Seconds, density: Double) -> MotionCovariance {
        let square = interval * interval
        return MotionCovariance(
            position: position + 2 * interval * shared + square * velocity + density * square * interval / 3,
            shared: shared + interval * velocity + density * square / 2,
            velocity: velocity + density * interval
        )
    }

    /// Returns the gains K = P⁻ Hᵀ/(H P⁻ Hᵀ + r) for a sample with the variance r. P⁻ is this covariance, and H selects
    /// the position.
    package func gain(variance: Double) -> Gain {
        let total = position + variance
        return Gain(position: position / total, velocity: shared / total)
    }

    /// Returns the corrected covariance P = (I − K H) P⁻ (I − K H)ᵀ + K r Kᵀ, where P⁻ is this covariance. Joseph's
    /// form keeps P positive despite rounding errors.
    package func corrected(by gain: Gain, variance: Double) -> MotionCovariance {
        let rest = 1 - gain.position
        return MotionCovariance(
            position: rest * rest * position + gain.position * gain.position * variance,
            shared: rest * (shared - gain.velocity * position) + gain.position * gain.velocity * variance,
            velocity: velocity - 2 * gain.velocity * shared + gain.velocity * gain.velocity * (position + variance)
        )
    }
}
