public import Evaluation

/// A table of one's own choice over the runs of results: what tells its rows apart, which metrics are its columns, and
/// in which order the rows stand.
///
/// Runs that share a row are averaged: first those over the same recording, then the recordings, each with the same
/// weight; the interval is that over recordings.
public struct ReportSelection: Sendable, Hashable {
    public enum Order: Sendable, Hashable {
        /// By a metric, the best first, rows without it last.
        case metric(MetricName)
        /// By the words of a key, numbers by their size.
        case key(ReportKey)
    }

    /// What tells rows apart; at least one.
    public var rows: [ReportKey]
    /// What tells columns apart, each of which shows the one metric; nil where metrics are the columns.
    public var across: ReportKey?
    /// At least one; exactly one where there is ``across``.
    public var metrics: [MetricName]
    /// Nil for the order in which runs stand in the results.
    public var order: Order?
    public var isReversed: Bool

    public init(
        rows: [ReportKey],
        across: ReportKey? = nil,
        metrics: [MetricName],
        order: Order? = nil,
        isReversed: Bool = false
    ) {
        self.rows = rows
        self.across = across
        self.metrics = metrics
        self.order = order
        self.isReversed = isReversed
    }

    /// The table. The best of a column is marked where all its means rest on the same recordings; of a pivot, the best
    /// of a row.
    public func table(of results: EvaluationResults) -> FigureTable {
        let cases = Case.all(results, rows: rows, across: across)
        let labels = cases.map(\.row).distinct()
        let series: [String?] = across == nil ? [nil] : cases.map(\.across).distinct()
        // A row that is one recording rests on that alone; any other could rest on all.
        let isOneRecording = (rows + [across].compactMap(\.self)).contains(.recording)
        let recordings = isOneRecording ? nil : cases.map(\.recording).distinct()
        let grouped = Dictionary(grouping: cases) { [$0.row, [$0.across].compactMap(\.self)] }
        let columns = series.flatMap { name in metrics.map { (series: name, metric: $0) } }
        let means = labels.map { label in
            columns.map { column in
                let cases = grouped[[label, [column.series].compactMap(\.self)], default: []]
                return MetricMean(of: column.metric, overEach: Self.runs(cases, by: recordings))
            }
        }
        let sorted = ordered(labels, means)
        var footnotes = Footnotes()
        let best = best(sorted.map { means[$0] })
        var table = FigureTable(columns: rows.map(Self.column) + columns.map(Self.column))
        table.rows = sorted.enumerated().map { place, row in
            labels[row].map { FigureTable.Cell.words($0) }
                + columns.indices.map { column in
                    let mean = means[row][column]
                    return ReportRow.Cell(
                        number: mean.value.map { NumberText.short($0, of: columns[column].metric) },
                        isBest: best.contains([place, column]),
                        footnote: footnotes.number(of: mean, columns[column].metric),
                        interval: mean.interval,
                        mean: mean
                    ).figureCell
                }
        }
        table.notes = footnotes.notes.map(\.text)
        table.caption = caption(results)
        table.remarks = remarks
        table.provenance = Self.provenance(results)
        return table
    }

    private struct Case {
        let row: [String]
        let across: String?
        let recording: String
        let run: EvaluationRun

        static func all(_ results: EvaluationResults, rows: [ReportKey], across: ReportKey?) -> [Case] {
            let titles = RecordingGroup.titles(of: results.runs)
            return results.runs.indices.map { index in
                let run = results.runs[index]
                let tool = results.origins[index].tool
                return Case(
                    row: rows.map { $0.text(run, titles[index], tool) },
                    across: across?.text(run, titles[index], tool),
                    recording: titles[index],
                    run: run
                )
            }
        }
    }

    /// The runs by recording: by those given, or by those that there are.
    private static func runs(_ cases: [Case], by recordings: [String]?) -> [[EvaluationRun]] {
        let grouped = Dictionary(grouping: cases, by: \.recording)
        return (recordings ?? cases.map(\.recording).distinct()).map { grouped[$0, default: []].map(\.run) }
    }

    private static func column(_ key: ReportKey) -> FigureTable.Column {
        FigureTable.Column(key: key.name, title: key.name)
    }

    private static func column(_ column: (series: String?, metric: MetricName)) -> FigureTable.Column {
        let metric = MetricCatalogue.metric(column.metric)
        let name = column.metric.rawValue
        return FigureTable.Column(
            key: column.series.map { "\($0): \(name)" } ?? name,
            title: column.series ?? ReportColumn.all.first { $0.metric == column.metric }?.plainTitle ?? name,
            unit: column.series == nil ? metric.unit : "",
            polarity: metric.polarity
        )
    }

    /// The rows in the order that was asked for, by position.
    private func ordered(_ labels: [[String]], _ means: [[MetricMean]]) -> [Int] {
        var order = Array(labels.indices)
        switch self.order {
        case nil: break
        case .key(let key):
            guard let place = rows.firstIndex(of: key) else { break }
            order.sort { Self.precedes(labels[$0][place], labels[$1][place]) ?? ($0 < $1) }
        case .metric(let metric):
            guard across == nil, let place = metrics.firstIndex(of: metric) else { break }
            let cost = MetricCatalogue.metric(metric).polarity.cost ?? { $0 }
            let costs = means.map { $0[place].comparable.map(cost) ?? .infinity }
            order.sort { (costs[$0], $0) < (costs[$1], $1) }
        }
        return isReversed ? order.reversed() : order
    }

    /// Nil of equal words.
    private static func precedes(_ left: String, _ right: String) -> Bool? {
        if left == right { return nil }
        if let left = Double(left), let right = Double(right) { return left < right }
        return left < right
    }

    /// The cells that are the best, as pairs of row and column.
    private func best(_ means: [[MetricMean]]) -> Set<[Int]> {
        var best: Set<[Int]> = []
        if across != nil {
            for (row, cells) in means.enumerated() {
                for column in BestValues.rows(ofMeans: cells, of: metrics[0]) { best.insert([row, column]) }
            }
        } else {
            for (column, metric) in metrics.enumerated() {
                let cells = means.map { $0[column] }
                // Where rows are recordings, each is a basis of its own, and the easiest is not the best.
                guard !rows.contains(.recording), Set(cells.map(\.recordings)).count == 1 else { continue }
                for row in BestValues.rows(ofMeans: cells, of: metric) { best.insert([row, column]) }
            }
        }
        return best
    }
}
