public import Evaluation
public import Pipelines
public import Recordings
import SensorModel

/// The definition of a report table over runs of pipelines or described systems: its recordings, its pipelines, and its
/// rows and columns.
///
/// Runs with the same keys of a row (and of a column, with ``across``) are averaged with equal weights. If one of them
/// lacks a figure, the mean is missing.
public struct EvaluationTable: Sendable {
    /// A property that identifies rows or columns.
    public enum Key: String, Sendable, Hashable, CaseIterable {
        /// The name of the recording.
        case recording
        /// The group of the recording.
        case group
        /// The variant of the recording.
        case variant
        /// The name of the pipeline.
        case pipeline
        /// The described system, as ``pipeline`` is the pipeline.
        case system
        /// The value of the parameter that the table iterates over.
        case value
    }

    /// The recordings of the table.
    public var inputs: [TableInput]
    /// The pipelines, described systems and estimates of the table.
    public var subjects: [TableSubject]
    /// The options of every run.
    public var options: EvaluationOptions
    /// The keys that identify a row.
    public var rows: [Key]
    /// The key that adds a column per metric for each of its values; nil for one column per metric.
    public var across: Key?
    /// The columns of figures.
    public var columns: [MetricColumn]
    /// The ranking of the values of ``across`` in each row; nil for no ranking.
    public var ranking: TableRanking?

    /// Builds the table from runs in the order inputs × subjects. O(runs · columns).
    public func table(of runs: [EvaluationRun]) -> ReportTable {
        precondition(runs.count == inputs.count * subjects.count, "every subject has a run over every input")
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
            // A mean over fewer runs is not comparable with its neighbours.
            guard !values.isEmpty, values.count == runs.count else { return .missing }
            let mean = values.reduce(0, +) / Double(values.count)
            return .number(TableNumber(mean, column.form, tolerance: column.tolerance))
        }
    }
}

extension EvaluationTable {
    /// Reads the content of a table of the kind `evaluation`.
    ///
    /// - Throws: `InputError` with the line and column of a mistake.
    public init(_ value: YAMLValue, estimators: EstimatorLookup) throws(InputError) {
        let root = try value.mapping("evaluation")
        try root.allow([
            "recordings", "data", "scenarios", "pipelines", "systems", "estimates", "reference", "headingAlignment",
            "skip",
            "rows", "across", "columns", "ranking",
        ])
        inputs = []
        for item in try root.items("recordings") ?? [] { inputs.append(try TableInput(recording: item, isOurs: true)) }
        for item in try root.items("data") ?? [] { inputs.append(try TableInput(recording: item, isOurs: false)) }
        for item in try root.items("scenarios") ?? [] { inputs += try TableInput.simulated(item) }
        guard !inputs.isEmpty else {
            throw value.error(
                found: "nothing to evaluate",
                expected: "recordings, data or scenarios",
                remedy: "add one of them"
            )
        }
        subjects = []
        for item in try root.items("pipelines") ?? [] { subjects += try TableSubject.read(item, .pipeline, estimators) }
        for item in try root.items("systems") ?? [] { subjects += try TableSubject.read(item, .system) }
        let pipelines = subjects.map(\.name)
        for item in try root.items("estimates") ?? [] {
            let subject = try TableSubject.estimate(item)
            if case .estimate(let source) = subject.subject { try item.checkNames(of: [source], besides: pipelines) }
            subjects.append(subject)
        }
        guard !subjects.isEmpty else {
            throw value.error(
                found: "nothing to run",
                expected: "pipelines, systems or estimates",
                remedy: "add one of them"
            )
        }
        options = EvaluationOptions(
            headingAlignment: try root["headingAlignment"].map { item throws(InputError) in
                try item.word("headingAlignment")
            } ?? .none
        )
        options.reference = try root["reference"].map { item throws(InputError) in try item.word("reference") }
        if let skip = root["skip"] { options.skip = try skip.number(.skip) }
        rows = try root.required("rows").items("rows").map { item throws(InputError) in try item.word("rows") }
        across = try root["across"].map { item throws(InputError) in try item.word("across") }
        let keys = rows + [across].compactMap(\.self)
        let groups = inputs.map(\.group)
        columns = try root.required("columns").items("columns").map { item throws(InputError) in
            let column = try MetricColumn(item, keys: keys.count)
            guard let group = column.group, !groups.contains(group) else { return column }
            throw item.error(
                found: "the group '\(group)' of a column",
                expected: "a group of the table's recordings",
                remedy: YAMLValue.hint(group, groups) ?? "correct it"
            )
        }
        ranking = try root["ranking"].map { item throws(InputError) in
            try TableRanking(item, rows: rows, isAcross: across != nil, variants: inputs.map(\.variant))
        }
    }
}
