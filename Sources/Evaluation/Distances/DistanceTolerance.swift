public import SensorModel

/// How far off a distance may be.
public struct DistanceTolerance: Sendable, Hashable {
    public enum Unit: String, Sendable, Hashable, CaseIterable {
        case millimetres = "mm"
        case centimetres = "cm"
        case metres = "m"
        case kilometres = "km"
        /// Millionths of the reference distance.
        case partsPerMillion = "ppm"
    }

    public let value: Double
    public let unit: Unit

    /// Nil unless the value is a number above 0.
    public init?(_ value: Double, _ unit: Unit) {
        guard value > 0, value.isFinite else { return nil }
        self.value = value
        self.unit = unit
    }

    private init(metres: Metres) {
        value = metres
        unit = .metres
    }

    /// One metre: what a label on a far building can be off without anybody's noticing.
    public static let standard = DistanceTolerance(metres: 1)

    /// The largest error that is permitted at a reference distance.
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
