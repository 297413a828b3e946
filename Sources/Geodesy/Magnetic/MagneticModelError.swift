public import SensorModel

/// A time or a height for which the World Magnetic Model has no field.
public enum MagneticModelError: Error, Sendable, Hashable {
    /// A decimal year without a release.
    case year(Double)
    /// A height in metres outside the model.
    case height(Metres)
}

extension MagneticModelError: CustomStringConvertible {
    /// The error in one sentence.
    public var description: String {
        switch self {
        case .year(let year):
            let first = WorldMagneticModel.all.first?.years.lowerBound ?? 0
            let last = WorldMagneticModel.all.last?.years.upperBound ?? 0
            return "found the year \(Self.text(year)), expected one from \(Self.text(first)) to \(Self.text(last)), "
                + "for which the World Magnetic Model has coefficients"
        case .height(let metres):
            let range = WorldMagneticModel.heights
            return "found the height \(Self.text(metres)) m, expected \(Self.text(range.lowerBound)) to "
                + "\(Self.text(range.upperBound)) m, for which the World Magnetic Model is valid"
        }
    }

    private static func text(_ value: Double) -> String { DecimalText.exact((value * 100).rounded() / 100) }
}
