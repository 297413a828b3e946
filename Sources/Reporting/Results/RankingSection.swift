import Evaluation

/// A table of the pipelines' mean ranks over the recordings, and sentences on the significant differences between these
/// ranks.
package struct RankingSection {
    private let names: [String]
    /// The metrics, each with its ranking or the reason why it has no ranking.
    private let entries: [(column: ReportColumn, ranking: Result<PipelineRanking, PipelineRanking.Obstacle>)]

    /// Ranks the pipelines by each metric. Returns `nil` for a single pipeline or a single recording.
    package init?(_ groups: [RecordingGroup], _ columns: [ReportColumn]) {
        let pipelines = PipelineMeans.all(in: groups)
        guard pipelines.count > 1, groups.count > 1 else { return nil }
        names = pipelines.map(\.name)
        entries = columns.compactMap { column in
            guard column.metric.polarity != .neutral else { return nil }
            let ranking = Result { () throws(PipelineRanking.Obstacle) in
                try PipelineRanking(pipelines, by: column.metric, over: groups.count)
            }
            return (column, ranking)
        }
    }

    /// A table of the mean ranks with letters. Pipelines that share a letter show no significant difference.
    ///
    /// A metric without significant differences has no letters. The table is `nil` if no metric has a ranking.
    package var table: FigureTable? {
        guard !ranked.isEmpty else { return nil }
        return FigureTable(
            pipelines: ranked.map(\.column.withoutUnit.figureColumn),
            rows: names.indices.map { pipeline in
                [.text(names[pipeline])] + ranked.map { .text(Self.text($0.ranking, pipeline)) }
            }
        )
    }

    /// The verdicts of the significance tests, followed by the reasons why some metrics have no ranking.
    ///
    /// Metrics with the same verdict share a sentence.
    package var sentences: [String] {
        let reasons = entries.compactMap { entry -> (text: String, title: String)? in
            guard case .failure(let obstacle) = entry.ranking else { return nil }
            return (obstacle.description, title(entry.column))
        }
        let verdicts = Self.gathered(ranked.map { (sentence($0.ranking), title($0.column)) })
        let obstacles = Self.gathered(reasons)
        let isGeneral = ranked.isEmpty && obstacles.count == 1
        return verdicts.map { "\($0.titles): \($0.text)" }
            + obstacles.map { "no ranking\(isGeneral ? "" : " by \($0.titles)"): \($0.text)" }
    }

    /// The column's title. It includes the unit only if another metric has the same title.
    private func title(_ column: ReportColumn) -> String {
        let alike = entries.count { $0.column.plainTitle == column.plainTitle }
        return alike == 1 ? column.plainTitle : column.title
    }

    /// The distinct texts. Each has a list of the titles with which it occurs in `pairs`.
    private static func gathered(_ pairs: [(text: String, title: String)]) -> [(text: String, titles: String)] {
        pairs.map(\.text).distinct().map { text in (text, pairs.filter { $0.text == text }.map(\.title).listed()) }
    }

    static let explanation =
        "Rank 1 is the best of a recording; each metric is tested separately. "
        + "Pipelines that share a letter show no significant difference (Nemenyi test at 5 %); "
        + "without letters, no pipelines differ significantly (Friedman test at 5 %)."

    private var ranked: [(column: ReportColumn, ranking: PipelineRanking)] {
        entries.compactMap { entry in
            guard case .success(let ranking) = entry.ranking else { return nil }
            return (entry.column, ranking)
        }
    }

    private func sentence(_ ranking: PipelineRanking) -> String {
        let test = ranking.test
        let chance = test.pValue < 0.001 ? "< 0.001" : "= \(NumberText.short(test.pValue))"
        let figures =
            "Friedman χ²(\(test.degreesOfFreedom)) = \(NumberText.short(test.statistic)), "
            + "p \(chance), \(test.blocks) recordings"
        let leftOut = ranking.recordingsLeftOut
        let excluded = leftOut == 0 ? "" : ", \(leftOut) excluded because a pipeline has no value"
        guard ranking.isSignificant else {
            return "no significant difference between the pipelines (\(figures)\(excluded))"
        }
        let best = ranking.groups[0]
        let rivals = best.dropFirst().map { "'\(names[$0])'" }
        let verdict =
            rivals.isEmpty
            ? "'\(names[best[0]])' is significantly better than every other pipeline"
            : "'\(names[best[0]])' has the best mean rank; no significant difference to "
                + rivals.listed()
        let difference = NumberText.short(ranking.criticalDifference)
        return "\(verdict) (\(figures)\(excluded); critical difference \(difference) ranks)"
    }

    private static func text(_ ranking: PipelineRanking, _ pipeline: Int) -> String {
        let rank = NumberText.fixed(ranking.test.meanRanks[pipeline], decimals: 2)
        guard ranking.isSignificant else { return rank }
        let groups = ranking.groups.indices.filter { ranking.groups[$0].contains(pipeline) }
        return "\(rank) \(groups.map(letter).joined())"
    }

    /// The letter of a group: a … z, then a2 … z2, and so on.
    private static func letter(_ group: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let (round, index) = group.quotientAndRemainder(dividingBy: letters.count)
        return String(letters[index]) + (round == 0 ? "" : String(round + 1))
    }
}
