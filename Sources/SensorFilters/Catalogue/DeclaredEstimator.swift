package import SensorModel

/// An estimator with declared parameters, from which its catalogue entry and ``reset()`` follow.
package protocol DeclaredEstimator: OrientationEstimator {
    associatedtype Parameters: DeclaredParameters

    var parameters: Parameters { get }

    /// Creates an estimator in the initial state.
    init(_ parameters: Parameters)
}

extension DeclaredEstimator {
    /// Restores the initial state.
    public mutating func reset() { self = Self(parameters) }
}

/// The parameters of an estimator that restarts after a gap and can run without the magnetometer.
package protocol EstimatorParameters: DeclaredParameters {
    /// The maximum interval between two gyroscope samples in seconds. A longer interval restarts the estimator.
    var maximumGap: Seconds { get }
    /// Determines whether the estimator uses the magnetometer.
    var magnetometer: MagnetometerUse { get }
}

extension EstimatorEntry {
    /// Creates the entry of an estimator with declared parameters.
    ///
    /// - Parameters:
    ///   - type: the estimator.
    ///   - name: the name in a pipeline specification (SPEC).
    ///   - summary: one line for listings.
    ///   - source: the publication that describes the estimator.
    ///   - sensors: the sensors that the estimator needs; by default, gyroscope, accelerometer and magnetometer.
    ///   - advancedBy: the sensors whose samples change the estimate; by default, the gyroscope.
    ///   - north: the north to which headings refer.
    ///   - isIsotropic: whether a rotation of all sensors within the device changes the result only by the same
    ///     rotation.
    ///   - resolve: completes the parameter values, or throws if some values are mutually exclusive.
    package init<Estimator: DeclaredEstimator>(
        _ type: Estimator.Type,
        name: String,
        summary: String,
        source: String,
        sensors: [SensorKind] = [.gyroscope, .accelerometer, .magnetometer],
        advancedBy: [SensorKind] = [.gyroscope],
        north: North = .magnetic,
        isIsotropic: Bool = true,
        resolve: @escaping @Sendable (inout ParameterValues) throws(InputError) -> Void = {
            _ throws(InputError) in
        }
    ) {
        self.init(
            name: name,
            summary: summary,
            source: source,
            sensors: sensors,
            advancedBy: advancedBy,
            north: north,
            isIsotropic: isIsotropic,
            isOffline: type is any OfflineEstimator.Type,
            parameters: Estimator.Parameters.descriptors,
            resolve: resolve,
            make: { Estimator(Estimator.Parameters($0)) }
        )
    }
}
