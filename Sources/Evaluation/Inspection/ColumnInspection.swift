public import SensorModel

/// The statistics of one column of a stream.
public struct ColumnInspection: Sendable, Hashable, Encodable {
    /// The column's name.
    public var name: String
    /// The unit; empty for a column without a unit.
    public var unit: String
    /// The number of finite values.
    public var count: Int
    /// The number of values that are not finite.
    public var notFinite: Int
    /// The smallest finite value; nil without finite values.
    public var minimum: Double?
    /// The largest finite value; nil without finite values.
    public var maximum: Double?
    /// The mean of the finite values; nil without finite values.
    public var mean: Double?
    /// The standard deviation of the sample; nil with fewer than two finite values.
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

    /// Creates the inspection of a column from its statistics.
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

    /// Writes every key. An unknown value is null.
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
