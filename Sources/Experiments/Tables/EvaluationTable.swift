public import Evaluation
import Pipelines
public import Recordings
public import SensorModel
public import SensorSimulation

/// The definition of a report table of evaluations: its recordings, the evaluated pipelines, systems and estimates, and
/// its rows and columns.
///
/// A cell is the mean of a metric over all runs whose properties equal the row's keys (and the column's key, if
/// ``across`` is set). All runs have the same weight. The cell is empty if any of these runs has no value of the
/// metric.
public struct EvaluationTable: Sendable {
    /// A key for the rows or columns of a table. Each run has one value for each key, such as the name of its
    /// recording.
    public enum Key: String, Sendable, Hashable, CaseIterable {
        /// The name of the recording.
        case recording
        /// The name of the recording's group, such as a kind of motion.
        case group
        /// The variant of the recording within its group.
        case variant
        /// The name of the pipeline.
        case pipeline
        /// The name of the described system, an AR system that is replayed from its description.
        case system
        /// The value of the parameter that is varied in the pipelines' texts (SPECs).
        case value
    }

    /// The recordings that are evaluated.
    public var inputs: [TableInput]
    /// The pipelines, described systems and estimates that are evaluated.
    public var subjects: [TableSubject]
    /// The options of every evaluation.
    public var options: EvaluationOptions
    /// The properties that identify a row.
    public var rows: [Key]
    /// The property that divides each metric into columns, one for each value of the property; `nil` for a single
    /// column for each metric.
    public var across: Key?
    /// The columns with metrics or published values.
    public var columns: [MetricColumn]
    /// The ranking that is added to each row. The ranking orders the values of ``across``, such as the pipelines. `nil`
    /// for no ranking.
    public var ranking: TableRanking?

    /// Computes the table from runs, ordered by recording and then by subject (pipeline, system or file of estimates).
    /// O(runs · columns).
    public func table(of runs: [EvaluationRun]) -> ReportTable {
        precondition(runs.count == inputs.count * subjects.count, "there must be a run of every subject on every input")
        let cases = runs.enumerated().map { index, run in
            let (input, subject) = index.quotientAndRemainder(dividingBy: subjects.count)
            return (
                row: rows.map { label($0, inputs[input], subjects[subject]) },
                across: across.map { label($0, inputs[input], subjects[subject]) },
                group: inputs[input].group,
                run: run
            )
        }
        let series = across == nil ? [nil] : cases.map(\.across).distinct()
        var table = ReportTable(
            columns: rows.map { ReportTable.Column($0.rawValue, isNumeric: $0 == .value) },
            keyCount: rows.count
        )
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
        for (key, cases) in cases.grouped(by: \.row) {
            let row = zip(rows, key).map { kind, text in Self.cell(kind, text) }
            let figures = series.flatMap { name in
                let cases = cases.filter { $0.across == name }
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

    private func label(_ key: Key, _ input: TableInput, _ subject: TableSubject) -> String {
        switch key {
        case .recording: input.name
        case .group: input.group
        case .variant: input.variant
        case .pipeline, .system: subject.name
        case .value: subject.value.map { "\($0)" } ?? ""
        }
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
            let values = runs.compactMap { run in
                column.bound.map { $0.value(run.metrics.intervals[name]) } ?? run.metrics[name]
            }
            for run in runs where run.metrics[name] == nil {
                gaps.add(run.metrics.note(for: name), column: column.title)
            }
            if column.bound != nil {
                for run in runs where run.metrics[name] != nil && run.metrics.intervals[name] == nil {
                    gaps.add("the recording has fewer than three independent parts", column: column.title)
                }
            }
            // A mean over fewer runs would not be comparable with the other means.
            guard !values.isEmpty, values.count == runs.count else { return .missing }
            // The mean of several intervals is not an interval.
            if column.bound != nil, runs.count > 1 { return .missing }
            let mean = values.reduce(0, +) / Double(values.count)
            return .number(TableNumber(mean, column.form, tolerance: column.tolerance))
        }
    }
}

extension EvaluationTable {
    /// Reads the content of a table of the kind `evaluation`.
    ///
    /// - Parameters:
    ///   - value: value of the key `evaluation`.
    ///   - catalogue: names that the definition can use.
    /// - Throws: `InputError` with the line and column of the error.
    public init(_ value: YAMLValue, catalogue: DefinitionCatalogue) throws(InputError) {
        let root = try value.mapping("evaluation")
        try root.allow([
            "recordings", "data", "scenarios", "pipelines", "systems", "estimates", "reference", "headingAlignment",
            "skip",
            "rows", "across", "columns", "ranking",
        ])
        inputs = try TableInput.all(of: root, advice: "add 'recordings', 'data' or 'scenarios'", catalogue.layouts)
        subjects = []
        for item in try root.items("pipelines") ?? [] {
            subjects += try TableSubject.read(item, .pipeline, catalogue.stages)
        }
        for item in try root.items("systems") ?? [] { subjects += try TableSubject.read(item, .system) }
        for item in try root.items("estimates") ?? [] {
            // A relative path starts at the parent of the folder that contains the tables.
            let source = try EstimateSource(item) { $0 }
            try item.checkNames(of: [source], besides: subjects.map(\.name))
            subjects.append(TableSubject(name: source.name, subject: .estimate(source)))
        }
        guard !subjects.isEmpty else {
            throw value.error(
                message: "the table has no pipelines",
                advice: "add 'pipelines', 'systems' or 'estimates'"
            )
        }
        options = EvaluationOptions(
            headingAlignment: try root["headingAlignment"]?.choice("headingAlignment") ?? HeadingAlignment.none
        )
        options.addedMetrics = catalogue.addedMetrics
        options.reference = try root["reference"]?.choice("reference")
        if let skip = root["skip"] { options.skip = try skip.number(.skip) }
        rows = try root.required("rows").items("rows").map { item throws(InputError) in try item.choice("rows") }
        across = try root["across"]?.choice("across")
        let keys = rows + [across].compactMap(\.self)
        let groups = inputs.map(\.group)
        columns = try root.required("columns").items("columns").map { item throws(InputError) in
            let column = try MetricColumn(item, keys: keys.count, catalogue.addedMetrics)
            guard let group = column.group, !groups.contains(group) else { return column }
            throw item.error(
                message: "this column shows the group '\(group)', but no recording of the table has this group",
                advice: NearestName.hint(for: group, among: groups)
            )
        }
        ranking = try root["ranking"].map { item throws(InputError) in
            try TableRanking(
                item,
                rows: rows,
                isAcross: across != nil,
                variants: inputs.map(\.variant),
                catalogue.addedMetrics
            )
        }
        var metrics = ranking.map { [$0.metric] } ?? []
        for case .metric(let metric) in columns.map(\.content) { metrics.append(metric) }
        options.metrics = Set(metrics)
        options.withinRecordingIntervals = columns.contains { $0.bound != nil }
    }
}

/// The definition of a column in a report table of evaluations.
public struct MetricColumn: Sendable, Hashable {
    /// The origin of a column's values.
    public enum Content: Sendable, Hashable {
        /// The mean of a metric over the runs of a cell.
        case metric(Metric)
        /// Published values, by the keys of the row and the column.
        case published([[String]: Double])
    }

    /// An end of a metric's 95 % interval.
    public enum Bound: String, Sendable, Hashable, CaseIterable {
        case lower
        case upper

        /// Returns this end of an interval.
        func value(_ interval: BootstrapInterval?) -> Double? { self == .lower ? interval?.lower : interval?.upper }
    }

    /// The column's name in CSV files.
    public var key: String
    /// The column's title in documents.
    public var title: String
    /// The origin of the column's values.
    public var content: Content
    /// The end of the metric's 95 % interval that the column shows; `nil` if the column shows the metric itself. The
    /// interval is computed from parts of a single recording.
    public var bound: Bound?
    /// The group whose recordings the column covers; `nil` for all recordings.
    public var group: String?
    /// The format of the numbers in documents.
    public var form: TableNumberForm
    /// The accepted difference between the committed value and the regenerated value.
    public var tolerance: TableTolerance
}

extension MetricColumn {
    /// Reads the definition of a column.
    ///
    /// - Parameters:
    ///   - value: entry in the list of columns.
    ///   - keys: number of keys that identify a published value.
    ///   - added: metrics that other packages added.
    init(_ value: YAMLValue, keys: Int, _ added: [Metric]) throws(InputError) {
        let root = try value.mapping("a column")
        try root.allow(["metric", "bound", "published", "key", "title", "group", "decimals", "digits", "tolerance"])
        bound = try root["bound"]?.choice("bound")
        if let published = root["published"] {
            content = .published(try Self.figures(published, keys: keys))
            key = try root.text("key") ?? "published"
        } else {
            let name = try root.required("metric").metric("metric", added)
            content = .metric(name)
            key = try root.text("key") ?? name.name + (bound.map { "_\($0)" } ?? "")
        }
        title = try root.text("title") ?? key
        group = try root.text("group")
        if let digits = root["digits"] {
            form = .digits(try digits.wholeNumber(.digits))
        } else {
            form = .decimals(try root["decimals"]?.wholeNumber(.decimals) ?? 2)
        }
        tolerance = try root.tolerance()
    }

    /// Reads published values. Each entry lists the keys of a cell, followed by the value.
    private static func figures(_ value: YAMLValue, keys: Int) throws(InputError) -> [[String]: Double] {
        var figures: [[String]: Double] = [:]
        for row in try value.items("published") {
            let cells = try row.items("a published figure")
            let (count, needed) = (cells.count, keys + 1)
            guard count == needed, let last = cells.last else {
                throw row.error(
                    message: "the entry must have \(needed) values, but has \(count)",
                    advice: "write the names that select the row and the column, then the published value"
                )
            }
            let names = try cells.dropLast().map { cell throws(InputError) in try cell.text("a name") }
            figures[names] = try last.number("a figure")
        }
        return figures
    }
}

/// The content of a cell in a report table.
public enum TableCell: Sendable, Hashable {
    /// Plain text.
    case text(String)
    /// A SPEC or an identifier, which is shown in a fixed-width font.
    case code(String)
    /// A number with its format and tolerance.
    case number(TableNumber)
    /// A missing value. The table's notes contain the reason.
    case missing
}

/// A number in a report table, with its format and tolerance.
public struct TableNumber: Sendable, Hashable {
    /// The value before rounding.
    public var value: Double
    /// The format in documents.
    public var form: TableNumberForm
    /// The accepted difference between the committed value and the regenerated value.
    public var tolerance: TableTolerance

    /// Creates a number with its format and tolerance.
    public init(_ value: Double, _ form: TableNumberForm, tolerance: TableTolerance = .absolute(0)) {
        self.value = value
        self.form = form
        self.tolerance = tolerance
    }
}

/// The format of a number in documents.
public enum TableNumberForm: Sendable, Hashable {
    /// A fixed number of decimal places.
    case decimals(Int)
    /// A maximum number of significant digits, without trailing zeros.
    case digits(Int)
    /// A length in metres, shown with two significant digits in a suitable unit, such as `12 mm`. A length of at most
    /// `resolution` is shown as less than this resolution, such as `<1 µm`.
    case length(resolution: Double)
}

/// A recording that a report table evaluates.
public struct TableInput: Sendable {
    /// The origin of the recording: files or a simulation.
    public enum Source: Sendable {
        /// A recording in the repository. The path is relative to the parent of the folder with the tables.
        case recording(path: String, Layout?)
        /// A recording of a third party. The path is relative to the user's data folder.
        case data(path: String, Layout?)
        /// A simulation that produces the recording.
        case simulation(Simulation)
    }

    /// The name of the recording in the table.
    public var name: String
    /// The name of the recording's group, such as a kind of motion or a device.
    public var group: String
    /// The name of the variant within the group; empty if there is only one.
    public var variant = ""
    /// The origin of the recording: files or a simulation.
    public var source: Source

    /// Creates a recording of a table from its parts.
    public init(name: String, group: String = "", variant: String = "", source: Source) {
        self.name = name
        self.group = group
        self.variant = variant
        self.source = source
    }
}

extension [TableInput] {
    /// The paths of the recordings that are third-party data.
    package var dataPaths: [String] {
        compactMap { input in
            guard case .data(let path, _) = input.source else { return nil }
            return path
        }
    }
}

extension YAMLMapping {
    /// Reads the tolerance of a table or column: the accepted difference between a committed value and the regenerated
    /// value.
    func tolerance(default standard: TableTolerance = .absolute(0)) throws(InputError) -> TableTolerance {
        try self["tolerance"].map { item throws(InputError) in try TableTolerance(item, "tolerance") } ?? standard
    }
}

extension TableInput {
    /// Reads the recordings of a table's content: the lists `recordings`, `data` and `scenarios`, if they are given.
    ///
    /// - Throws: `InputError` for invalid content, or if there is no recording. In the latter case, the error has the
    ///   given advice.
    static func all(
        of root: YAMLMapping,
        advice: String,
        _ layouts: LayoutCatalogue
    ) throws(InputError) -> [TableInput] {
        var inputs: [TableInput] = []
        for (key, isOurs) in [("recordings", true), ("data", false)] {
            for item in try root.items(key) ?? [] {
                inputs.append(try TableInput(recording: item, isOurs: isOurs, layouts))
            }
        }
        for item in try root.items("scenarios") ?? [] { inputs += try TableInput.simulated(item) }
        guard !inputs.isEmpty else { throw root.value.error(message: "the table has no recordings", advice: advice) }
        return inputs
    }

    /// Reads a recording: a path, or a mapping with path, layout, name and group.
    init(recording value: YAMLValue, isOurs: Bool, _ layouts: LayoutCatalogue) throws(InputError) {
        let root = value.isMapping ? try value.mapping("a recording") : nil
        try root?.allow(["path", "layout", "name", "group"])
        let path = try (try root?.required("path") ?? value).text("path")
        let layout = try root?["layout"].map { item throws(InputError) in try item.layout(layouts) }
        name = try root?.text("name") ?? String(path.split(separator: "/").last ?? path[...])
        group = try root?.text("group") ?? name
        source = isOurs ? .recording(path: path, layout) : .data(path: path, layout)
    }

    /// Reads a scenario, or a mapping with scenario, noise, seeds and duration. Returns one recording for each seed.
    static func simulated(_ value: YAMLValue) throws(InputError) -> [TableInput] {
        let simulations = try value.simulations(adding: ["group", "variant"])
        let group = try (value.isMapping ? value.mapping("a scenario").text("group") : nil) ?? simulations.scenario
        let variant = try (value.isMapping ? value.mapping("a scenario").text("variant") : nil) ?? ""
        return simulations.bySeed.map { seed, simulation in
            TableInput(
                name: simulations.name(seed),
                group: group,
                variant: variant,
                source: .simulation(simulation)
            )
        }
    }
}

/// A ranking of a table's series, such as its pipelines, by a metric. Each row has a ranking, which is compared with
/// the ranking in a baseline variant.
///
/// Two series count as exchanged if their order in a row differs from their order in the baseline. In both the row and
/// the baseline, their values must also differ by more than the margin.
public struct TableRanking: Sendable, Hashable {
    /// The metric by which series are ranked.
    public var metric: Metric
    /// The variant of the recordings with which all other variants are compared.
    public var baseline: String
    /// The maximum difference of two values that count as equal, as a fraction of the smaller value.
    public var margin: Double

    private typealias Row = (key: [String], variant: String, means: [(name: String, value: Double)])

    /// Adds the columns `order` and `exchanged` to a table, and a sentence for each group of rows to the table's
    /// findings.
    func add(
        to table: inout ReportTable,
        rows keys: [EvaluationTable.Key],
        cases: [(row: [String], across: String, run: EvaluationRun)]
    ) {
        guard let variantIndex = keys.firstIndex(of: .variant) else { return }
        let found = cases.map(\.row).distinct().map { key -> Row in
            var rest = key
            let variant = rest.remove(at: variantIndex)
            return (rest, variant, means(cases.filter { $0.row == key }))
        }
        table.columns.append(ReportTable.Column("order"))
        table.columns.append(
            ReportTable.Column(key: "exchanged", title: "exchanged against \(baseline)", isNumeric: false)
        )
        var changes: [(key: [String], variant: String, pairs: [String])] = []
        for (index, row) in found.enumerated() {
            table.rows[index].append(.text(order(row)))
            guard row.variant != baseline else {
                table.rows[index].append(.text(""))
                continue
            }
            let known = found.first { $0.key == row.key && $0.variant == baseline }
            let pairs = known.map { exchanged(row, against: $0) } ?? []
            table.rows[index].append(.text(pairs.isEmpty ? "none" : pairs.joined(separator: ", ")))
            changes.append((row.key, row.variant, pairs))
        }
        table.findings = changes.map(\.key).distinct().map { key in
            let own = changes.filter { $0.key == key && !$0.pairs.isEmpty }
            let words = own.map { "at \($0.variant) \($0.pairs.joined(separator: ", "))" }
            let name = key.joined(separator: ", ")
            return words.isEmpty
                ? "\(name): the order is the same in every variant."
                : "\(name): the order changes: \(words.joined(separator: "; "))."
        }
    }

    /// Returns the means of the series, best first. A series is omitted if any of its runs has no value of the metric.
    private func means(
        _ cases: [(row: [String], across: String, run: EvaluationRun)]
    ) -> [(name: String, value: Double)] {
        cases.map(\.across).distinct().compactMap { name -> (name: String, value: Double)? in
            let runs = cases.filter { $0.across == name }.map(\.run)
            let values = runs.compactMap { $0.metrics[metric] }
            guard values.count == runs.count, !values.isEmpty else { return nil }
            return (name, values.reduce(0, +) / Double(values.count))
        }.sorted { isLargerBetter ? $0.value > $1.value : $0.value < $1.value }
    }

    /// Returns the names of the series as a text, best first. Names are joined by ` = ` if their values differ by no
    /// more than the margin.
    private func order(_ row: Row) -> String {
        var levels: [[(name: String, value: Double)]] = []
        for next in row.means {
            if let best = levels.last?.first, !differ(best.value, next.value) {
                levels[levels.count - 1].append(next)
            } else {
                levels.append([next])
            }
        }
        return levels.map { $0.map(\.name).sorted().joined(separator: " = ") }.joined(separator: ", ")
    }

    private var isLargerBetter: Bool { metric.polarity == .largerIsBetter }

    private func exchanged(_ row: Row, against known: Row) -> [String] {
        let before = Dictionary(uniqueKeysWithValues: known.means.map { ($0.name, $0.value) })
        var pairs: [String] = []
        for (index, better) in row.means.enumerated() {
            for worse in row.means[(index + 1)...] {
                guard let old = before[better.name], let other = before[worse.name] else { continue }
                let wasWorse = isLargerBetter ? old < other : old > other
                if wasWorse, differ(better.value, worse.value), differ(old, other) {
                    pairs.append("\(better.name) before \(worse.name)")
                }
            }
        }
        return pairs
    }

    private func differ(_ first: Double, _ second: Double) -> Bool {
        (first - second).magnitude > margin * min(first.magnitude, second.magnitude)
    }
}

extension TableRanking {
    /// Reads a ranking, such as `{metric: pixel_rmse_px, baseline: ×1, margin: 0.02}`.
    init(
        _ value: YAMLValue,
        rows: [EvaluationTable.Key],
        isAcross: Bool,
        variants: [String],
        _ added: [Metric]
    ) throws(InputError) {
        let root = try value.mapping("ranking")
        try root.allow(["metric", "baseline", "margin"])
        metric = try root.required("metric").metric("metric", added)
        let given = try root.required("baseline")
        baseline = try given.text("baseline")
        margin = try root.number("margin") ?? 0
        guard variants.contains(baseline) else {
            throw given.error(
                message: "the baseline is the variant '\(baseline)', but no scenario has this variant",
                advice: NearestName.hint(for: baseline, among: variants) ?? "add 'variant: \(baseline)' to a scenario"
            )
        }
        guard rows.contains(.variant), isAcross, margin >= 0, margin.isFinite else {
            throw value.error(
                message: "'ranking' requires 'variant' in 'rows', a key in 'across', and a 'margin' of at least 0"
            )
        }
    }
}
