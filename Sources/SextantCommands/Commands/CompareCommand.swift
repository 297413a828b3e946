import ArgumentParser
import Evaluation
import Foundation
import Recordings
import Reporting
import SensorModel

struct CompareCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare results with a baseline; exit 1 on a regression.",
        discussion: """
            Runs are matched by recording and pipeline. On the same recordings, runs are compared one by one, without \
            a statistical test. On new recordings, a statistical test decides whether a pipeline is worse; \
            --confidence applies to all tests together. The decision needs 3 seeds of a scenario on each side, or 5 \
            repeated recordings. With fewer, a metric is undecided and fails, unless --undecided is 'pass'.

            A run or a metric that is missing in the candidate fails, too.
            """
    )

    @Argument(
        help: ArgumentHelp("A results.json or results.sqlite, or the folder with it.", valueName: "BASELINE")
    )
    var baseline: String

    @Argument(help: ArgumentHelp("The results to compare with the baseline.", valueName: "CANDIDATE"))
    var candidate: String

    @OptionGroup var rules: ComparisonRuleOptions

    @Flag(help: "Accept runs that are missing in the candidate, and list them.")
    var allowMissing = false

    @Option(
        help: ArgumentHelp(
            "Result of undecided metrics, which have too few runs for a decision: 'pass' or 'fail'.",
            valueName: "OUTCOME"
        )
    )
    var undecided: UndecidedPolicy = .fail

    @Flag(
        help: """
            Write the candidate's results as the new baseline, and exit 0 even on a regression.
            """
    )
    var update = false

    @Option(
        help: ArgumentHelp(
            "Formats to write: \(ComparisonFormat.names) (default with --output: md,json).",
            valueName: "LIST"
        )
    )
    var format: String?

    @Option(help: ArgumentHelp("Directory to write to (default: standard output).", valueName: "DIR"))
    var output: String?

    @OptionGroup var stepSummary: StepSummaryOption

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if baseline.isEmpty || candidate.isEmpty {
            throw ValidationError("The baseline or the candidate is an empty path; name a results.json or its folder.")
        }
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
    }

    func run() throws {
        let formats =
            try format.map(ComparisonFormat.parse(list:)) ?? (output == nil ? [] : ComparisonFormat.usual)
        if output == nil, formats.count > 1 {
            throw UsageError("--format: standard output accepts only one format; name only one, or add --output DIR")
        }
        let summary = try stepSummary.file()
        if let output { try claim(output, formats) }
        let new = try ResultsInput.read(candidate)
        if update, !FileManager.default.fileExists(atPath: baselineFile) { return try writeBaseline(new) }
        let old = try readBaseline()
        let report = ComparisonReport(
            ResultsComparison(old, new, rules: try rules.rules(old, new)),
            baseline: ComparisonReport.Side(baseline, old),
            candidate: ComparisonReport.Side(candidate, new),
            failsOnMissing: !allowMissing,
            undecided: undecided
        )
        try show(report, formats)
        if let summary { try stepSummary.append(report.markdown(), to: summary) }
        if update { return try writeBaseline(new, accepted: report.failures) }
        guard report.failures.isEmpty else { throw ComparisonFailed(failures: report.failures, hints: hints(report)) }
    }

    /// Checks that the comparison may be written to the output folder, and reserves the folder.
    ///
    /// If the folder contains the baseline or the candidate, the comparison is added to these results. In any other
    /// folder, the comparison replaces an older comparison.
    private func claim(_ folder: String, _ formats: [ComparisonFormat]) throws {
        try ReportWriter(directory: folder).check()
        let names = formats.map(\.fileName)
        let isNextToResults = [baselineFile, ResultsInput.file(candidate)].contains { file in
            OutputGate.isSame(folder, OutputFolder.parent(of: file))
        }
        if isNextToResults {
            try ResultFolder.claim(folder, reportsOf: [candidate, baseline], names: names)
        } else {
            try ResultFolder.claim(folder, .comparison, names: names)
        }
    }

    private func readBaseline() throws -> EvaluationResults {
        guard FileManager.default.fileExists(atPath: baselineFile) else {
            throw InputError(
                file: baselineFile,
                message: "the baseline does not exist",
                advice: "create the baseline with --update"
            )
        }
        return try ResultsInput.read(baseline)
    }

    /// The path of the baseline's `results.json` or store. The file may not exist yet. If nothing exists at the given
    /// path, the path counts as a folder, unless it ends in `.json`.
    private var baselineFile: String {
        let file = ResultsInput.file(baseline)
        guard file == baseline, !baseline.hasSuffix(".json"), !FileManager.default.fileExists(atPath: baseline) else {
            return file
        }
        return (baseline.hasSuffix("/") ? baseline : baseline + "/") + ReportFormat.json.fileName
    }

    private func show(_ report: ComparisonReport, _ formats: [ComparisonFormat]) throws {
        if let output {
            let files = try formats.map { (name: $0.fileName, content: Array(try report.content($0).utf8)) }
            try verbosity.commit(try ReportWriter(directory: output).write(files))
        } else if let format = formats.first {
            return try Terminal.print(try report.content(format))
        }
        if !verbosity.quiet {
            try Terminal.print(report.text(width: Terminal.width, colour: Terminal.wantsColour))
        }
    }

    /// Writes the candidate's results as the new baseline, completely or not at all. A `results.json` is copied; the
    /// results in an experiment's store are converted to JSON. Afterwards, a message lists the failed checks that the
    /// user accepted (`accepted`).
    private func writeBaseline(_ results: EvaluationResults, accepted: [String] = []) throws {
        if StoreArgument.store(baseline) != nil {
            throw UsageError(
                "--update: the baseline must be a results.json or its folder, not the store of an experiment; "
                    + "name another baseline"
            )
        }
        let file = ResultsInput.file(candidate)
        let isStore = StoreArgument.store(candidate) != nil
        let data = isStore ? Array(try JSONReport().encode(results)) : try ResultsInput.bytes(of: file)
        OutputGate.permitUpdate(of: baselineFile)
        try OutputFile.write(data, to: baselineFile, makesFolder: true)
        let acceptance = accepted.isEmpty ? "" : "accepted that \(accepted.joined(separator: " and ")): "
        verbosity.note("\(acceptance)\(file) is the new baseline: wrote \(baselineFile)")
    }

    private func hints(_ report: ComparisonReport) -> [String] {
        let comparison = report.comparison
        return (comparison.missing.isEmpty || allowMissing ? [] : ["accept missing runs with --allow-missing"])
            + (comparison.count(.cannotTell) == 0 || undecided == .pass
                ? [] : ["evaluate more recordings or seeds", "accept undecided values with --undecided pass"])
    }
}

/// The error that ends the command if the candidate has regressions. The report has already listed the regressions.
struct ComparisonFailed: Error, CustomStringConvertible {
    /// The failed checks, such as `2 values are worse`.
    let failures: [String]
    let hints: [String]

    var description: String {
        let hints = ["fix the regressions"] + hints + ["accept the candidate with --update"]
        return "sextant: \(failures.joined(separator: ", ")); \(hints.joined(separator: ", or "))"
    }
}

/// The options of `sextant compare`: the metrics, their thresholds, and the confidence level.
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
            "Accepted worsening of a metric in per cent (total_rmse_deg=2) or in its unit (lag_ms=0.5abs), also of one "
                + "pipeline (vqf:lag_ms=5); repeatable (default: equal to three digits; 10 per cent for times).",
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

    /// Returns the rules for the comparison of two results.
    ///
    /// - Throws: `UsageError` for a metric, threshold or pipeline that does not apply to the results.
    func rules(_ baseline: EvaluationResults, _ candidate: EvaluationResults) throws -> ComparisonRules {
        let gateable = ComparisonRules.gateable(among: MetricCatalogue.metrics(in: baseline.runs + candidate.runs))
        var rules = ComparisonRules()
        rules.metrics += gateable.filter { MetricCatalogue.metric(named: $0.name) == nil }
        rules.confidence = confidence
        rules.yardstick = yardstick
        if let file = thresholdsFile {
            guard InputFile.exists(file) else {
                throw UsageError("--thresholds: no such file: '\(file)'; check the path")
            }
            let text = try InputFile.contents(of: file)
            try rules.addThresholds(parsing: text, file: file, among: gateable)
        }
        for text in thresholds { try Self.add(text, to: &rules, among: gateable) }
        let named = try metrics.map { try Self.metric($0, "--metric", among: gateable) }
        rules.metrics = try Self.metrics(named, rules, among: gateable)
        try check(rules, baseline, candidate)
        return rules
    }

    /// Parses `PIPELINE:METRIC=PERCENT`. The pipeline's text may contain colons and equals signs; the name of a metric
    /// contains neither.
    private static func add(
        _ text: String,
        to rules: inout ComparisonRules,
        among gateable: [Metric]
    ) throws(UsageError) {
        guard let equals = text.lastIndex(of: "="),
            let tolerance = TableTolerance(threshold: text[text.index(after: equals)...])
        else {
            throw UsageError(
                "--threshold: '\(text)' is not METRIC=VALUE, where VALUE is \(ComparisonRules.thresholdForm); "
                    + "write, for example, total_rmse_deg=2"
            )
        }
        let subject = text[..<equals]
        let colon = subject.lastIndex(of: ":")
        let name = colon.map { subject[subject.index(after: $0)...] } ?? subject
        let metric = try metric(String(name), "--threshold", among: gateable)
        if let colon {
            rules.pipelineThresholds[String(subject[..<colon]), default: [:]][metric] = tolerance
        } else {
            rules.thresholds[metric] = tolerance
        }
    }

    private static func metric(
        _ name: String,
        _ option: String,
        among gateable: [Metric]
    ) throws(UsageError) -> Metric {
        if let metric = gateable.first(where: { $0.name == name }) { return metric }
        guard MetricCatalogue.metric(named: name) == nil else {
            throw UsageError(
                "\(option): \(name) cannot be compared, because neither small nor large values are better; "
                    + "remove \(option) \(name)"
            )
        }
        let hint = NearestName.hint(for: name, among: gateable.map(\.name))
        throw UsageError(
            "\(option): unknown metric '\(name)'; \(hint ?? "see 'sextant list metrics'")"
        )
    }

    /// Returns the metrics to compare: the named metrics or, if none is named, the default metrics and all metrics with
    /// a threshold. Metrics of computing time require a yardstick pipeline, because times are compared as multiples of
    /// its time.
    private static func metrics(
        _ named: [Metric],
        _ rules: ComparisonRules,
        among gateable: [Metric]
    ) throws(UsageError) -> [Metric] {
        let limited = Set(rules.thresholds.keys).union(rules.pipelineThresholds.values.flatMap(\.keys))
        if !named.isEmpty, let stray = limited.subtracting(named).map(\.name).min() {
            throw UsageError(
                "--threshold: the metric \(stray) has a threshold, but is not compared; add --metric \(stray), or "
                    + "remove the threshold"
            )
        }
        let times = rules.yardstick == nil || !named.isEmpty ? [] : [Metric.computeP50]
        let wanted = named.isEmpty ? limited.union(rules.metrics).union(times) : Set(named)
        if rules.yardstick == nil, let time = wanted.intersection(MetricCatalogue.ofTime).map(\.name).min() {
            throw UsageError(
                "\(time): times of different runs cannot be compared directly; add --yardstick SPEC to divide "
                    + "all times by the time of SPEC"
            )
        }
        return gateable.filter(wanted.contains)
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
            throw Self.unknown(yardstick, "--yardstick", "the \(side)", Set(names))
        }
        for name in rules.pipelineThresholds.keys.sorted() where !every.contains(name) {
            throw Self.unknown(name, "--threshold", "the results", every)
        }
    }

    private static func unknown(
        _ name: String,
        _ option: String,
        _ kind: String,
        _ names: Set<String>
    ) -> UsageError {
        let hint = NearestName.hint(for: name, among: names.sorted())
        return UsageError(
            "\(option): '\(name)' is not a pipeline of \(kind); \(hint ?? "list the pipelines with 'sextant report'")"
        )
    }
}
