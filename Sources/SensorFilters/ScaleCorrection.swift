public import SensorModel

/// Multiplies a sensor's vectors by a factor for each axis.
///
/// `y_n = (s_x x_n, s_y y_n, s_z z_n)`: the diagonal part of a sensor's calibration. No memory, no latency, O(1) time.
public struct ScaleCorrection: Filter {
    /// The factor of each axis; 1 leaves it as it is.
    public let factors: Vector3
    public var intake = Intake<Vector3>()

    public init(_ factors: Vector3 = Vector3(1, 1, 1)) {
        self.factors = factors
    }

    /// There is no memory that a gap could spoil.
    public var maximumGap: Seconds { .infinity }

    public mutating func start(with value: Vector3) -> Vector3 {
        Vector3(value.x * factors.x, value.y * factors.y, value.z * factors.z)
    }

    public mutating func advance(to value: Vector3, over interval: Seconds) -> Vector3 {
        start(with: value)
    }

    public mutating func reset() {
        self = ScaleCorrection(factors)
    }
}

extension FilterEntry {
    static let scale = FilterEntry(
        name: "scale",
        kind: .calibration(of: [.accelerometer, .gyroscope, .magnetometer]),
        summary: "Multiplies a sensor's axes by factors.",
        source: "y = s x",
        parameters: axes(.none, default: 1, "to multiply with"),
        vector: { ScaleCorrection(Vector3(axesOf: $0)) }
    )
}
