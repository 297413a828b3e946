public import SensorModel

/// Mahony's explicit complementary filter.
///
/// Mahony et al. 2008, doi:10.1109/TAC.2008.923738, in the form of the widely used C code. Let a and m be the measured
/// directions of gravity and field, and â and m̂ the directions that the orientation predicts. At each gyroscope
/// sample,
///
///     e = k_a a × â + k_m m × m̂
///     I ← I + Ki e Δt
///     q̇ = ½ q ⊗ (0, ω + Kp e + I)
///     q ← (q + q̇ Δt)/|q + q̇ Δt|
///
/// Without the magnetometer, e = k_a a × â. The detectors of ``DisturbanceRejection`` can reject disturbed samples. By
/// default, the filter starts at the orientation of ``Triad``. The integration is of first order. North is magnetic
/// north. O(1) time and memory per sample, except for the steps that `magneticDetection` = `repeat` stores.
///
///     var filter = Mahony(.init(kp: 0.74, ki: 0.0012))
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Mahony: DeclaredEstimator {
    /// The parameters of ``Mahony``.
    public struct Parameters: Sendable, Hashable {
        /// The gain Kp ≥ 0 of the correction by accelerometer and magnetometer, in rad/s. A larger gain corrects
        /// gyroscope errors sooner, but causes more jitter.
        public var kp: Double
        /// The gain Ki ≥ 0 with which the filter learns the gyroscope's bias, in rad/s². If the gain is 0, no bias is
        /// learnt.
        public var ki: Double
        /// The initial orientation.
        public var start: StartOrientation
        /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
        public var maximumGap: Seconds
        /// Determines whether the filter uses the magnetometer.
        public var magnetometer: MagnetometerUse
        /// The weight k_a ≥ 0 of gravity.
        public var ka = 1.0
        /// The weight k_m ≥ 0 of the magnetometer's direction.
        public var km = 1.0
        /// The reference direction with which the magnetometer is compared.
        public var reference = MagneticReference.measured
        /// The dip of the Earth's field, positive downwards, for `reference` = `.fixed`; `nil` for the dip of the first
        /// samples.
        public var dip: Angle?
        /// The parameters of the detectors of disturbed samples.
        public var disturbances = DisturbanceRejection()

        /// Creates parameters. Omitted parameters have their default values.
        ///
        /// - Parameters:
        ///   - kp: the gain Kp; 0.5 by default, as in the widely used C code.
        ///   - ki: the gain Ki; 0 by default, as in the widely used C code.
        ///   - start: the initial orientation; `.triad` by default.
        ///   - maximumGap: the maximum interval between two gyroscope samples in seconds; 1 s by default. A longer
        ///     interval restarts the filter.
        ///   - magnetometer: whether the filter uses the magnetometer; `.auto` by default.
        public init(
            kp: Double = 0.5,
            ki: Double = 0,
            start: StartOrientation = .triad,
            maximumGap: Seconds = 1,
            magnetometer: MagnetometerUse = .auto
        ) {
            self.kp = kp
            self.ki = ki
            self.start = start
            self.maximumGap = maximumGap
            self.magnetometer = magnetometer
        }
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: GuardedEstimator<MahonyEquations>

    /// Creates a filter in the initial state.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = GuardedEstimator(MahonyEquations(parameters), parameters)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }
}

/// The equations of ``Mahony``.
struct MahonyEquations: RateEquations {
    private var kp: Double
    private let usualKp: Double
    private let ki: Double
    private let ka: Double
    private let km: Double
    private let start: StartOrientation
    private var reference: PredictedField
    private var integral = Vector3.zero

    init(_ parameters: Mahony.Parameters) {
        kp = parameters.kp
        usualKp = kp
        ki = max(parameters.ki, 0)
        ka = parameters.ka
        km = parameters.km
        start = parameters.start
        reference = PredictedField(parameters.reference, dip: parameters.dip)
    }

    mutating func begin(at triad: UnitQuaternion, _: UnitDirections) -> UnitQuaternion {
        integral = .zero
        reference.reset()
        return start.orientation(fromTriad: triad)
    }

    @_transparent mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: UnitDirections,
        over interval: Seconds
    ) -> UnitQuaternion {
        let half = interval / 2
        guard input.isKnown else { return orientation.integrated(rate * half) }
        let error = error(orientation, input)
        // ½ Ω Δt with Ω = ω + Kp e + I, where I includes the Ki e Δt of this step
        let turn = (rate + integral) * half + error * ((kp + ki * interval) * half)
        // I ← I + Ki e Δt
        integral += error * (ki * interval)
        return orientation.integrated(turn)
    }

    /// Returns e = k_a a × â + k_m m × m̂, or e = k_a a × â if the field is not used. The orientation predicts the
    /// directions â and m̂ in device axes.
    @_transparent private mutating func error(
        _ orientation: UnitQuaternion,
        _ input: UnitDirections
    ) -> Vector3 {
        // The rows are East, North and Up in device axes.
        let axes = Matrix3(orientation)
        var error = Vector3.zero
        if input.hasGravity { error = (input.gravity * ka).cross(axes.z) }
        guard input.hasField else { return error }
        let (measured, predicted) = reference.pair(axes, input)
        return error + (measured * km).cross(predicted)
    }
}

extension MahonyEquations: GuardableEquations {
    mutating func setGain(_ gain: Double?) { kp = gain ?? usualKp }
}

extension Mahony.Parameters: DisturbanceRejectingParameters {
    package static let defaults = Self()
    package static let declarations: [ParameterDeclaration<Self>] =
        [
            .number(
                "kp",
                \.kp,
                in: .zeroOrMore,
                "Gain of accelerometer and magnetometer, in rad/s; larger values jitter more."
            ),
            .number("ki", \.ki, in: .zeroOrMore, "Rate at which the gyroscope's bias is learnt; 0 learns no bias."),
            .start(\.start),
            .maximumGap(\.maximumGap),
            .magnetometer(\.magnetometer),
            .number("ka", \.ka, in: .zeroOrMore, "Weight of gravity."),
            .number("km", \.km, in: .zeroOrMore, "Weight of the magnetometer's direction."),
            .magneticReference(\.reference),
            .dip(\.dip),
        ] + ParameterDeclaration.disturbances
}

extension EstimatorEntry {
    package static let mahony = EstimatorEntry(
        Mahony.self,
        name: "mahony",
        summary: "Gyroscope integration with proportional and integral feedback from gravity and field.",
        source: "Mahony et al. 2008, doi:10.1109/TAC.2008.923738"
    )
}
