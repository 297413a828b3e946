/// A report table over runs of pipelines or described systems: which recordings, which of them, and what of them stands where.
///
/// Runs that share the keys of a row (and of a column, where there is ``across``) are averaged, each with the same weight;
/// where one of them has no figure, there is no mean.
public struct EvaluationTable: Sendable {
    /// What tells rows, or columns, apart.
    public enum Key: String, Sendable, Hashable, CaseIterable {
        case recording
        case group
        case variant
        case pipeline
        /// The same, for described systems.
        case system
        case value
    }

    public var inputs: [TableInput]
    public var subjects: [TableSubject]
    public var options: EvaluationOptions
    public var rows: [Key]
    /// Gives every metric a column for each of its values.
    public var across: Key?
    public var columns: [MetricColumn]
    /// Orders the values of ``across`` in each row; nil for no order.
    public var ranking: TableRanking?

    /// The table of the runs, which stand in the order inputs × subjects.
    public func table(of runs: [EvaluationRun]) -> ReportTable {
        precondition(runs.count == inputs.count * subjects.count, "every subject ran over every input")
        let cases = runs.enumerated().map { index, run in
            let (input, subject) = index.quotientAndRemainder(dividingBy: subjects.count)
            return Case(
                row: rows.map { label($0, inputs[input], subjects[subject]) },
                across: across.map { label($0, inputs[input], subjects[subject]) },
                group: inputs[input].group,
                run: run
            )
        }
        let series = across == nil ? [nil] : cases.map(\.across).distinct()
        var table = ReportTable(columns: rows.map(Self.column), keyCount: rows.count)
        for name in series {
            table.columns += columns.map { column in
                ReportTable.Column(
                    key: ([name].compactMap(\.self) + [column.key]).joined(separator: " "),
                    title: ([name].compactMap(\.self) + [column.title]).joined(separator: ": "),
                    isNumeric: true
                )
            }
        }
        var gaps = TableGaps()
        let groups = Dictionary(grouping: cases, by: \.row)
        for key in cases.map(\.row).distinct() {
            let row = zip(rows, key).map { kind, text in Self.cell(kind, text) }
            let figures = series.flatMap { name in
                let cases = groups[key, default: []].filter { $0.across == name }
                return columns.map { column in
                    let runs = cases.filter { column.group == nil || $0.group == column.group }.map(\.run)
                    return cell(column, runs, key: key + [name].compactMap(\.self), gaps: &gaps)
                }
            }
            table.rows.append(row + figures)
        }
        table.notes = gaps.notes
        ranking?.add(to: &table, rows: rows, cases: cases.map { ($0.row, $0.across ?? "", $0.run) })
        return table
    }

    private struct Case {
        let row: [String]
        let across: String?
        let group: String
        let run: EvaluationRun
    }

    private func label(_ key: Key, _ input: TableInput, _ subject: TableSubject) -> String {
        switch key {
        case .recording: input.name
        case .group: input.group
        case .variant: input.variant
        case .pipeline, .system: subject.name
        case .value: subject.value.map { "\($0)" } ?? ""
        }
    }

    private static func column(_ key: Key) -> ReportTable.Column {
        ReportTable.Column(key: key.rawValue, title: key.rawValue, isNumeric: key == .value)
    }

    private static func cell(_ key: Key, _ text: String) -> TableCell {
        guard key == .value else { return key == .pipeline || key == .system ? .code(text) : .text(text) }
        return Double(text).map { .number(TableNumber($0, .digits(6))) } ?? .missing
    }

    private func cell(
        _ column: MetricColumn,
        _ runs: [EvaluationRun],
        key: [String],
        gaps: inout TableGaps
    ) -> TableCell {
        switch column.content {
        case .published(let figures):
            return figures[key].map { .number(TableNumber($0, column.form)) } ?? .missing
        case .metric(let name):
            let values = runs.compactMap { $0.metrics[name] }
            for run in runs where run.metrics[name] == nil {
                gaps.add(run.metrics.note(for: name), column: column.title)
            }
            // A mean over fewer runs than its neighbours would be compared with them.
            guard !values.isEmpty, values.count == runs.count else { return .missing }
            let mean = values.reduce(0, +) / Double(values.count)
            return .number(TableNumber(mean, column.form, tolerance: column.tolerance))
        }
    }
}
