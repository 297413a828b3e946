public import SensorModel

/// Whether an estimator uses the magnetometer.
///
/// Without it, gravity corrects the inclination, and the heading is that of the gyroscope alone: it starts at an
/// arbitrary angle and drifts.
public enum MagnetometerUse: String, Sendable, Hashable, CaseIterable {
    /// An evaluation uses the magnetometer if the recording has one. An estimator by itself waits for it, as with
    /// ``use``.
    case auto
    /// The magnetometer is used. Nothing is estimated before its first sample.
    case use
    /// The magnetometer is ignored.
    case none

    /// The name of the parameter in a SPEC.
    package static let parameter = "magnetometer"

    /// The value of a SPEC; ``auto`` for an estimator without the parameter.
    package init(_ values: ParameterValues) {
        self = values.word(Self.parameter).flatMap(Self.init(rawValue:)) ?? .auto
    }

    /// Whether an estimator waits for the magnetometer and uses it.
    package var isUsed: Bool { self != .none }
}

extension EstimatorEntry {
    /// Whether the estimator runs with and without a magnetometer.
    public var isMagnetometerOptional: Bool { parameters.contains { $0.name == MagnetometerUse.parameter } }

    /// The sensors that a recording must have for these values.
    public func requiredSensors(_ values: ParameterValues) -> [SensorKind] {
        guard isMagnetometerOptional, MagnetometerUse(values) != .use else { return sensors }
        return sensors.filter { $0 != .magnetometer }
    }

    /// Whether headings refer to a north for these values. If not, they start at an arbitrary angle.
    public func knowsNorth(_ values: ParameterValues) -> Bool { MagnetometerUse(values).isUsed }

    /// The values with `magnetometer=auto` replaced for a recording.
    ///
    /// - Parameter isRecorded: whether the recording has a magnetometer.
    public func values(_ values: ParameterValues, withMagnetometer isRecorded: Bool) -> ParameterValues {
        guard isMagnetometerOptional, !isRecorded, MagnetometerUse(values) == .auto else { return values }
        var values = values
        values.set(MagnetometerUse.parameter, to: .word(MagnetometerUse.none.rawValue))
        return values
    }
}
