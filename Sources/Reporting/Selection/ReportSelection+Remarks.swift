import Evaluation

extension ReportSelection {
    /// What the table shows.
    func caption(_ results: EvaluationResults) -> String {
        let recordings = Set(RecordingGroup.titles(of: results.runs)).count
        let keys = rows.map(\.name).joined(separator: ", ")
        let basis = "\(results.runs.count) runs over \(recordings) recordings"
        guard let across else { return "By \(keys): \(basis)." }
        let metric = MetricCatalogue.metric(metrics[0])
        let unit = metric.unit.isEmpty ? "" : " (\(metric.unit == "deg" ? "°" : metric.unit))"
        return "\(metric.name.rawValue)\(unit) by \(keys) and \(across.name): \(basis)."
    }

    /// What the metrics are.
    var remarks: [String] {
        let meanings = metrics.map { name in
            let metric = MetricCatalogue.metric(name)
            let unit = metric.unit.isEmpty ? "no unit" : "unit \(metric.unit)"
            return "\(name.rawValue): \(metric.summary) (\(unit), \(metric.polarity.rawValue))"
        }
        let means =
            "Each recording counts the same. In brackets: the 95 % bootstrap interval over recordings, and how many "
            + "recordings have a figure where not all have."
        return [means] + [BestValues.remark(on: metrics)].compactMap(\.self) + meanings
    }

    /// Where the figures come from.
    static func provenance(_ results: EvaluationResults) -> [String] {
        let recordings = RecordingGroup.groups(of: results.runs).map { "\($0.title): \($0.checksum)" }
        var seen: Set<EvaluationRun.PipelineSummary> = []
        let pipelines = results.runs.map(\.pipeline).filter { seen.insert($0).inserted && !$0.parameters.isEmpty }
            .map { pipeline in
                let parameters = pipeline.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }
                return "\(pipeline.name): \(parameters.joined(separator: ", "))"
            }
        return recordings + pipelines + OriginText.lines(results)
    }
}
