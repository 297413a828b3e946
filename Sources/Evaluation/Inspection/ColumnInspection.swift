public import SensorModel

/// What a column of a stream holds.
public struct ColumnInspection: Sendable, Hashable, Encodable {
    public var name: String
    /// Empty where there is none.
    public var unit: String
    /// Values that are numbers.
    public var count: Int
    public var notFinite: Int
    /// Nil, as the others, without a number.
    public var minimum: Double?
    public var maximum: Double?
    public var mean: Double?
    /// The standard deviation of the sample; nil with fewer than two numbers.
    public var deviation: Double?

    private enum CodingKeys: String, CodingKey {
        case name
        case unit
        case count
        case notFinite = "not_finite"
        case minimum = "min"
        case maximum = "max"
        case mean
        case deviation = "std"
    }

    init(_ name: String, _ unit: String, _ values: some Sequence<Double>) {
        self.init(name: name, unit: unit, RunningStatistics(values))
    }

    public init(name: String, unit: String, _ statistics: RunningStatistics) {
        self.name = name
        self.unit = unit
        count = statistics.count
        notFinite = statistics.notFinite
        minimum = statistics.count > 0 ? statistics.minimum : nil
        maximum = statistics.count > 0 ? statistics.maximum : nil
        mean = statistics.count > 0 ? statistics.mean : nil
        deviation = statistics.deviation
    }

    /// Every key is written; what is not known is null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(unit, forKey: .unit)
        try container.encode(count, forKey: .count)
        try container.encode(notFinite, forKey: .notFinite)
        try container.encode(minimum, forKey: .minimum)
        try container.encode(maximum, forKey: .maximum)
        try container.encode(mean, forKey: .mean)
        try container.encode(deviation, forKey: .deviation)
    }
}
