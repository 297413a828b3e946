public import Recordings
public import SensorModel

/// The result of a comparison of distance formulas, with its source.
public struct DistanceResults: Sendable {
    /// The name and version of the JSON schema.
    public static let schemaName = "sextant.distances/1"

    /// The version of the tool that made the result.
    public let tool: ProgramVersion
    /// The source of the pairs.
    public let source: DistanceSource
    /// The errors of the formulas.
    public let statistics: DistanceStatistics
    /// The time per distance of each formula in nanoseconds; nil where no time was measured.
    public let nanoseconds: [Double?]?

    /// Creates a result.
    public init(
        tool: ProgramVersion,
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

/// The source of the pairs of a comparison.
public enum DistanceSource: Sendable, Hashable {
    /// Random pairs.
    case random(RandomPairs)
    /// A file with two points in each row.
    case pairs(file: String)
    /// A file with one point in each row; the distances start at a fixed point.
    case from(GeographicPoint, file: String)
    /// A file with one point in each row; the distances are those between neighbouring rows.
    case along(file: String)
}
