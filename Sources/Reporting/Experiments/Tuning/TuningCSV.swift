import Evaluation
import Experiments
import Recordings

/// A ``TuningReport`` as CSV. A missing value is an empty field.
enum TuningCSV {
    /// A row per family of pipelines and metric.
    static func means(_ entries: [TuningReport.Entry]) -> String {
        let figures = ["default", "tuned", "leave_one_out", "tuned_change", "leave_one_out_change"]
        var header = ["pipeline", "metric", "unit", "settings", "incomplete_settings", "recordings"]
        header += ["unmeasured_recordings", "tuned_setting", "edges"]
        header += figures.flatMap { [$0, "\($0)_lower", "\($0)_upper"] }
        header += ["overfit", "tuned_verdict", "leave_one_out_verdict", "remark"]
        return CSVText.lines([header] + entries.map { row($0, width: header.count) })
    }

    private static func row(_ entry: TuningReport.Entry, width: Int) -> [String] {
        let unit = MetricCatalogue.metric(entry.metric).unit
        let beginning = [CSVText.safe(entry.pipeline), entry.metric.rawValue, unit]
        switch entry.result {
        case .failure(let obstacle):
            let empty = Array(repeating: "", count: width - beginning.count - 1)
            return beginning + empty + [CSVText.safe("\(obstacle)")]
        case .success(let result):
            let figures = [
                result.standard, result.tuned, result.leaveOneOut, result.tunedChange, result.leaveOneOutChange,
            ]
            let edges = result.edges.map { "\($0.parameter)=\(NumberText.exact($0.value)) is the \($0.side.rawValue)" }
            return beginning
                + [
                    result.settingCount, result.incomplete.count, result.recordings.count,
                    result.unmeasuredRecordings.count,
                ].map(String.init)
                + [result.tunedSetting.spec, edges.joined(separator: "; ")].map(CSVText.safe)
                + figures.flatMap { figure in
                    [figure?.mean, figure?.interval?.lower, figure?.interval?.upper].map(number)
                } + [
                    number(result.overfit), result.tunedChange.map { result.verdict(on: $0).rawValue } ?? "",
                    result.leaveOneOutChange.map { result.verdict(on: $0).rawValue } ?? "",
                    CSVText.safe(result.standardObstacle ?? ""),
                ]
        }
    }

    /// A row per family of pipelines, metric and recording.
    static func recordings(_ results: [TuningResult]) -> String {
        let header = [
            "pipeline", "metric", "recording", "default", "tuned", "leave_one_out", "leave_one_out_setting", "own_best",
            "own_best_setting",
        ]
        let rows = results.flatMap { result in
            result.recordings.map { recording in
                [
                    CSVText.safe(result.pipeline), result.metric.rawValue, CSVText.safe(recording.recording),
                    number(recording.standard), number(recording.tuned), number(recording.leaveOneOut?.figure),
                    CSVText.safe(recording.leaveOneOut?.setting.spec ?? ""), number(recording.best.figure),
                    CSVText.safe(recording.best.setting.spec),
                ]
            }
        }
        return CSVText.lines([header] + rows)
    }

    private static func number(_ value: Double?) -> String { value.map(NumberText.exact) ?? "" }
}
