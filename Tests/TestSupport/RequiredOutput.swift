package import SensorModel

/// The error of a filter or an estimator that has no output where a test needs one.
package struct NoOutput: Error {}

extension Filter {
    /// The output of ``SensorModel/Filter/update(_:at:)``.
    ///
    /// - Throws: ``NoOutput`` if the filter has no output.
    package mutating func output(for value: Value, at time: Seconds) throws -> Value {
        guard let output = update(value, at: time) else { throw NoOutput() }
        return output
    }
}

extension OrientationEstimator {
    /// The output of ``SensorModel/OrientationEstimator/update(with:)``.
    ///
    /// - Throws: ``NoOutput`` if the estimator has no output.
    package mutating func output(for frame: SensorFrame) throws -> UnitQuaternion {
        guard let output = update(with: frame) else { throw NoOutput() }
        return output
    }
}
