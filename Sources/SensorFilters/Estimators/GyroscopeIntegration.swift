public import SensorModel

/// Orientation from the gyroscope alone, after a start from ``Triad``: `q ⊗ exp(½ ω Δt)`.
///
/// Without the magnetometer, gravity alone gives the start, and the first heading is arbitrary.
///
/// Exact for an angular velocity that is constant between samples and equal to the sample at the interval's end. Its
/// error grows without bound with the gyroscope's bias: 0.01 rad/s drifts by 34° in a minute. Over a few seconds it
/// jitters least of all estimates. North is magnetic north. O(1) time and memory per sample.
///
///     var estimator = GyroscopeIntegration()
///     for frame in frames {
///         if let orientation = estimator.update(with: frame) { draw(orientation) }
///     }
public struct GyroscopeIntegration: OrientationEstimator {
    /// A longer gap between gyroscope samples restarts the estimator.
    public let maximumGap: Seconds
    /// Whether the magnetometer gives the first heading.
    public let magnetometer: MagnetometerUse
    private var estimator: RateDriven<GyroscopeEquations>

    /// Creates an estimator that has not seen a sample.
    ///
    /// - Parameters:
    ///   - maximumGap: 1 s by default.
    ///   - magnetometer: `.auto` by default.
    public init(maximumGap: Seconds = 1, magnetometer: MagnetometerUse = .auto) {
        self.maximumGap = maximumGap
        self.magnetometer = magnetometer
        estimator = RateDriven(GyroscopeEquations(), maximumGap: maximumGap, magnetometer: magnetometer)
    }

    /// The counts of unusable samples and of restarts.
    public var skips: SkipCounts { estimator.skips }

    /// Reads a frame; returns the orientation, device → Earth (magnetic East, North, Up).
    public mutating func update(with frame: SensorFrame) -> UnitQuaternion? { estimator.update(with: frame) }

    /// Forgets all samples.
    public mutating func reset() {
        self = GyroscopeIntegration(maximumGap: maximumGap, magnetometer: magnetometer)
    }
}

/// The equation of ``GyroscopeIntegration``, which has no parameters.
struct GyroscopeEquations: RateEquations {
    /// The other sensors are not used after the start.
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
        summary: "Integrated angular velocity from a triad start; drifts with the bias.",
        source: "q ⊗ exp(½ω Δt)",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: GyroscopeParameters.descriptors,
        make: { GyroscopeParameters($0).estimator }
    )
}
