public import SensorModel

/// The integral of the gyroscope's angular velocity, `q ⊗ exp(½ ω Δt)`, from the initial orientation of ``Triad``.
///
/// Without the magnetometer, gravity alone determines the initial orientation, and the initial heading is arbitrary.
///
/// The integration is exact for an angular velocity that is constant between samples and equal to the sample at the end
/// of the interval. Because of the gyroscope's bias, the error grows without bound: a bias of 0.01 rad/s causes a drift
/// of 34° in a minute. Over a few seconds, the result has less jitter than the result of any other estimator. North is
/// magnetic north. O(1) time and memory per sample.
///
///     var estimator = GyroscopeIntegration()
///     for frame in frames {
///         if let orientation = estimator.update(with: frame) { draw(orientation) }
///     }
public struct GyroscopeIntegration: OrientationEstimator {
    /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
    public let maximumGap: Seconds
    /// Determines whether the magnetometer sets the initial heading.
    public let magnetometer: MagnetometerUse
    private var estimator: RateDriven<GyroscopeEquations>

    /// Creates an estimator in the initial state.
    ///
    /// - Parameters:
    ///   - maximumGap: the maximum interval between two gyroscope samples in seconds; 1 s by default. A longer interval
    ///     restarts the estimator.
    ///   - magnetometer: whether the magnetometer sets the initial heading; `.auto` by default.
    public init(maximumGap: Seconds = 1, magnetometer: MagnetometerUse = .auto) {
        self.maximumGap = maximumGap
        self.magnetometer = magnetometer
        estimator = RateDriven(GyroscopeEquations(), maximumGap: maximumGap, magnetometer: magnetometer)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Processes a frame and returns the orientation, device → Earth (magnetic East, North, Up), or `nil` if unknown.
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }

    /// Discards all samples.
    public mutating func reset() {
        self = GyroscopeIntegration(maximumGap: maximumGap, magnetometer: magnetometer)
    }
}

/// The equation of ``GyroscopeIntegration``.
struct GyroscopeEquations: RateEquations {
    /// An empty input: after the start, the estimator uses only the gyroscope.
    struct NoInput: RateInput {
        @_transparent init(_ directions: SensorHold.Directions?, _ sensors: inout SensorHold) {}
    }

    func begin(at triad: UnitQuaternion, _: NoInput) -> UnitQuaternion { triad }

    @_transparent func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        input: NoInput,
        over interval: Seconds
    ) -> UnitQuaternion {
        orientation * UnitQuaternion(rotationVector: rate * interval)
    }
}

private struct GyroscopeParameters: DeclaredParameters {
    var maximumGap: Seconds = 1
    var magnetometer = MagnetometerUse.auto

    static let defaults = Self()
    static let declarations: [ParameterDeclaration<Self>] = [
        .maximumGap(\.maximumGap),
        .magnetometer(\.magnetometer),
    ]

    var estimator: GyroscopeIntegration { GyroscopeIntegration(maximumGap: maximumGap, magnetometer: magnetometer) }
}

extension EstimatorEntry {
    package static let gyroscope = EstimatorEntry(
        name: "gyroscope",
        summary: "Integrated angular velocity, from an initial orientation by triad; drifts with the bias.",
        source: "q ⊗ exp(½ω Δt)",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: GyroscopeParameters.descriptors,
        make: { GyroscopeParameters($0).estimator }
    )
}
