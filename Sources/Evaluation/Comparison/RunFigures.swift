import Recordings

/// The figures of one side's runs for a comparison: times are divided by those of the yardstick.
struct RunFigures {
    private let results: EvaluationResults
    private let yardstick: String?
    /// The yardstick's runs by recording and origin. Times of another machine or evaluation are not comparable.
    private let yardsticks: [Key: Int]
    private let keys: [Key]

    private struct Key: Hashable {
        let recording: String
        let sha256: String
        let tool: ProgramVersion
        let host: EvaluationResults.Host
    }

    init(_ results: EvaluationResults, yardstick: String?) {
        self.results = results
        self.yardstick = yardstick
        keys = zip(results.runs, results.origins).map { run, origin in
            Key(
                recording: run.recording.name,
                sha256: run.recording.sha256,
                tool: origin.tool,
                host: origin.host
            )
        }
        var yardsticks: [Key: Int] = [:]
        for (index, run) in results.runs.enumerated() where run.pipeline.name == yardstick {
            yardsticks[keys[index]] = index
        }
        self.yardsticks = yardsticks
    }

    func recording(_ index: Int) -> String { results.runs[index].recording.name }

    /// The figure of a run; nil if it is missing.
    func figure(_ metric: MetricName, _ index: Int) -> Double? {
        let value = results.runs[index].metrics[metric]
        guard MetricCatalogue.ofTime.contains(metric) else { return value }
        guard let value, let other = yardsticks[keys[index]], let unit = results.runs[other].metrics[metric], unit > 0
        else { return nil }
        return value / unit
    }

    /// The reason why the figure of a run is missing.
    func reason(_ metric: MetricName, _ index: Int) -> String {
        let run = results.runs[index]
        if run.metrics[metric] == nil { return run.metrics.note(for: metric) ?? "no reason given" }
        return "'\(yardstick ?? "")' has no time over this recording in the same evaluation"
    }
}
