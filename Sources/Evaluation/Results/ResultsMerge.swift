/// A function that merges the results of several evaluations.
///
/// ```swift
/// let merged = try ResultsMerge.merge([("a.json", first), ("b.json", second)])
/// print(merged.results.runs.count, merged.repeatedRuns)
/// ```
public enum ResultsMerge {
    /// The merged results and the number of repeated runs.
    public struct Outcome: Sendable, Hashable {
        /// The merged results.
        public var results: EvaluationResults
        /// The number of skipped runs. A run is skipped if an earlier input contains the same run with equal values.
        /// Times are not compared.
        public var repeatedRuns: Int
    }

    /// The error for two inputs that contain the same run with different metric values.
    public struct Conflict: Error, Sendable, Hashable {
        /// The names of the two inputs that contain the run.
        public var files: [String]
        /// The recording's name.
        public var recording: String
        /// The pipeline's specification, such as `madgwick:beta=0.1`.
        public var pipeline: String
        /// The first metric whose value differs between the two inputs.
        public var metric: Metric
        /// The metric's value in each of ``files``; `nil` if the metric was not measured.
        public var values: [Double?]
    }

    private struct Key: Hashable {
        let recording: String
        let sha256: String
        let pipeline: EvaluationRun.PipelineSummary

        init(_ run: EvaluationRun) {
            recording = run.recording.name
            sha256 = run.recording.sha256
            pipeline = run.pipeline.withoutSource
        }
    }

    /// Merges results, with runs in the order of the inputs. A single input is returned unchanged. O(runs).
    ///
    /// Two runs are the same if they have the same pipeline and the same recording. If two inputs contain the same run
    /// with equal metric values, the run is included once. Times differ between machines, so the times of the first
    /// input are used.
    ///
    /// - Parameter inputs: the name of each input, for error messages, and its content; at least one input.
    /// - Throws: ``Conflict`` if two inputs contain the same run with different metric values, except computing times.
    public static func merge(_ inputs: [(file: String, results: EvaluationResults)]) throws(Conflict) -> Outcome {
        precondition(!inputs.isEmpty, "at least one input is required")
        var merged = inputs[0].results
        guard inputs.count > 1 else { return Outcome(results: merged, repeatedRuns: 0) }
        merged.runs = []
        merged.failed = []
        merged.sources = []
        var known: [Key: (file: String, run: EvaluationRun)] = [:]
        var repeated = 0
        for (file, results) in inputs {
            var kept: [Int] = []
            for (index, run) in results.runs.enumerated() {
                if let other = known[Key(run)] {
                    if let conflict = conflict((file, run), other) { throw conflict }
                    repeated += 1
                } else {
                    kept.append(index)
                }
            }
            for index in kept { known[Key(results.runs[index])] = (file, results.runs[index]) }
            merged.runs += kept.map { results.runs[$0] }
            merged.failed += results.failed.filter { !merged.failed.contains($0) }
            merged.sources += sources(of: results, kept: kept)
        }
        return Outcome(results: merged, repeatedRuns: repeated)
    }

    /// Returns the sources of one input. Each source counts only those of its runs that the merged results include.
    private static func sources(of results: EvaluationResults, kept: [Int]) -> [EvaluationResults.Source] {
        guard !results.sources.isEmpty else {
            return [
                EvaluationResults.Source(
                    tool: results.tool,
                    host: results.host,
                    command: results.command,
                    runs: kept.count
                )
            ]
        }
        var first = 0
        return results.sources.map { source in
            var source = source
            let range = first..<first + source.runs
            first = range.upperBound
            source.runs = kept.count(where: range.contains)
            return source
        }
    }

    private static func conflict(
        _ new: (file: String, run: EvaluationRun),
        _ old: (file: String, run: EvaluationRun)
    ) -> Conflict? {
        let differing = MetricCatalogue.metrics(in: [new.run]).first { name in
            !MetricCatalogue.ofTime.contains(name) && new.run.metrics[name] != old.run.metrics[name]
        }
        return differing.map { metric in
            Conflict(
                files: [old.file, new.file],
                recording: new.run.recording.name,
                pipeline: new.run.pipeline.name,
                metric: metric,
                values: [old.run.metrics[metric], new.run.metrics[metric]]
            )
        }
    }
}

extension ResultsMerge.Conflict: CustomStringConvertible {
    /// A sentence that states the conflict and its remedy.
    public var description: String {
        let shown = values.map { $0.map { "\($0)" } ?? "missing" }
        return "\(files.joined(separator: " and ")): \(metric.name) of '\(pipeline)' on '\(recording)' "
            + "is \(shown[0]) in the first file and \(shown[1]) in the second; "
            + "report each file separately, or evaluate both again with the same version and options"
    }
}
