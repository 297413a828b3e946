import Evaluation
public import Experiments
import Pipelines
import Recordings
import SensorFilters
import SensorModel

/// A leaderboard as tables, pictures and files.
///
/// Equal results give byte-identical files, on any machine and with any number of jobs.
public struct LeaderboardReport: ExperimentOverview {
    package let title: String
    let board: Leaderboard
    let traits: [String: PipelineTraits]
    package let provenance: [String]
    /// The rows of each track (default, transferred or oracle settings), best first.
    let rows: [LeaderboardTrack: [Leaderboard.Row]]

    /// Creates a report and computes its means.
    ///
    /// - Parameters:
    ///   - title: the name of the experiment.
    ///   - board: the results.
    ///   - traits: the properties of the pipelines from the experiment's definition, by pipeline name.
    ///   - provenance: the origin of the results, one sentence per line.
    public init(title: String, _ board: Leaderboard, traits: [String: PipelineTraits], provenance: [String]) {
        self.title = title
        self.board = board
        self.traits = traits
        self.provenance = provenance
        rows = Dictionary(uniqueKeysWithValues: LeaderboardTrack.allCases.map { ($0, board.rows(of: $0)) })
    }

    private var recordingCount: Int { board.recordings.reduce(0) { $0 + $1.count } }

    package var runCount: Int { recordingCount * (rows[.fixed]?.count ?? 0) }

    /// A sentence on the size of the leaderboard.
    package var extent: String {
        let datasets = zip(board.rules.datasets, board.recordings).map { "\($0) (\($1.count))" }
        return
            "\(rows[.fixed]?.count ?? 0) entries over \(recordingCount) recordings of \(board.rules.datasets.count) "
            + "datasets: "
            + datasets.joined(separator: ", ")
    }

    /// The names of the recordings without results.
    package var unmeasured: Set<String> { board.unmeasured }
}

extension LeaderboardReport {
    /// A table with the specification, source, licence, sensors and tuning data of each pipeline.
    func entryTable(of rows: [Leaderboard.Row]) -> FigureTable {
        let titles = ["pipeline", "SPEC", "source", "licence", "sensors", "tuned on"]
        var table = FigureTable(text: titles, figures: [])
        table.rows = rows.map { row in
            let spec = row.entry.settings.compactMap(\.self).first?.spec ?? ""
            let traits = traits[row.entry.pipeline]
            let estimator = estimator(of: row.entry)
            let cells: [String] = [
                name(row.entry),
                spec,
                traits?.source ?? estimator?.source ?? "",
                traits?.licence ?? (estimator == nil ? "" : "same as Sextant"),
                estimator?.sensors.map(\.rawValue).joined(separator: ", ") ?? "",
                traits?.tunedOn ?? "",
            ]
            return cells.map(FigureTable.Cell.text)
        }
        return table
    }

    /// The published values next to the values measured in the experiment.
    var publishedTable: FigureTable {
        var table = FigureTable(
            text: ["source", "recording", "pipeline", "metric"],
            figures: ["published", "here", "difference"]
        )
        table.caption = publishedSummary
        table.rows = board.published.map { comparison in
            let published = comparison.published
            return [
                .text(published.source), .text(published.recording), .text(published.pipeline),
                .text(title(published.metric)), .figure(published.value, decimals: 4),
                comparison.ours.map { .figure($0, decimals: 4) } ?? .missing(note: nil),
                comparison.ours.map { .figure($0 - published.value, decimals: 5) } ?? .missing(note: nil),
            ]
        }
        return table
    }

    /// A sentence that states how many published values were also measured here, and how much they differ at most.
    private var publishedSummary: String {
        let differences = board.published.compactMap { comparison in
            comparison.ours.map { abs($0 - comparison.published.value) }
        }
        let missing = board.published.count - differences.count
        let largest = differences.max().map { "; the largest difference is \(NumberText.fixed($0, decimals: 5))" } ?? ""
        return "\(differences.count) of \(board.published.count) published values were measured here\(largest)"
            + (missing == 0 ? "." : "; \(missing) not measured.")
    }

    /// A table of the recordings with their checksums. It also shows how many entries have a result for each recording.
    var recordingTable: FigureTable {
        var table = FigureTable(
            columns: ["dataset", "recording"].map { FigureTable.Column(key: $0, title: $0) } + [
                FigureTable.Column(key: "measured", title: "measured entries", polarity: .neutral),
                FigureTable.Column(key: "sha256", title: "SHA-256"),
            ]
        )
        for (dataset, recordings) in zip(board.rules.datasets, board.recordings) {
            for recording in recordings {
                let count = board.measuredEntries(of: recording)
                table.rows.append([
                    .text(dataset), .text(recording.name), .figure(Double(count), decimals: 0),
                    .text(recording.sha256.isEmpty ? recording.content : recording.sha256),
                ])
            }
        }
        table.remarks =
            unmeasured.isEmpty ? [] : ["not measured by any entry: \(unmeasured.sorted().joined(separator: ", "))"]
        return table
    }

    /// All means as one table for other programs.
    ///
    /// Each combination of track and pipeline has a row for all datasets, a row per dataset, and a row per tag.
    package var figures: FigureTable {
        var table = FigureTable(
            columns: ["track", "pipeline", "dataset", "tag", "settings"].map { FigureTable.Column(key: $0, title: $0) }
                + board.metrics.map(column),
            provenance: provenance
        )
        for track in LeaderboardTrack.allCases {
            for row in rows[track] ?? [] {
                func add(_ dataset: String, _ tag: String, _ means: [Leaderboard.Mean?], _ settings: String) {
                    table.rows.append(
                        [.text(track.rawValue), .text(row.entry.pipeline), .text(dataset), .text(tag), .text(settings)]
                            + means.map { $0.map { .mean($0) } ?? .missing(note: nil) }
                    )
                }
                add("", "", row.overall, "")
                for (index, dataset) in board.rules.datasets.enumerated() {
                    add(dataset, "", row.datasets[index], row.entry.settings[index]?.spec ?? "")
                }
                for (tag, mean) in zip(board.tags, row.tags) {
                    add("", tag, [mean] + board.metrics.dropFirst().map { _ in nil }, "")
                }
            }
        }
        return table
    }
}

extension LeaderboardReport {
    /// Plots of accuracy against jitter, against lag and against computing time. A further plot shows the mean ranks
    /// with the critical difference.
    package var pictures: [ReportFigure] {
        let fixed = rows[.fixed] ?? []
        let metric = board.rules.metric
        var pictures: [ReportFigure] = []
        for other in competing where other != metric {
            guard let accuracy = board.metrics.firstIndex(of: metric),
                let index = board.metrics.firstIndex(of: other)
            else { continue }
            let points = fixed.compactMap { row -> (name: String, x: Double, y: Double)? in
                guard let x = row.overall[index].value, let y = row.overall[accuracy].value else { return nil }
                return (name(row.entry), other == .lag ? abs(x) : x, y)
            }
            pictures.append(
                ReportFigure(
                    tradeOff: points,
                    name: "\(other.name)",
                    title: "Accuracy and \(title(other))",
                    x: other == .lag ? "absolute \(column(other).titleWithUnit)" : column(other).titleWithUnit,
                    y: column(metric).titleWithUnit,
                    tolerances: (other.negligibleDifference, metric.negligibleDifference)
                )
            )
        }
        if case .success(let ranking) = board.ranking(of: fixed), ranking.isSignificant {
            pictures.append(
                ReportFigure(ranks: ranking, of: fixed.map { name($0.entry) }, by: metric, titled: title(metric))
            )
        }
        return pictures
    }
}

extension LeaderboardReport {
    /// The metrics that define the Pareto front: accuracy, jitter, lag and computing time. Unmeasured metrics are
    /// omitted.
    var competing: [Metric] {
        [board.rules.metric, .incrementRMS, .lag, .computeP50].filter(board.metrics.contains)
    }

    /// All tables with their headings.
    package var tables: [(heading: String, table: FigureTable)] {
        let fixed = rows[.fixed] ?? []
        var tables = [("Default settings", table(of: fixed))]
        if !(rows[.transfer] ?? []).isEmpty { tables.append(("Tuned on the other datasets", transferTable)) }
        tables.append(("By dataset", datasetTable(of: fixed)))
        if !board.tags.isEmpty { tables.append(("By tag", tagTable(of: fixed))) }
        tables.append(("Entries", entryTable(of: fixed)))
        if !board.published.isEmpty { tables.append(("Published values", publishedTable)) }
        tables.append(("Recordings", recordingTable))
        return tables
    }

    /// A table of the means over all datasets, with mean ranks.
    private func table(of rows: [Leaderboard.Row]) -> FigureTable {
        let ranking = board.ranking(of: rows)
        let front = board.front(of: rows, by: competing)
        var table = FigureTable(
            caption: "Means of the \(board.rules.datasets.count) datasets, each with the same weight, "
                + "with 95 % bootstrap intervals over the recordings; ordered by \(title(board.rules.metric)).",
            columns: [FigureTable.Column(key: "pipeline", title: "pipeline")] + ranking.rankColumns
                + board.metrics.map(column) + [FigureTable.Column(key: "front", title: "front")]
        )
        table.rows = rows.enumerated().map { index, row in
            [.text(name(row.entry))] + ranking.rankCells(index)
                + row.overall.enumerated().map { .mean($1, hasInterval: $0 == 0) }
                + [.text(front.contains(row.entry.pipeline) ? "yes" : "")]
        }
        table.markBest()
        table.remarks =
            ["front: no other entry is at least as good in \(competing.map(title).listed()) and better in one"]
            + Self.remarks(on: ranking)
        if rows.contains(where: { isOffline($0.entry) }) {
            table.remarks.append("(offline): the estimate uses later samples")
        }
        return table
    }

    /// A table of all accuracy metrics by dataset.
    private func datasetTable(of rows: [Leaderboard.Row]) -> FigureTable {
        var table = FigureTable(
            caption: "Means over the recordings of each dataset, with 95 % bootstrap intervals.",
            columns: [FigureTable.Column(key: "pipeline", title: "pipeline")]
                + board.rules.datasets.flatMap { dataset in
                    accuracy.map { metric in
                        var column = column(metric)
                        column.key = "\(dataset) \(column.key)"
                        column.title = "\(dataset), \(column.title)"
                        return column
                    }
                }
        )
        table.rows = rows.map { row in
            [.text(name(row.entry))]
                + row.datasets.flatMap { means in
                    accuracy.map { metric in
                        let index = board.metrics.firstIndex(of: metric) ?? 0
                        return .mean(means[index], hasInterval: metric == board.rules.metric)
                    }
                }
        }
        table.markBest()
        return table
    }

    private var accuracy: [Metric] { board.metrics.filter { $0.group == .accuracy } }

    /// A table of the ranking metric with a column for each of three choices of settings.
    ///
    /// For a dataset, the choices are: the best settings on the other datasets, the default settings, or the best
    /// settings on the dataset itself.
    private var transferTable: FigureTable {
        let transfer = rows[.transfer] ?? []
        let ranking = board.ranking(of: transfer)
        let metric = column(board.rules.metric)
        let means = [LeaderboardTrack.transfer, .fixed, .oracle].map { track in
            FigureTable.Column(
                key: track.rawValue,
                title: track.rawValue,
                unit: metric.unit,
                polarity: metric.polarity
            )
        }
        var table = FigureTable(
            caption: "\(metric.title.capitalisedFirst): the mean of the datasets. transfer: each dataset uses the "
                + "settings that are best on the other datasets. oracle: each dataset uses its own best settings; "
                + "this is a bound.",
            columns: [FigureTable.Column(key: "pipeline", title: "pipeline")] + ranking.rankColumns + means
                + board.rules.datasets.map { FigureTable.Column(key: "settings \($0)", title: "settings for \($0)") }
        )
        table.rows = transfer.enumerated().map { index, row in
            var cells = [.text(name(row.entry))] + ranking.rankCells(index) + [.mean(row.overall[0])]
            for track in [LeaderboardTrack.fixed, .oracle] {
                let other = rows[track]?.first { $0.entry.pipeline == row.entry.pipeline }
                cells.append(other.map { .mean($0.overall[0]) } ?? .missing(note: nil))
            }
            let settings = row.entry.settings.map { $0?.parameters.assignments.joined(separator: ", ") ?? "none" }
            return cells + settings.map(FigureTable.Cell.text)
        }
        table.markBest()
        table.remarks = Self.remarks(on: ranking)
        return table
    }

    /// A table of the ranking metric by tag.
    private func tagTable(of rows: [Leaderboard.Row]) -> FigureTable {
        var table = FigureTable(
            caption: "\(title(board.rules.metric).capitalisedFirst): means over the recordings with the column's tag.",
            columns: [FigureTable.Column(key: "pipeline", title: "pipeline")]
                + board.tags.map(column(board.rules.metric).named)
        )
        table.rows = rows.map { row in
            [.text(name(row.entry))] + row.tags.map { .mean($0, hasInterval: false) }
        }
        table.markBest()
        return table
    }

    func name(_ entry: LeaderboardEntry) -> String {
        isOffline(entry) ? "\(entry.pipeline) (offline)" : entry.pipeline
    }

    /// Returns whether estimates of the entry can depend on later samples, according to the experiment's definition or
    /// the catalogue of estimators.
    func isOffline(_ entry: LeaderboardEntry) -> Bool {
        traits[entry.pipeline]?.isOffline ?? false || estimator(of: entry)?.isOffline ?? false
    }

    /// The pipeline's estimator, as an entry of the catalogue; `nil` for an external estimator.
    func estimator(of entry: LeaderboardEntry) -> EstimatorEntry? {
        let spec = entry.settings.compactMap(\.self).first?.spec ?? ""
        return EstimatorCatalogue.entry(named: String(spec.prefix { $0 != ":" && $0 != "+" }))
    }

    func title(_ metric: Metric) -> String { column(metric).title }

    func column(_ metric: Metric) -> FigureTable.Column {
        FigureTable.Column(of: metric, otherwise: Self.titles[metric])
    }

    private static let titles: [Metric: String] = [
        .alignedTotalRMSE: "total RMSE, aligned", .alignedHeadingRMSE: "heading RMSE, aligned",
    ]

    static func remarks(on ranking: Result<PipelineRanking, PipelineRanking.Obstacle>) -> [String] {
        switch ranking {
        case .success(let ranking):
            let chance =
                "Friedman test, p = \(NumberText.short(ranking.test.pValue)), \(ranking.test.blocks) recordings"
            let leftOut = ranking.recordingsLeftOut
            let without = leftOut == 0 ? "" : "; \(leftOut) recordings without a value for every entry are excluded"
            guard ranking.isSignificant else { return ["rank: no difference beyond chance (\(chance))\(without)"] }
            return [
                "rank: entries differ (\(chance))\(without); mean ranks within "
                    + "\(NumberText.short(ranking.criticalDifference)) of each other do not differ (Nemenyi test)"
            ]
        case .failure(let obstacle): return ["no ranking: \(obstacle.description)"]
        }
    }
}

extension FigureTable.Cell {
    /// A mean with the number of recordings and, by default, its interval.
    static func mean(_ mean: Leaderboard.Mean, hasInterval: Bool = true) -> FigureTable.Cell {
        guard let value = mean.value else { return .missing(note: nil) }
        var cell = FigureTable.Cell.figure(value)
        (cell.interval, cell.count, cell.total) = (hasInterval ? mean.interval : nil, mean.count, mean.total)
        return cell
    }
}
