import ArgumentParser
import Evaluation
import Foundation
import Recordings
import Reporting

/// `sextant compare`.
struct CompareCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare results with a baseline; exit 1 on a regression.",
        discussion: """
            Runs are matched by recording and pipeline. On the same recordings, runs are compared one by one and every digit \
            counts. On new recordings, a statistical test decides whether a pipeline is worse; --confidence applies to all tests \
            together. The decision needs 3 seeds of a scenario on each side, or 5 repeated recordings. With fewer, a \
            comparison is undecided, which fails unless --undecided is 'pass'.

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
            "Whether comparisons with too few cases for a decision 'pass' or 'fail'; they are listed either way.",
            valueName: "OUTCOME"
        )
    )
    var undecided: UndecidedPolicy = .fail

    @Flag(
        help: """
            Replace the baseline with the candidate's results, or create it, and exit 0 even on a regression.
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
            throw ValidationError("A path is empty; name a results.json or its folder.")
        }
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
    }

    func run() throws {
        let formats =
            try format.map(ComparisonFormat.parse(list:)) ?? (output == nil ? [] : ComparisonFormat.usual)
        if output == nil, formats.count > 1 {
            throw UsageError("--format: standard output accepts one format, found \(formats.count); add --output DIR")
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
        if update { return try writeBaseline(new) }
        guard report.failures.isEmpty else { throw ComparisonFailed(failures: report.failures, hints: hints(report)) }
    }

    /// A comparison in the folder of one of the results stays beside them. In another folder it replaces an older one.
    private func claim(_ folder: String, _ formats: [ComparisonFormat]) throws {
        try ReportWriter(directory: folder).check()
        let names = formats.map(\.fileName)
        let isBeside = [baselineFile, ResultsInput.file(candidate)].contains { file in
            OutputGate.isSame(folder, OutputFolder.parent(of: file))
        }
        if isBeside {
            try ResultFolder.claim(folder, reportsOf: [candidate, baseline], names: names)
        } else {
            try ResultFolder.claim(folder, .comparison, names: names)
        }
    }

    private func readBaseline() throws -> EvaluationResults {
        guard FileManager.default.fileExists(atPath: baselineFile) else {
            throw ReportError.unreadableResults(
                file: baselineFile,
                place: "",
                reason: "the file does not exist; create it with --update"
            )
        }
        return try ResultsInput.read(baseline)
    }

    /// The file of the baseline, which may not exist. A path without the extension .json is a folder.
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
            let paths = try ReportWriter(directory: output).write(files)
            try OutputGate.commit()
            for path in paths { verbosity.explain("wrote \(path)") }
        } else if let format = formats.first {
            return try Terminal.print(try report.content(format))
        }
        if !verbosity.quiet {
            try Terminal.print(report.text(width: Terminal.width, colour: Terminal.wantsColour))
        }
    }

    /// Writes the baseline completely or not at all: the bytes of a results.json, or the results in a store.
    private func writeBaseline(_ results: EvaluationResults) throws {
        if StoreArgument.store(baseline) != nil {
            throw UsageError(
                "--update: the baseline is the store of an experiment, expected a results.json or its folder; "
                    + "name another baseline"
            )
        }
        let file = ResultsInput.file(candidate)
        let isStore = StoreArgument.store(candidate) != nil
        let data = isStore ? Array(try JSONReport().encode(results)) : try ResultsInput.bytes(of: file)
        OutputGate.permitUpdate(of: baselineFile)
        let whole = try OutputFile(path: baselineFile)
        try whole.write(data)
        try whole.finish()
        verbosity.note("\(file) is the new baseline: wrote \(baselineFile)")
    }

    private func hints(_ report: ComparisonReport) -> [String] {
        let comparison = report.comparison
        return (comparison.missing.isEmpty || allowMissing ? [] : ["accept missing runs with --allow-missing"])
            + (comparison.count(.cannotTell) == 0 || undecided == .pass
                ? [] : ["evaluate more recordings or seeds", "accept undecided figures with --undecided pass"])
    }
}

/// The error of a candidate with regressions, which the report has listed.
struct ComparisonFailed: Error, CustomStringConvertible {
    /// The reasons, such as `2 figures are worse`.
    let failures: [String]
    let hints: [String]

    var description: String {
        let hints = ["fix the regressions"] + hints + ["accept the candidate with --update"]
        return "sextant: \(failures.joined(separator: ", ")); \(hints.joined(separator: ", or "))"
    }
}
