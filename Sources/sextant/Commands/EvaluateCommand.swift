import ArgumentParser
import Evaluation
import Foundation
import Pipelines
import Recordings
import Reporting

/// `sextant evaluate`.
struct EvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Run pipelines over recordings and report accuracy, jitter and latency.",
        discussion: """
            A SPEC is an estimator with filters around it: triad, triad+lowPass:alpha=0.2, \
            madgwick:beta=0.12,reference=halved. Filters before the estimator act on the sensors' vectors, filters behind it \
            on the orientation. A SPEC may also be a YAML file. See 'sextant list estimators' and 'sextant list filters'.
            """
    )

    @Argument(help: "Recordings: folders or files, in a layout of 'sextant list layouts' or in that of --layout.")
    var recordings: [String] = []

    @OptionGroup var simulated: ScenarioOptions

    @Option(help: ArgumentHelp("How the recordings are laid out; found out if not given.", valueName: "NAME|FILE"))
    var layout: String?

    @Option(
        name: .customLong("pipeline"),
        help: ArgumentHelp("A pipeline; give as many as you like.", valueName: "SPEC")
    )
    var pipelines: [String] = ["triad", "madgwick"]

    @Option(help: ArgumentHelp("Where reports go.", valueName: "DIR"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Reports to write to --output: md, csv, json, html; the first three if not given.",
            valueName: "LIST"
        )
    )
    var format: String?

    @Flag(help: "Write every pipeline's orientations to --output, too.")
    var estimates = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Recordings evaluated at a time (default: as many as there are cores).", valueName: "N")
    )
    var jobs: Int?

    @Option(
        name: .customLong("heading-alignment"),
        help: ArgumentHelp(
            "Constant heading difference to take out: none, the mean one, or that at the first sample.",
            valueName: HeadingAlignment.choices
        ),
        transform: HeadingAlignment.init(argument:)
    )
    var headingAlignment: HeadingAlignment = .none

    @OptionGroup var figures: FigureOptions

    @OptionGroup var failing: FailureOptions

    @OptionGroup var strictness: StrictOptions

    @OptionGroup var comparison: ComparisonOptions

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if recordings.isEmpty, simulated.scenarios.isEmpty {
            throw ValidationError("There is nothing to evaluate; name a recording, or simulate one with --scenario.")
        }
        if let jobs, jobs < 1 { throw ValidationError("--jobs is \(jobs); give a whole number, at least 1.") }
        if output == nil, estimates || format != nil {
            throw ValidationError("--\(estimates ? "estimates" : "format") writes files; say where with --output DIR.")
        }
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
        if recordings.contains("") { throw ValidationError("A recording's path is empty; name a folder or a file.") }
        var seen: Set<String> = []
        for pipeline in pipelines where !seen.insert(pipeline).inserted {
            throw ValidationError("--pipeline \(pipeline) is given twice; take one out.")
        }
    }

    func run() async throws {
        let specifications = try pipelines.map(PipelineArgument.read)
        let formats = try format.map(ReportFormat.parse(list:)) ?? ReportFormat.usual
        let simulations = try simulated.simulations()
        // Told apart from a folder of that name.
        let simulated = Dictionary(uniqueKeysWithValues: simulations.map { ("\($0.name) (simulated)", $0) })
        let inputs = recordings + simulations.map { "\($0.name) (simulated)" }
        let layouts = try layouts()
        if let output { try ReportWriter(directory: output).check() }
        if let plots = figures.plots { try PlotFiles(directory: plots).check() }
        var options = comparison.options(headingAlignment: headingAlignment)
        options.keepsSeries = figures.keepsSeries(for: output == nil ? [] : formats)
        let started = Date()
        let batch = BatchEvaluation(
            pipelines: specifications,
            options: options,
            jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount,
            keepsEstimates: estimates,
            failsFast: failing.failsFast,
            isStrict: strictness.strict
        )
        let progress = ProgressLine(isQuiet: verbosity.quiet)
        progress.begin(inputs.count)
        defer { progress.end() }
        let outcome = await batch.evaluate(
            inputs,
            read: { path throws(InputError) in
                guard let (name, simulation) = simulated[path] else {
                    return try RecordingReader(layout: layouts[path]).read(path: path)
                }
                var recording = simulation.recording()
                recording.name = name
                return recording
            },
            report: progress.update
        )
        progress.end()
        let incomplete = IncompleteEvaluation(
            outcome.failures,
            of: inputs.count,
            failsFast: failing.failsFast
        )
        if !verbosity.quiet { CheckWarnings.show(outcome.warnings) }
        if let incomplete, failing.failsFast || outcome.outcomes.isEmpty { throw incomplete }
        let results = EvaluationResults(
            tool: EvaluationResults.Tool(version: ToolVersion.number, revision: ToolVersion.revision),
            host: HostDescription.host(jobs: batch.jobs, started: started),
            runs: outcome.outcomes.map(\.run),
            failed: outcome.failures.map { FailedRecording(path: $0.path, error: $0.error.description) }
        )
        if let output { try await write(results, outcome.outcomes, formats, to: output) }
        if let plots = figures.plots { try await draw(results, to: plots) }
        try show(results)
        if let incomplete { throw incomplete }
    }

    /// The layout of each recording: that which was given, or that which its files tell.
    private func layouts() throws -> [String: Layout] {
        var layouts: [String: Layout] = [:]
        if let layout {
            let given = try LayoutArgument.read(layout)
            for path in recordings { layouts[path] = given }
            return layouts
        }
        var told: [(path: String, detection: LayoutDetection)] = []
        for path in recordings where layouts[path] == nil {
            // What cannot be told is said by whoever reads the recording.
            guard let detection = try? LayoutDetection(path: path) else { continue }
            layouts[path] = detection.layout
            told.append((path, detection))
        }
        verbosity.noteLayouts(told)
        return layouts
    }

    private func show(_ results: EvaluationResults) throws {
        guard !verbosity.quiet else { return }
        try Terminal.print(TerminalReport(width: Terminal.width, colour: Terminal.wantsColour).render(results))
    }

    private func draw(_ results: EvaluationResults, to directory: String) async throws {
        let outcome = try await PlotFiles(directory: directory).write(results)
        for path in outcome.paths { verbosity.explain("wrote \(path)") }
        if let problem = outcome.problem { verbosity.note(problem) }
    }

    private func write(
        _ results: EvaluationResults,
        _ outcomes: [RecordingEvaluation.Outcome],
        _ formats: [ReportFormat],
        to directory: String
    ) async throws {
        if estimates {
            let names = stride(from: 0, to: outcomes.count, by: pipelines.count).map { outcomes[$0].run.recording.name }
            let writer = EstimatesWriter(directory: directory, recordings: names, pipelines: pipelines)
            for (index, outcome) in outcomes.enumerated() {
                let (recording, pipeline) = index.quotientAndRemainder(dividingBy: pipelines.count)
                let path = try writer.write(outcome.estimates, recording: recording, pipeline: pipeline)
                verbosity.explain("wrote \(path)")
            }
        }
        let command = CommandLineText.joined(["sextant"] + CommandLine.arguments.dropFirst())
        let writer = ReportWriter(directory: directory, command: command)
        let paths = try await writer.write(results, formats: formats) { verbosity.note($0) }
        for path in paths { verbosity.explain("wrote \(path)") }
    }
}
