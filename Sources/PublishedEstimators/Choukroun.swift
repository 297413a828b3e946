public import SensorFilters
public import SensorModel

/// A linear Kalman filter for the four components of a quaternion.
///
/// Choukroun et al. 2006, doi:10.1109/TAES.2006.1603413. Let b be a measured direction in device axes, and r the
/// reference direction in Earth axes. An orientation q that rotates b to r solves q ⊗ (0, b) = (0, r) ⊗ q. This
/// equation is linear in q. With s = ½ (b + r) and d = ½ (b − r), the equation is
///
///     0 = H q,  H = (0, −dᵀ; d, −[s]×)
///
/// The filter therefore needs no derivative. An error ε of b adds ½ Ξ(q) ε to H q, with Ξ(q) ε = q ⊗ (0, ε). Let Φ be
/// the matrix of q ↦ q ⊗ exp(½ ω Δt), and Σ_g and Σ the covariances of the noise of ω and b. At each gyroscope sample,
///
///     q⁻ = Φ q;  P⁻ = Φ P Φᵀ + (Δt/2)² Ξ(q) Σ_g Ξ(q)ᵀ
///     R = ¼ Ξ(q⁻) Σ Ξ(q⁻)ᵀ + 10⁻⁶ I for field and gravity
///     K = P⁻ Hᵀ (H P⁻ Hᵀ + R)⁻¹
///     q ← q⁻ − K H q⁻, with its length corrected to one;  P ← (I − K H) P⁻ (I − K H)ᵀ + K R Kᵀ
///
/// The filter starts at the orientation of `Triad`. North is magnetic north. O(1) time and memory per sample.
///
///     var filter = Choukroun()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Choukroun: DeclaredEstimator {
    /// The noise of the sensors, the dip and the detectors of disturbed samples.
    public struct Parameters: Sendable, Hashable {
        /// The gyroscope's noise Σ_g^½ > 0 in rad/s, per axis and sample. A larger value makes the filter
        /// follow field and gravity more quickly.
        public var gyroscopeNoise = AxisNoise(0.5)
        /// The noise Σ^½ > 0 of the direction of gravity, a vector of length one. A larger value makes the filter
        /// rely more on the gyroscope.
        public var accelerometerNoise = AxisNoise(0.3)
        /// The noise Σ^½ > 0 of each component of the field's unit vector. A larger value makes the filter rely more on
        /// the gyroscope.
        public var magnetometerNoise = AxisNoise(0.3)
        /// The initial standard deviation P^½ > 0 of each component of the quaternion.
        public var initialDeviation = 0.1
        /// The dip of the field, positive downwards; `nil` to use the dip of the first samples.
        public var dip: Angle?
        /// The parameters of the detectors of disturbed samples. A rejected direction is ignored.
        public var disturbances = DisturbanceRejection()
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Determines whether the estimator uses the magnetometer.
        public var magnetometer = MagnetometerUse.auto

        /// Creates the parameters of the smartphone benchmark (Michel et al. 2018).
        public init() {}
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: GuardedEstimator<ChoukrounEquations>

    /// Creates a filter in its initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = GuardedEstimator(ChoukrounEquations(parameters), parameters, dip: parameters.dip)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

/// The equations of ``Choukroun``.
struct ChoukrounEquations: RateEquations {
    /// The term that keeps R positive definite.
    private static var regularisation: Double { 1e-6 }
    private static var up: Vector3 { Vector3(0, 0, 1) }

    private var memory: QuaternionFilterMemory

    init(_ parameters: Choukroun.Parameters) {
        memory = QuaternionFilterMemory(parameters)
    }

    mutating func begin(at triad: UnitQuaternion, _ input: UnitDirections) -> UnitQuaternion {
        memory.begin(input)
        return triad
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: UnitDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        // Φ is the matrix of q ↦ q ⊗ exp(½ ω Δt).
        let transition = Quaternion(UnitQuaternion(rotationVector: rate * interval))
        var state = memory.prediction(from: Quaternion(orientation), by: transition, over: interval)
        if input.isKnown {
            if input.hasField { include(input.field, memory.field, memory.magnetometerVariances, in: &state) }
            if input.hasGravity { include(input.gravity, Self.up, memory.accelerometerVariances, in: &state) }
        }
        return memory.keep(state, after: orientation)
    }

    /// Corrects the state by the measurement 0 = H q with noise covariance R, in four scalar steps 0 = uᵀ H q. The four
    /// vectors u are q⁻ and the products of q⁻ with the three axes. They are orthonormal eigenvectors of R, so that the
    /// noise of each step is independent of the other steps.
    @_transparent private func include(
        _ measured: Vector3,
        _ reference: Vector3,
        _ variances: Vector3,
        in state: inout QuaternionFilterState
    ) {
        let q = state.predicted
        let half = 0.5
        let measured = measured
        let (sum, difference) = ((measured + reference) * half, (measured - reference) * half)
        let quarter = 0.25
        let floor = Self.regularisation
        include(q, sum, difference, floor, in: &state)
        let alongX = Quaternion(w: -q.x, x: q.w, y: q.z, z: -q.y)
        include(alongX, sum, difference, variances.x * quarter + floor, in: &state)
        let alongY = Quaternion(w: -q.y, x: -q.z, y: q.w, z: q.x)
        include(alongY, sum, difference, variances.y * quarter + floor, in: &state)
        let alongZ = Quaternion(w: -q.z, x: q.y, y: -q.x, z: q.w)
        include(alongZ, sum, difference, variances.z * quarter + floor, in: &state)
    }

    /// Corrects the state by the scalar measurement 0 = uᵀ H q, where `variance` is the variance of the noise.
    @_transparent private func include(
        _ u: Quaternion,
        _ sum: Vector3,
        _ difference: Vector3,
        _ variance: Double,
        in state: inout QuaternionFilterState
    ) {
        let axis = Vector3(u.x, u.y, u.z)
        let turned = sum.cross(axis) - difference * u.w
        let row = Quaternion(w: difference.dot(axis), x: turned.x, y: turned.y, z: turned.z)
        state.include(QuaternionRow(row: row, deviation: -row.dot(state.predicted), variance: variance))
    }
}

extension ChoukrounEquations: GuardableEquations {
    /// Has no effect, because the covariance determines the gain.
    mutating func setGain(_ gain: Double?) {}
}

extension Choukroun.Parameters: DisturbanceRejectingParameters, QuaternionFilterParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] =
        noiseDeclarations
        + [
            .initialDeviation(\.initialDeviation),
            .dip(\.dip),
        ] + ParameterDeclaration.disturbancesOfKalmanFilter + [
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
        ]
}

extension EstimatorEntry {
    package static let choukroun = EstimatorEntry(
        Choukroun.self,
        name: "choukroun",
        summary: "Linear Kalman filter for the four components of a quaternion.",
        source: "Choukroun et al. 2006, doi:10.1109/TAES.2006.1603413",
        isIsotropic: false
    )
}
