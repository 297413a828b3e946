import Evaluation

/// The parts of a page that stand behind its pictures: where the figures come from, and what they mean.
struct PageAppendix {
    private let results: EvaluationResults

    init(_ results: EvaluationResults) { self.results = results }

    var content: [String: Any] {
        [
            "failures": results.failed.map { ["text": $0.error] },
            "hasFailures": !results.failed.isEmpty,
            "origin": OriginText.lines(results).map { ["text": $0] },
            "parameterSets": parameterSets,
            "metrics": MetricCatalogue.metrics.map { metric in
                [
                    "name": metric.name.rawValue, "unit": metric.unit, "polarity": metric.polarity.rawValue,
                    "meaning": metric.summary,
                ]
            },
        ]
    }

    /// A line per set of values where recordings differ in them.
    private var parameterSets: [[String: String]] {
        results.runs.map(\.pipeline).distinct().map { pipeline in
            let parameters = pipeline.parameters.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value.text)" }
                .joined(separator: ", ")
            return ["name": pipeline.name, "parameters": parameters.isEmpty ? "none" : parameters]
        }
    }
}
