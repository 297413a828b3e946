import ArgumentParser
import Evaluation
import Recordings
import SensorModel

/// Options of `sextant compare`: the metrics, their thresholds, and the confidence level.
struct ComparisonRuleOptions: ParsableArguments {
    @Option(
        name: .customLong("metric"),
        help: ArgumentHelp(
            "Metric to compare; repeatable (default: the columns of reports, without times). See 'sextant list "
                + "metrics'.",
            valueName: "METRIC"
        )
    )
    var metrics: [String] = []

    @Option(
        name: .customLong("threshold"),
        help: ArgumentHelp(
            "Accepted worsening of a metric: total_rmse_deg=2 in per cent, lag_ms=0.5abs in its unit, vqf:lag_ms=5 "
                + "for one pipeline; repeatable (default: 0, and 10 for times).",
            valueName: "METRIC=PERCENT"
        )
    )
    var thresholds: [String] = []

    @Option(
        name: .customLong("thresholds"),
        help: ArgumentHelp("Read thresholds from a YAML file; --threshold overrides them.", valueName: "FILE")
    )
    var thresholdsFile: String?

    @Option(
        help: ArgumentHelp(
            "Confidence level of the comparison, from 0.5 to 0.9999.",
            valueName: "SHARE"
        )
    )
    var confidence = 0.95

    @Option(
        help: ArgumentHelp(
            "Compare times as multiples of this pipeline's times in the same results.",
            valueName: "SPEC"
        )
    )
    var yardstick: String?

    func validate() throws {
        try Setting.confidence.validate(confidence)
    }

    /// The rules for comparing two results.
    ///
    /// - Throws: `UsageError` for a metric, threshold or pipeline that does not apply to them.
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

    /// Parses `PIPELINE:METRIC=PERCENT`. A SPEC may contain colons and equals signs; a metric contains neither.
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
                    "\(option): \(name) cannot be compared, because it describes a run, not its quality; remove it"
                )
            }
            return metric
        }
        let hint = NearestName.suggestion(for: name, among: ComparisonRules.gateable.map(\.rawValue))
        throw UsageError(
            "\(option): unknown metric '\(name)'; "
                + (hint.map { "did you mean '\($0)'?" } ?? "see 'sextant list metrics'")
        )
    }

    /// The named metrics, or the usual ones and those with a threshold. Times require a yardstick.
    private static func metrics(
        _ named: [MetricName],
        _ rules: ComparisonRules
    ) throws(UsageError) -> [MetricName] {
        let limited = Set(rules.thresholds.keys).union(rules.pipelineThresholds.values.flatMap(\.keys))
        if !named.isEmpty, let stray = limited.subtracting(named).map(\.rawValue).min() {
            throw UsageError(
                "--threshold: \(stray) has a threshold but is not compared; add --metric \(stray), or remove the threshold"
            )
        }
        let times = rules.yardstick == nil || !named.isEmpty ? [] : [MetricName.computeP50]
        let wanted = named.isEmpty ? limited.union(rules.metrics).union(times) : Set(named)
        if rules.yardstick == nil, let time = wanted.intersection(MetricCatalogue.ofTime).map(\.rawValue).min() {
            throw UsageError(
                "\(time): times of different runs cannot be compared; add --yardstick SPEC, to compare multiples of that "
                    + "pipeline's time"
            )
        }
        return ComparisonRules.gateable.filter(wanted.contains)
    }

    /// Checks that the results contain the named pipelines.
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
        let example = names.first.map { ", such as '\($0)'" } ?? ""
        return UsageError(
            "\(option): found '\(name)', expected \(expected)\(example); " + (hint ?? "see 'sextant report' for all")
        )
    }
}
