public import SensorModel

/// The quaternion-based complementary filter of Valenti, Dryanovski and Xiao.
///
/// Valenti et al. 2015, doi:10.3390/s150819302. Gravity corrects the inclination only and the field the heading only,
/// each by a delta quaternion in closed form, of which a share is applied. With the measured directions a and m, at each
/// gyroscope sample,
///
///     q_ω = q + ½ q ⊗ (0, ω − b) Δt
///     g = q_ω ⊗ a ⊗ q_ω*,  Δ_a the shortest turn from g to Up
///     q' = blend(1, Δ_a, α f(e)) ⊗ q_ω
///     l = q' ⊗ m ⊗ q'*,  Δ_m the turn about Up that points l to north
///     q ← blend(1, Δ_m, β) ⊗ q'
///
/// The blend is linear and normalised where Δ is near 1, and spherical otherwise. f decreases from 1 to 0 as the length
/// of the acceleration differs from gravity by e. The gyroscope's bias b is a low-pass filter of ω while the device
/// rests.
///
/// Starts from ``Triad``. First-order integration at gyroscope samples. North is magnetic north. O(1) time and memory per
/// sample.
///
///     var filter = AQUA()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct AQUA: OrientationEstimator {
    /// The gains and thresholds of the filter.
    public struct Parameters: Sendable, Hashable {
        /// α from 0 to 1: the share of the inclination's error that a sample removes. Larger forgets gyroscope errors
        /// sooner and passes more of the device's acceleration.
        public var alpha = 0.01
        /// β from 0 to 1: the share of the heading's error that a sample removes. Larger passes more of a disturbed
        /// field.
        public var beta = 0.01
        /// Above this scalar part of a delta quaternion, the blend is linear.
        public var threshold = 0.9
        /// Whether α depends on the length of the acceleration.
        public var isAdaptive = true
        /// t₁: the relative difference of the acceleration's length from gravity up to which α has its full value.
        public var fullGainError = 0.1
        /// t₂: the relative difference from which gravity does not correct. Not above t₁: α has two values.
        public var zeroGainError = 0.2
        /// The strength of gravity in m/s².
        public var gravity = 9.81
        /// Whether the filter estimates the gyroscope's bias.
        public var estimatesBias = true
        /// The share of ω − b that a sample at rest adds to the bias, from 0 to 1.
        public var biasGain = 0.01
        /// At rest, the length of the acceleration differs from gravity by at most this, in m/s².
        public var restAcceleration = 0.1
        /// At rest, |ω − b| is at most this, in rad/s.
        public var restRate = 0.2
        /// At rest, ω differs from that of the last sample by at most this, in rad/s.
        public var restRateChange = 0.01
        /// A longer gap between gyroscope samples restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Whether the magnetometer is used.
        public var magnetometer = MagnetometerUse.auto

        /// Creates parameters with the values of the authors' program.
        ///
        /// - Parameters:
        ///   - alpha: 0.01 by default.
        ///   - beta: 0.01 by default.
        public init(alpha: Double = 0.01, beta: Double = 0.01) {
            self.alpha = alpha
            self.beta = beta
        }
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<AQUAEquations>

    /// Creates a filter that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(
            AQUAEquations(parameters),
            maximumGap: parameters.maximumGap,
            magnetometer: parameters.magnetometer
        )
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Reads a frame; returns the orientation, device → Earth (magnetic East, North, Up).
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }

    /// Forgets all samples.
    public mutating func reset() {
        self = AQUA(parameters)
    }
}
