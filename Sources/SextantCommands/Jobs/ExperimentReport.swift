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
    /// The cells of each pipeline and each sampling rate.
    private let slices: [CellSlice]

    /// - Throws: `StoreError` for a store that cannot be read, `UsageError` for a store without the definition of its
    ///   experiment.
    init(_ store: ExperimentStore, experiment: Experiment? = nil) throws {
        self.store = store
        self.experiment = try experiment ?? Self.experiment(of: store)
        guard let tool = try store.latestTool() else {
            self.tool = ToolVersion.tool
            slices = []
            return
        }
        self.tool = tool
        slices = try store.families(of: tool).flatMap { try store.slices(of: $0, by: tool) }
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
            readsPipelines: false,
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
                let sampling = conditions.prefix { $0 != "," }
                var words = ["Tuning"]
                if experiment.rates.count > 1 { words.append("\(sampling)") }
                if let tag { words.append("recordings with the tag \(tag)") }
                reports.append((words.joined(separator: ", "), report))
            }
        }
        return reports
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

    /// The tuning as text for a terminal; the runs, if nothing was tuned.
    func text(host: EvaluationResults.Host) throws -> String {
        try Self.text(tuning(), or: try results(host: host).results)
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
