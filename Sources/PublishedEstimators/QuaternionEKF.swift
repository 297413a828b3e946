public import SensorFilters
public import SensorModel

/// An extended Kalman filter of a quaternion's four components.
///
/// Sabatini 2006, doi:10.1109/TBME.2006.875664, without its biases; Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004,
/// compare its forms. At each gyroscope sample, with F the matrix of q ↦ q ⊗ p,
///
///     p = (1, ½ ω Δt), or exp(½ ω Δt)
///     q⁻ = q ⊗ p
///     P⁻ = F P Fᵀ + (Δt/2)² Ξ Σ_g Ξᵀ,  with Ξ ε = q ⊗ (0, ε)
///     z = r − R(q⁻) b for field and gravity, or b − R(q⁻)ᵀ r
///     K = P⁻ Hᵀ (H P⁻ Hᵀ + R)⁻¹
///     q ← q⁻ + K z, with its length corrected to one;  P ← (I − K H) P⁻
///
/// b are the measured directions of field and gravity in device axes, r their references in Earth axes. Unlike
/// `ExtendedKalman`, it adds the correction to the four components, and the field corrects the
/// inclination, too.
///
/// Initialised by `Triad`. North is magnetic north. O(1) time and memory per sample.
///
///     var filter = QuaternionEKF()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct QuaternionEKF: DeclaredEstimator {
    /// The prediction of the quaternion.
    public enum Transition: String, Sendable, Hashable, CaseIterable {
        /// q ⊗ (1, ½ ω Δt), to first order.
        case linear
        /// q ⊗ exp(½ ω Δt), exact for a constant angular velocity.
        case exponential
    }

    /// The axes in which measurement and prediction are compared.
    public enum Residual: String, Sendable, Hashable, CaseIterable {
        /// Earth axes: the measured direction is rotated and compared with the reference.
        case earth
        /// Device axes: the reference is rotated and compared with the measured direction.
        case device
    }

    /// The vector that the magnetometer contributes.
    public enum FieldVector: String, Sendable, Hashable, CaseIterable {
        /// The direction of the field, whose dip corrects the inclination, too.
        case field
        /// The direction of gravity × field, which is horizontal (Martin & Salaün 2010,
        /// doi:10.1016/j.conengprac.2010.01.012).
        case cross
    }

    /// The repetition of the last steps by `magneticDetection=repeat`.
    public enum Repetition: String, Sendable, Hashable, CaseIterable {
        /// The steps are repeated from the state before them.
        case exact
        /// The steps are repeated as in the program of the smartphone benchmark (Michel et al. 2018). The repetition
        /// starts with the covariance before the steps and the orientation after the first step, which therefore counts
        /// twice. The last step counts twice in place of the current step. During the first `repeatTime`, the
        /// covariance is zero.
        case benchmark
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<GuardedEquations<QuaternionEKFEquations>>

    /// Creates a filter in its initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(guarding: QuaternionEKFEquations(parameters), parameters, dip: parameters.dip)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame, and returns the orientation, device → Earth (magnetic East, North, Up); `nil` while it is
    /// unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

/// The equations of ``QuaternionEKF``.
struct QuaternionEKFEquations: RateEquations {
    private static var up: Vector3 { Vector3(0, 0, 1) }
    /// The variances of a direction that a detector rejects.
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

    /// Returns q⁻ and P⁻.
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

    /// Returns the observation of the field, or of the horizontal direction perpendicular to it; `nil` if gravity and
    /// field are parallel.
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

    /// Has no effect, because the gain follows from the covariance.
    mutating func setGain(_ gain: Double?) {}

    mutating func forgetUncertainty() { memory.forgetUncertainty() }
}

extension QuaternionEKF {
    /// The parameters of ``QuaternionEKF``: the noise of the sensors, and the form of the equations.
    public struct Parameters: Sendable, Hashable {
        /// The gyroscope's noise Σ_g^½ > 0 in rad/s, per axis and sample. A larger value follows field and gravity more
        /// quickly.
        public var gyroscopeNoise = AxisNoise(0.3)
        /// The noise R^½ > 0 of the direction of gravity, a vector of length one. A larger value relies more on the
        /// gyroscope.
        public var accelerometerNoise = AxisNoise(0.5)
        /// The noise R^½ > 0 of the direction of the field, a vector of length one. A larger value relies more on the
        /// gyroscope.
        public var magnetometerNoise = AxisNoise(0.8)
        /// The initial standard deviation P^½ > 0 of each component of the quaternion.
        public var initialDeviation = 0.1
        /// The dip of the field, positive downwards; `nil` to estimate it from the first samples.
        public var dip: Angle?
        /// The prediction of the quaternion.
        public var transition = Transition.linear
        /// The axes in which measurement and prediction are compared.
        public var residual = Residual.earth
        /// The form of the rotation matrix whose derivative is H.
        public var jacobian = JacobianForm.short
        /// The vector that the magnetometer contributes.
        public var fieldVector = FieldVector.field
        /// The detectors of perturbations. A rejected direction has the variance 10⁶.
        public var disturbances = DisturbanceRejection()
        /// The repetition of the last steps.
        public var repetition = Repetition.exact
        /// The maximum gap between gyroscope samples in seconds; a longer gap restarts the estimator.
        public var maximumGap: Seconds = 1
        /// The use of the magnetometer.
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
            .choice("transition", \.transition, "Prediction by (1, w dt/2) or by exp(w dt/2)."),
            .choice("residual", \.residual, "Axes in which measured and expected directions are compared."),
            .choice(
                "jacobian",
                \.jacobian,
                "Derivative of the rotation of a quaternion of length one, or of any length."
            ),
            .choice("fieldVector", \.fieldVector, "Use the direction of the field, or of gravity x field."),
        ] + ParameterDeclaration.disturbancesOfKalmanFilter + [
            .choice("repetition", \.repetition, "Repeat exactly, or as the smartphone benchmark's program."),
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
        ]
}

extension EstimatorEntry {
    package static let quaternionEKF = EstimatorEntry(
        QuaternionEKF.self,
        name: "quaternionEkf",
        summary: "Extended Kalman filter of a quaternion's four components.",
        source: "Sabatini 2006, doi:10.1109/TBME.2006.875664; Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004",
        isIsotropic: false
    )
}
