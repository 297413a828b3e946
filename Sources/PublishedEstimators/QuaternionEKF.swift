public import SensorFilters
public import SensorModel

/// An extended Kalman filter for the four components of a quaternion.
///
/// Sabatini 2006, doi:10.1109/TBME.2006.875664, without bias estimation. Michel et al. 2018,
/// doi:10.1016/j.pmcj.2018.03.004, compare several forms of the filter. Let F be the matrix of q ↦ q ⊗ p. At each
/// gyroscope sample,
///
///     p = (1, ½ ω Δt), or exp(½ ω Δt)
///     q⁻ = q ⊗ p
///     P⁻ = F P Fᵀ + (Δt/2)² Ξ Σ_g Ξᵀ,  with Ξ ε = q ⊗ (0, ε)
///     z = r − R(q⁻) b for field and gravity, or b − R(q⁻)ᵀ r
///     K = P⁻ Hᵀ (H P⁻ Hᵀ + R)⁻¹
///     q ← q⁻ + K z, with its length corrected to one;  P ← (I − K H) P⁻
///
/// The measured directions of field and gravity are b in device axes; the reference directions are r in Earth axes.
/// Unlike in `ExtendedKalman`, the correction is added to the four components, and the field also corrects the
/// inclination.
///
/// The filter starts at the orientation of `Triad`. North is magnetic north. O(1) time and memory per sample.
///
///     var filter = QuaternionEKF()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct QuaternionEKF: DeclaredEstimator {
    /// The equation that predicts the quaternion.
    public enum Transition: String, Sendable, Hashable, CaseIterable {
        /// The first-order prediction q ⊗ (1, ½ ω Δt).
        case linear
        /// The prediction q ⊗ exp(½ ω Δt), exact for a constant angular velocity.
        case exponential
    }

    /// The axes in which measurement and prediction are compared.
    public enum Residual: String, Sendable, Hashable, CaseIterable {
        /// Earth axes: the measured direction is rotated and compared with the reference.
        case earth
        /// Device axes: the reference is rotated and compared with the measured direction.
        case device
    }

    /// The direction that is derived from the magnetometer.
    public enum FieldVector: String, Sendable, Hashable, CaseIterable {
        /// The direction of the field, whose dip also corrects the inclination.
        case field
        /// The direction of gravity × field, which is horizontal (Martin & Salaün 2010,
        /// doi:10.1016/j.conengprac.2010.01.012).
        case cross
    }

    /// The method by which `magneticDetection=repeat` recomputes the last steps.
    public enum Repetition: String, Sendable, Hashable, CaseIterable {
        /// Returns to the state that the filter had before the last steps, and computes these steps again.
        case exact
        /// Imitates the smartphone benchmark's program (Michel et al. 2018). The recomputation applies the first step a
        /// second time: to the orientation after this step, but with the covariance before it. During the first
        /// `repeatTime` seconds of a run, the initial covariance is zero instead. After the recomputation, the last
        /// step is also applied a second time, in place of the current step.
        case benchmark
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: GuardedEstimator<QuaternionEKFEquations>

    /// Creates a filter in its initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = GuardedEstimator(QuaternionEKFEquations(parameters), parameters, dip: parameters.dip)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

/// The equations of ``QuaternionEKF``.
struct QuaternionEKFEquations: RateEquations {
    private static var up: Vector3 { Vector3(0, 0, 1) }
    /// The variances for a direction after its rejection by a detector. They are so large that the direction has almost
    /// no influence.
    private static var rejected: Vector3 { Vector3(1e6, 1e6, 1e6) }

    private let parameters: QuaternionEKF.Parameters
    private var memory: QuaternionFilterMemory

    init(_ parameters: QuaternionEKF.Parameters) {
        self.parameters = parameters
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
        var state = prediction(from: orientation, rate: rate, over: interval)
        if input.isKnown {
            let unit = state.predicted.normalised(orKeeping: orientation)
            if input.isFieldMeasured, let field = fieldObservation(input, at: state.predicted, unit) {
                state.include(field)
            }
            let gravity = input.gravity
            let variances = input.hasGravity ? memory.accelerometerVariances : Self.rejected
            state.include(observation(of: gravity, Self.up, variances, at: state.predicted, unit))
        }
        return memory.keep(state, after: orientation)
    }

    /// Returns the predicted quaternion q⁻ and covariance P⁻.
    @_transparent private func prediction(
        from orientation: UnitQuaternion,
        rate: Vector3,
        over interval: Seconds
    ) -> QuaternionFilterState {
        let turn = rate * interval
        let transition: Quaternion
        switch parameters.transition {
        case .linear:
            transition = Quaternion(w: 1, x: turn.x / 2, y: turn.y / 2, z: turn.z / 2)
        case .exponential:
            transition = Quaternion(UnitQuaternion(rotationVector: turn))
        }
        return memory.prediction(from: Quaternion(orientation), by: transition, over: interval)
    }

    /// Returns the observation of the field, or of gravity × field for ``QuaternionEKF/FieldVector/cross``. For
    /// ``QuaternionEKF/FieldVector/cross``, returns `nil` if gravity and field are parallel.
    @_transparent private func fieldObservation(
        _ input: UnitDirections,
        at q: Quaternion,
        _ unit: UnitQuaternion
    ) -> VectorObservation? {
        let variances = input.hasField ? memory.magnetometerVariances : Self.rejected
        switch parameters.fieldVector {
        case .field:
            let field = input.field
            return observation(of: field, memory.field, variances, at: q, unit)
        case .cross:
            guard let across = input.gravity.cross(input.field).normalised else { return nil }
            let west = Vector3(-1, 0, 0)
            return observation(of: across, west, variances, at: q, unit)
        }
    }

    @_transparent private func observation(
        of measured: Vector3,
        _ reference: Vector3,
        _ variances: Vector3,
        at q: Quaternion,
        _ unit: UnitQuaternion
    ) -> VectorObservation {
        switch parameters.residual {
        case .earth:
            VectorObservation(
                deviation: reference - unit.rotate(measured),
                jacobian: QuaternionJacobian(ofTurning: measured, by: q, parameters.jacobian),
                variances: variances
            )
        case .device:
            VectorObservation(
                deviation: measured - unit.conjugate.rotate(reference),
                jacobian: QuaternionJacobian(ofTurningBack: reference, by: q, parameters.jacobian),
                variances: variances
            )
        }
    }
}

extension QuaternionEKFEquations: GuardableEquations {
    var repeatsAsBenchmark: Bool { parameters.repetition == .benchmark }

    /// Has no effect, because the covariance determines the gain.
    mutating func setGain(_ gain: Double?) {}

    mutating func forgetUncertainty() { memory.forgetUncertainty() }
}

extension QuaternionEKF {
    /// The parameters of ``QuaternionEKF``: the noise of the sensors, and the form of the equations.
    public struct Parameters: Sendable, Hashable {
        /// The gyroscope's noise Σ_g^½ > 0 in rad/s, per axis and sample. A larger value makes the filter
        /// follow field and gravity more quickly.
        public var gyroscopeNoise = AxisNoise(0.3)
        /// The noise R^½ > 0 of the direction of gravity, a vector of length one. A larger value makes the filter
        /// rely more on the gyroscope.
        public var accelerometerNoise = AxisNoise(0.5)
        /// The noise R^½ > 0 of the measured field direction, per component of its unit vector. A larger value makes
        /// the filter rely more on the gyroscope.
        public var magnetometerNoise = AxisNoise(0.8)
        /// The initial standard deviation P^½ > 0 of each component of the quaternion.
        public var initialDeviation = 0.1
        /// The dip of the field, positive downwards; `nil` to use the dip of the first samples.
        public var dip: Angle?
        /// The equation that predicts the quaternion.
        public var transition = Transition.linear
        /// The axes in which measurement and prediction are compared.
        public var residual = Residual.earth
        /// The form of the rotation matrix whose derivative is the measurement matrix H.
        public var jacobian = JacobianForm.short
        /// The direction that is derived from the magnetometer.
        public var fieldVector = FieldVector.field
        /// The parameters of the detectors of disturbed samples. A rejected direction gets the variance 10⁶.
        public var disturbances = DisturbanceRejection()
        /// The method by which `magneticDetection=repeat` recomputes the last steps.
        public var repetition = Repetition.exact
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Determines whether the estimator uses the magnetometer.
        public var magnetometer = MagnetometerUse.auto

        /// Creates the parameters of the smartphone benchmark (Michel et al. 2018).
        public init() {}
    }
}

extension QuaternionEKF.Parameters: DisturbanceRejectingParameters, QuaternionFilterParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] =
        noiseDeclarations
        + [
            .initialDeviation(\.initialDeviation),
            .dip(\.dip),
            .choice(
                "transition",
                \.transition,
                "Prediction of the quaternion: linear by (1, w dt/2), or exponential by exp(w dt/2)."
            ),
            .choice("residual", \.residual, "Axes in which measured and predicted directions are compared."),
            .choice(
                "jacobian",
                \.jacobian,
                "Derivative of the rotation matrix for a quaternion of length one (short) or of any length (long)."
            ),
            .choice(
                "fieldVector",
                \.fieldVector,
                "Direction from the magnetometer: the field, or the cross product of gravity and field."
            ),
        ] + ParameterDeclaration.disturbancesOfKalmanFilter + [
            .choice(
                "repetition",
                \.repetition,
                "Recomputation by magneticDetection=repeat: exact, or as in the smartphone benchmark's program."
            ),
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
        ]
}

extension EstimatorEntry {
    package static let quaternionEKF = EstimatorEntry(
        QuaternionEKF.self,
        name: "quaternionEkf",
        summary: "Extended Kalman filter for the four components of a quaternion.",
        source: "Sabatini 2006, doi:10.1109/TBME.2006.875664; Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004",
        isIsotropic: false
    )
}
