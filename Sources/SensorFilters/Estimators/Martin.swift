public import SensorModel

/// The invariant observer of Martin and Salaün, with gyroscope bias and the scales of both other sensors as states.
///
/// Martin & Salaün 2010, doi:10.1016/j.conengprac.2010.01.012. A, C and D are Up, West and North in Earth axes; y_A is the
/// measured acceleration, y_C = y_A × y_B with the measured field y_B, and y_D = y_C × y_A. At each gyroscope sample,
///
///     E_A = A − q ⊗ y_A ⊗ q*/a_s,  E_C = C − q ⊗ y_C ⊗ q*/c_s,  E_D = D − q ⊗ y_D ⊗ q*/(a_s c_s)
///     LE = l_a A × E_A + l_c C × E_C + l_d D × E_D
///     q̇ = ½ q ⊗ (0, ω − ω_b) + (0, LE) ⊗ q
///     ω̇_b = −σ q* ⊗ LE ⊗ q
///     ȧ_s = a_s n (l_a s_A + l_d s_D)/(l_a + l_d)
///     ċ_s = c_s o (l_c s_C + l_d s_D)/(l_c + l_d)
///     s_X = ⟨E_X, E_X − X⟩
///
/// The field corrects the heading only. Without the magnetometer, the terms of C and D are missing. First-order
/// integration at gyroscope samples. North is magnetic north. O(1) time and memory per sample.
///
///     var filter = Martin()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Martin: OrientationEstimator {
    /// The form of the equations.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// That of the paper. Starts at ``Triad``, and with the scales of the first samples.
        case paper
        /// That of the smartphone benchmark's program (Michel et al. 2018): the scales start at 1, the orientation at
        /// ``Triad`` turned by 90° about Up, and s_A, s_C and s_D are |E_A| − E_A·Up, |E_C| − E_C·North and
        /// |E_D| − E_D·East.
        case benchmark
    }

    /// The gains of the observer.
    public struct Parameters: Sendable, Hashable {
        /// l_a ≥ 0, in 1/s: how fast the acceleration corrects the inclination.
        public var la = 0.7
        /// l_c ≥ 0, in 1/s: how fast the field corrects the heading, by its part across gravity.
        public var lc = 0.1
        /// l_d ≥ 0, in 1/s: how fast the field corrects the heading, by its horizontal part.
        public var ld = 0.01
        /// n ≥ 0, in 1/s: how fast the observer learns the scale of the accelerometer.
        public var n = 0.01
        /// o ≥ 0, in 1/s: how fast the observer learns the scale of the magnetometer.
        public var o = 0.01
        /// σ ≥ 0, in 1/s: how fast the observer learns the gyroscope's bias.
        public var sigma = 0.002
        /// The form of the equations.
        public var form = Form.paper
        /// A longer gap between gyroscope samples restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Whether the magnetometer is used.
        public var magnetometer = MagnetometerUse.auto

        /// Creates parameters with the gains of the smartphone benchmark's program.
        public init() {}
    }

    /// The parameters of the observer.
    public let parameters: Parameters
    private var estimator: RateDriven<MartinEquations>

    /// Creates an observer that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(
            MartinEquations(parameters),
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
        self = Martin(parameters)
    }
}
