package import Evaluation

/// One pipeline over all recordings.
package struct PipelineMeans {
    /// The pipeline's SPEC.
    package let name: String
    /// One run per recording, in the recordings' order; nil where the pipeline was not run.
    package let runs: [EvaluationRun?]

    /// The mean of a metric over the recordings.
    package func mean(of metric: MetricName) -> MetricMean { MetricMean(of: metric, over: runs) }

    /// The pipelines in the order of their first run.
    ///
    /// A pipeline with two runs over the same recording counts as two pipelines.
    package static func all(in groups: [RecordingGroup]) -> [PipelineMeans] {
        var positions: [Key: Int] = [:]
        var pipelines: [(name: String, runs: [EvaluationRun?])] = []
        for (recording, group) in groups.enumerated() {
            for (key, run) in zip(keys(of: group), group.runs) {
                let position = positions[key] ?? pipelines.count
                if position == pipelines.count {
                    positions[key] = position
                    pipelines.append((run.pipeline.name, Array(repeating: nil, count: groups.count)))
                }
                pipelines[position].runs[recording] = run
            }
        }
        return pipelines.map { PipelineMeans(name: $0.name, runs: $0.runs) }
    }

    /// The keys of a recording's runs. A pipeline has the same key in every recording.
    static func keys(of group: RecordingGroup) -> [Key] {
        var occurrences: [String: Int] = [:]
        return group.runs.map { run in
            let occurrence = occurrences[run.pipeline.name, default: 0]
            occurrences[run.pipeline.name] = occurrence + 1
            return Key(name: run.pipeline.name, occurrence: occurrence)
        }
    }

    /// A SPEC, with a number that distinguishes several runs over one recording.
    struct Key: Hashable {
        let name: String
        let occurrence: Int
    }
}
