import SensorModel

/// A filter or an estimator gave nothing where a test needs something.
struct NoOutput: Error {}

extension Filter {
    /// ``SensorModel/Filter/update(_:at:)`` where there must be an output.
    mutating func take(_ value: Value, at time: Seconds) throws -> Value {
        guard let output = update(value, at: time) else { throw NoOutput() }
        return output
    }
}

extension OrientationEstimator {
    /// ``SensorModel/OrientationEstimator/update(with:)`` where there must be an output.
    mutating func take(_ frame: SensorFrame) throws -> UnitQuaternion {
        guard let output = update(with: frame) else { throw NoOutput() }
        return output
    }
}
