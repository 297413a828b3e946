public import SensorModel

/// The fast Kalman filter of a quaternion.
///
/// Guo et al. 2017, doi:10.1155/2017/8542153. The measurement is a quaternion: what gravity and field make of the last
/// one. With a and m the measured directions, r_a = Up, and r_m the direction north with the dip of a and m,
///
///     W_a q = −r_a ⊗ q ⊗ a,  W_m q = −r_m ⊗ q ⊗ m
///     y = ¼ (I + W_a) (I + W_m) q, with its length corrected to one                  (25)
///     Σ_y = J diag(σ_a², σ_m²) Jᵀ, J the derivatives of y with respect to a and m    (26), (27)
///     q⁻ = (I + ½ Δt Ω(ω)) q;  P⁻ = Φ P Φᵀ + ¼ Δt² σ_g² (I − q qᵀ)                   (21), (23)
///     G = P⁻ (P⁻ + Σ_y)⁻¹;  q ← q⁻ + G (y − q⁻), with length one;  P ← (I − G) P⁻
///
/// Starts from ``Triad``, where the repeated measurement of the authors' program leads. North is magnetic north. O(1) time
/// and memory per sample.
///
///     var filter = Guo()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Guo: OrientationEstimator {
    /// The noise of the sensors.
    public struct Parameters: Sendable, Hashable {
        /// σ_g² > 0, in (rad/s)² per sample. Larger follows field and gravity more quickly.
        public var gyroscopeVariance = 0.001
        /// σ_a² > 0 of each component of the direction of gravity. Larger relies on the gyroscope.
        public var accelerometerVariance = 0.01
        /// σ_m² > 0 of each component of the direction of the field. Larger relies on the gyroscope.
        public var magnetometerVariance = 0.01
        /// P > 0 at the start, of each component of the quaternion.
        public var initialVariance = 0.001
        /// A longer gap between gyroscope samples restarts the estimator.
        public var maximumGap: Seconds = 1

        /// The parameters of the authors' program.
        public init() {}
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<GuoEquations>

    /// Creates a filter that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(GuoEquations(parameters), maximumGap: parameters.maximumGap, magnetometer: .use)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Reads a frame; returns the orientation, device → Earth (magnetic East, North, Up).
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }

    /// Forgets all samples.
    public mutating func reset() {
        self = Guo(parameters)
    }
}

extension Guo.Parameters: DeclaredParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "gyroscopeVariance",
            \.gyroscopeVariance,
            in: .aboveZeroToBillion,
            "Variance of a rate, in rad2/s2 per sample; larger follows field and gravity more quickly."
        ),
        .number(
            "accelerometerVariance",
            \.accelerometerVariance,
            in: .aboveZeroToBillion,
            "Variance of the direction of gravity, of length one; larger relies on the gyroscope."
        ),
        .number(
            "magnetometerVariance",
            \.magnetometerVariance,
            in: .aboveZeroToBillion,
            "Variance of the direction of the field, of length one; larger relies on the gyroscope."
        ),
        .number(
            "initialVariance",
            \.initialVariance,
            in: .aboveZeroToBillion,
            "Variance of each component of the first quaternion."
        ),
        .maximumGap(\.maximumGap),
    ]
}

extension EstimatorEntry {
    static let guo = EstimatorEntry(
        name: "guo",
        summary: "Kalman filter of a quaternion that measures a quaternion.",
        source: "Guo et al. 2017, doi:10.1155/2017/8542153",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: Guo.Parameters.descriptors,
        make: { Guo(Guo.Parameters($0)) }
    )
}
