import Evaluation

/// A table of the pipelines' mean ranks over the recordings, and sentences on the significant differences between these
/// ranks.
package struct RankingSection {
    private let names: [String]
    private let entries: [Entry]
    private let groups: [RecordingGroup]

    /// A metric with its ranking, or with the reason why it has no ranking.
    private struct Entry {
        let column: ReportColumn
        /// The indices of the ranked pipelines.
        let members: [Int]
        let ranking: Result<PipelineRanking, Obstacle>
    }

    private struct Obstacle: Error {
        let text: String
    }

    /// Ranks the pipelines by each metric. Returns `nil` for a single pipeline or a single recording.
    package init?(_ groups: [RecordingGroup], _ columns: [ReportColumn]) {
        let pipelines = PipelineMeans.all(in: groups)
        guard pipelines.count > 1, groups.count > 1 else { return nil }
        self.groups = groups
        names = pipelines.map(\.name)
        let kinds = Set(groups.flatMap { $0.runs.compactMap { $0.reference?.kind } })
        entries = columns.compactMap { column in
            guard column.metric.polarity != .neutral else { return nil }
            let members = pipelines.indices.filter { pipelines[$0].canRank(by: column.metric) }
            let ranking = Result { () throws(Obstacle) in
                if members.count < min(2, pipelines.count) { throw Self.obstacle(kinds, members: members.count) }
                do throws(PipelineRanking.Obstacle) {
                    return try PipelineRanking(members.map { pipelines[$0] }, by: column.metric, over: groups.count)
                } catch {
                    throw Obstacle(text: error.description)
                }
            }
            return Entry(column: column, members: members, ranking: ranking)
        }
    }

    private static func obstacle(_ kinds: Set<ReferenceKind>, members: Int) -> Obstacle {
        if kinds.contains(.device) {
            return Obstacle(text: "the values are differences from the device's own attitude, which can be wrong")
        }
        return Obstacle(
            text: members == 1
                ? "only one pipeline differs from the reference"
                : "pipelines that follow the gyroscope agree with this reference by construction"
        )
    }

    /// A table of the mean ranks with letters. Pipelines that share a letter show no significant difference.
    ///
    /// A metric without significant differences has no letters. The table is `nil` if no metric has a ranking.
    package var table: FigureTable? {
        guard !ranked.isEmpty else { return nil }
        return FigureTable(
            pipelines: ranked.map(\.entry.column.withoutUnit.figureColumn),
            rows: names.indices.map { pipeline in
                [.text(names[pipeline])]
                    + ranked.map { entry, ranking in
                        guard let member = entry.members.firstIndex(of: pipeline) else { return .missing(note: nil) }
                        return .text(Self.text(ranking, member))
                    }
            }
        )
    }

    /// The verdicts of the significance tests, followed by the reasons why some metrics have no ranking, and by a
    /// sentence on the scenarios if simulations differ only in their seeds.
    ///
    /// Metrics with the same verdict share a sentence.
    package var sentences: [String] {
        let reasons = entries.compactMap { entry -> (text: String, title: String)? in
            guard case .failure(let obstacle) = entry.ranking else { return nil }
            return (obstacle.text, title(entry.column))
        }
        let verdicts = Self.gathered(ranked.map { (sentence($0.entry, $0.ranking), title($0.entry.column)) })
        let obstacles = Self.gathered(reasons)
        let isGeneral = ranked.isEmpty && obstacles.count == 1
        return verdicts.map { "\($0.titles): \($0.text)" }
            + obstacles.map { "no ranking\(isGeneral ? "" : " by \($0.titles)"): \($0.text)" }
            + (ranked.isEmpty ? [] : [repetitions].compactMap(\.self))
    }

    private var repetitions: String? {
        MotionCount(groups.compactMap { $0.runs.first?.recording.name }).text.map { text in
            "\(groups.count) recordings are \(text): the tests contain no information about other motions"
        }
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

    private var ranked: [(entry: Entry, ranking: PipelineRanking)] {
        entries.compactMap { entry in
            guard case .success(let ranking) = entry.ranking else { return nil }
            return (entry, ranking)
        }
    }

    private func sentence(_ entry: Entry, _ ranking: PipelineRanking) -> String {
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
        let leaders = ranking.leaders
        let rivals = ranking.groups[0].filter { !leaders.contains($0) }
        let (best, others) = (name(leaders, entry).listed(), name(rivals, entry).listed())
        let isShared = leaders.count > 1
        let verdict =
            rivals.isEmpty
            ? (isShared
                ? "\(best) share the best mean rank" : "\(best) is significantly better than every other pipeline")
            : "\(best) \(isShared ? "share" : "has") the best mean rank; no significant difference to \(others)"
        let difference = NumberText.short(ranking.criticalDifference)
        return "\(verdict) (\(figures)\(excluded); critical difference \(difference) ranks)"
    }

    private func name(_ members: [Int], _ entry: Entry) -> [String] {
        members.map { "'\(names[entry.members[$0]])'" }
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

extension PipelineRanking {
    /// The pipelines with the best mean rank: several if their mean ranks are equal.
    var leaders: [Int] {
        let best = test.meanRanks.min() ?? 0
        return groups[0].filter { test.meanRanks[$0] <= best + Self.rankTolerance }
    }

    /// Mean ranks are multiples of half of 1 divided by the number of recordings; sums of ranks are exact.
    private static let rankTolerance = 1e-9
}

/// The number of different motions in recordings: each scenario of a simulation counts once, whatever its seeds.
struct MotionCount {
    /// The number of scenarios of which there are several seeds.
    private let repeated: Int
    /// The number of other recordings.
    private let others: Int

    var total: Int { repeated + others }

    /// Counts the motions of the recordings with the given names, such as `pan/seed-3`.
    init(_ recordings: [String]) {
        let scenarios = recordings.filter { RunPairing.family($0) != $0 }.grouped { RunPairing.family($0) }
        repeated = scenarios.count { $0.elements.count > 1 }
        others = recordings.count - scenarios.reduce(0) { $0 + ($1.elements.count > 1 ? $1.elements.count : 0) }
    }

    /// The motions as text, such as `2 scenarios with several seeds`; `nil` if each recording is a motion of its own.
    var text: String? {
        guard repeated > 0 else { return nil }
        let text = "\(NumberText.count(repeated, "scenario")) with several seeds"
        return others == 0 ? text : "\(text) and \(NumberText.count(others, "other motion"))"
    }
}
