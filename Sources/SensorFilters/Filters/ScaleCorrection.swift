public import SensorModel

/// A filter that multiplies each axis of a sensor by a factor.
///
/// A sample `(x, y, z)` becomes `(s_x x, s_y y, s_z z)`, the diagonal part of a sensor's calibration. No state, no
/// latency, O(1) time.
///
/// ```swift
/// var filter = ScaleCorrection(Vector3(1.02, 0.99, 1))
/// let corrected = filter.update(Vector3(0, 0, 9.6), at: 0.01)
/// ```
public struct ScaleCorrection: Filter {
    /// The factor of each axis.
    public let factors: Vector3
    /// The last output and its time, and the counts of skipped samples.
    public var intake = Intake<Vector3>()

    /// Creates a filter with these factors. The default factors have no effect.
    public init(_ factors: Vector3 = Vector3(1, 1, 1)) {
        self.factors = factors
    }

    /// The maximum interval between two samples: infinite, because a filter without state never restarts.
    public var maximumGap: Seconds { .infinity }

    /// Returns the scaled sample.
    public mutating func start(with value: Vector3) -> Vector3 {
        Vector3(value.x * factors.x, value.y * factors.y, value.z * factors.z)
    }

    /// Returns the scaled sample.
    public mutating func advance(to value: Vector3, over interval: Seconds) -> Vector3 {
        start(with: value)
    }

    /// Sets all counts to zero.
    public mutating func reset() {
        self = ScaleCorrection(factors)
    }
}

private struct ScaleParameters: DeclaredParameters {
    var factors = Vector3(1, 1, 1)

    static let defaults = Self()
    static let declarations: [ParameterDeclaration<Self>] =
        ParameterDeclaration.axes(\.factors.x, \.factors.y, \.factors.z, of: "factor")
}

extension FilterEntry {
    static let scale = FilterEntry(
        name: "scale",
        kind: .calibration(of: [.accelerometer, .gyroscope, .magnetometer]),
        summary: "Multiplies a sensor's axes by factors.",
        source: "y = s x",
        parameters: ScaleParameters.descriptors,
        vector: { ScaleCorrection(ScaleParameters($0).factors) }
    )
}
