import Evaluation

extension ExperimentSummary {
    /// The tables with their headings: one for each preparation, then all preparations by metric.
    public var tables: [(heading: String, table: FigureTable)] {
        let wholes = parts.filter { $0.tag == nil }
        let pages = wholes.map { part in (part.preparation.capitalisedFirst, table(of: part)) }
        guard wholes.count > 1 else { return pages }
        return metrics.indices.map { metric in
            ("\(title(metrics[metric])), all preparations", table(of: wholes, metric: metric))
        } + pages
    }

    /// Every mean as one row: the data of all tables, for programs.
    public var rows: FigureTable {
        var table = FigureTable(
            columns: ["preparation", "tag", "pipeline"].map { FigureTable.Column(key: $0, title: $0) }
                + metrics.map(column) + [FigureTable.Column(key: "rank", title: "rank", polarity: .smallerIsBetter)],
            provenance: provenance
        )
        for part in parts {
            for pipeline in pipelines.indices {
                table.rows.append(
                    [.text(part.preparation), .text(part.tag ?? ""), .text(pipelines[pipeline])]
                        + part.means[pipeline].map { Self.cell($0) } + [rank(part, pipeline) ?? .missing(note: nil)]
                )
            }
        }
        return table
    }

    /// A table of one preparation: the metrics with intervals, the rank, and the first metric by tag.
    private func table(of part: Part) -> FigureTable {
        let byTag = parts.filter { $0.preparation == part.preparation && $0.tag != nil }
        var table = FigureTable(
            caption: "Means over \(part.means.first?.first?.total ?? 0) recordings, with 95 % intervals.",
            columns: [FigureTable.Column(key: "pipeline", title: "pipeline")] + metrics.map(column)
        )
        if case .success = part.ranking {
            table.columns.append(FigureTable.Column(key: "rank", title: "rank", polarity: .smallerIsBetter))
        }
        for tagged in byTag {
            var column = column(metrics[0])
            (column.key, column.title) = (tagged.tag ?? "", tagged.tag ?? "")
            table.columns.append(column)
        }
        table.rows = order(part.means.map { $0[0].value }, of: metrics[0]).map { pipeline in
            [.text(pipelines[pipeline])] + part.means[pipeline].map { Self.cell($0) }
                + [rank(part, pipeline)].compactMap(\.self)
                + byTag.map { Self.cell($0.means[pipeline][0], hasInterval: false) }
        }
        table.markBest()
        table.remarks = remarks(on: part.ranking) + (byTag.isEmpty ? [] : ["tags: \(title(metrics[0]))"])
        return table
    }

    /// A table of one metric: pipelines by preparation.
    private func table(of wholes: [Part], metric: Int) -> FigureTable {
        var table = FigureTable(
            caption: "Means over \(recordingCount) recordings.",
            columns: [FigureTable.Column(key: "pipeline", title: "pipeline")]
                + wholes.map { part in
                    var column = column(metrics[metric])
                    (column.key, column.title) = (part.preparation, part.preparation)
                    return column
                }
        )
        table.rows = order(wholes[0].means.map { $0[metric].value }, of: metrics[metric]).map { pipeline in
            [.text(pipelines[pipeline])]
                + wholes.map { Self.cell($0.means[pipeline][metric], hasInterval: false) }
        }
        table.markBest()
        return table
    }

    /// The pipelines from the best value to the worst; those without a value follow.
    private func order(_ values: [Double?], of metric: MetricName) -> [Int] {
        let cost = MetricCatalogue.metric(metric).polarity.cost
        let costs = values.map { value in value.map { cost?($0) ?? $0 } ?? .infinity }
        return costs.indices.sorted { (costs[$0], $0) < (costs[$1], $1) }
    }

    private func title(_ metric: MetricName) -> String { column(metric).title }

    private func column(_ metric: MetricName) -> FigureTable.Column {
        let known = MetricCatalogue.metric(metric)
        let title = ReportColumn.all.first { $0.metric == metric }?.withoutUnit.title ?? metric.rawValue
        return FigureTable.Column(key: metric.rawValue, title: title, unit: known.unit, polarity: known.polarity)
    }

    private static func cell(_ mean: Mean, hasInterval: Bool = true) -> FigureTable.Cell {
        guard let value = mean.value else { return .missing(note: nil) }
        var cell = FigureTable.Cell.figure(value)
        (cell.interval, cell.count, cell.total) = (hasInterval ? mean.interval : nil, mean.count, mean.total)
        return cell
    }

    /// The mean rank of a pipeline; nil without a ranking.
    private func rank(_ part: Part, _ pipeline: Int) -> FigureTable.Cell? {
        guard case .success(let ranking) = part.ranking else { return nil }
        return .figure(ranking.test.meanRanks[pipeline], decimals: 1)
    }

    private func remarks(on ranking: Result<PipelineRanking, PipelineRanking.Obstacle>?) -> [String] {
        switch ranking {
        case .success(let ranking):
            let verdict =
                ranking.isSignificant
                ? "pipelines differ (Friedman test, p = \(NumberText.short(ranking.test.pValue)))"
                : "no difference beyond chance (Friedman test, p = \(NumberText.short(ranking.test.pValue)))"
            let difference = NumberText.short(ranking.criticalDifference)
            return ["rank: \(verdict); mean ranks within \(difference) of each other do not differ (Nemenyi test)"]
        case .failure(let obstacle): return ["no ranking: \(obstacle.description)"]
        case nil: return []
        }
    }
}
