public import SensorModel

/// Gyroscope integration with a correction towards ``Triad`` by a fixed share per second.
///
/// The complementary filter in its simplest form: the gyroscope gives the fast part of the motion, gravity and field
/// give the slow part, both with the same time constant. Higgins 1975, doi:10.1109/TAES.1975.308081; on the sphere by
/// slerp (Shoemake 1985, doi:10.1145/325334.325242). At each gyroscope sample,
///
///     e = q ⊗ exp(½ ω Δt)
///     q ← slerp(e, triad, trust (1 − exp(−Δt/τ)))
///
/// Without the magnetometer, the target of the slerp is e after the shortest turn that brings the measured gravity
/// upright.
///
/// The form `angles` is the filter of roll, pitch and yaw that many programs contain: it integrates the components of ω as
/// the rates of these angles.
///
/// Starts from ``Triad``. Exact integration at gyroscope samples. North is magnetic north. O(1) time and memory per
/// sample.
///
///     var filter = Complementary(.init(timeConstant: 0.5))
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Complementary: OrientationEstimator {
    /// What the filter blends.
    public enum Form: String, Sendable, Hashable, CaseIterable {
        /// Orientations, on the sphere.
        case quaternion
        /// Roll, pitch and yaw, one by one. Valid near level: ω_x, ω_y and ω_z count as their rates.
        case angles
    }

    /// The time constant of the filter and its trust in the accelerometer.
    public struct Parameters: Sendable, Hashable {
        /// τ > 0: an error fades to 37 % in this time. Smaller forgets gyroscope errors sooner (a bias b leaves an
        /// error of bτ) and passes on more of the other sensors' noise and of the device's acceleration.
        public var timeConstant: Seconds
        /// The difference of the acceleration's length from standard gravity, in m/s², at which the correction is
        /// halved; nil never halves it. Smaller relies more on the gyroscope while the device is accelerated, and
        /// always where the accelerometer's scale is wrong.
        public var accelerationTolerance: Double?
        /// What the filter blends.
        public var form: Form
        /// A longer gap between gyroscope samples restarts the estimator.
        public var maximumGap: Seconds
        /// Whether the magnetometer is used.
        public var magnetometer: MagnetometerUse

        /// Creates parameters; those left out have their defaults.
        ///
        /// - Parameters:
        ///   - timeConstant: 1 s by default. A phone's gyroscope with a bias of 0.01 rad/s then leaves 0.6°, and 7 % of
        ///     the white noise of gravity and field at 100 Hz remains.
        ///   - accelerationTolerance: nil by default.
        ///   - form: `.quaternion` by default.
        ///   - maximumGap: 1 s by default.
        ///   - magnetometer: `.auto` by default.
        public init(
            timeConstant: Seconds = 1,
            accelerationTolerance: Double? = nil,
            form: Form = .quaternion,
            maximumGap: Seconds = 1,
            magnetometer: MagnetometerUse = .auto
        ) {
            self.timeConstant = timeConstant
            self.accelerationTolerance = accelerationTolerance
            self.form = form
            self.maximumGap = maximumGap
            self.magnetometer = magnetometer
        }
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<ComplementaryEquations>

    /// Creates a filter that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(
            ComplementaryEquations(parameters),
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
        self = Complementary(parameters)
    }
}
