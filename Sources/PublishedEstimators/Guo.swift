public import SensorFilters
public import SensorModel

/// A Kalman filter whose measurement is a quaternion: the fast Kalman filter of Guo et al.
///
/// Guo et al. 2017, doi:10.1155/2017/8542153. Equation numbers refer to this paper. The measurement y is the last
/// quaternion q, corrected by gravity and field. Let a and m be the measured directions, r_a = Up, and r_m the
/// direction that points north with the dip measured by a and m. Let Ω(ω) q = q ⊗ (0, ω) and Φ = I + ½ Δt Ω(ω). At each
/// gyroscope sample,
///
///     W_a q = −r_a ⊗ q ⊗ a,  W_m q = −r_m ⊗ q ⊗ m
///     y = ¼ (I + W_a) (I + W_m) q, with its length corrected to one                  (25)
///     Σ_y = J diag(σ_a², σ_m²) Jᵀ, J the derivatives of y with respect to a and m    (26), (27)
///     q⁻ = (I + ½ Δt Ω(ω)) q;  P⁻ = Φ P Φᵀ + ¼ Δt² σ_g² (I − q qᵀ)                   (21), (23)
///     G = P⁻ (P⁻ + Σ_y)⁻¹;  q ← q⁻ + G (y − q⁻), with length one;  P ← (I − G) P⁻
///
/// The filter starts at the orientation of `Triad`. The initial iteration of the authors' program converges to the same
/// orientation. North is magnetic north. O(1) time and memory per sample.
///
///     var filter = Guo()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Guo: DeclaredEstimator {
    /// The variances of the sensors.
    public struct Parameters: Sendable, Hashable {
        /// The gyroscope's variance σ_g² > 0 in (rad/s)² per sample. A larger value makes the filter
        /// follow field and gravity more quickly.
        public var gyroscopeVariance = 0.001
        /// The variance σ_a² > 0 of each component of the direction of gravity. A larger value makes the filter
        /// rely more on the gyroscope.
        public var accelerometerVariance = 0.01
        /// The variance σ_m² > 0 of each component of the direction of the field. A larger value makes the filter
        /// rely more on the gyroscope.
        public var magnetometerVariance = 0.01
        /// The initial variance P > 0 of each component of the quaternion.
        public var initialVariance = 0.001
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds = 1

        /// Creates the parameters of the authors' program.
        public init() {}
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<GuoEquations>

    /// Creates a filter in its initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(GuoEquations(parameters), maximumGap: parameters.maximumGap, magnetometer: .use)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

extension Guo.Parameters: DeclaredParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] = [
        .number(
            "gyroscopeVariance",
            \.gyroscopeVariance,
            in: .aboveZeroToBillion,
            "Variance of an angular velocity, in rad2/s2 per sample; larger values follow field and gravity sooner."
        ),
        .number(
            "accelerometerVariance",
            \.accelerometerVariance,
            in: .aboveZeroToBillion,
            "Variance of the direction of gravity, of length one; larger values rely more on the gyroscope."
        ),
        .number(
            "magnetometerVariance",
            \.magnetometerVariance,
            in: .aboveZeroToBillion,
            "Variance of the direction of the field, of length one; larger values rely more on the gyroscope."
        ),
        .number(
            "initialVariance",
            \.initialVariance,
            in: .aboveZeroToBillion,
            "Variance of each component of the initial quaternion."
        ),
        .maximumGap(\.maximumGap),
    ]
}

extension EstimatorEntry {
    package static let guo = EstimatorEntry(
        Guo.self,
        name: "guo",
        summary: "Kalman filter whose measurement is a quaternion from gravity and field.",
        source: "Guo et al. 2017, doi:10.1155/2017/8542153"
    )
}

/// The equations of ``Guo``.
struct GuoEquations: RateEquations {
    private let gyroscopeVariance: Double
    private let accelerometerVariance: Double
    private let magnetometerVariance: Double
    private let initialCovariance: QuaternionMatrix
    private var covariance: QuaternionMatrix

    init(_ parameters: Guo.Parameters) {
        gyroscopeVariance = parameters.gyroscopeVariance
        accelerometerVariance = parameters.accelerometerVariance
        magnetometerVariance = parameters.magnetometerVariance
        initialCovariance = QuaternionMatrix(diagonal: parameters.initialVariance)
        covariance = initialCovariance
    }

    mutating func begin(at triad: UnitQuaternion, _: UnitDirections) -> UnitQuaternion {
        covariance = initialCovariance
        return triad
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: UnitDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        let q = Quaternion(orientation)
        // Φ is the matrix of q ↦ q ⊗ (1, ½ ω Δt).
        let turn = rate * (interval / 2)
        let transition = Quaternion(w: 1, x: turn.x, y: turn.y, z: turn.z)
        let noise = gyroscopeVariance * (interval * interval / 4)
        var next = q * transition
        var predicted = covariance.turned(by: transition) + (.identity - QuaternionMatrix(outer: q, q)) * noise
        if input.isKnown, input.hasField {
            let measured = measurement(from: q, input.gravity, input.field)
            let gain = predicted.divided(by: predicted + measured.covariance)
            let corrected = next + gain * (measured.quaternion - next)
            let rest = predicted - gain.product(with: predicted)
            if measured.isKnown, rest.isFinite, rest.hasPositiveDiagonal {
                next = corrected
                predicted = (rest + rest.transposed) * 0.5
            }
        }
        guard predicted.isFinite else {
            covariance = initialCovariance
            return orientation
        }
        covariance = predicted
        return next.normalised(orKeeping: orientation)
    }

    /// Returns the measured quaternion y and its covariance Σ_y. `isKnown` is `false` if y is undefined.
    ///
    /// Let p = (I + W_m) q, and let e_k be the unit vector of axis k. The derivative of y with respect to component k
    /// of gravity is −¼ r_a ⊗ p ⊗ e_k. With respect to component k of the field, it is −¼ (I + W_a) (r_m ⊗ q ⊗ e_k).
    /// Any quaternion u and the three products u ⊗ e_k are orthogonal and have the same length. The outer products of
    /// these four with themselves therefore add up to |u|² I. W_a is symmetric and its own inverse, so (I + W_a)² = 2
    /// (I + W_a).
    @_transparent private func measurement(
        from q: Quaternion,
        _ gravity: Vector3,
        _ field: Vector3
    ) -> (quaternion: Quaternion, covariance: QuaternionMatrix, isKnown: Bool) {
        let up = Quaternion(w: 0, x: 0, y: 0, z: 1)
        let a = Quaternion(w: 0, x: gravity.x, y: gravity.y, z: gravity.z)
        // Equation 4: r_m = (0, m_N, m_D) with m_D = a · m
        let vertical = gravity.dot(field)
        let north = max(1 - vertical * vertical, 0).squareRoot()
        let reference = Quaternion(w: 0, x: 0, y: north, z: vertical)
        let across = (reference * q).product(pure: field)
        let p = q - across
        let along = up * p
        let y = p - along * a
        let u = reference * q
        let turned = u - up * u * a
        // The matrix I + W_a.
        let doubled = QuaternionMatrix.identity - QuaternionMatrix.identity.rows(after: up).rows(times: a)
        let ofGravity = QuaternionMatrix(diagonal: p.lengthSquared) - QuaternionMatrix(outer: along, along)
        let ofField = doubled * 2 - QuaternionMatrix(outer: turned, turned)
        let sixteenth = 1.0 / 16
        let length = y.length
        return (
            y * (1 / length),
            ofGravity * (accelerometerVariance * sixteenth) + ofField * (magnetometerVariance * sixteenth),
            length > (1e-6)
        )
    }
}
