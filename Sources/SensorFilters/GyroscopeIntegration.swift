public import SensorModel

/// Orientation from the gyroscope alone, after a start from ``Triad``: `q ⊗ exp(½ ω Δt)`.
///
/// Exact for an angular velocity that is constant between samples and equal to the sample at the interval's end. Its
/// error grows without bound with the gyroscope's bias (0.01 rad/s drifts 34° a minute); over a few seconds it is the
/// calmest estimate there is.
public struct GyroscopeIntegration: RateDriven {
    public let maximumGap: Seconds
    public var state = RateDrivenState()

    public init(maximumGap: Seconds = 1) {
        self.maximumGap = maximumGap
    }

    public mutating func step(
        from orientation: UnitQuaternion,
        rate: Vector3,
        directions: Directions?,
        over interval: Seconds
    ) -> UnitQuaternion {
        orientation * UnitQuaternion(rotationVector: rate * interval)
    }

    public mutating func reset() {
        self = GyroscopeIntegration(maximumGap: maximumGap)
    }
}

extension EstimatorEntry {
    static let gyroscope = EstimatorEntry(
        name: "gyroscope",
        summary: "Integrated angular velocity from a triad start; drifts with the bias.",
        source: "q ⊗ exp(½ω Δt)",
        sensors: [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [.gyroscope],
        parameters: [.maximumGap],
        make: { GyroscopeIntegration(maximumGap: $0.required("maximumGap")) }
    )
}
