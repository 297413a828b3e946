public import SensorModel

/// Madgwick's gradient-descent filter.
///
/// Madgwick 2010; Madgwick et al. 2011, doi:10.1109/ICORR.2011.5975346. Equation numbers refer to Madgwick 2010. At
/// each gyroscope sample,
///
///     q̇_ω = ½ q ⊗ (0, ω)                                                 (12)
///     ∇f = Jᵀ f, with f and J of gravity and magnetic field together      (34)
///     q̇ = q̇_ω − β ∇f/|∇f|                                           (43), (44)
///     q ← q + q̇ Δt, then normalised                                      (42)
///
/// `MadgwickGradient` computes ∇f without the matrix J. If ζ > 0, the filter also learns the gyroscope's bias:
///
///     ω_ε = 2 q* ⊗ ∇f/|∇f|                                               (47)
///     ω_b ← ω_b + ζ ω_ε Δt                                                (48)
///     ω ← ω − ω_b                                                         (49)
///
/// Without the magnetometer, f and J contain only gravity (equations 25 and 26). This is the report's filter for an
/// IMU.
///
/// By default, the filter starts at the orientation of ``Triad``. The integration is of first order. North is magnetic
/// north. O(1) time and memory per sample.
///
///     var filter = Madgwick(.init(beta: 0.05))
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Madgwick: DeclaredEstimator {
    /// The reference field with which a measurement is compared.
    public enum FieldReference: String, Sendable, Hashable, CaseIterable {
        /// Half the rotated field, as in the widely used C code and in the results of BROAD (Laidig et al. 2021). Both
        /// the horizontal and the vertical component are halved. The variables `_2bx` and `_2bz` of that code hold b_x
        /// and b_z of equation 46, not twice their values.
        case halved
        /// The rotated field of equation 46 in Madgwick's report.
        case full

        /// The factor by which the rotated field is multiplied before the comparison with a measurement: 0.5 or 1.
        package var share: Double {
            switch self {
            case .halved: 0.5
            case .full: 1
            }
        }
    }

    /// The Earth axes of the equations. The Jacobian is valid only for unit quaternions, so ∇f also has a component
    /// that changes the quaternion's length. This component depends on the axes, and therefore the length of ∇f does,
    /// too.
    public enum EarthAxes: String, Sendable, Hashable, CaseIterable {
        /// North, West, Up, as in Madgwick 2010.
        case northWestUp
        /// East, North, Up, as in the smartphone benchmark's program (Michel et al. 2018).
        case eastNorthUp
    }

    /// The gain, the reference and the start of the filter.
    public struct Parameters: Sendable, Hashable {
        /// The gain β ≥ 0, in 1/s: the length of the quaternion derivative by which accelerometer and magnetometer
        /// correct the orientation. The correction rotates the device by up to 2β rad/s. A larger gain corrects
        /// gyroscope errors sooner, but causes more jitter: up to 2βΔt rad at rest.
        public var beta: Double
        /// The reference field with which a measurement is compared.
        public var reference: FieldReference
        /// The initial orientation.
        public var start: StartOrientation
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds
        /// The use of the magnetometer.
        public var magnetometer: MagnetometerUse
        /// The gain ζ ≥ 0, in rad/s², with which the filter learns the gyroscope's bias. The learnt bias changes by up
        /// to 2ζ per second. With 0, the filter learns no bias.
        public var zeta = 0.0
        /// The Earth axes of the equations.
        public var axes = EarthAxes.northWestUp

        /// Creates parameters. Omitted parameters have their default values.
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

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(MadgwickEquations(parameters), parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

/// The equations of ``Madgwick``.
struct MadgwickEquations: RateEquations {
    /// The length of ½ ∇f up to which the gradient is ignored. The direction of such a short gradient is only a
    /// rounding error.
    static var minimumDescent: Double { 1e-12 }

    private let beta: Double
    /// The factor of the reference field b (equation 46): 1 as in the report, or 0.5. The measured field is compared
    /// with b multiplied by this factor.
    private let share: Double
    private let axes: Madgwick.EarthAxes
    private let start: StartOrientation
    private let zeta: Double
    /// A Boolean value that indicates whether ζ is greater than 0.
    private let learnsBias: Bool
    /// The gyroscope's bias ω_b.
    private var bias = Vector3.zero

    init(_ parameters: Madgwick.Parameters) {
        beta = parameters.beta
        // If ζ is negative, no bias is estimated, as for ζ = 0.
        zeta = max(parameters.zeta, 0)
        learnsBias = parameters.zeta > 0
        share = parameters.reference.share
        axes = parameters.axes
        start = parameters.start
    }

    mutating func begin(at triad: UnitQuaternion, _: UnitDirections) -> UnitQuaternion {
        bias = .zero
        return start.orientation(fromTriad: triad)
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: UnitDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        // q̇ Δt = q ⊗ (stretch, turn). Without correction, equation 12: q̇_ω Δt = ½ q ⊗ (0, ω) Δt.
        var turn = rate * (0.5 * interval)
        var stretch = 0.0
        // Without a usable acceleration, only the gyroscope is integrated, as in Madgwick's code.
        if input.isKnown {
            let gradient = MadgwickGradient(at: orientation, input, share: share, axes: axes)
            let square = gradient.lengthSquared
            // Equations 43 and 44: q̇ = q̇_ω − β ∇f/|∇f|. `gradient` is −½ ∇f, and `square` is ¼ |∇f|². Madgwick's code
            // has no minimum length, and divides 0 by 0 if ∇f is 0.
            if square > Self.minimumDescent * Self.minimumDescent {
                let length = square.squareRoot()
                // β Δt/length. A processor can compute this division and the square root in parallel.
                let pull = length * (beta * interval / square)
                turn += gradient.turn * pull
                stretch = gradient.stretch * pull
                if learnsBias {
                    // Equations 47 and 48: ω_ε = 2 q* ⊗ ∇f/|∇f|, and its vector part is −2 turn/length.
                    let gain = zeta * (-2 * interval) / length
                    bias += gradient.turn * gain
                }
            }
        }
        // Equation 49: ω ← ω − ω_b. `turn` contains ½ ω Δt (equation 12).
        if learnsBias { turn += bias * (-0.5 * interval) }
        // Equation 42: q + q̇ Δt = q ⊗ (1 + stretch, turn). Madgwick's code then normalises the sum. If the sum has no
        // direction, the orientation does not change.
        return orientation.integrated(turn, stretch: stretch)
    }
}

/// The step −½ ∇f = −½ Jᵀ f of ``Madgwick``, written as q ⊗ (stretch, turn). f and J combine gravity (equations 25 and
/// 26 of Madgwick's report) and the magnetic field (equations 29 and 30).
///
/// The orientation predicts the directions â and m̂ in device axes, so f is (â − a, m̂ − m). The component of ∇f along
/// the unit sphere is q ⊗ (0, −2 (a × â + m × m̂)). The radial component of ∇f does not rotate the orientation, but
/// increases |∇f|.
///
/// In Madgwick's report, â (equation 25) is c_g + Q_g(q), and m̂ (equation 29) is c_b + Q_b(q). Q_g and Q_b are
/// quadratic forms. The constants c_g and c_b are the components of Up and of the reference in Earth axes: (North,
/// West, Up) in the report, or (East, North, Up). With Q = (Q_g, Q_b), the radial component is q · ∇f = 2 f · Q.
/// `stretch` is −½ times the radial component: (a − â) · Q_g + (m − m̂) · Q_b.
///
/// A test compares the step with Jᵀ f as printed in the report. For directions of length one, the components differ by
/// rounding errors below 2e-14.
package struct MadgwickGradient {
    /// The vector part of the factor (stretch, turn) in the step q ⊗ (stretch, turn), in device axes. The vector part
    /// rotates the orientation.
    package let turn: Vector3
    /// The scalar part of the factor (stretch, turn) in the step. This part changes only the length of the quaternion.
    package let stretch: Double

    /// Creates the step at an orientation for measured directions of gravity and field.
    ///
    /// - Parameters:
    ///   - orientation: the orientation q at which the gradient is computed.
    ///   - directions: the measured directions a and m. Without a field, only gravity determines the step.
    ///   - share: the fraction of the rotated field b (equation 46) with which m is compared; 1 in the report.
    ///   - axes: the Earth axes of f.
    @inline(__always) package init(
        at orientation: UnitQuaternion,
        _ directions: UnitDirections,
        share: Double,
        axes earth: Madgwick.EarthAxes = .northWestUp
    ) {
        let gravity = directions.gravity
        // The rows are East, North and Up in device axes.
        let axes = Matrix3(orientation)
        // Q_g = â − c, with â = `axes.z` and c = (0, 0, 1)
        let vertical = Vector3(axes.z.x, axes.z.y, axes.z.z - 1)
        // Gravity alone, equations 25 and 26: turn = a × â, stretch = (a − â) · Q_g
        guard directions.hasField else {
            turn = gravity.cross(axes.z)
            stretch = (gravity - axes.z).dot(vertical)
            return
        }
        let measured = directions.field
        // Equations 45 and 46: h = q ⊗ m ⊗ q*. The north component of b is the length of the horizontal part of h. The
        // up component of b is the up component of h. Both components are multiplied by `share`.
        let turned = axes * (measured * share)
        let north = (turned.x * turned.x + turned.y * turned.y).squareRoot()
        let up = turned.z
        // m̂ = q* ⊗ b ⊗ q in equation 29, in device axes
        let predicted = axes.y * north + axes.z * up
        // Gravity and field together, equation 34: turn = a × â + m × m̂
        turn = gravity.cross(axes.z) + measured.cross(predicted)
        // Q_b = m̂ − c, with c = (b_x, 0, b_z) in the report's axes
        let level =
            switch earth {
            case .northWestUp: Vector3(predicted.x - north, predicted.y, predicted.z - up)
            case .eastNorthUp: Vector3(predicted.x, predicted.y - north, predicted.z - up)
            }
        // (a − â) · Q_g + (m − m̂) · Q_b
        stretch = (gravity - axes.z).dot(vertical) + (measured - predicted).dot(level)
    }

    /// The squared length ¼ |∇f|² of the step.
    @_transparent var lengthSquared: Double { turn.lengthSquared + stretch * stretch }
}

extension Madgwick.Parameters: EstimatorParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "beta",
            \.beta,
            in: .zeroOrMore,
            "Gain of accelerometer and magnetometer, up to 2 beta rad/s; larger values jitter more."
        ),
        .choice(
            "reference",
            \.reference,
            "Field reference: full as in the paper, halved as in the published C code."
        ),
        .start(\.start),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
        .number("zeta", \.zeta, in: .zeroOrMore, "Speed at which the gyroscope's bias is learnt; 0 learns no bias."),
        .choice("axes", \.axes, "Earth axes of the equations: those of the report, or East, North, Up."),
    ]
}

extension EstimatorEntry {
    package static let madgwick = EstimatorEntry(
        Madgwick.self,
        name: "madgwick",
        summary: "Gyroscope integration with a gradient step towards gravity and field.",
        source: "Madgwick 2010; Madgwick et al. 2011, doi:10.1109/ICORR.2011.5975346",
        isIsotropic: false
    )
}
