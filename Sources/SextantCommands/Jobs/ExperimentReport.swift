import Evaluation
import Experiments
import Foundation
import Recordings
import Reporting
import SensorModel

/// The reports of an experiment, computed from its store.
struct ExperimentReport {
    /// The largest number of runs that are reported individually; of more runs, selected settings are reported.
    static let mostRuns = 2_000

    let experiment: Experiment
    let store: ExperimentStore
    private let tool: ProgramVersion?
    /// Whether the report consists of means, because the experiment has no grids and too many runs to list.
    let isSummarised: Bool

    /// - Throws: `StoreError` for a store that cannot be read, `UsageError` for a store without the definition of its
    ///   experiment.
    init(_ store: ExperimentStore, experiment: Experiment? = nil, mostRuns: Int = Self.mostRuns) throws {
        self.store = store
        self.experiment = try experiment ?? Self.experiment(of: store)
        tool = try store.latestTool()
        isSummarised = try tool != nil && store.cellCount() > mostRuns && !store.hasGrids()
    }

    /// The runs of the store. O(cells).
    func runs() throws -> ExperimentRuns { try ExperimentRuns(of: experiment, in: store, by: tool) }

    /// The leaderboard of the store. O(cells).
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

    /// The figures of all cells, with these metrics first.
    private func figures(first: [MetricName]) throws -> CellFigures {
        let measured = experiment.options.metrics ?? []
        let others = MetricCatalogue.metrics.map(\.name).filter { measured.contains($0) }
        return try store.figures(of: (first + others).distinct(), by: tool ?? ToolVersion.tool)
    }

    private var provenance: [String] {
        let tool = tool ?? ToolVersion.tool
        return ["sextant \(tool.version), revision \(tool.revision)"]
    }

    /// The report without single runs: the leaderboard, or the means of too many runs to list; nil for neither.
    func overview() throws -> (any ExperimentOverview)? {
        if let rules = experiment.leaderboard { return try leaderboard(by: rules) }
        return isSummarised ? try summary() : nil
    }

    /// The means of the store. O(cells).
    func summary() throws -> ExperimentSummary {
        let figures = try figures(first: experiment.tuning)
        let stored = figures.recordings.map(\.conditions).distinct()
        let known = experiment.preparations.indices.map { place in
            let label = experiment.preparations[place].label(among: experiment.preparations)
            return (conditions: Set(experiment.conditions(preparation: place)).intersection(stored), name: label)
        }.filter { !$0.conditions.isEmpty }
        // Earlier definitions of the experiment may have had others.
        let earlier = stored.filter { conditions in !known.contains { $0.conditions.contains(conditions) } }
        return ExperimentSummary(
            name: experiment.name,
            figures,
            preparations: known + earlier.map { (conditions: [$0], name: $0) },
            tags: experiment.groups,
            provenance: provenance
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
}

extension ExperimentReport {
    /// The names of the files that ``publish(searches:export:host:to:verbosity:)`` may write.
    static func fileNames(_ experiment: Experiment, export: [CellFormat]) -> [String] {
        let formats = (try? ReportFormat.parse(list: experiment.formats.joined(separator: ","))) ?? []
        return ([.json] + formats).map(\.fileName) + tuningNames + export.map(\.fileName)
    }

    private static let tuningNames = ["tuning.md", "tuning.csv", "tuning-recordings.csv"]

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
        if let overview = try overview() {
            var files: [(String, [UInt8])] = []
            for format in formats where type(of: overview).formats.contains(format) {
                files.append((format.fileName, Array(try await overview.text(format: format).utf8)))
            }
            paths = try ReportWriter(directory: folder).write(files)
            paths += try CellExport(store: store, folder: folder).write(export)
            try OutputGate.commit()
            for path in paths { verbosity.explain("wrote \(path)") }
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
        try OutputGate.commit()
        for path in paths { verbosity.explain("wrote \(path)") }
        if !verbosity.quiet { try Terminal.print("\n" + ExperimentRuns.text(tuning, or: results)) }
        return results.runs
    }

    /// The means or the tuning as text for a terminal; the runs, if nothing was tuned.
    func text(host: EvaluationResults.Host) throws -> String {
        try overview()?.text(width: Terminal.width) ?? runs().text(host: host)
    }
}
