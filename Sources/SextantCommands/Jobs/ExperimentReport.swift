import Evaluation
import ExperimentDatabase
import ExperimentReports
import Experiments
import Foundation
import Recordings
import Reporting
import SensorModel
import Statistics

/// The reports of an experiment, computed from its store.
struct ExperimentReport {
    /// The largest number of runs that are reported individually; of more runs, selected settings are reported.
    static let mostRuns = 2_000

    let experiment: Experiment
    let store: ExperimentStore
    private let tool: ProgramVersion
    /// The cells of each pipeline and each preparation; none of a summarised experiment.
    private let slices: [CellSlice]
    /// The means of an experiment without grids and with too many runs to list; nil for any other.
    let summary: ExperimentSummary?

    /// - Throws: `StoreError` for a store that cannot be read, `UsageError` for a store without the definition of its
    ///   experiment.
    init(_ store: ExperimentStore, experiment: Experiment? = nil, mostRuns: Int = Self.mostRuns) throws {
        self.store = store
        self.experiment = try experiment ?? Self.experiment(of: store)
        guard let tool = try store.latestTool() else {
            self.tool = ToolVersion.tool
            (slices, summary) = ([], nil)
            return
        }
        self.tool = tool
        if try store.cellCount() > mostRuns, try !store.hasGrids() {
            (slices, summary) = ([], try Self.summary(of: store, self.experiment, tool))
            return
        }
        summary = nil
        slices = try Self.slices(of: store, by: tool)
    }

    private static func slices(of store: ExperimentStore, by tool: ProgramVersion) throws -> [CellSlice] {
        try store.families(of: tool).flatMap { try store.slices(of: $0, by: tool) }
    }

    private static func summary(
        of store: ExperimentStore,
        _ experiment: Experiment,
        _ tool: ProgramVersion
    ) throws -> ExperimentSummary {
        let measured = experiment.options.metrics ?? []
        let others = MetricCatalogue.metrics.map(\.name).filter { measured.contains($0) }
        let figures = try store.figures(of: (experiment.tuning + others).distinct(), by: tool)
        let known = Dictionary(
            experiment.preparations.indices.map { place in
                let label = experiment.preparations[place].label(among: experiment.preparations)
                return (experiment.conditions(preparation: place), label)
            },
            uniquingKeysWith: { first, _ in first }
        )
        let conditions = figures.recordings.map(\.conditions).distinct()
        return ExperimentSummary(
            name: experiment.name,
            figures,
            preparations: conditions.map { (conditions: $0, name: known[$0] ?? $0) },
            tags: experiment.groups,
            provenance: ["sextant \(tool.version), revision \(tool.revision)"]
        )
    }

    /// The experiment that the store was made for.
    private static func experiment(of store: ExperimentStore) throws -> Experiment {
        guard let (name, text) = try store.definition() else {
            throw UsageError(
                "\(store.path): the store contains no definition of an experiment; "
                    + "run the experiment with 'sextant run --resume'"
            )
        }
        return try Experiment(
            parsing: Array(text.utf8),
            file: "\(name) in \(store.path)",
            formats: ReportFormat.allCases.map(\.rawValue),
            readsFiles: false,
            // The recordings are not read; their paths may be out of date.
            paths: { [$0] }
        )
    }

    /// The results of tuning, each with a heading: for each sampling rate, over all recordings and over each group.
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
        }
        return reports
    }

    /// The preparation of cells with these conditions in words; nil if the experiment has only one.
    private func preparation(of conditions: String) -> String? {
        guard experiment.preparations.count > 1 else { return nil }
        let place = experiment.preparations.indices.first { experiment.conditions(preparation: $0) == conditions }
        return place.map { experiment.preparations[$0].text } ?? conditions
    }

    private func report(of grids: [CellSlice], tag: String?) -> TuningReport? {
        let entries = experiment.tuning.flatMap { metric in
            grids.flatMap { slice in
                TuningResult.all(in: slice.table(of: metric, tag: tag)).map { pipeline, result in
                    TuningReport.Entry(pipeline: pipeline, metric: metric, result: result)
                }
            }
        }
        guard !entries.isEmpty else { return nil }
        let measured = experiment.options.metrics ?? []
        let traded = [MetricName.totalRMSE, .incrementRMS, .lag].filter(measured.contains)
        let fronts = grids.compactMap { slice in
            traded.count > 1 ? try? ParetoFront(traded.map { slice.table(of: $0, tag: tag) }) : nil
        }
        return TuningReport(entries, fronts: fronts)
    }

    /// The runs that are reported individually, and a note about the other runs.
    ///
    /// - Parameter mostRuns: With more cells, only selected settings are reported.
    /// - Throws: `StoreError` for a store that cannot be read.
    func results(
        host: EvaluationResults.Host,
        mostRuns: Int = Self.mostRuns
    ) throws -> (results: EvaluationResults, note: String?) {
        let slices = try summary == nil ? self.slices : Self.slices(of: store, by: tool)
        let count = slices.reduce(0) { $0 + $1.recordings.count * $1.pipelines.count }
        let isWhole = count <= mostRuns
        let cells = slices.flatMap { slice in
            (isWhole ? slice.pipelines.map(\.setting) : chosen(of: slice)).flatMap(slice.cells)
        }
        // Sorted by recording, as in every report.
        let ordered = cells.enumerated().sorted { one, other in
            (one.element.recording.place, one.offset) < (other.element.recording.place, other.offset)
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
            : "\(count) cells are too many for reports, which show for each grid the best setting, the best of each "
                + "recording, and the default; --export writes all"
        return (results, note)
    }

    /// The reported settings of a large grid: the best one overall, the best of each recording, and the default.
    private func chosen(of slice: CellSlice) -> [CellTable.Setting] {
        guard slice.pipelines.count > 1 else { return slice.pipelines.map(\.setting) }
        let tuned = experiment.tuning.compactMap { try? TuningResult(slice.table(of: $0)) }
        // Without a figure, one setting says why.
        guard !tuned.isEmpty else { return Array(slice.pipelines.map(\.setting).prefix(1)) }
        let wanted = Set(
            tuned.flatMap { result in
                [result.tunedSetting] + [result.standardSetting].compactMap(\.self)
                    + result.recordings.map(\.best.setting)
            }
        )
        return slice.pipelines.map(\.setting).filter(wanted.contains)
    }
}

extension ExperimentReport {
    /// Writes the experiment's reports, the tuning and the exported cells, and prints the tuning.
    ///
    /// - Parameter searches: Outcomes of searches beyond the grids.
    /// - Returns: The runs that are reported individually.
    func publish(
        searches: [SearchText] = [],
        export: [CellFormat],
        host: EvaluationResults.Host,
        to folder: String,
        verbosity: VerbosityOptions
    ) async throws -> [EvaluationRun] {
        var paths: [String] = []
        let formats = try ReportFormat.parse(list: experiment.formats.joined(separator: ","))
        if let summary {
            paths = try ReportWriter(directory: folder).write(
                try formats.filter(ExperimentSummary.formats.contains).map { format in
                    (format.fileName, Array(try summary.text(format: format).utf8))
                }
            )
            paths += try CellExport(store: store, folder: folder).write(export)
            for path in paths { verbosity.explain("wrote \(path)") }
            if !verbosity.quiet { try Terminal.print("\n" + summary.text(width: Terminal.width)) }
            return try runs(of: summary.unmeasured)
        }
        let (results, note) = try results(host: host)
        if let note { verbosity.note(note) }
        let writer = ReportWriter(directory: folder)
        if !results.runs.isEmpty {
            paths += try await writer.write(results, formats: formats) { verbosity.note($0) }
        }
        let tuning = tuning()
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
        for path in paths { verbosity.explain("wrote \(path)") }
        if !verbosity.quiet { try Terminal.print("\n" + Self.text(tuning, or: results)) }
        return results.runs
    }

    /// All runs over some recordings.
    private func runs(of recordings: Set<String>) throws -> [EvaluationRun] {
        guard !recordings.isEmpty else { return [] }
        let cells = try Self.slices(of: store, by: tool).flatMap { slice in
            slice.pipelines.flatMap { slice.cells(of: $0.setting) }
        }
        return try store.runs(of: cells.filter { recordings.contains($0.recording.name) })
    }

    /// The tuning as text for a terminal; the runs, if nothing was tuned.
    func text(host: EvaluationResults.Host) throws -> String {
        if let summary { return summary.text(width: Terminal.width) }
        return try Self.text(tuning(), or: try results(host: host).results)
    }

    private static func text(
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
