import ArgumentParser
import Evaluation
import Experiments
import Foundation
import Recordings
import Reporting

struct ReportCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Report stored results, without a new evaluation.",
        discussion: """
            Several results are merged: shards of one evaluation, or evaluations of different recordings or pipelines. \
            A run may occur in several results if its values, except times, are equal; otherwise the merge fails.

            For the results.sqlite of 'sextant run', the tuning is shown. Formats and tables then contain all runs, or \
            selected settings if there are many.

            --group, --columns, --sort and --pivot define a table, which --format writes as md, csv, json or tex.
            """
    )

    @Argument(help: "Results: results.json or results.sqlite files, or folders with one of them.")
    var results: [String] = []

    @Option(help: ArgumentHelp("Reports to write: \(ReportFormat.names).", valueName: "LIST"))
    var format: String?

    @Option(help: ArgumentHelp("Directory to write to (default: standard output).", valueName: "DIR"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Keys of the rows: recording, pipeline, reference, version, motion, speed, device, disturbance (from the "
                + "recordings' names), or a parameter.",
            valueName: "KEY,…"
        )
    )
    var group: String?

    @Option(help: ArgumentHelp("Metrics to show. See 'sextant list metrics'.", valueName: "METRIC,…"))
    var columns: String?

    @Option(help: ArgumentHelp("Sort by a shown metric, best first, or by a key of the rows.", valueName: "NAME"))
    var sort: String?

    @Flag(name: .customLong("reverse"), help: "Reverse the order of the rows.")
    var isReversed = false

    @Option(
        help: ArgumentHelp(
            "Show one metric by two keys, as rows and columns: recording×pipeline:lag_ms.",
            valueName: "A×B:METRIC"
        )
    )
    var pivot: String?

    @Flag(
        help:
            "With --format tex: write only the tabular, for \\input in a paper, and with --output also the caption."
    )
    var fragment = false

    @Flag(name: .customLong("no-intervals"), help: "Leave the intervals out of --fragment.")
    var hidesIntervals = false

    @Option(help: ArgumentHelp("Write plots as SVG and PDF to this directory; requires gnuplot.", valueName: "DIR"))
    var plots: String?

    @Option(
        name: .customLong("plot-width"),
        help: ArgumentHelp("Width of the PDF plots; 85 fits a column of most journals (default: 160).", valueName: "MM")
    )
    var plotWidth: Double?

    @OptionGroup var stepSummary: StepSummaryOption

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if results.isEmpty { throw ValidationError("There is nothing to report; name a results.json or its folder.") }
        if results.contains("") { throw ValidationError("A path is empty; name a results.json or its folder.") }
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
        if plots?.isEmpty ?? false { throw ValidationError("--plots is empty; name a directory.") }
        if fragment, format != "tex" {
            throw ValidationError("--fragment requires --format tex; add --format tex, or remove --fragment.")
        }
        if hidesIntervals, !fragment {
            throw ValidationError("--no-intervals requires --fragment; add --fragment, or remove --no-intervals.")
        }
        if let plotWidth, !(40...400).contains(plotWidth) {
            throw ValidationError("--plot-width is \(plotWidth); use millimetres from 40 to 400.")
        }
        if plotWidth != nil, plots == nil {
            throw ValidationError("--plot-width requires --plots; add --plots DIR, or remove --plot-width.")
        }
        if pivot != nil, group != nil || columns != nil {
            let other = group != nil ? "group" : "columns"
            throw ValidationError("--pivot and --\(other) exclude each other; remove one.")
        }
    }

    func run() async throws {
        let formats = try format.map(ReportFormat.parse(list:)) ?? (output == nil ? [] : ReportFormat.usual)
        if output == nil, formats.count > 1 {
            throw UsageError("--format: standard output accepts only one format; name only one, or add --output DIR")
        }
        let summary = try stepSummary.file()
        if let output {
            try ReportWriter(directory: output).check()
            try ResultFolder.claim(output, reportsOf: results)
        }
        if let plots {
            try PlotFiles(directory: plots).check()
            try ResultFolder.claim(plots, .plots)
        }
        if results.count == 1, formats.isEmpty, plots == nil, !stepSummary.isAsked, words.isEmpty,
            let store = StoreArgument.store(results[0])
        {
            return try showTuning(of: store)
        }
        if results.count == 1, plots == nil, !stepSummary.isAsked, words.isEmpty,
            let overview = try StoreArgument.store(results[0]).flatMap(overview)
        {
            return try write(overview, formats)
        }
        let merged = try merge()
        if fragment {
            try write(fragmentOf: try ReportSelection(words, in: merged).table(of: merged))
        } else if words.isEmpty {
            try report(merged, formats)
        } else {
            try table(try ReportSelection(words, in: merged).table(of: merged), formats)
        }
        if let plots {
            try await verbosity.draw(merged, to: plots, width: plotWidth)
            try OutputGate.commit()
        }
        if let summary { try stepSummary.append(merged, to: summary) }
    }

    private var words: ReportSelection.Words {
        ReportSelection.Words(group: group, columns: columns, sort: sort, isReversed: isReversed, pivot: pivot)
    }

    /// Returns the leaderboard or the means of a stored experiment, or `nil` if its runs are to be listed one by one.
    private func overview(of store: String) throws -> (any ExperimentOverview)? {
        try ExperimentReport(try ExperimentStore(reading: store)).overview()
    }

    private func write(_ overview: any ExperimentOverview, _ formats: [ReportFormat]) throws {
        let files = try formats.map { ($0.fileName, Array(try overview.text(format: $0).utf8)) }
        if let output {
            try write(files, to: output)
        } else if let file = files.first {
            try Terminal.print(String(decoding: file.1, as: UTF8.self))
        }
    }

    private func showTuning(of store: String) throws {
        guard !verbosity.quiet else { return }
        let report = try ExperimentReport(try ExperimentStore(reading: store))
        let host = HostDescription.host(jobs: 1, started: Date())
        try Terminal.print(try report.text(host: host))
    }

    private func merge() throws -> EvaluationResults {
        var inputs: [(file: String, results: EvaluationResults)] = []
        for path in results {
            let (results, note) = try ResultsInput.read(path, maximumRunCount: ExperimentReport.maximumRunCount)
            if let note { verbosity.note("\(path): \(note)") }
            inputs.append((ResultsInput.file(path), results))
        }
        let outcome = try ResultsMerge.merge(inputs)
        if outcome.repeatedRuns > 0 {
            let count = outcome.repeatedRuns
            verbosity.note(
                "\(count) \(count == 1 ? "run occurs" : "runs occur") in several results with equal values, and "
                    + "\(count == 1 ? "is" : "are") reported once"
            )
        }
        let versions = Set(inputs.map { "\($0.results.tool.version) (\($0.results.tool.revision.prefix(10)))" })
        if versions.count > 1 {
            verbosity.note("results of several versions are merged: \(versions.sorted().joined(separator: ", "))")
        }
        return outcome.results
    }

    private func report(_ results: EvaluationResults, _ formats: [ReportFormat]) throws {
        if let output {
            try write(try formats.map { ($0.fileName, try $0.content(results)) }, to: output)
        } else if let format = formats.first {
            let content = try format.content(results)
            try Terminal.print(String(decoding: content, as: UTF8.self))
        } else if !verbosity.quiet {
            try Terminal.print(TerminalReport(width: Terminal.width, colour: Terminal.wantsColour).render(results))
        }
    }

    private func table(_ table: FigureTable, _ formats: [ReportFormat]) throws {
        if let output {
            try write(formats.map { ("table.\($0.rawValue)", Array(try table.text(format: $0).utf8)) }, to: output)
        } else if let format = formats.first {
            try Terminal.print(try table.text(format: format))
        } else if !verbosity.quiet {
            try Terminal.print(table.text(width: Terminal.width))
        }
    }

    private func write(fragmentOf table: FigureTable) throws {
        let text = table.latexFragment(hasIntervals: !hidesIntervals)
        guard let output else { return try Terminal.print(text) }
        let caption = table.latexCaption(hasIntervals: !hidesIntervals)
        try write([("table.tex", Array(text.utf8)), ("table-caption.tex", Array(caption.utf8))], to: output)
    }

    private func write(_ files: [(name: String, content: [UInt8])], to directory: String) throws {
        var written = files
        for file in files where OutputGate.isInput("\(directory)/\(file.name)") {
            guard results.count == 1 else {
                throw UsageError(
                    "--output \(directory): the merged results would replace one of the inputs; use another directory"
                )
            }
            guard OutputGate.isSame(directory, OutputFolder.parent(of: ResultsInput.file(results[0]))) else { continue }
            written.removeAll { $0.name == file.name }
            verbosity.explain("\(directory)/\(file.name) is the input and is not changed")
        }
        try verbosity.commit(try ReportWriter(directory: directory).write(written))
    }
}
