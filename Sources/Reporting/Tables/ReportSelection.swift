public import Evaluation
import Recordings
import SensorModel

/// A user's selection of a table of results: the keys that group runs into rows, the metrics of the columns, and the
/// order of the rows.
///
/// Runs in the same row are averaged: first over each recording, then over the recordings with equal weights. The
/// interval is the bootstrap interval over recordings.
public struct ReportSelection: Sendable, Hashable {
    /// The order of the rows.
    public enum Order: Sendable, Hashable {
        /// The order by a metric. The best row is first; rows without a value are last.
        case metric(Metric)
        /// The order by the text of a key. Numbers are sorted by value.
        case key(ReportKey)
    }

    /// The keys of the rows; at least one.
    public var rows: [ReportKey]
    /// The key of the columns in a pivot table of one metric; `nil` if the columns are metrics.
    public var across: ReportKey?
    /// The metrics; at least one, and exactly one if ``across`` is set.
    public var metrics: [Metric]
    /// The order of the rows; `nil` for the order of the runs in the results.
    public var order: Order?
    /// A Boolean value that indicates whether the rows are in reverse order.
    public var isReversed = false

    /// Computes the table. O(runs · metrics), and 2,000 resamples per mean.
    ///
    /// In a pivot table, the best value of each row is marked. In any other table, the best value of each column is
    /// marked under two conditions: all means of the column cover the same recordings, and `recording` is not a key of
    /// the rows.
    public func table(of results: EvaluationResults) -> FigureTable {
        let cases = cases(of: results)
        let labels = cases.map(\.row).distinct()
        let series: [String?] = across == nil ? [nil] : cases.map(\.across).distinct()
        // If the rows or columns are recordings, each mean covers one recording. Otherwise, every mean should cover all
        // recordings.
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
        table.rows = sorted.enumerated().map { index, row in
            labels[row].map { FigureTable.Cell.text($0) }
                + columns.indices.map { column in
                    let mean = means[row][column]
                    return mean.cell(
                        text: mean.value.map { NumberText.short($0, of: columns[column].metric) },
                        isBest: best.contains([index, column]),
                        footnote: footnotes.number(of: mean, columns[column].metric)
                    )
                }
        }
        table.notes = footnotes.notes.map(\.text)
        table.caption = caption(results)
        table.remarks = remarks
        table.provenance = Self.provenance(results)
        return table
    }

    /// A run with its row and column in the table.
    private typealias Case = (row: [String], across: String?, recording: String, run: EvaluationRun)

    private func cases(of results: EvaluationResults) -> [Case] {
        let titles = RecordingGroup.titles(of: results.runs)
        return results.runs.indices.map { index in
            let (run, title, tool) = (results.runs[index], titles[index], results.origins[index].tool)
            return (rows.map { $0.text(run, title, tool) }, across?.text(run, title, tool), title, run)
        }
    }

    /// The runs in groups, one for each of the given recordings. If `recordings` is `nil`, there is a group for each
    /// recording that occurs in `cases`.
    private static func runs(_ cases: [Case], by recordings: [String]?) -> [[EvaluationRun]] {
        let grouped = Dictionary(grouping: cases, by: \.recording)
        return (recordings ?? cases.map(\.recording).distinct()).map { grouped[$0, default: []].map(\.run) }
    }

    private static func column(_ key: ReportKey) -> FigureTable.Column {
        FigureTable.Column(key: key.name, title: key.name)
    }

    private static func column(_ column: (series: String?, metric: Metric)) -> FigureTable.Column {
        let metric = column.metric
        guard let series = column.series else { return FigureTable.Column(of: metric) }
        return FigureTable.Column(key: "\(series): \(metric.name)", title: series, polarity: metric.polarity)
    }

    /// The indices of the rows in the selected order.
    private func ordered(_ labels: [[String]], _ means: [[MetricMean]]) -> [Int] {
        var order = Array(labels.indices)
        switch self.order {
        case nil: break
        case .key(let key):
            guard let index = rows.firstIndex(of: key) else { break }
            order.sort { Self.precedes(labels[$0][index], labels[$1][index]) ?? ($0 < $1) }
        case .metric(let metric):
            guard across == nil, let index = metrics.firstIndex(of: metric) else { break }
            let cost = metric.polarity.cost ?? { $0 }
            let costs = means.map { $0[index].comparable.map(cost) ?? .infinity }
            order.sort { (costs[$0], $0) < (costs[$1], $1) }
        }
        return isReversed ? order.reversed() : order
    }

    /// Returns whether a text precedes another, or `nil` for equal texts.
    private static func precedes(_ left: String, _ right: String) -> Bool? {
        if left == right { return nil }
        if let left = Double(left), let right = Double(right) { return left < right }
        return left < right
    }

    /// The best cells, as pairs of row and column.
    private func best(_ means: [[MetricMean]]) -> Set<[Int]> {
        var best: Set<[Int]> = []
        if across != nil {
            for (row, cells) in means.enumerated() {
                for column in BestValues.rows(cells.map(\.rankable), of: metrics[0]) { best.insert([row, column]) }
            }
        } else {
            for (column, metric) in metrics.enumerated() {
                let cells = means.map { $0[column] }
                // Rows of different recordings are not comparable, because a small error can also be due to an easy
                // recording.
                guard !rows.contains(.recording), Set(cells.map(\.recordings)).count == 1 else { continue }
                for row in BestValues.rows(cells.map(\.rankable), of: metric) { best.insert([row, column]) }
            }
        }
        return best
    }
}

extension ReportSelection {
    /// The caption of the table.
    func caption(_ results: EvaluationResults) -> String {
        let recordings = Set(RecordingGroup.titles(of: results.runs)).count
        let keys = rows.map(\.name).joined(separator: ", ")
        let basis = "\(results.runs.count) runs over \(recordings) recordings"
        guard let across else { return "By \(keys): \(basis)." }
        let metric = metrics[0]
        let unit = metric.unit.isEmpty ? "" : " (\(metric.unit == "deg" ? "°" : metric.unit))"
        return "\(metric.name)\(unit) by \(keys) and \(across.name): \(basis)."
    }

    /// The remarks below the table: the meaning of the brackets and of each metric.
    var remarks: [String] {
        let meanings = metrics.map { metric in
            let unit = metric.unit.isEmpty ? "no unit" : "unit \(metric.unit)"
            return "\(metric.name): \(metric.summary) (\(unit), \(metric.polarity.rawValue))"
        }
        let means = "Each recording has the same weight. \(EvaluationTables.intervalText)"
        return [means] + [BestValues.remark(on: metrics)].compactMap(\.self) + meanings
    }

    /// The checksums, parameters, tool and host of the results.
    static func provenance(_ results: EvaluationResults) -> [String] {
        let recordings = RecordingGroup.groups(of: results.runs).map { "\($0.title): \($0.checksum)" }
        let pipelines = results.runs.map(\.pipeline).distinct().filter { !$0.parameters.isEmpty }
            .map { "\($0.name): \($0.parameters.assignments.joined(separator: ", "))" }
        return recordings + pipelines + OriginText.lines(results)
    }
}

/// A property by which runs are grouped into rows or columns.
public enum ReportKey: Sendable, Hashable {
    /// The name of the recording.
    case recording
    /// The specification of the pipeline.
    case pipeline
    /// The kind of reference.
    case reference
    /// The version and revision of the tool.
    case version
    /// A trait that the name of the recording contains: motion, speed, device or disturbance.
    case trait(RecordingTrait)
    /// A parameter of the pipeline.
    case parameter(String)

    private static let named: [(name: String, key: ReportKey)] =
        [
            ("recording", .recording), ("pipeline", .pipeline), ("reference", .reference), ("version", .version),
        ] + RecordingTrait.allCases.map { ($0.rawValue, .trait($0)) }

    /// The name of the key on the command line.
    public var name: String {
        if case .parameter(let name) = self { return name }
        return Self.named.first { $0.key == self }?.name ?? ""
    }

    /// The prefix for a parameter that has the name of another key.
    private static let prefix = "parameter."

    /// Creates the key with the given name.
    ///
    /// The name is `recording`, `pipeline`, `reference`, `version`, a trait, or a parameter of a run. Parameters can
    /// have the prefix `parameter.`.
    ///
    /// - Throws: ``ReportError/unknownName(_:what:expected:suggestion:)`` if no key has the name.
    public init(name: String, in results: EvaluationResults) throws(ReportError) {
        if let entry = Self.named.first(where: { $0.name == name }) {
            self = entry.key
            guard case .trait(let trait) = entry.key else { return }
            let names = results.runs.map(\.recording.name)
            guard !names.contains(where: { RecordingTraits(name: $0).values[trait] != nil }) else { return }
            throw .unknownName(
                name,
                what: "trait in the recordings' names",
                expected: ["recording"],
                suggestion: nil
            )
        }
        let parameters = Set(results.runs.flatMap(\.pipeline.parameters.keys))
        let parameter = name.hasPrefix(Self.prefix) ? String(name.dropFirst(Self.prefix.count)) : name
        guard parameters.contains(parameter) else {
            let words = Self.named.map(\.name)
            let names = words + parameters.sorted().map { words.contains($0) ? Self.prefix + $0 : $0 }
            throw .unknown(name, what: "group", among: names)
        }
        self = .parameter(parameter)
    }

    /// The value of the key for a run; `–` if the run has no such value.
    func text(_ run: EvaluationRun, _ recording: String, _ tool: ProgramVersion) -> String {
        switch self {
        case .recording: recording
        case .pipeline: run.pipeline.name
        case .reference: run.reference?.kind.rawValue ?? "–"
        case .version: "\(tool.version) (\(tool.revision))"
        case .trait(let trait): RecordingTraits(name: recording).values[trait] ?? "–"
        case .parameter(let name): run.pipeline.parameters[name]?.text ?? "–"
        }
    }
}

extension ReportSelection {
    /// The command-line options that select a table. A missing option is `nil`.
    public struct Words: Sendable, Hashable {
        /// The keys of the rows, such as `recording,pipeline`.
        public var group: String?
        /// The metrics of the columns, such as `total_rmse_deg,lag_ms`.
        public var columns: String?
        /// The metric or key by which the rows are sorted.
        public var sort: String?
        /// A Boolean value that indicates whether the rows are in reverse order.
        public var isReversed: Bool
        /// The pivot table, such as `recording×pipeline:total_rmse_deg`. A comma can replace the cross.
        public var pivot: String?

        /// Creates the options.
        public init(group: String?, columns: String?, sort: String?, isReversed: Bool, pivot: String?) {
            self.group = group
            self.columns = columns
            self.sort = sort
            self.isReversed = isReversed
            self.pivot = pivot
        }

        /// A Boolean value that indicates whether all options are missing.
        public var isEmpty: Bool { group == nil && columns == nil && sort == nil && pivot == nil && !isReversed }
    }

    /// Parses the options. By default the rows are pipelines, and the columns are the same as in other reports.
    ///
    /// - Throws: ``ReportError/unknownName(_:what:expected:suggestion:)`` for the first unknown name.
    public init(_ words: Words, in results: EvaluationResults) throws(ReportError) {
        if let pivot = words.pivot {
            let parts = try Self.parts(ofPivot: pivot)
            self.init(
                rows: [try ReportKey(name: parts.rows, in: results)],
                across: try ReportKey(name: parts.across, in: results),
                metrics: [try Self.metric(parts.metric, "metric", in: results)]
            )
        } else {
            let keys = Self.list(words.group ?? ReportKey.pipeline.name)
            let rows = try keys.map { name throws(ReportError) in try ReportKey(name: name, in: results) }
            let metrics = try words.columns.map(Self.list)?.map { name throws(ReportError) in
                try Self.metric(name, "column", in: results)
            }
            self.init(rows: rows, metrics: metrics ?? ReportColumn.columns(for: results.runs).map(\.metric))
        }
        isReversed = words.isReversed
        if let sort = words.sort { order = try order(named: sort) }
    }

    private func order(named name: String) throws(ReportError) -> Order {
        if let key = rows.first(where: { $0.name == name }) { return .key(key) }
        if across == nil, let metric = metrics.first(where: { $0.name == name }) { return .metric(metric) }
        let names = rows.map(\.name) + (across == nil ? metrics.map(\.name) : [])
        throw .unknown(name, what: "order", among: names)
    }

    private static func metric(
        _ name: String,
        _ what: String,
        in results: EvaluationResults
    ) throws(ReportError) -> Metric {
        let metrics = MetricCatalogue.metrics(in: results.runs)
        if let metric = metrics.first(where: { $0.name == name }) { return metric }
        throw .unknown(name, what: what, among: metrics.map(\.name))
    }

    private static func parts(
        ofPivot text: String
    ) throws(ReportError) -> (rows: String, across: String, metric: String) {
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let keys = halves[0].replacing(" x ", with: "×").split(whereSeparator: { "×,".contains($0) }).map(Self.trimmed)
        guard halves.count == 2, keys.count == 2 else {
            throw .unknownName(text, what: "pivot", expected: ["ROWS×COLUMNS:METRIC"], suggestion: nil)
        }
        return (keys[0], keys[1], trimmed(halves[1]))
    }

    private static func list(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed).distinct()
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        String(text.drop { $0.isWhitespace }).withoutTrailingBlanks
    }
}
