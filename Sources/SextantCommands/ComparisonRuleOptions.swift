import ArgumentParser
import Evaluation
import Recordings
import SensorModel

/// What `sextant compare` looks at, and how much worse it lets it be.
struct ComparisonRuleOptions: ParsableArguments {
    @Option(
        name: .customLong("metric"),
        help: ArgumentHelp(
            "A metric to compare; give as many as you like (default: those of reports' columns but times). See 'sextant "
                + "list metrics'.",
            valueName: "METRIC"
        )
    )
    var metrics: [String] = []

    @Option(
        name: .customLong("threshold"),
        help: ArgumentHelp(
            "How much worse a metric may be: total_rmse_deg=2 per cent, lag_ms=0.5abs in its unit, of one pipeline "
                + "vqf:lag_ms=5; give as many as you like (default: 0, and 10 for times).",
            valueName: "METRIC=PERCENT"
        )
    )
    var thresholds: [String] = []

    @Option(
        name: .customLong("thresholds"),
        help: ArgumentHelp("Thresholds from a YAML file; --threshold goes before it.", valueName: "FILE")
    )
    var thresholdsFile: String?

    @Option(
        help: ArgumentHelp(
            "How sure to be that figures which differ by chance are not called worse, from 0.5 to 0.9999.",
            valueName: "SHARE"
        )
    )
    var confidence = 0.95

    @Option(
        help: ArgumentHelp(
            "Compare times, as multiples of this pipeline's in the same results.",
            valueName: "SPEC"
        )
    )
    var yardstick: String?

    func validate() throws {
        try Setting.confidence.validate(confidence)
    }

    /// The rules for these results.
    func rules(_ baseline: EvaluationResults, _ candidate: EvaluationResults) throws -> ComparisonRules {
        var rules = ComparisonRules()
        rules.confidence = confidence
        rules.yardstick = yardstick
        if let file = thresholdsFile {
            guard InputFile.exists(file) else {
                throw UsageError("--thresholds \(file): found no readable file, expected YAML; check the path")
            }
            let text = try InputFile.contents(of: file)
            try rules.addThresholds(parsing: text, file: file)
        }
        for text in thresholds { try Self.add(text, to: &rules) }
        let named = try metrics.map { try Self.metric($0, "--metric") }
        rules.metrics = try Self.metrics(named, rules)
        try check(rules, baseline, candidate)
        return rules
    }

    /// `PIPELINE:METRIC=PERCENT`; a SPEC may hold colons and equals signs, a metric holds neither.
    private static func add(_ text: String, to rules: inout ComparisonRules) throws(UsageError) {
        guard let equals = text.lastIndex(of: "="),
            let tolerance = TableTolerance(threshold: text[text.index(after: equals)...])
        else {
            throw UsageError(
                "--threshold: found '\(text)', expected METRIC=\(ComparisonRules.thresholdForm); write total_rmse_deg=2"
            )
        }
        let subject = text[..<equals]
        let colon = subject.lastIndex(of: ":")
        let name = colon.map { subject[subject.index(after: $0)...] } ?? subject
        let metric = try metric(String(name), "--threshold")
        if let colon {
            rules.pipelineThresholds[String(subject[..<colon]), default: [:]][metric] = tolerance
        } else {
            rules.thresholds[metric] = tolerance
        }
    }

    private static func metric(_ name: String, _ option: String) throws(UsageError) -> MetricName {
        if let metric = MetricName(rawValue: name) {
            guard ComparisonRules.gateable.contains(metric) else {
                throw UsageError(
                    "\(option): found \(name), expected a metric that is better one way; take it out, it says how a run "
                        + "was done, not how well"
                )
            }
            return metric
        }
        let hint = NearestName.suggestion(for: name, among: ComparisonRules.gateable.map(\.rawValue))
        throw UsageError(
            "\(option): found the metric '\(name)', expected one of 'sextant list metrics'; "
                + (hint.map { "did you mean '\($0)'?" } ?? "choose one of them")
        )
    }

    /// Those named, else the usual ones and those that have a threshold; times with a yardstick only.
    private static func metrics(
        _ named: [MetricName],
        _ rules: ComparisonRules
    ) throws(UsageError) -> [MetricName] {
        let limited = Set(rules.thresholds.keys).union(rules.pipelineThresholds.values.flatMap(\.keys))
        if !named.isEmpty, let stray = limited.subtracting(named).map(\.rawValue).min() {
            throw UsageError(
                "--metric: found a threshold for \(stray), which is none of the metrics to compare; add --metric \(stray), "
                    + "or take the threshold out"
            )
        }
        let times = rules.yardstick == nil || !named.isEmpty ? [] : [MetricName.computeP50]
        let wanted = named.isEmpty ? limited.union(rules.metrics).union(times) : Set(named)
        if rules.yardstick == nil, let time = wanted.intersection(MetricCatalogue.ofTime).map(\.rawValue).min() {
            throw UsageError(
                "\(time): found a time to compare, expected --yardstick SPEC with it: times belong to one machine and "
                    + "moment, and are compared as multiples of another pipeline's"
            )
        }
        return ComparisonRules.gateable.filter(wanted.contains)
    }

    /// Names of pipelines that neither result has.
    private func check(
        _ rules: ComparisonRules,
        _ baseline: EvaluationResults,
        _ candidate: EvaluationResults
    ) throws(UsageError) {
        let sides = [("baseline", baseline), ("candidate", candidate)].map { name, results in
            (name, results.runs.map(\.pipeline.name))
        }
        let every = Set(sides.flatMap(\.1))
        for (side, names) in sides {
            guard let yardstick, !names.contains(yardstick) else { continue }
            throw Self.unknown(yardstick, "--yardstick", "a pipeline of the \(side)", Set(names))
        }
        for name in rules.pipelineThresholds.keys.sorted() where !every.contains(name) {
            throw Self.unknown(name, "--threshold", "a pipeline of the results", every)
        }
    }

    private static func unknown(
        _ name: String,
        _ option: String,
        _ expected: String,
        _ names: Set<String>
    ) -> UsageError {
        let names = names.sorted()
        let hint = NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
        return UsageError(
            "\(option): found '\(name)', expected \(expected): \(names.joined(separator: ", ")); "
                + (hint ?? "choose one of them")
        )
    }
}
