import Evaluation
import ExperimentDatabase
import Foundation
import Reporting
import SensorModel

/// The reports of an experiment, from its store.
struct ExperimentReport {
    /// Runs that are reported one by one; of more, only those of chosen settings.
    static let mostRuns = 2_000

    let experiment: Experiment
    let store: ExperimentStore
    private let tool: EvaluationResults.Tool
    /// The cells of each pipeline and each sampling rate.
    private let slices: [CellSlice]

    /// - Throws: `StoreError` for a store that cannot be read, `UsageError` for one that does not say
    ///   what it is about.
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

    /// The experiment as the store remembers it.
    private static func experiment(of store: ExperimentStore) throws -> Experiment {
        guard let (name, text) = try store.definition() else {
            throw UsageError(
                "\(store.path): found no experiment's definition in the store, expected one; "
                    + "run the experiment again with 'sextant run --resume'"
            )
        }
        return try Experiment(
            parsing: Array(text.utf8),
            file: "\(name) in \(store.path)",
            formats: ReportFormat.allCases.map(\.rawValue),
            // The recordings may be elsewhere by now, and are not read.
            paths: { [$0] }
        )
    }

    /// What tuning gave, under a heading each: for each sampling rate, over all recordings and over each group.
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

    /// The runs to report one by one, and what is to be said of those that are not.
    ///
    /// - Parameter mostRuns: of more cells only those of chosen settings are taken.
    func results(
        host: EvaluationResults.Host,
        mostRuns: Int = Self.mostRuns
    ) throws -> (results: EvaluationResults, note: String?) {
        let count = slices.reduce(0) { $0 + $1.recordings.count * $1.pipelines.count }
        let isWhole = count <= mostRuns
        let cells = slices.flatMap { slice in
            (isWhole ? slice.pipelines.map(\.setting) : chosen(of: slice)).flatMap(slice.cells)
        }
        // Recordings first, as everywhere.
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
            : "\(count) cells are too many to report one by one: of each grid the best setting, those that are best on "
                + "one recording, and the default are; --export has all"
        return (results, note)
    }

    /// The settings of a grid that a reader wants to see: the best over all, each recording's best, and the default.
    private func chosen(of slice: CellSlice) -> [CellTable.Setting] {
        guard slice.pipelines.count > 1 else { return slice.pipelines.map(\.setting) }
        let tuned = experiment.tuning.compactMap { try? TuningResult(slice.table(of: $0)) }
        let wanted = Set(
            tuned.flatMap { result in
                [result.tunedSetting] + [result.standardSetting].compactMap(\.self)
                    + result.recordings.map(\.best.setting)
            }
        )
        return slice.pipelines.map(\.setting).filter(wanted.contains)
    }
}
