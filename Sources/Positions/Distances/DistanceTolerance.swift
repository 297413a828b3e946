public import SensorModel

/// The largest error of a distance that counts as correct.
public struct DistanceTolerance: Sendable, Hashable {
    /// The unit of a tolerance; the raw value is its symbol.
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        /// Millimetres.
        case millimetres = "mm"
        /// Centimetres.
        case centimetres = "cm"
        /// Metres.
        case metres = "m"
        /// Kilometres.
        case kilometres = "km"
        /// Millionths of the reference distance.
        case partsPerMillion = "ppm"
    }

    /// The tolerance in ``unit``, above 0.
    public let value: Double
    /// The unit of ``value``.
    public let unit: Unit

    /// Creates a tolerance; nil unless the value is finite and above 0.
    public init?(_ value: Double, _ unit: Unit) {
        guard value > 0, value.isFinite else { return nil }
        self.value = value
        self.unit = unit
    }

    private init(metres: Metres) {
        value = metres
        unit = .metres
    }

    /// The default of one metre, an error that is not visible in the position of a label on a distant building.
    public static let standard = DistanceTolerance(metres: 1)

    /// The largest permitted error at a reference distance.
    public func limit(at reference: Metres) -> Metres {
        switch unit {
        case .millimetres: value / 1e3
        case .centimetres: value / 1e2
        case .metres: value
        case .kilometres: value * 1e3
        case .partsPerMillion: value * reference / 1e6
        }
    }
}
