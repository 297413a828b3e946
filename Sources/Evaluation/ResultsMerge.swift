/// Puts the results of several evaluations together, as if one had given them all.
public enum ResultsMerge {
    public struct Outcome: Sendable, Hashable {
        public var results: EvaluationResults
        /// Runs that stood in more than one of them with the same figures, times aside, and were taken once.
        public var repeatedRuns: Int
    }

    /// A run that stands in two results with different figures.
    public struct Conflict: Error, Sendable, Hashable {
        /// The two results.
        public var files: [String]
        public var recording: String
        public var pipeline: String
        public var metric: MetricName
        /// The metric's value in each; nil where it was not measured.
        public var values: [Double?]
    }

    private struct Key: Hashable {
        let recording: String
        let sha256: String
        let pipeline: EvaluationRun.PipelineSummary

        init(_ run: EvaluationRun) {
            recording = run.recording.name
            sha256 = run.recording.sha256
            pipeline = run.pipeline
        }
    }

    /// The runs in the order of the inputs; of those of one input only, the input as it is.
    ///
    /// The same pipeline over the same recording in two inputs is the same run: with the same figures it is taken once,
    /// as in shards that overlap. Figures of time differ on every machine and are those of the first.
    ///
    /// - Parameter inputs: what an error calls each, and its content; at least one.
    /// - Throws: ``Conflict`` where the figures differ: a mean over both would be none of either.
    public static func merge(_ inputs: [(file: String, results: EvaluationResults)]) throws(Conflict) -> Outcome {
        precondition(!inputs.isEmpty, "there is something to put together")
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

    /// The sources of one input, with the runs that were kept of each.
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
        let differing = MetricCatalogue.metrics.map(\.name).first { name in
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
    public var description: String {
        let shown = values.map { $0.map { "\($0)" } ?? "nothing" }
        return "\(files.joined(separator: " and ")): found \(metric.rawValue) of '\(pipeline)' over '\(recording)' "
            + "once as \(shown[0]) and once as \(shown[1]), expected the same run to have the same figures; "
            + "report them one by one, or evaluate again with one version and the same options"
    }
}
