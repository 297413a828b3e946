/// Pipelines ranked by one metric over several recordings: mean ranks, and which of them differ beyond chance.
///
/// Demšar 2006, JMLR 7:1–30: the Friedman test over all, the Nemenyi test between pairs.
public struct PipelineRanking: Sendable, Hashable {
    /// The chance to see a difference where there is none.
    public static let significance = 0.05
    /// With fewer, no difference between pipelines could be told from chance.
    public static let fewestRecordings = 5

    /// Why there is no ranking.
    public enum Obstacle: Error, Sendable, Hashable {
        case onePipeline
        /// How many recordings have a figure of every pipeline.
        case fewRecordings(complete: Int, of: Int)
        /// Neither side of the metric is good.
        case neutralMetric
    }

    /// Over the recordings that have a figure of every pipeline.
    public let test: FriedmanTest
    /// In ranks: mean ranks that are less apart show no significant difference.
    public let criticalDifference: Double
    /// The largest sets of pipelines without a significant difference among them, by position; best first. One set of
    /// all where the Friedman test sees no difference.
    public let groups: [[Int]]
    /// Recordings without a figure of every pipeline.
    public let recordingsLeftOut: Int

    /// Whether some pipelines differ beyond chance.
    public var isSignificant: Bool { test.pValue < Self.significance }

    /// - Parameters:
    ///   - figures: a row per recording, in it a figure per pipeline, finite; nil where there is none.
    ///   - polarity: which figures are the better ones.
    public init(_ figures: [[Double?]], polarity: MetricPolarity) throws(Obstacle) {
        let pipelines = figures.first?.count ?? 0
        guard pipelines > 1 else { throw .onePipeline }
        guard let cost = polarity.cost else { throw .neutralMetric }
        let complete = figures.map { $0.compactMap { $0.map(cost) } }.filter { $0.count == pipelines }
        guard complete.count >= Self.fewestRecordings, let test = FriedmanTest(complete) else {
            throw .fewRecordings(complete: complete.count, of: figures.count)
        }
        self.test = test
        recordingsLeftOut = figures.count - complete.count
        criticalDifference = NemenyiTest.criticalDifference(
            treatments: pipelines,
            blocks: complete.count,
            significance: Self.significance
        )
        let reach = test.pValue < Self.significance ? criticalDifference : .infinity
        groups = NemenyiTest.groups(meanRanks: test.meanRanks, criticalDifference: reach)
    }
}

extension PipelineRanking.Obstacle: CustomStringConvertible {
    public var description: String {
        switch self {
        case .onePipeline: "there is only one pipeline"
        case .fewRecordings(let complete, let total):
            "\(complete) of \(total) recordings have a figure of every pipeline, "
                + "at least \(PipelineRanking.fewestRecordings) are needed"
        case .neutralMetric: "neither a small nor a large figure is better"
        }
    }
}
