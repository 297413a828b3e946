import ArgumentParser
import Evaluation
import FileAccess
import Foundation
import Reporting

/// `sextant compare`.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Hold results against a baseline; exit code 1 when something is worse.",
        discussion: """
            Runs belong together by recording and pipeline. Over the same recordings every digit counts, run by run. Over \
            recordings that were made again a test says whether a pipeline is worse beyond chance, and --confidence holds \
            for all tests together; where the figures are too few for any answer, that is said and does not pass.

            A run that the candidate lacks does not pass, nor does a metric that it measures no longer.
            """
    )

    @Argument(
        help: ArgumentHelp("A results.json or results.sqlite, or the folder that holds it.", valueName: "BASELINE")
    )
    var baseline: String

    @Argument(help: ArgumentHelp("The results to judge, likewise.", valueName: "CANDIDATE"))
    var candidate: String

    @OptionGroup var rules: ComparisonRuleOptions

    @Flag(help: "Let runs be missing in the candidate; they are listed.")
    var allowMissing = false

    @Flag(help: "Let figures pass that are too few to tell a change from chance; they are listed.")
    var allowUndecided = false

    @Flag(
        help: """
            Write the candidate's results over the baseline's, worse or not, and exit with 0. A baseline that is not there \
            is made.
            """
    )
    var update = false

    @Option(
        help: ArgumentHelp(
            "Forms to write: \(ComparisonFormat.names); with --output, if not given, md,json.",
            valueName: "LIST"
        )
    )
    var format: String?

    @Option(help: ArgumentHelp("Where they go; standard output if not given.", valueName: "DIR"))
    var output: String?

    @OptionGroup var stepSummary: StepSummaryOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if baseline.isEmpty || candidate.isEmpty {
            throw ValidationError("A path is empty; name a results.json or its folder.")
        }
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
    }

    func run() throws {
        let formats =
            try format.map(ComparisonFormat.parse(list:)) ?? (output == nil ? [] : ComparisonFormat.usual)
        if output == nil, formats.count > 1 {
            throw UsageError("--format: found \(formats.count) forms, expected one; say with --output where they go")
        }
        let summary = try stepSummary.file()
        if let output { try ReportWriter(directory: output).check() }
        let new = try ResultsInput.read(candidate)
        if update, !FileManager.default.fileExists(atPath: baselineFile) { return try writeBaseline(new) }
        let old = try readBaseline()
        let report = ComparisonReport(
            ResultsComparison(old, new, rules: try rules.rules(old, new)),
            baseline: ComparisonReport.Side(baseline, old),
            candidate: ComparisonReport.Side(candidate, new),
            failsOnMissing: !allowMissing,
            failsOnDoubt: !allowUndecided
        )
        try show(report, formats)
        if let summary { try stepSummary.append(report.markdown(), to: summary) }
        if update { return try writeBaseline(new) }
        guard report.failures.isEmpty else { throw ComparisonFailed(failures: report.failures, hints: hints(report)) }
    }

    private func readBaseline() throws -> EvaluationResults {
        guard FileManager.default.fileExists(atPath: baselineFile) else {
            throw ReportError.unreadableResults(
                file: baselineFile,
                place: "",
                reason: "there is no such file; --update makes it of the candidate's results"
            )
        }
        return try ResultsInput.read(baseline)
    }

    /// Where the baseline stands, or will: a path that does not end like a file is a folder.
    private var baselineFile: String {
        let file = ResultsInput.file(baseline)
        guard file == baseline, !baseline.hasSuffix(".json"), !FileManager.default.fileExists(atPath: baseline) else {
            return file
        }
        return (baseline.hasSuffix("/") ? baseline : baseline + "/") + ReportFormat.json.fileName
    }

    private func show(_ report: ComparisonReport, _ formats: [ComparisonFormat]) throws {
        if let output {
            var files: [(name: String, content: [UInt8])] = []
            for format in formats { files.append((format.fileName, Array(try report.content(format).utf8))) }
            for path in try ReportWriter(directory: output).write(files) { verbosity.explain("wrote \(path)") }
        } else if let format = formats.first {
            return try Terminal.print(try report.content(format))
        }
        if !verbosity.quiet {
            try Terminal.print(report.text(width: Terminal.width, colour: Terminal.wantsColour))
        }
    }

    /// The candidate's results, whole or not at all: their bytes, or, of an experiment's store, what the store holds.
    private func writeBaseline(_ results: EvaluationResults) throws {
        if StoreArgument.store(baseline) != nil {
            throw UsageError(
                "--update: found the store of an experiment as the baseline, expected a results.json or its folder; "
                    + "name one to be made"
            )
        }
        let file = ResultsInput.file(candidate)
        let isStore = StoreArgument.store(candidate) != nil
        let data = isStore ? Array(try JSONReport().encode(results)) : try ResultsInput.bytes(of: file)
        let whole = try OutputFile(path: baselineFile)
        try whole.write(data)
        try whole.finish()
        verbosity.note("\(file) is the baseline now: wrote \(baselineFile)")
    }

    private func hints(_ report: ComparisonReport) -> [String] {
        let comparison = report.comparison
        return (comparison.missing.isEmpty || allowMissing ? [] : ["let runs be missing with --allow-missing"])
            + (comparison.count(.cannotTell) == 0 || allowUndecided
                ? [] : ["evaluate more recordings or seeds, or let it pass with --allow-undecided"])
    }
}
