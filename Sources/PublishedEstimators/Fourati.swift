public import SensorFilters
public import SensorModel

/// Fourati's observer, with the gain of a Levenberg–Marquardt step.
///
/// Fourati et al. 2011, doi:10.1109/JSEN.2010.2053353, in the form of the smartphone benchmark (Michel et al. 2018).
/// Let a and m be the measured directions of gravity and field, â and m̂ the predicted directions, and S(v) the matrix
/// of v ×. At each gyroscope sample,
///
///     X = 2 (k_a S(â), k_m S(m̂))ᵀ
///     η = (X Xᵀ + λ I)⁻¹ X (a − â, m − m̂)
///     q̇ = ½ q ⊗ (0, ω) + β q ⊗ (0, η)
///     q ← (q + q̇ Δt)/|q + q̇ Δt|
///
/// Because S(v)ᵀ S(v) = |v|² I − v vᵀ and S(v)ᵀ (u − v) = u × v, X itself is not computed:
///
///     X Xᵀ = 4 k_a² (I − â âᵀ) + 4 k_m² (I − m̂ m̂ᵀ)
///     X (a − â, m − m̂) = 2 (k_a a × â + k_m m × m̂)
///
/// With the detectors of `DisturbanceRejection`, this is the observer of Michel et al. 2018,
/// doi:10.1016/j.pmcj.2018.03.004. The observer starts at the orientation of `Triad`. The integration is of first
/// order. North is magnetic north. O(1) time and memory per sample, except for the steps that
/// `magneticDetection=repeat` stores.
///
///     var filter = Fourati(.init(beta: 0.3))
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Fourati: DeclaredEstimator {
    /// The gains of the observer, the dip and the detectors of disturbed samples.
    public struct Parameters: Sendable, Hashable {
        /// The gain β ≥ 0 of accelerometer and magnetometer, in 1/s. A larger gain corrects gyroscope errors sooner,
        /// but causes more jitter.
        public var beta = 0.3
        /// The weight k_a ≥ 0 of gravity.
        public var ka = 2.0
        /// The weight k_m ≥ 0 of the magnetometer's direction.
        public var km = 1.0
        /// The damping λ > 0, which keeps X Xᵀ + λ I invertible. A larger value weakens the correction.
        public var damping = 1e-5
        /// The reference direction for the direction that the magnetometer measures.
        public var reference = MagneticReference.fixed
        /// The dip of the Earth's field, positive downwards, used if `reference` is `.fixed`; `nil` to use the dip of
        /// the first samples.
        public var dip: Angle?
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds = 1
        /// Determines whether the estimator uses the magnetometer.
        public var magnetometer = MagnetometerUse.auto
        /// The parameters of the detectors of disturbed samples.
        public var disturbances = DisturbanceRejection()

        /// Creates parameters, by default with the gains of the smartphone benchmark's program.
        ///
        /// - Parameter beta: the gain of accelerometer and magnetometer in 1/s.
        public init(beta: Double = 0.3) {
            self.beta = beta
        }
    }

    /// The parameters of the observer.
    public let parameters: Parameters
    private var estimator: GuardedEstimator<FouratiEquations>

    /// Creates an observer in its initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = GuardedEstimator(FouratiEquations(parameters), parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

/// The equations of ``Fourati``.
struct FouratiEquations: RateEquations {
    private var beta: Double
    private let usualBeta: Double
    private let ka: Double
    private let km: Double
    private let damping: Double
    private var reference: PredictedField

    init(_ parameters: Fourati.Parameters) {
        beta = parameters.beta
        usualBeta = beta
        ka = parameters.ka
        km = parameters.km
        damping = parameters.damping
        reference = PredictedField(parameters.reference, dip: parameters.dip)
    }

    mutating func begin(at triad: UnitQuaternion, _: UnitDirections) -> UnitQuaternion {
        reference.reset()
        return triad
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: UnitDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        var turn = rate * 0.5
        if input.isKnown { turn += correction(orientation, input) * beta }
        // q + (½ q ⊗ ω + β q ⊗ η) Δt
        return orientation.integrated(turn * interval)
    }

    /// Returns the correction η, in device axes.
    @_transparent private mutating func correction(
        _ orientation: UnitQuaternion,
        _ input: UnitDirections
    ) -> Vector3 {
        // The rows are East, North and Up in device axes.
        let axes = Matrix3(orientation)
        var normal = Matrix3(diagonal: Vector3(damping, damping, damping))
        var error = Vector3.zero
        if input.hasGravity {
            normal = normal + Self.spread(of: axes.z) * (4 * ka * ka)
            error += input.gravity.cross(axes.z) * (2 * ka)
        }
        if input.hasField {
            let (measured, predicted) = reference.pair(axes, input)
            normal = normal + Self.spread(of: predicted) * (4 * km * km)
            error += measured.cross(predicted) * (2 * km)
        }
        return normal.inverse.map { $0 * error } ?? .zero
    }

    /// Returns `S(v)ᵀ S(v) = |v|² I − v vᵀ`.
    @_transparent private static func spread(of vector: Vector3) -> Matrix3 {
        let square = vector.lengthSquared
        return Matrix3(diagonal: Vector3(square, square, square)) - Matrix3(outer: vector, vector)
    }
}

extension FouratiEquations: GuardableEquations {
    mutating func setGain(_ gain: Double?) { beta = gain ?? usualBeta }
}

extension Fourati.Parameters: DisturbanceRejectingParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] =
        [
            .number(
                "beta",
                \.beta,
                in: .zeroOrMore,
                "Gain of accelerometer and magnetometer, in 1/s; larger values jitter more."
            ),
            .number("ka", \.ka, in: .zeroToBillion, "Weight of gravity."),
            .number("km", \.km, in: .zeroToBillion, "Weight of the magnetometer's direction."),
            .number(
                "damping",
                \.damping,
                in: .aboveZeroToBillion,
                "Damping of the correction, which keeps a matrix invertible; larger values correct less."
            ),
            .magneticReference(\.reference),
            .dip(\.dip),
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
        ] + ParameterDeclaration.disturbances
}

extension EstimatorEntry {
    package static let fourati = EstimatorEntry(
        Fourati.self,
        name: "fourati",
        summary: "Observer with a Levenberg-Marquardt gain and detectors of magnetic perturbations.",
        source:
            "Fourati et al. 2011, doi:10.1109/JSEN.2010.2053353; Michel et al. 2018, doi:10.1016/j.pmcj.2018.03.004"
    )
}
