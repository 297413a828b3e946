public import SensorModel

/// Madgwick's gradient-descent filter.
///
/// Madgwick 2010; Madgwick et al. 2011, doi:10.1109/ICORR.2011.5975346. Equation numbers are those of Madgwick 2010. At
/// each gyroscope sample,
///
///     q̇_ω = ½ q ⊗ (0, ω)                                                 (12)
///     ∇f = Jᵀ f, with f and J of gravity and magnetic field together      (34)
///     q̇ = q̇_ω − β ∇f/|∇f|                                           (43), (44)
///     q ← (q + q̇ Δt)/|q + q̇ Δt|                                           (42)
///
/// ``MadgwickGradient`` computes ∇f without the matrix J. With ζ > 0 the filter learns the gyroscope's bias:
///
///     ω_ε = 2 q* ⊗ ∇f/|∇f|                                               (47)
///     ω_b ← ω_b + ζ ω_ε Δt                                                (48)
///     ω ← ω − ω_b                                                         (49)
///
/// Without the magnetometer, f and J are those of gravity alone, (25) and (26): the report's filter for an IMU.
///
/// Starts from ``Triad`` by default. First-order integration at gyroscope samples. North is magnetic north. O(1) time
/// and memory per sample.
///
///     var filter = Madgwick(.init(beta: 0.05))
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Madgwick: OrientationEstimator {
    /// The field that a measurement is compared with.
    public enum FieldReference: String, Sendable, Hashable, CaseIterable {
        /// Half the rotated field, horizontal and vertical: what the C code in circulation computes, and the figures of
        /// BROAD with it (Laidig et al. 2021).
        case halved
        /// The rotated field, as the report defines it.
        case full

        /// The share of the rotated field.
        var share: Double {
            switch self {
            case .halved: 0.5
            case .full: 1
            }
        }
    }

    /// The Earth axes of the equations. The Jacobian's form holds for unit quaternions only, so that the length of ∇f
    /// depends on them.
    public enum EarthAxes: String, Sendable, Hashable, CaseIterable {
        /// North, West, Up, as in the report.
        case northWestUp
        /// East, North, Up, as in the smartphone benchmark's program (Michel et al. 2018).
        case eastNorthUp
    }

    /// The gain, the reference and the start of the filter.
    public struct Parameters: Sendable, Hashable {
        /// β ≥ 0, in 1/s: the length of the quaternion derivative by which accelerometer and magnetometer correct, which
        /// turns the device by up to 2β rad/s. Larger forgets gyroscope errors sooner and jitters more; at rest the
        /// output trembles by up to 2βΔt.
        public var beta: Double
        /// The field that a measurement is compared with.
        public var reference: FieldReference
        /// Where the estimator starts.
        public var start: StartOrientation
        /// A longer gap between gyroscope samples restarts the estimator.
        public var maximumGap: Seconds
        /// Whether the magnetometer is used.
        public var magnetometer: MagnetometerUse
        /// ζ ≥ 0, in rad/s²: how fast the filter learns the gyroscope's bias, at a constant speed of up to 2ζ. 0 learns
        /// none.
        public var zeta = 0.0
        /// The Earth axes of the equations.
        public var axes = EarthAxes.northWestUp

        /// Creates parameters; those left out have their defaults.
        ///
        /// - Parameters:
        ///   - beta: 0.1 by default, as in Madgwick's code.
        ///   - reference: `.full` by default.
        ///   - start: `.triad` by default.
        ///   - maximumGap: 1 s by default.
        ///   - magnetometer: `.auto` by default.
        public init(
            beta: Double = 0.1,
            reference: FieldReference = .full,
            start: StartOrientation = .triad,
            maximumGap: Seconds = 1,
            magnetometer: MagnetometerUse = .auto
        ) {
            self.beta = beta
            self.reference = reference
            self.start = start
            self.maximumGap = maximumGap
            self.magnetometer = magnetometer
        }
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<MadgwickEquations>

    /// Creates a filter that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(
            MadgwickEquations(parameters),
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
        self = Madgwick(parameters)
    }
}

/// The equations of ``Madgwick``.
struct MadgwickEquations: RateEquations {
    /// A shorter ½ ∇f is rounding, and its direction is arbitrary.
    static var leastDescent: Double { 1e-12 }

    private let beta: Double
    /// The share of the rotated field that the measured field is compared with.
    private let share: Double
    private let axes: Madgwick.EarthAxes
    private let start: StartOrientation
    private let zeta: Double
    /// Whether ζ is greater than 0.
    private let learnsBias: Bool
    /// ω_b
    private var bias = Vector3.zero

    init(_ parameters: Madgwick.Parameters) {
        beta = parameters.beta
        zeta = max(parameters.zeta, 0)
        learnsBias = parameters.zeta > 0
        share = parameters.reference.share
        axes = parameters.axes
        start = parameters.start
    }

    mutating func begin(at triad: UnitQuaternion) -> UnitQuaternion {
        bias = .zero
        return start.orientation(fromTriad: triad)
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: UnitDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        // (12) q̇_ω = ½ q ⊗ ω
        var turn = rate * 0.5
        var stretch = 0.0
        if input.isKnown {
            let gradient = MadgwickGradient(at: orientation, input, share: share, axes: axes)
            let length = gradient.length
            // (43), (44) q̇ = q̇_ω − β ∇f/|∇f|
            if length > Self.leastDescent {
                let pull = beta / length
                turn += gradient.turn * pull
                stretch = gradient.stretch * pull
                if learnsBias {
                    // (47), (48) with ∇f = −2 q ⊗ (stretch, turn)
                    let gain = zeta * (-2 * interval) / length
                    bias += gradient.turn * gain
                }
            }
        }
        // (49)
        if learnsBias { turn += bias * -0.5 }
        // (42) q + (q ⊗ (stretch, turn)) Δt
        let q = Quaternion(orientation)
        let duration = interval
        let next = q * (1 + stretch * duration) + q.product(pure: turn) * duration
        return next.normalised(orKeeping: orientation)
    }
}
