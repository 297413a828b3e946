public import SensorFilters
public import SensorModel

/// The quaternion-based complementary filter of Valenti, Dryanovski and Xiao.
///
/// Valenti et al. 2015, doi:10.3390/s150819302. Gravity corrects only the inclination, and the field only the heading.
/// Each correction is a fraction of a rotation Δ: blend(1, Δ, t) is the fraction t of Δ. The gains are α and β. Let a
/// and m be the measured directions of gravity and field. At each gyroscope sample,
///
///     q_ω = q + ½ q ⊗ (0, ω − b) Δt
///     g = q_ω ⊗ a ⊗ q_ω*,  Δ_a the shortest rotation from g to Up
///     q' = blend(1, Δ_a, α f(e)) ⊗ q_ω
///     l = q' ⊗ m ⊗ q'*,  Δ_m the rotation about Up that points l to north
///     q ← blend(1, Δ_m, β) ⊗ q'
///
/// The blend is linear and normalised if Δ is near 1, and spherical otherwise. Let e be the relative difference between
/// the acceleration's length and gravity. The factor f decreases from 1 to 0 as e grows. The gyroscope's bias b is the
/// output of a low-pass of ω that runs only while the device is at rest.
///
/// The filter starts at the orientation of `Triad`. The integration is of first order. North is magnetic north. O(1)
/// time and memory per sample.
///
///     var filter = AQUA()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct AQUA: DeclaredEstimator {
    /// The gains and thresholds of the filter.
    public struct Parameters: Sendable, Hashable {
        /// The fraction α, from 0 to 1, of the inclination error that a sample removes. With a larger fraction,
        /// gyroscope errors are corrected sooner, but the device's acceleration affects the result more.
        public var alpha = 0.01
        /// The fraction β, from 0 to 1, of the heading error that a sample removes. With a larger fraction, gyroscope
        /// errors are corrected sooner, but a disturbed field affects the result more.
        public var beta = 0.01
        /// The limit for the scalar part of a correcting rotation Δ. Above the limit, a fraction of Δ is interpolated
        /// linearly; up to the limit, spherically.
        public var threshold = 0.9
        /// A Boolean value that indicates whether the gain α of gravity is multiplied by the factor f.
        public var isAdaptive = true
        /// The relative difference t₁ between the acceleration's length and gravity up to which the full gain α
        /// applies.
        public var fullGainError = 0.1
        /// The relative difference t₂ between the acceleration's length and gravity from which the gain is 0. Between
        /// `fullGainError` and t₂, the gain decreases linearly. If `fullGainError` is not less than t₂, the gain is
        /// either α or 0.
        public var zeroGainError = 0.2
        /// The strength of gravity in m/s².
        public var gravity = 9.81
        /// A Boolean value that indicates whether the filter estimates the gyroscope's bias.
        public var estimatesBias = true
        /// The fraction, from 0 to 1, of ω − b that a sample at rest adds to the bias b.
        public var biasGain = 0.01
        /// The threshold for rest, in m/s²: at rest, the acceleration's length differs from gravity by at most this
        /// value.
        public var restAcceleration = 0.1
        /// The threshold for rest, in rad/s: at rest, |ω − b| is at most this value.
        public var restRate = 0.2
        /// The change of ω between two consecutive samples, in rad/s, above which the device is not at rest.
        public var restRateChange = 0.01
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Determines whether the estimator uses the magnetometer.
        public var magnetometer = MagnetometerUse.auto

        /// Creates parameters with the values of the authors' program.
        ///
        /// - Parameters:
        ///   - alpha: the fraction of the inclination error that a sample removes.
        ///   - beta: the fraction of the heading error that a sample removes.
        public init(alpha: Double = 0.01, beta: Double = 0.01) {
            self.alpha = alpha
            self.beta = beta
        }
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<AQUAEquations>

    /// Creates a filter in its initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(AQUAEquations(parameters), parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

/// The equations of ``AQUA``.
struct AQUAEquations: RateEquations {
    /// The directions of gravity and field, and the length of the acceleration.
    struct Measured: RateInput {
        let directions: UnitDirections
        /// The length of the acceleration in m/s²; `nil` if a required sensor has no recent sample.
        let accelerationLength: Double?

        @_transparent init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
            self.directions = UnitDirections(directions, &sensors)
            accelerationLength = directions?.acceleration.length
        }
    }

    private let parameters: AQUA.Parameters
    private var bias = Vector3.zero
    private var lastRate: Vector3?

    init(_ parameters: AQUA.Parameters) { self.parameters = parameters }

    mutating func begin(at triad: UnitQuaternion, _: Measured) -> UnitQuaternion {
        bias = .zero
        lastRate = nil
        return triad
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: Measured,
        over interval: Seconds
    ) -> UnitQuaternion {
        if parameters.estimatesBias { updateBias(rate, input.accelerationLength) }
        // q_ω = q + ½ q ⊗ (0, ω − b) Δt
        let integrated = orientation.integrated((rate - bias) * (0.5 * interval))
        guard input.directions.isKnown, let length = input.accelerationLength else { return integrated }
        let level = corrected(integrated, gravity: input.directions.gravity, gain: gain(for: length))
        return input.directions.hasField ? corrected(level, field: input.directions.field) : level
    }

    /// Updates the bias by low-pass filtering the rate if the device is at rest.
    @_transparent private mutating func updateBias(_ rate: Vector3, _ accelerationLength: Double?) {
        defer { lastRate = rate }
        guard let lastRate, let accelerationLength else { return }
        let excess = rate - bias
        let isSteady = (rate - lastRate).length <= parameters.restRateChange
        let isUnaccelerated = (accelerationLength - parameters.gravity).magnitude <= parameters.restAcceleration
        let isResting = isSteady && isUnaccelerated && (excess.length <= parameters.restRate)
        if isResting { bias += excess * parameters.biasGain }
    }

    /// Returns α f(e) with e = ||a| − g|/g.
    @_transparent private func gain(for accelerationLength: Double) -> Double {
        guard parameters.isAdaptive else { return parameters.alpha }
        let error = (accelerationLength - parameters.gravity).magnitude / parameters.gravity
        let (full, zero) = (parameters.fullGainError, parameters.zeroGainError)
        if error <= full { return parameters.alpha }
        // f = (t₂ − e)/(t₂ − t₁) between both thresholds.
        return parameters.alpha * (error >= zero ? 0 : (zero - error) / (zero - full))
    }

    /// Returns the orientation, corrected by a fraction of the shortest rotation that aligns the measured gravity with
    /// Up.
    @_transparent private func corrected(
        _ orientation: UnitQuaternion,
        gravity: Vector3,
        gain: Double
    ) -> UnitQuaternion {
        let g = orientation.rotate(gravity)
        let room = 1 + g.z
        // If gravity points down, 180° rotations about all horizontal axes are equally short. East is then the axis.
        guard room >= 1e-12 || room.isNaN else {
            return blend(UnitQuaternion(unchecked: 0, 1, 0, 0), gain) * orientation
        }
        // Δ_a = (√((g_z + 1)/2), g_y/√(2 (g_z + 1)), −g_x/√(2 (g_z + 1)), 0)
        let half = max(room * 0.5, 0).squareRoot()
        let scale = 0.5 / half
        let delta = UnitQuaternion(unchecked: half, g.y * scale, -g.x * scale, 0)
        return blend(delta, gain) * orientation
    }

    /// Returns the orientation, corrected by a fraction of the rotation about Up that turns the measured field to
    /// north.
    @_transparent private func corrected(_ orientation: UnitQuaternion, field: Vector3) -> UnitQuaternion {
        let l = orientation.rotate(field)
        let horizontal = (l.x * l.x + l.y * l.y).squareRoot()
        guard horizontal > 1e-12 else { return blend(.identity, parameters.beta) * orientation }
        // cos ψ = l_N/√Γ and sin ψ = l_E/√Γ
        let (cosine, sine) = (l.y / horizontal, l.x / horizontal)
        // Computing the smaller of cos ½ψ and |sin ½ψ| from the larger avoids cancellation.
        let larger = ((1 + abs(cosine)) * 0.5).squareRoot()
        let smaller = sine / (larger + larger)
        let delta =
            cosine < 0
            ? UnitQuaternion(unchecked: abs(smaller), 0, 0, sine < 0 ? -larger : larger)
            : UnitQuaternion(unchecked: larger, 0, 0, smaller)
        return blend(delta, parameters.beta) * orientation
    }

    /// Returns the fraction `gain` of a rotation. Small rotations are interpolated linearly and normalised; larger
    /// rotations are interpolated spherically.
    @_transparent private func blend(_ delta: UnitQuaternion, _ gain: Double) -> UnitQuaternion {
        guard delta.w > parameters.threshold else { return UnitQuaternion.identity.slerp(to: delta, fraction: gain) }
        let line = Quaternion(w: 1 - gain + gain * delta.w, x: gain * delta.x, y: gain * delta.y, z: gain * delta.z)
        return line.normalised(orKeeping: delta)
    }
}

extension AQUA.Parameters: EstimatorParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number("alpha", \.alpha, in: .zeroToOne, "Fraction of the inclination error that a sample removes."),
        .number("beta", \.beta, in: .zeroToOne, "Fraction of the heading error that a sample removes."),
        .number(
            "threshold",
            \.threshold,
            in: .zeroToOne,
            "Scalar part of a correction above which it is blended linearly."
        ),
        .flag("adaptive", \.isAdaptive, "Reduce alpha while the length of the acceleration differs from gravity."),
        .number(
            "fullGainError",
            \.fullGainError,
            in: .zeroOrMore,
            "Relative difference from gravity up to which alpha is full."
        ),
        .number(
            "zeroGainError",
            \.zeroGainError,
            in: .zeroOrMore,
            "Relative difference from gravity from which alpha is 0."
        ),
        .number("gravity", \.gravity, .metresPerSecondSquared, in: .aboveZero, "Strength of gravity."),
        .flag("bias", \.estimatesBias, "Estimate the gyroscope's bias while the device is at rest."),
        .number(
            "biasGain",
            \.biasGain,
            in: .zeroToOne,
            "Fraction of the rate minus the bias that a sample at rest adds to the bias."
        ),
        .number(
            "restAcceleration",
            \.restAcceleration,
            .metresPerSecondSquared,
            in: .zeroOrMore,
            "Largest difference between the acceleration's length and gravity at rest."
        ),
        .number(
            "restRate",
            \.restRate,
            .radiansPerSecond,
            in: .zeroOrMore,
            "Largest rate minus the bias at rest."
        ),
        .number(
            "restRateChange",
            \.restRateChange,
            .radiansPerSecond,
            in: .zeroOrMore,
            "Largest change of the rate between samples at rest."
        ),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]
}

extension EstimatorEntry {
    package static let aqua = EstimatorEntry(
        AQUA.self,
        name: "aqua",
        summary: "Separate closed-form corrections of inclination and heading, with adaptive gain and bias estimation.",
        source: "Valenti et al. 2015, doi:10.3390/s150819302"
    )
}
