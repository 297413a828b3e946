package import Evaluation

/// The tables of an evaluation, for the formats that show all of them: Markdown and LaTeX.
package struct EvaluationTables {
    /// The means over recordings; `nil` for a single recording.
    package let means: FigureTable?
    /// The ranking of the pipelines; `nil` for a single recording or a single pipeline.
    package let ranking: RankingSection?
    /// One table per recording, with remarks on its runs.
    let recordings: [FigureTable]
    /// The notes to which cells of the tables refer.
    let footnotes: [Footnotes.Note]

    /// The meaning of the brackets in a table of means.
    static let intervalText =
        "In brackets: the 95 % bootstrap interval over recordings and, if some recordings have no value, the number "
        + "that have one."

    /// Creates the tables.
    ///
    /// - Parameters:
    ///   - results: the results of the evaluation.
    ///   - notesHiddenMetrics: whether the notes include notes on metrics without a column.
    package init(_ results: EvaluationResults, notesHiddenMetrics: Bool = false) {
        let groups = RecordingGroup.groups(of: results.runs)
        let columns = ReportColumn.columns(for: results.runs)
        var footnotes = Footnotes()
        recordings = groups.map { group in
            let remarks = RunRemarks(of: group.runs)
            var table = FigureTable(runsOf: group, columns, footnotes: &footnotes)
            table.caption = "\(group.title): \(group.extent), \(group.basis), \(group.checksum)"
            if group.hasIntervals { table.caption += ". In brackets: \(RecordingGroup.intervalText)" }
            table.remarks = remarks.skipped.map { "skipped: \($0)" } + remarks.remarks
            return table
        }
        var means: FigureTable? =
            groups.count > 1
            ? FigureTable(meansOf: PipelineMeans.all(in: groups), columns, footnotes: &footnotes) : nil
        means?.caption = "Mean over \(groups.count) recordings, each with the same weight. \(Self.intervalText)"
        means?.remarks = [BestValues.remark(on: columns.map(\.metric))].compactMap(\.self)
        self.means = means
        ranking = RankingSection(groups, columns)
        for metric in notesHiddenMetrics ? MetricCatalogue.metrics(in: results.runs) : [] {
            for run in results.runs {
                guard let explanation = run.metrics.explanation(of: metric) else { continue }
                _ = footnotes.number(of: explanation, about: metric)
            }
        }
        footnotes.countRuns(results.runs)
        self.footnotes = footnotes.notes
    }
}

extension FigureTable {
    /// Creates a table with one row per run over a recording.
    init(runsOf group: RecordingGroup, _ columns: [ReportColumn], footnotes: inout Footnotes) {
        var rows: [[Cell]] = group.runs.map { [.text($0.pipeline.name)] }
        for column in columns {
            let figures = group.runs.map { $0.metrics[column.metric] }
            let best = BestValues.rows(
                group.runs.map { $0.canRank(by: column.metric) ? $0.metrics[column.metric] : nil },
                group.runs.map { $0.metrics.intervals[column.metric] },
                of: column.metric
            )
            for (row, run) in group.runs.enumerated() {
                let note = run.metrics.explanation(of: column.metric)
                rows[row].append(
                    Cell(
                        text: figures[row].map { NumberText.short($0, of: column.metric) },
                        value: figures[row],
                        isBest: best.contains(row),
                        interval: run.metrics.intervals[column.metric],
                        note: note.map { footnotes.number(of: $0, about: column.metric) - 1 }
                    )
                )
            }
        }
        self.init(pipelines: columns.map(\.figureColumn), rows: rows)
    }

    /// Creates a table with one row per pipeline, which shows the pipeline's means over all recordings.
    ///
    /// A column has no best value if its means cover different recordings.
    package init(meansOf pipelines: [PipelineMeans], _ columns: [ReportColumn], footnotes: inout Footnotes) {
        var rows: [[Cell]] = pipelines.map { [.text($0.name)] }
        for column in columns {
            let means = pipelines.map { $0.mean(of: column.metric) }
            let bases = Set(means.filter { $0.value != nil }.map(\.recordings))
            let best = bases.count == 1 ? BestValues.rows(means.map(\.rankable), of: column.metric) : []
            for (row, mean) in means.enumerated() {
                let text = mean.value.map { NumberText.short($0) }
                let note = footnotes.number(of: mean, column.metric)
                rows[row].append(mean.cell(text: text, isBest: best.contains(row), footnote: note))
            }
        }
        self.init(pipelines: columns.map(\.figureColumn), rows: rows)
    }

    /// Creates a table with the unit, the polarity and the meaning of each metric of the runs.
    init(metricsOf runs: [EvaluationRun]) {
        self.init(text: ["metric", "unit", "", "meaning"], figures: [])
        rows = MetricCatalogue.metrics(in: runs).map { metric in
            [.code(metric.name), .text(metric.unit), .text(metric.polarity.rawValue), .text(metric.summary)]
        }
    }

    /// Creates a table whose first column has the title `subject` and contains the names of the rows.
    init(pipelines columns: [Column], subject: String = "pipeline", rows: [[Cell]]) {
        self.init(columns: [Column(key: subject, title: subject)] + columns, rows: rows)
    }
}

extension MetricMean {
    /// The mean as a cell.
    ///
    /// - Parameters:
    ///   - text: the text of the mean; `nil` if it is missing.
    ///   - isBest: whether the mean is the best of its column.
    ///   - footnote: the number of the note on the mean, counted from 1; `nil` without a note.
    func cell(text: String?, isBest: Bool, footnote: Int?) -> FigureTable.Cell {
        FigureTable.Cell(
            text: text,
            value: value,
            isBest: isBest,
            interval: interval,
            count: recordings.count,
            total: total,
            note: footnote.map { $0 - 1 }
        )
    }
}

/// The best values of a column.
package enum BestValues {
    /// The legend text for the mark at best values.
    static let meaning = "Best of its column, and values within the interval of the best; lags also within 5 ms."

    /// The rows with the best value, all rows whose values look the same at the shown precision, and all rows whose
    /// difference from the best value is negligible.
    ///
    /// The set is empty if fewer than two rows have a value, if the metric is neutral, or if negligible differences
    /// would extend it to all rows that have a value.
    package static func rows(_ figures: [Double?], of metric: Metric) -> Set<Int> {
        rows(figures, figures.map { _ in nil }, of: metric)
    }

    /// The rows with the best value, all rows whose values look the same or differ negligibly, and all rows within the
    /// interval of the best value.
    ///
    /// The set is empty if the intervals or negligible differences would extend it to all rows that have a value. In
    /// that case, the data do not separate the rows.
    package static func rows(_ figures: [Double?], _ intervals: [BootstrapInterval?], of metric: Metric) -> Set<Int> {
        let best = alike(figures, of: metric)
        let leaders = leaders(figures, intervals, of: metric)
        return leaders != best && leaders.count == figures.count { $0 != nil } ? [] : leaders
    }

    /// The rows with the best value, and all rows that do not differ from it. These rows have the same text, are within
    /// the best value's interval, or differ negligibly. The set can contain every row with a value.
    static func leaders(_ figures: [Double?], _ intervals: [BootstrapInterval?], of metric: Metric) -> Set<Int> {
        let best = alike(figures, of: metric)
        let ranges = best.compactMap { intervals[$0] }
        let close = figures.indices.filter { row in
            figures[row].map { figure in ranges.contains { $0.lower <= figure && figure <= $0.upper } } ?? false
        }
        return best.union(close).union(rows(figures, metric.polarity, within: metric.negligibleDifference))
    }

    private static func alike(_ figures: [Double?], of metric: Metric) -> Set<Int> {
        rows(figures, metric.polarity) { NumberText.short($0, of: metric) }
    }

    /// The rows whose cost exceeds the smallest cost by at most `difference`; empty if the difference is 0, or if fewer
    /// than two rows have a value.
    static func rows(_ figures: [Double?], _ polarity: MetricPolarity, within difference: Double) -> Set<Int> {
        guard difference > 0, let cost = polarity.cost else { return [] }
        let costs = figures.map { $0.map(cost) }
        let known = costs.compactMap(\.self)
        guard known.count > 1, let least = known.min() else { return [] }
        return Set(costs.indices.filter { row in costs[row].map { $0 <= least + difference } ?? false })
    }

    /// The rows whose value has the same text as the best value.
    ///
    /// The set is empty if fewer than two rows have a value, or if the polarity is neutral.
    package static func rows(
        _ figures: [Double?],
        _ polarity: MetricPolarity,
        text: (Double) -> String
    ) -> Set<Int> {
        let known = figures.compactMap(\.self)
        guard known.count > 1, let best = best(of: known, polarity) else { return [] }
        let texts = figures.map { $0.map { text(polarity == .closerToZeroIsBetter ? abs($0) : $0) } }
        let wanted = text(polarity == .closerToZeroIsBetter ? abs(best) : best)
        return Set(figures.indices.filter { texts[$0] == wanted })
    }

    /// A remark on the metrics that are best at zero; `nil` if there are no such metrics. The remark explains that
    /// cells show signed means, but best values and order follow the means of absolute values.
    static func remark(on metrics: [Metric], named name: (Metric) -> String = \.name) -> String? {
        let signed = metrics.filter { $0.polarity == .closerToZeroIsBetter }
        guard !signed.isEmpty else { return nil }
        return
            "\(signed.map(name).joined(separator: ", ")): cells show the mean of the signed values; best "
            + "values and order follow the mean of the absolute values."
    }

    private static func best(of figures: [Double], _ polarity: MetricPolarity) -> Double? {
        switch polarity {
        case .smallerIsBetter: figures.min()
        case .closerToZeroIsBetter: figures.min { abs($0) < abs($1) }
        case .largerIsBetter: figures.max()
        case .neutral: nil
        }
    }
}

extension FigureTable {
    /// Marks the best values of each column, and all values that look the same with three digits or differ negligibly.
    package mutating func markBest() {
        for column in columns.indices {
            guard let polarity = columns[column].polarity else { continue }
            let values = rows.map { $0[column].value }
            let best = BestValues.rows(values, polarity, text: { NumberText.short($0) })
            let near = BestValues.rows(values, polarity, within: columns[column].negligibleDifference)
            let separatesNothing = !near.isSubset(of: best) && near.count == values.count { $0 != nil }
            for row in separatesNothing ? [] : best.union(near) { rows[row][column].isBest = true }
        }
    }
}

/// The runs over one recording.
package struct RecordingGroup {
    /// The recording's name, followed by the start of its checksum if another recording has the same name.
    package let title: String
    /// The runs in the order of the results.
    package private(set) var runs: [EvaluationRun]

    /// The titles of the runs' recordings.
    static func titles(of runs: [EvaluationRun]) -> [String] {
        var titles: [Key: String] = [:]
        for group in groups(of: runs) {
            guard let recording = group.runs.first?.recording else { continue }
            titles[Key(name: recording.name, sha256: recording.sha256)] = group.title
        }
        return runs.map { titles[Key(name: $0.recording.name, sha256: $0.recording.sha256)] ?? $0.recording.name }
    }

    /// The runs grouped by recording, in the order of each recording's first run.
    package static func groups(of runs: [EvaluationRun]) -> [RecordingGroup] {
        let groups = runs.grouped { Key(name: $0.recording.name, sha256: $0.recording.sha256) }
        let sameName = Dictionary(grouping: groups.map(\.key.name), by: \.self).mapValues(\.count)
        return groups.map { group in
            let isUnique = sameName[group.key.name] == 1
            let title = isUnique ? group.key.name : "\(group.key.name) [\(group.key.sha256.prefix(8))]"
            return RecordingGroup(title: title, runs: group.elements)
        }
    }

    /// The length of the recording, such as `62.4 s · 6240 samples`.
    var extent: String {
        guard let recording = runs.first?.recording else { return "" }
        guard recording.samples > 0 else { return "no sensor samples" }
        let share = recording.referenceCoverage.map(NumberText.short)
        let coverage = share.map { " · reference for \($0) % of the time" } ?? ""
        return "\(NumberText.duration(recording.durationSeconds)) · \(recording.samples) samples\(coverage)"
    }

    /// The number of compared samples, such as `accuracy over 6100 reference samples`. If the number differs between
    /// pipelines, the text contains a range.
    var basis: String {
        let counts = runs.compactMap { $0.metrics[.count] ?? $0.metrics[.locationCount] }
        guard let minimum = counts.min(), let maximum = counts.max() else { return "no accuracy values" }
        let text =
            minimum == maximum ? NumberText.exact(maximum) : "\(NumberText.exact(minimum))–\(NumberText.exact(maximum))"
        return "accuracy over \(text) reference samples"
    }

    /// The checksum of the recording, such as `SHA-256 0123…`, or `simulated` for a recording without files.
    var checksum: String {
        let digits = runs.first?.recording.sha256 ?? ""
        return digits.isEmpty ? "simulated" : "SHA-256 \(digits)"
    }

    /// A Boolean value that indicates whether a value of a run has an interval.
    var hasIntervals: Bool { runs.contains { !$0.metrics.intervals.isEmpty } }

    /// The meaning of the intervals of runs.
    static let intervalText = "the 95 % bootstrap interval within the recording, from blocks of at least 5 s"

    private struct Key: Hashable {
        let name: String
        let sha256: String
    }
}

/// The skipped samples and the remarks of several runs. Repeated texts are merged.
struct RunRemarks {
    /// The number of skipped samples by reason, such as `34 × samples without valid reference`. If the number differs
    /// between runs, the text contains a range.
    let skipped: [String]
    /// The remarks. A remark that applies to only some of the runs ends with a count, such as `(2 of 5 runs)`.
    let remarks: [String]

    init(of runs: [EvaluationRun]) {
        skipped = Self.skipped(in: runs)
        remarks = Self.remarks(on: runs)
    }

    private static func skipped(in runs: [EvaluationRun]) -> [String] {
        let reasons = Set(runs.flatMap(\.skipped.keys)).sorted()
        return reasons.map { reason in
            let counts = runs.compactMap { $0.skipped[reason] }
            let minimum = counts.min() ?? 0
            let maximum = counts.max() ?? 0
            let number = minimum == maximum ? "\(maximum)" : "\(minimum)–\(maximum)"
            return "\(number) × \(reason)\(share(counts.count, of: runs.count))"
        }
    }

    private static func remarks(on runs: [EvaluationRun]) -> [String] {
        runs.flatMap { $0.remarks.distinct() }.grouped(by: \.self)
            .map { remark, uses in remark + share(uses.count, of: runs.count) }
    }

    private static func share(_ count: Int, of total: Int) -> String {
        count == total ? "" : " (\(count) of \(total) runs)"
    }
}
