public import SensorModel

/// What a comparison of distance formulas gave, and how it came about.
public struct DistanceResults: Sendable {
    public static let schemaName = "sextant.distances/1"

    public let tool: EvaluationResults.Tool
    public let source: DistanceSource
    public let statistics: DistanceStatistics
    /// Nanoseconds for one distance by each formula; nil where that was not asked for.
    public let nanoseconds: [Double?]?

    public init(
        tool: EvaluationResults.Tool,
        source: DistanceSource,
        statistics: DistanceStatistics,
        nanoseconds: [Double?]? = nil
    ) {
        self.tool = tool
        self.source = source
        self.statistics = statistics
        self.nanoseconds = nanoseconds
    }
}

/// Where the pairs of a comparison come from.
public enum DistanceSource: Sendable, Hashable {
    case random(RandomPairs)
    /// A file with two points in each row.
    case pairs(file: String)
    /// A file with a point in each row, to which it is measured from one point.
    case from(GeographicPoint, file: String)
    /// A file with a point in each row, along which it is measured.
    case along(file: String)
}
