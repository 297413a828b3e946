public import SensorModel

/// Determines whether an estimator uses the magnetometer.
///
/// Without the magnetometer, gravity corrects the inclination, and the gyroscope alone determines the heading, which
/// starts at an arbitrary angle and drifts.
public enum MagnetometerUse: String, Sendable, Hashable, CaseIterable {
    /// An evaluation uses the magnetometer if the recording has one. Outside an evaluation, this case is the same as
    /// ``use``.
    case auto
    /// The magnetometer is used. There is no estimate before its first sample.
    case use
    /// The magnetometer is ignored.
    case none

    /// The name of the parameter in a pipeline specification.
    package static let parameter = "magnetometer"

    /// Creates the value from the parameters of an estimator. The value is ``auto`` if the estimator lacks the
    /// parameter.
    package init(_ values: ParameterValues) {
        self = values.word(Self.parameter).flatMap(Self.init(rawValue:)) ?? .auto
    }

    /// A Boolean value that indicates whether an estimator uses the magnetometer. Such an estimator waits for the first
    /// magnetometer sample.
    package var isUsed: Bool { self != .none }
}

extension EstimatorEntry {
    /// A Boolean value that indicates whether the estimator can run without a magnetometer.
    public var isMagnetometerOptional: Bool { parameters.contains { $0.name == MagnetometerUse.parameter } }

    /// Returns the sensors that a recording must have for these parameter values.
    public func requiredSensors(_ values: ParameterValues) -> [SensorKind] {
        guard isMagnetometerOptional, MagnetometerUse(values) != .use else { return sensors }
        return sensors.filter { $0 != .magnetometer }
    }

    /// Returns `true` if headings are relative to north for these parameter values. Otherwise, headings start at an
    /// arbitrary angle.
    public func knowsNorth(_ values: ParameterValues) -> Bool {
        north != .arbitrary && MagnetometerUse(values).isUsed
    }

    /// Returns the parameter values, with `magnetometer=auto` changed to `none` if the recording has no magnetometer.
    ///
    /// - Parameters:
    ///   - values: the parameter values.
    ///   - isRecorded: whether the recording has a magnetometer.
    public func values(_ values: ParameterValues, withMagnetometer isRecorded: Bool) -> ParameterValues {
        guard isMagnetometerOptional, !isRecorded, MagnetometerUse(values) == .auto else { return values }
        var values = values
        values.set(MagnetometerUse.parameter, to: .word(MagnetometerUse.none.rawValue))
        return values
    }
}
