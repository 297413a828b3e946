import Evaluation
import Experiments
import Recordings
import Reporting
import SensorModel

/// The runs of an experiment, read from its store: the tuning of its grids, and the runs that a report lists.
struct ExperimentRuns {
    let experiment: Experiment
    let store: ExperimentStore
    private let tool: ProgramVersion
    /// The cells of each pipeline and each preparation.
    private let slices: [CellSlice]

    /// Reads the cells that a tool ran; none without a tool.
    ///
    /// - Throws: `StoreError` for a store that cannot be read.
    init(of experiment: Experiment, in store: ExperimentStore, by tool: ProgramVersion?) throws {
        self.experiment = experiment
        self.store = store
        self.tool = tool ?? ToolVersion.tool
        slices =
            try tool.map { tool in
                try store.families(of: tool).flatMap { try store.slices(of: $0, by: tool) }
            } ?? []
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
        let place = experiment.preparations.indices.first {
            experiment.conditions(preparation: $0).contains(conditions)
        }
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
        mostRuns: Int = ExperimentReport.mostRuns
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

    /// All runs over some recordings.
    func runs(over recordings: Set<String>) throws -> [EvaluationRun] {
        let cells = slices.flatMap { slice in slice.pipelines.flatMap { slice.cells(of: $0.setting) } }
        return try store.runs(of: cells.filter { recordings.contains($0.recording.name) })
    }

    /// The tuning as text for a terminal; the runs, if nothing was tuned.
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
