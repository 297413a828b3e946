import Evaluation
import Experiments
import Foundation
import Recordings
import Reporting
import SensorModel

/// The reports of an experiment, computed from its store.
struct ExperimentReport {
    /// The maximum number of runs that are reported individually. With more runs, selected settings are reported.
    static let maximumRunCount = 2_000

    let experiment: Experiment
    let store: ExperimentStore
    private let tool: ProgramVersion?
    /// A Boolean value that indicates whether the report contains only means. This is the case for an experiment
    /// without grids that has too many runs to list.
    let isSummarised: Bool

    /// Reads the experiment of a store.
    ///
    /// - Throws: `InputError` for a store that cannot be read, `UsageError` for a store without the definition of its
    ///   experiment.
    init(_ store: ExperimentStore, experiment: Experiment? = nil, maximumRunCount: Int = Self.maximumRunCount) throws {
        self.store = store
        self.experiment = try experiment ?? Self.experiment(of: store)
        tool = try store.latestTool()
        isSummarised = try tool != nil && store.cellCount() > maximumRunCount && !store.hasGrids()
    }

    /// Returns the runs of the store. O(cells).
    func runs() throws -> ExperimentRuns { try ExperimentRuns(of: experiment, in: store, by: tool) }

    /// Returns the leaderboard of the store. O(cells).
    ///
    /// - Parameter rules: the rules of the experiment.
    func leaderboard(by rules: LeaderboardRules) throws -> LeaderboardReport {
        LeaderboardReport(
            title: experiment.name,
            Leaderboard(try figures(first: [rules.metric]), rules: rules, tags: experiment.groups),
            traits: experiment.traits,
            provenance: provenance
        )
    }

    /// Returns the values of the given metrics, followed by the values of the experiment's other metrics, for all
    /// results.
    private func figures(first: [Metric]) throws -> CellFigures {
        let measured = experiment.options.metrics ?? []
        let others = (MetricCatalogue.metrics + store.addedMetrics).filter(measured.contains)
        return try store.figures(of: (first + others).distinct(), by: tool ?? ToolVersion.tool)
    }

    private var provenance: [String] {
        let tool = tool ?? ToolVersion.tool
        return ["sextant \(tool.version), revision \(tool.revision)"]
    }

    /// Returns the leaderboard if the experiment has one, or the means if there are too many runs to list. Returns
    /// `nil` if the report should list the runs instead.
    func overview() throws -> (any ExperimentOverview)? {
        if let rules = experiment.leaderboard { return try leaderboard(by: rules) }
        return isSummarised ? try summary() : nil
    }

    /// Returns the means of the store. O(cells).
    func summary() throws -> ExperimentSummary {
        let figures = try figures(first: experiment.tuning)
        let stored = figures.recordings.map(\.conditions).distinct()
        let known = experiment.preparations.indices.map { index in
            let label = experiment.preparations[index].label(among: experiment.preparations)
            return (conditions: Set(experiment.conditions(preparation: index)).intersection(stored), name: label)
        }.filter { !$0.conditions.isEmpty }
        // Earlier definitions of the experiment may have had other conditions.
        let earlier = stored.filter { conditions in !known.contains { $0.conditions.contains(conditions) } }
        return ExperimentSummary(
            name: experiment.name,
            figures,
            preparations: known + earlier.map { (conditions: [$0], name: $0) },
            tags: experiment.groups,
            provenance: provenance
        )
    }

    /// Returns the experiment of the store.
    private static func experiment(of store: ExperimentStore) throws -> Experiment {
        guard let (name, text) = try store.definition() else {
            throw UsageError(
                "\(store.path): the store contains no definition of an experiment; "
                    + "run the experiment with 'sextant run --resume'"
            )
        }
        var catalogue = CommandExtension.catalogue
        catalogue.addedMetrics = store.addedMetrics
        return try Experiment(
            parsing: Array(text.utf8),
            file: "\(name) in \(store.path)",
            formats: ReportFormat.allCases.map(\.rawValue),
            catalogue: catalogue,
            readsFiles: false,
            // The recordings are not read; their paths may be out of date.
            paths: { [$0] }
        )
    }
}

extension ExperimentReport {
    /// Returns the names of the files that ``publish(searches:export:host:to:verbosity:)`` may write.
    static func fileNames(_ experiment: Experiment, export: [CellFormat]) -> [String] {
        let formats = (try? ReportFormat.parse(list: experiment.formats.joined(separator: ","))) ?? []
        return ([.json] + formats).map(\.fileName) + tuningNames + export.map(\.fileName)
    }

    private static let tuningNames = ["tuning.md", "tuning.csv", "tuning-recordings.csv"]

    /// Writes the experiment's reports, the tuning and the exported cells, and prints a summary.
    ///
    /// - Parameter searches: The outcomes of searches for the best settings. They are reported in addition to the
    ///   tuning of the grids.
    /// - Returns: The runs that are reported individually. A leaderboard or a table of means reports only the runs on
    ///   recordings without any result.
    func publish(
        searches: [SearchText] = [],
        export: [CellFormat],
        host: EvaluationResults.Host,
        to folder: String,
        verbosity: VerbosityOptions
    ) throws -> [EvaluationRun] {
        var paths: [String] = []
        let formats = try ReportFormat.parse(list: experiment.formats.joined(separator: ","))
        if let overview = try overview() {
            let files = try formats.filter(type(of: overview).formats.contains).map { format in
                (format.fileName, Array(try overview.text(format: format).utf8))
            }
            paths = try ReportWriter(directory: folder).write(files)
            paths += try CellExport(store: store, folder: folder).write(export)
            try verbosity.commit(paths)
            if !verbosity.quiet { try Terminal.print("\n" + overview.text(width: Terminal.width)) }
            return overview.unmeasured.isEmpty ? [] : try runs().runs(over: overview.unmeasured)
        }
        let runs = try runs()
        let (results, note) = try runs.results(host: host)
        if let note { verbosity.note(note) }
        let writer = ReportWriter(directory: folder)
        if !results.runs.isEmpty {
            paths += try writer.write(results, formats: formats)
        }
        let tuning = runs.tuning()
        if !tuning.isEmpty || !searches.isEmpty {
            let page =
                ["# \(experiment.name)\n"] + searches.map { $0.line + "\n" }
                + tuning.map { "## \($0.heading)\n\n\($0.report.markdown())" }
            let tables = tuning.map { $0.report.csv() }
            paths += try writer.write([
                ("tuning.md", Array(page.joined(separator: "\n").utf8)),
                ("tuning.csv", Array(tables.joined(separator: "\n").utf8)),
                ("tuning-recordings.csv", Array(tuning.map { $0.report.recordingsCSV() }.joined(separator: "\n").utf8)),
            ])
        }
        paths += try CellExport(store: store, folder: folder).write(export)
        try verbosity.commit(paths)
        if !verbosity.quiet { try Terminal.print("\n" + ExperimentRuns.text(tuning, or: results)) }
        return results.runs
    }

    /// Returns a text for a terminal: the leaderboard or the means, if the experiment has them. Otherwise returns the
    /// tuning or, if nothing was tuned, the runs.
    func text(host: EvaluationResults.Host) throws -> String {
        try overview()?.text(width: Terminal.width) ?? runs().text(host: host)
    }
}

/// The results of an experiment, read from its store: the best settings of its grids, and the runs that a report lists.
struct ExperimentRuns {
    let experiment: Experiment
    let store: ExperimentStore
    private let tool: ProgramVersion
    /// The results, one table for each pipeline family and each way to process recordings.
    private let slices: [CellSlice]

    /// Reads the results that a version of Sextant computed. Reads no results if `tool` is `nil`.
    ///
    /// - Throws: `InputError` for a store that cannot be read.
    init(of experiment: Experiment, in store: ExperimentStore, by tool: ProgramVersion?) throws {
        self.experiment = experiment
        self.store = store
        self.tool = tool ?? ToolVersion.tool
        slices =
            try tool.map { tool in
                try store.families(of: tool).flatMap { try store.slices(of: $0, by: tool) }
            } ?? []
    }

    /// Returns the tuning results with headings. For each preparation (a way to process recordings), there is a result
    /// over all recordings, and a result for each tag.
    func tuning() -> [(heading: String, report: TuningReport)] {
        var reports: [(String, TuningReport)] = []
        for conditions in slices.map(\.conditions).distinct() {
            for tag in [nil] + experiment.groups.map(Optional.some) {
                let grids = slices.filter { $0.conditions == conditions && $0.pipelines.count > 1 }
                guard let report = report(of: grids, tag: tag) else { continue }
                var heading = ["Tuning"]
                if let words = preparation(of: conditions) { heading.append(words) }
                if let tag { heading.append("recordings with the tag \(tag)") }
                reports.append((heading.joined(separator: ", "), report))
            }
            let transfers = transfers(under: conditions)
            if !transfers.isEmpty {
                let heading = ["Settings of other groups", preparation(of: conditions)].compactMap(\.self)
                reports.append((heading.joined(separator: ", "), TuningReport([], transfers: transfers)))
            }
        }
        return reports
    }

    /// Returns the results of each group of recordings with settings from other groups. Each setting was tuned on one
    /// other group. The results cover all ordered pairs of groups.
    private func transfers(under conditions: String) -> [TuningTransfer] {
        let grids = slices.filter { $0.conditions == conditions && $0.pipelines.count > 1 }
        return experiment.tuning.flatMap { metric in
            grids.flatMap { slice in
                let groups = experiment.groups.compactMap { tag in
                    let table = slice.table(of: metric, tag: tag)
                    return (try? TuningResult(table)).map { (tag: tag, table: table, result: $0) }
                }
                return groups.flatMap { own in
                    groups.compactMap { other in
                        TuningTransfer(
                            of: own.result,
                            group: own.tag,
                            in: own.table,
                            from: other.result,
                            group: other.tag
                        )
                    }
                }
            }
        }
    }

    /// Returns a description of how the recordings with these conditions were prepared. Returns `nil` if the experiment
    /// prepares all recordings in one way.
    private func preparation(of conditions: String) -> String? {
        guard experiment.preparations.count > 1 else { return nil }
        let index = experiment.preparations.indices.first {
            experiment.conditions(preparation: $0).contains(conditions)
        }
        return index.map { experiment.preparations[$0].text } ?? conditions
    }

    private func report(of grids: [CellSlice], tag: String?) -> TuningReport? {
        let entries = experiment.tuning.flatMap { metric in
            grids.flatMap { TuningResult.all(in: $0.table(of: metric, tag: tag)) }
        }
        guard !entries.isEmpty else { return nil }
        let measured = experiment.options.metrics ?? []
        let traded = [Metric.totalRMSE, .incrementRMS, .lag].filter(measured.contains)
        let fronts = grids.compactMap { slice in
            traded.count > 1 ? try? ParetoFront(traded.map { slice.table(of: $0, tag: tag) }) : nil
        }
        let leftOut = experiment.tuning.flatMap { selecting in
            grids.flatMap { slice -> [LeftOutFigures] in
                guard let result = try? TuningResult(slice.table(of: selecting, tag: tag)) else { return [] }
                return (traded + [selecting]).distinct().compactMap { metric in
                    LeftOutFigures(result, in: slice.table(of: metric, tag: tag))
                }
            }
        }
        return TuningReport(entries, leftOut: leftOut, fronts: fronts)
    }

    /// Returns the runs that are reported individually, and a note about the other runs.
    ///
    /// - Parameter maximumRunCount: The maximum number of cells for which all runs are reported. With more cells, only
    ///   selected settings of each grid are reported.
    /// - Throws: `InputError` for a store that cannot be read.
    func results(
        host: EvaluationResults.Host,
        maximumRunCount: Int = ExperimentReport.maximumRunCount
    ) throws -> (results: EvaluationResults, note: String?) {
        let count = slices.reduce(0) { $0 + $1.recordings.count * $1.pipelines.count }
        let isWhole = count <= maximumRunCount
        let cells = slices.flatMap { slice in
            (isWhole ? slice.pipelines.map(\.setting) : chosen(of: slice)).flatMap(slice.cells)
        }
        // Reports are sorted by recording.
        let ordered = cells.enumerated().sorted { one, other in
            (one.element.recording.index, one.offset) < (other.element.recording.index, other.offset)
        }
        let results = EvaluationResults(
            tool: tool,
            host: host,
            runs: try store.runs(of: ordered.map(\.element)),
            command: "sextant report \(CommandLineText.joined([store.path]))"
        )
        let note =
            isWhole
            ? nil
            : "\(count) cells are too many, so the reports list only the best setting of each grid, its best setting "
                + "for each recording, and its default; list all cells with --export csv"
        return (results, note)
    }

    /// Returns the reported settings of a large grid: the best setting overall, the best setting of each recording, and
    /// the default setting.
    private func chosen(of slice: CellSlice) -> [CellTable.Setting] {
        guard slice.pipelines.count > 1 else { return slice.pipelines.map(\.setting) }
        let tuned = experiment.tuning.compactMap { try? TuningResult(slice.table(of: $0)) }
        // If no setting has a value, one setting is reported to show the reason.
        guard !tuned.isEmpty else { return Array(slice.pipelines.map(\.setting).prefix(1)) }
        let wanted = Set(
            tuned.flatMap { result in
                [result.tunedSetting] + [result.standardSetting].compactMap(\.self)
                    + result.recordings.map(\.best.setting)
            }
        )
        return slice.pipelines.map(\.setting).filter(wanted.contains)
    }

    /// Returns all runs over some recordings.
    func runs(over recordings: Set<String>) throws -> [EvaluationRun] {
        let cells = slices.flatMap { slice in slice.pipelines.flatMap { slice.cells(of: $0.setting) } }
        return try store.runs(of: cells.filter { recordings.contains($0.recording.name) })
    }

    /// Returns the results of tuning as text for a terminal. If the experiment tuned nothing, the text lists the runs.
    func text(host: EvaluationResults.Host) throws -> String {
        try Self.text(tuning(), or: try results(host: host).results)
    }

    static func text(
        _ tuning: [(heading: String, report: TuningReport)],
        or results: @autoclosure () throws -> EvaluationResults
    ) rethrows -> String {
        guard tuning.isEmpty else {
            return tuning.map { "\($0.heading)\n\n\($0.report.summary(width: Terminal.width))" }
                .joined(separator: "\n")
        }
        return try TerminalReport(width: Terminal.width, colour: Terminal.wantsColour).render(results())
    }
}
