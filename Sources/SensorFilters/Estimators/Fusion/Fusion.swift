public import SensorModel

/// The revised filter of Madgwick's thesis, as the library Fusion of x-io Technologies computes it.
///
/// Madgwick 2014, chapter 7. At each gyroscope sample, with a and m the measured directions of gravity and field, û and ŵ
/// the directions of Up and West that the orientation predicts in device axes, and r(s, p) = s × p,
///
///     e = r(a, û) + r(û × m/|û × m|, ŵ)
///     q ← normalise(q + ½ q ⊗ (0, ω + K e) Δt)
///
/// At 90° and more, r is the direction of s × p with length 2. Unlike ``Madgwick``, the correction is proportional to the
/// error, and the magnetometer corrects the heading only. K falls from 10 to `gain` in the first three seconds. Later,
/// samples that contradict the orientation can be rejected, for a limited time. A rate at the end of the gyroscope's
/// range starts the fall of K again. Optionally, an offset of the gyroscope is learnt at rest and subtracted.
///
/// Starts from ``Triad`` by default. First-order integration at gyroscope samples. North is magnetic north. O(1) time and
/// memory per sample.
///
///     var filter = Fusion()
///     for frame in frames {
///         if let orientation = filter.update(with: frame) { draw(orientation) }
///     }
public struct Fusion: OrientationEstimator {
    /// What the filter does at the moment.
    public struct Flags: Sendable, Hashable {
        /// Whether the gain falls from its value at the start.
        public var isStarting = false
        /// Whether the start follows a rate at the end of the gyroscope's range.
        public var isRecoveringFromOverrange = false
        /// Whether the last step did not use the accelerometer.
        public var isAccelerometerIgnored = false
        /// Whether the last step did not use the magnetometer.
        public var isMagnetometerIgnored = false
        /// Whether each acceleration is used, because too many were rejected.
        public var isRecoveringFromAccelerations = false
        /// Whether each magnetic field is used, because too many were rejected.
        public var isRecoveringFromDisturbances = false
    }

    /// The parameters of the filter.
    public let parameters: Parameters
    private var estimator: RateDriven<FusionEquations>

    /// Creates a filter that has not seen a sample.
    public init(_ parameters: Parameters = Parameters()) {
        self.parameters = parameters
        estimator = RateDriven(
            FusionEquations(parameters),
            maximumGap: parameters.maximumGap,
            magnetometer: parameters.magnetometer
        )
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// What the filter does at the moment.
    public var flags: Flags { estimator.equations.flags }

    /// The learnt offset of the gyroscope, rad/s in device axes; zero without ``Parameters/offsetCorrection``.
    public var gyroscopeOffset: Vector3 { estimator.equations.gyroscopeOffset }

    /// Reads a frame; returns the orientation, device → Earth (magnetic East, North, Up).
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }

    /// Forgets all samples.
    public mutating func reset() {
        self = Fusion(parameters)
    }
}
