public import SensorModel

/// The use of the magnetometer by an estimator.
///
/// Without the magnetometer, gravity corrects the inclination, and the gyroscope alone determines the heading, which
/// starts at an arbitrary angle and drifts.
public enum MagnetometerUse: String, Sendable, Hashable, CaseIterable {
    /// The magnetometer is used in an evaluation if the recording has one. Outside of an evaluation, this case is the
    /// same as ``use``.
    case auto
    /// The magnetometer is used. Before its first sample, there is no estimate.
    case use
    /// The magnetometer is ignored.
    case none

    /// The name of the parameter in a SPEC.
    package static let parameter = "magnetometer"

    /// Creates the value from a SPEC; ``auto`` for an estimator without the parameter.
    package init(_ values: ParameterValues) {
        self = values.word(Self.parameter).flatMap(Self.init(rawValue:)) ?? .auto
    }

    /// A Boolean value that indicates whether an estimator waits for the magnetometer and uses it.
    package var isUsed: Bool { self != .none }
}

extension EstimatorEntry {
    /// A Boolean value that indicates whether the estimator runs with and without a magnetometer.
    public var isMagnetometerOptional: Bool { parameters.contains { $0.name == MagnetometerUse.parameter } }

    /// Returns the sensors that a recording must have for these values.
    public func requiredSensors(_ values: ParameterValues) -> [SensorKind] {
        guard isMagnetometerOptional, MagnetometerUse(values) != .use else { return sensors }
        return sensors.filter { $0 != .magnetometer }
    }

    /// Returns `true` if headings refer to a north for these values. Otherwise, they start at an arbitrary angle.
    public func knowsNorth(_ values: ParameterValues) -> Bool {
        north != .arbitrary && MagnetometerUse(values).isUsed
    }

    /// Returns the values, with `magnetometer=auto` resolved for a recording.
    ///
    /// - Parameters:
    ///   - values: the parameters' values.
    ///   - isRecorded: whether the recording has a magnetometer.
    public func values(_ values: ParameterValues, withMagnetometer isRecorded: Bool) -> ParameterValues {
        guard isMagnetometerOptional, !isRecorded, MagnetometerUse(values) == .auto else { return values }
        var values = values
        values.set(MagnetometerUse.parameter, to: .word(MagnetometerUse.none.rawValue))
        return values
    }
}
