public import SensorFilters
public import SensorModel

/// The invariant observer of Martin and Salaün, which also estimates the gyroscope's bias and the scales of the other
/// sensors.
///
/// Martin & Salaün 2010, doi:10.1016/j.conengprac.2010.01.012. Let A, C and D be the directions Up, West and North in
/// Earth axes, y_A the measured acceleration, y_B the measured field, y_C = y_A × y_B and y_D = y_C × y_A. Let a_s and
/// c_s be the estimated scales of y_A and y_C. At each gyroscope sample,
///
///     E_A = A − q ⊗ y_A ⊗ q*/a_s,  E_C = C − q ⊗ y_C ⊗ q*/c_s,  E_D = D − q ⊗ y_D ⊗ q*/(a_s c_s)
///     LE = l_a A × E_A + l_c C × E_C + l_d D × E_D
///     q̇ = ½ q ⊗ (0, ω − ω_b) + (0, LE) ⊗ q
///     ω̇_b = −σ q* ⊗ LE ⊗ q
///     ȧ_s = a_s n (l_a s_A + l_d s_D)/(l_a + l_d)
///     ċ_s = c_s o (l_c s_C + l_d s_D)/(l_c + l_d)
///     s_X = ⟨E_X, E_X − X⟩
///
/// The field corrects only the heading. Without the magnetometer, the terms with C and D are omitted. The integration
/// is of first order. North is magnetic north. O(1) time and memory per sample.
///
///     var filter = Martin()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Martin: DeclaredEstimator {
    /// The form of the equations.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// The form of the paper. The observer starts at the orientation of `Triad` and with the scales of the first
        /// samples.
        case paper
        /// The form of the smartphone benchmark's program (Michel et al. 2018). The scales start at 1. The initial
        /// orientation is the orientation of `Triad`, rotated by −90° about Up. s_A, s_C and s_D are |E_A| − E_A·Up,
        /// |E_C| − E_C·North and |E_D| − E_D·East.
        case benchmark
    }

    /// The gains of the observer, and the form of the equations.
    public struct Parameters: Sendable, Hashable {
        /// The gain l_a ≥ 0 with which the acceleration corrects the inclination, in 1/s.
        public var la = 0.7
        /// The gain l_c ≥ 0, in 1/s, with which y_C, the cross product of acceleration and field, corrects the heading.
        public var lc = 0.1
        /// The gain l_d ≥ 0, in 1/s, of the heading correction by y_D. The vector y_D is parallel to the horizontal
        /// field.
        public var ld = 0.01
        /// The rate n ≥ 0 at which the observer learns the scale of the accelerometer, in 1/s.
        public var n = 0.01
        /// The rate o ≥ 0 at which the observer learns the scale of the magnetometer, in 1/s.
        public var o = 0.01
        /// The rate σ ≥ 0 at which the observer learns the gyroscope's bias, in 1/s.
        public var sigma = 0.002
        /// The form of the equations.
        public var form = Form.paper
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Determines whether the estimator uses the magnetometer.
        public var magnetometer = MagnetometerUse.auto

        /// Creates parameters with the gains of the smartphone benchmark's program.
        public init() {}
    }

    /// The parameters of the observer.
    public let parameters: Parameters
    private var estimator: RateDriven<MartinEquations>

    /// Creates an observer in its initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(MartinEquations(parameters), parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

/// The equations of ``Martin``.
struct MartinEquations: RateEquations {
    /// The measured acceleration and field.
    struct Measured: RateInput {
        let known: SensorHold.Directions?

        @_transparent init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {
            known = directions
        }
    }

    /// The range of plausible scales. A step that would leave this range does not change the scale.
    private static var scales: ClosedRange<Double> { 1e-6...1e12 }

    private let la: Double
    private let lc: Double
    private let ld: Double
    private let accelerationGain: Double
    private let fieldGain: Double
    private let biasGain: Double
    private let form: Martin.Form
    private var bias = Vector3.zero
    /// The estimated scales a_s of the acceleration and c_s of the cross product acceleration × field; `nil` before the
    /// first samples.
    private var scales: (acceleration: Double, cross: Double)?

    init(_ parameters: Martin.Parameters) {
        la = parameters.la
        lc = parameters.lc
        ld = parameters.ld
        accelerationGain = Self.share(parameters.n, of: parameters.la, and: parameters.ld)
        fieldGain = Self.share(parameters.o, of: parameters.lc, and: parameters.ld)
        biasGain = -parameters.sigma
        form = parameters.form
    }

    /// Returns `gain/(l + l_d)`, or 0 if `l` and `l_d` are 0.
    private static func share(_ gain: Double, of l: Double, and ld: Double) -> Double {
        l + ld > 0 ? gain / (l + ld) : 0
    }

    mutating func begin(at triad: UnitQuaternion, _: Measured) -> UnitQuaternion {
        bias = .zero
        scales = nil
        switch form {
        case .paper: return triad
        // The benchmark's program uses West in place of North.
        case .benchmark: return EarthFrame.quarterTurn.conjugate * triad
        }
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: Measured,
        over interval: Seconds
    ) -> UnitQuaternion {
        let q = Quaternion(orientation)
        let duration = interval
        // ½ q ⊗ (0, ω − ω_b)
        let turn = (rate - bias) * 0.5
        var change = q.product(pure: turn)
        if let known = input.known {
            let correction = correction(orientation, known, over: duration)
            // (0, LE) ⊗ q = q ⊗ (0, q* ⊗ LE ⊗ q)
            let inDevice = orientation.conjugate.rotate(correction)
            change += q.product(pure: inDevice)
            // ω̇_b = −σ q* ⊗ LE ⊗ q
            let next = bias + inDevice * (biasGain * duration)
            if next.lengthSquared.isFinite { bias = next }
        }
        return (q + change * duration).normalised(orKeeping: orientation)
    }

    /// Returns the correction LE in Earth axes, and updates the scales.
    @_transparent private mutating func correction(
        _ orientation: UnitQuaternion,
        _ known: SensorHold.Directions,
        over duration: Double
    ) -> Vector3 {
        let measuredCross = known.acceleration.cross(known.magneticField)
        let (acceleration, cross) = scales ?? firstScales(known.acceleration.length, measuredCross.length)
        let axes = Matrix3(orientation)
        let (up, west, north) = (Self.up, -Self.east, Self.north)
        // E_A = A − q ⊗ y_A ⊗ q*/a_s
        let errorA = up - axes * known.acceleration * (1 / acceleration)
        guard known.hasField else {
            let growth = accelerationGain * la * scaleError(errorA, of: up, along: up)
            scales = (grown(acceleration, by: growth * duration), cross)
            return up.cross(errorA) * la
        }
        let measuredNorth = measuredCross.cross(known.acceleration)
        // E_C = C − q ⊗ y_C ⊗ q*/c_s
        let errorC = west - axes * measuredCross * (1 / cross)
        // E_D = D − q ⊗ y_D ⊗ q*/(a_s c_s)
        let errorD = north - axes * measuredNorth * (1 / (cross * acceleration))
        let scaleA = scaleError(errorA, of: up, along: up)
        let scaleC = scaleError(errorC, of: west, along: north)
        let scaleD = scaleError(errorD, of: north, along: Self.east)
        // ȧ_s and ċ_s
        let growthA = accelerationGain * (la * scaleA + ld * scaleD)
        let growthC = fieldGain * (lc * scaleC + ld * scaleD)
        scales = (grown(acceleration, by: growthA * duration), grown(cross, by: growthC * duration))
        return up.cross(errorA) * la + west.cross(errorC) * lc + north.cross(errorD) * ld
    }

    @_transparent private func scaleError(
        _ error: Vector3,
        of direction: Vector3,
        along axis: Vector3
    ) -> Double {
        switch form {
        // s_X = ⟨E_X, E_X − X⟩
        case .paper: error.lengthSquared - error.dot(direction)
        case .benchmark: error.length - error.dot(axis)
        }
    }

    /// Returns the scale after a step, or the unchanged scale if the new scale is not plausible.
    @_transparent private func grown(_ scale: Double, by growth: Double) -> Double {
        let next = scale + scale * growth
        return Self.scales.contains(next) ? next : scale
    }

    private func firstScales(_ acceleration: Double, _ cross: Double) -> (acceleration: Double, cross: Double) {
        let range = Self.scales
        func scale(_ length: Double) -> Double {
            form == .paper && range.contains(length) ? length : 1
        }
        return (scale(acceleration), scale(cross))
    }

    private static var up: Vector3 { Vector3(0, 0, 1) }
    private static var north: Vector3 { Vector3(0, 1, 0) }
    private static var east: Vector3 { Vector3(1, 0, 0) }
}

extension Martin.Parameters: EstimatorParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "la",
            \.la,
            in: .zeroOrMore,
            "Gain of the acceleration, in 1/s; larger values pass more of the device's acceleration."
        ),
        .number("lc", \.lc, in: .zeroOrMore, "Gain of the cross product of acceleration and field, in 1/s."),
        .number("ld", \.ld, in: .zeroOrMore, "Gain of the horizontal part of the field, in 1/s."),
        .number("n", \.n, in: .zeroOrMore, "Rate at which the accelerometer's scale is learnt, in 1/s."),
        .number("o", \.o, in: .zeroOrMore, "Rate at which the magnetometer's scale is learnt, in 1/s."),
        .number(
            "sigma",
            \.sigma,
            in: .zeroOrMore,
            "Rate at which the gyroscope's bias is learnt, in 1/s; 0 learns no bias."
        ),
        .choice("form", \.form, "Form of the equations: as in the paper, or as in the smartphone benchmark's program."),
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]
}

extension EstimatorEntry {
    package static let martin = EstimatorEntry(
        Martin.self,
        name: "martin",
        summary: "Invariant observer that learns bias and scales; the field corrects only the heading.",
        source: "Martin & Salaün 2010, doi:10.1016/j.conengprac.2010.01.012"
    )
}
