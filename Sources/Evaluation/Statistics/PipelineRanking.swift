/// A ranking of pipelines by one metric over several recordings: mean ranks, and significant differences.
///
/// Source: Demšar 2006, JMLR 7:1–30: the Friedman test over all pipelines, the Nemenyi test between pairs.
///
/// ```swift
/// let ranking = try PipelineRanking(figures, polarity: .smallerIsBetter)
/// print(ranking.test.meanRanks, ranking.criticalDifference, ranking.groups)
/// ```
public struct PipelineRanking: Sendable, Hashable {
    /// The significance level of both tests.
    public static let significance = 0.05
    /// The least number of recordings. With fewer, differences are never significant.
    public static let fewestRecordings = 5

    /// The reason why pipelines cannot be ranked.
    public enum Obstacle: Error, Sendable, Hashable {
        /// Only one pipeline has figures.
        case onePipeline
        /// Too few recordings have a figure of every pipeline.
        case fewRecordings(complete: Int, of: Int)
        /// The metric is neutral: neither small nor large figures are better.
        case neutralMetric
    }

    /// The Friedman test over the recordings with a figure of every pipeline.
    public let test: FriedmanTest
    /// The critical difference in ranks. Mean ranks that are closer do not differ significantly.
    public let criticalDifference: Double
    /// The largest sets of pipelines without a significant difference among them, by index, best first. If the Friedman
    /// test is not significant, one set of all pipelines.
    public let groups: [[Int]]
    /// The number of recordings without a figure of every pipeline.
    public let recordingsLeftOut: Int

    /// Whether the Friedman test is significant.
    public var isSignificant: Bool { test.pValue < Self.significance }

    /// Ranks pipelines. O(recordings · pipelines · log pipelines).
    ///
    /// - Parameters:
    ///   - figures: a row per recording with a finite figure per pipeline; nil where the figure is missing.
    ///   - polarity: which figures are better.
    /// - Throws: ``Obstacle`` where pipelines cannot be ranked.
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
    /// The reason in a sentence.
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
