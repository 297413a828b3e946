public import SensorModel

/// Madgwick's gradient-descent filter.
///
/// Madgwick 2010; Madgwick et al. 2011, doi:10.1109/ICORR.2011.5975346. Numbers of equations are those of Madgwick
/// 2010.
///
/// Starts from ``Triad`` unless told otherwise. First-order integration at gyroscope samples. North is magnetic north.
/// O(1) time and memory per sample.
public struct Madgwick: RateDriven {
    /// The field that a measurement is compared with.
    public enum FieldReference: String, Sendable, Hashable, CaseIterable {
        /// Half the rotated field, horizontal and vertical: what the C code in circulation computes, and with it the
        /// figures of BROAD (Laidig et al. 2021).
        case halved
        /// The rotated field, as the report defines it.
        case full
    }

    public struct Parameters: Sendable, Hashable {
        /// β ≥ 0, in 1/s: length of the quaternion derivative by which accelerometer and magnetometer pull, which turns
        /// the device by up to 2β rad/s. Larger forgets gyroscope errors sooner and jitters more; at rest the output
        /// trembles by up to 2βΔt.
        public var beta: Double
        public var reference: FieldReference
        /// Where the estimator starts.
        public var start: StartOrientation
        /// A gap longer than this starts the estimator anew.
        public var maximumGap: Seconds

        /// - Parameters:
        ///   - beta: 0.1 by default, as in Madgwick's code.
        ///   - reference: `.full` by default.
        ///   - start: `.triad` by default.
        ///   - maximumGap: 1 s by default.
        public init(
            beta: Double = 0.1,
            reference: FieldReference = .full,
            start: StartOrientation = .triad,
            maximumGap: Seconds = 1
        ) {
            self.beta = beta
            self.reference = reference
            self.start = start
            self.maximumGap = maximumGap
        }
    }

    public let parameters: Parameters
    public var state = RateDrivenState()

    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
    }

    public var maximumGap: Seconds { parameters.maximumGap }

    public func start(fromTriad triad: UnitQuaternion) -> UnitQuaternion {
        parameters.start.orientation(fromTriad: triad)
    }

    public mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        directions: Directions?,
        over interval: Seconds
    ) -> UnitQuaternion {
        let q = Quaternion(orientation)
        // (12) q̇_ω = ½ q ⊗ ω
        var turn = rate * 0.5
        var stretch = 0.0
        if let gravity = directions?.acceleration.normalised, let field = directions?.magneticField.normalised {
            let descent = descent(at: orientation, gravity: gravity, field: field)
            let length = (descent.turn.lengthSquared + descent.stretch * descent.stretch).squareRoot()
            // (43), (44) q̇ = q̇_ω − β ∇f/|∇f|
            if length > Self.leastDescent {
                let pull = parameters.beta / length
                turn += descent.turn * pull
                stretch = descent.stretch * pull
            }
        }
        // (42) Euler's step, q + (q ⊗ (stretch, turn)) Δt
        let next = q * (1 + stretch * interval) + q.product(pure: turn) * interval
        return UnitQuaternion(next) ?? orientation
    }

    /// A shorter ½ ∇f is rounding, and points anywhere.
    static let leastDescent = 1e-12

    public mutating func reset() {
        self = Madgwick(parameters)
    }

    /// (34): −½ ∇f = −½ Jᵀ f for gravity (25), (26) and the magnetic field (29), (30) together, as q ⊗ (stretch, turn).
    ///
    /// With â and m̂ as the orientation predicts them in device axes, f is (â − a, m̂ − m), and what of ∇f lies along the
    /// unit sphere is q ⊗ (0, −2 (a × â + m × m̂)). What lies across it turns nothing, but counts in |∇f|. For that,
    /// the components of f are c + Q(q) with quadratic forms Q, in the report's way to write them, and q · ∇f = 2 f · Q;
    /// the constants c are those of Up, and of the reference in the report's axes (North, West, Up).
    @inline(__always)
    private func descent(
        at orientation: UnitQuaternion,
        gravity: Vector3,
        field: Vector3
    ) -> (turn: Vector3, stretch: Double) {
        // Its rows are East, North and Up in device axes.
        let axes = Matrix3(orientation)
        // (45), (46): the field turned into Earth coordinates, its horizontal part laid along north
        let turned = axes * field
        let share = parameters.reference == .halved ? 0.5 : 1
        let north = (turned.x * turned.x + turned.y * turned.y).squareRoot() * share
        let up = turned.z * share
        let predicted = axes.y * north + axes.z * up
        let turn = gravity.cross(axes.z) + field.cross(predicted)
        let vertical = axes.z - Vector3(0, 0, 1)
        let level = predicted - Vector3(north, 0, up)
        let stretch = (gravity - axes.z).dot(vertical) + (field - predicted).dot(level)
        return (turn, stretch)
    }
}
