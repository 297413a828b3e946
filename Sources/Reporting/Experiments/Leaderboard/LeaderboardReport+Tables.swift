import Evaluation
import Experiments
import Pipelines
import SensorFilters
import SensorModel

extension LeaderboardReport {
    /// The metrics that compete in the Pareto front: accuracy, jitter, lag and time, as far as they are measured.
    var competing: [MetricName] {
        [board.rules.metric, .incrementRMS, .lag, .computeP50].filter(board.metrics.contains)
    }

    /// All tables with their headings.
    var tables: [(heading: String, table: FigureTable)] {
        let fixed = rows[.fixed] ?? []
        var tables = [("Default settings", table(of: fixed))]
        if !(rows[.transfer] ?? []).isEmpty { tables.append(("Tuned on the other datasets", transferTable)) }
        tables.append(("By dataset", datasetTable(of: fixed)))
        if !board.tags.isEmpty { tables.append(("By tag", tagTable(of: fixed))) }
        tables.append(("Entries", entryTable(of: fixed)))
        if !board.published.isEmpty { tables.append(("Published figures", publishedTable)) }
        tables.append(("Recordings", recordingTable))
        return tables
    }

    /// The means of all datasets, with mean ranks.
    private func table(of rows: [Leaderboard.Row]) -> FigureTable {
        let ranking = board.ranking(of: rows)
        let front = board.front(of: rows, by: competing)
        var table = FigureTable(
            caption: "Means of the \(board.rules.datasets.count) datasets, each with the same weight, "
                + "with 95 % bootstrap intervals over the recordings; ordered by \(title(board.rules.metric)).",
            columns: [FigureTable.Column(key: "pipeline", title: "pipeline")]
        )
        if case .success = ranking {
            table.columns.append(FigureTable.Column(key: "rank", title: "rank", polarity: .smallerIsBetter))
        }
        table.columns += board.metrics.map(column) + [FigureTable.Column(key: "front", title: "front")]
        table.rows = rows.enumerated().map { place, row in
            var cells: [FigureTable.Cell] = [.text(name(row.entry))]
            if case .success(let ranking) = ranking {
                cells.append(.figure(ranking.test.meanRanks[place], decimals: 1))
            }
            cells += row.overall.enumerated().map { Self.cell($1, hasInterval: $0 == 0) }
            return cells + [.text(front.contains(row.entry.pipeline) ? "yes" : "")]
        }
        table.markBest()
        table.remarks =
            ["front: no other entry is as good in \(Self.list(competing.map(title))) at once, and better in one"]
            + Self.remarks(on: ranking)
        if rows.contains(where: { isOffline($0.entry) }) {
            table.remarks.append("(offline): the estimate uses later samples")
        }
        return table
    }

    /// The means of the ranking metric and its parts by dataset.
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
                        let place = board.metrics.firstIndex(of: metric) ?? 0
                        return Self.cell(means[place], hasInterval: metric == board.rules.metric)
                    }
                }
        }
        table.markBest()
        return table
    }

    private var accuracy: [MetricName] { board.metrics.filter { MetricCatalogue.metric($0).group == .accuracy } }

    /// The ranking metric with default settings, with those of the other datasets, and with the best of each dataset.
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
            caption: "\(metric.title.capitalisedFirst): the mean of the datasets. For transfer, the settings of each "
                + "dataset are the best on the others; for oracle, the best on the dataset itself, as a bound.",
            columns: [FigureTable.Column(key: "pipeline", title: "pipeline")] + means
                + board.rules.datasets.map { FigureTable.Column(key: "settings \($0)", title: "settings for \($0)") }
        )
        if case .success = ranking {
            table.columns.insert(FigureTable.Column(key: "rank", title: "rank", polarity: .smallerIsBetter), at: 1)
        }
        table.rows = transfer.enumerated().map { place, row in
            var cells: [FigureTable.Cell] = [.text(name(row.entry))]
            if case .success(let ranking) = ranking {
                cells.append(.figure(ranking.test.meanRanks[place], decimals: 1))
            }
            cells.append(Self.cell(row.overall[0]))
            for track in [LeaderboardTrack.fixed, .oracle] {
                let other = rows[track]?.first { $0.entry.pipeline == row.entry.pipeline }
                cells.append(other.map { Self.cell($0.overall[0]) } ?? .missing(note: nil))
            }
            return cells + row.entry.settings.map { .text($0.map(Self.parameters) ?? "none") }
        }
        table.markBest()
        table.remarks = Self.remarks(on: ranking)
        return table
    }

    /// The ranking metric by tag.
    private func tagTable(of rows: [Leaderboard.Row]) -> FigureTable {
        var table = FigureTable(
            caption: "\(title(board.rules.metric).capitalisedFirst): means over the recordings with a tag.",
            columns: [FigureTable.Column(key: "pipeline", title: "pipeline")]
                + board.tags.map { tag in
                    var column = column(board.rules.metric)
                    (column.key, column.title) = (tag, tag)
                    return column
                }
        )
        table.rows = rows.map { row in
            [.text(name(row.entry))] + row.tags.map { Self.cell($0, hasInterval: false) }
        }
        table.markBest()
        return table
    }

    static func parameters(_ setting: CellTable.Setting) -> String {
        setting.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }.joined(separator: ", ")
    }

    func name(_ entry: LeaderboardEntry) -> String {
        isOffline(entry) ? "\(entry.pipeline) (offline)" : entry.pipeline
    }

    /// Whether the pipeline uses later samples, by the definition or by its estimator.
    func isOffline(_ entry: LeaderboardEntry) -> Bool {
        traits[entry.pipeline]?.isOffline ?? false || estimator(of: entry)?.isOffline ?? false
    }

    /// The estimator of the catalogue that begins the pipeline; nil for one from outside.
    func estimator(of entry: LeaderboardEntry) -> EstimatorEntry? {
        let spec = entry.settings.compactMap(\.self).first?.spec ?? ""
        return EstimatorCatalogue.entry(named: String(spec.prefix { $0 != ":" && $0 != "+" }))
    }

    func title(_ metric: MetricName) -> String { column(metric).title }

    func column(_ metric: MetricName) -> FigureTable.Column {
        let known = MetricCatalogue.metric(metric)
        let title = ReportColumn.all.first { $0.metric == metric }?.withoutUnit.title ?? Self.titles[metric]
        return FigureTable.Column(
            key: metric.rawValue,
            title: title ?? metric.rawValue,
            unit: known.unit,
            polarity: known.polarity
        )
    }

    private static let titles: [MetricName: String] = [
        .alignedTotalRMSE: "total RMSE, aligned", .alignedHeadingRMSE: "heading RMSE, aligned",
    ]

    static func cell(_ mean: Leaderboard.Mean, hasInterval: Bool = true) -> FigureTable.Cell {
        guard let value = mean.value else { return .missing(note: nil) }
        var cell = FigureTable.Cell.figure(value)
        (cell.interval, cell.count, cell.total) = (hasInterval ? mean.interval : nil, mean.count, mean.total)
        return cell
    }

    static func remarks(on ranking: Result<PipelineRanking, PipelineRanking.Obstacle>) -> [String] {
        switch ranking {
        case .success(let ranking):
            let chance =
                "Friedman test, p = \(NumberText.short(ranking.test.pValue)), \(ranking.test.blocks) recordings"
            let leftOut = ranking.recordingsLeftOut
            let without = leftOut == 0 ? "" : "; \(leftOut) recordings without a figure of every entry are left out"
            guard ranking.isSignificant else { return ["rank: no difference beyond chance (\(chance))\(without)"] }
            return [
                "rank: entries differ (\(chance))\(without); mean ranks within "
                    + "\(NumberText.short(ranking.criticalDifference)) of each other do not differ (Nemenyi test)"
            ]
        case .failure(let obstacle): return ["no ranking: \(obstacle.description)"]
        }
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
