import ArgumentParser
import Evaluation
import Foundation
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

            With --pois or --at a system of 'sextant list systems' is replayed whole, and its screen is measured, too.
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
            "Reports to write to --output: \(ReportFormat.names); if not given, md,csv,json.",
            valueName: "LIST"
        )
    )
    var format: String?

    @Flag(help: "Write every pipeline's orientations to --output, too.")
    var estimates = false

    @OptionGroup var jobs: JobsOption

    @Option(
        help: ArgumentHelp(
            "What to measure of pipelines, by the names of 'sextant list metrics'; everything if not given.",
            valueName: "LIST"
        ),
        transform: MetricList.init(argument:)
    )
    var metrics: MetricList?

    @Option(
        name: .customLong("heading-alignment"),
        help: ArgumentHelp(
            "Constant heading difference to take out: none, the mean one, or that at the first sample.",
            valueName: HeadingAlignment.choices
        ),
        transform: HeadingAlignment.init(argument:)
    )
    var headingAlignment: HeadingAlignment = .none

    @OptionGroup var scene: SystemSceneOptions

    @OptionGroup var figures: FigureOptions

    @OptionGroup var stepSummary: StepSummaryOption

    @OptionGroup var failing: FailureOptions

    @OptionGroup var strictness: StrictOptions

    @OptionGroup var comparison: ComparisonOptions

    @OptionGroup var rows: ReaderOption

    @OptionGroup var kept: CacheOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if recordings.isEmpty, simulated.scenarios.isEmpty {
            throw ValidationError("There is nothing to evaluate; name a recording, or simulate one with --scenario.")
        }
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
        let hasScene = scene.isGiven
        let subjects = try pipelines.map { try SystemArgument.subject($0, hasScene: hasScene) }
        let formats = try format.map(ReportFormat.parse(list:)) ?? ReportFormat.usual
        let job = try EvaluationJob(
            recordings: recordings,
            simulated: simulated,
            layout: layout,
            reading: rows.reading,
            cache: try kept.open(verbosity),
            verbosity: verbosity
        )
        let summary = try stepSummary.file()
        if let output { try ReportWriter(directory: output).check() }
        if let plots = figures.plots { try PlotFiles(directory: plots).check() }
        var options = comparison.options(headingAlignment: headingAlignment)
        options.keepsSeries = figures.keepsSeries(for: output == nil ? [] : formats)
        options.metrics = metrics?.names
        let batch = BatchEvaluation(
            subjects: subjects,
            scene: try scene.scene(),
            options: options,
            jobs: jobs.count,
            keepsEstimates: estimates,
            failsFast: failing.failsFast,
            isStrict: strictness.strict
        )
        let outcome = try await job.run(batch)
        if let output { try await write(outcome.results, outcome.outcomes, formats, to: output) }
        if let plots = figures.plots { try await verbosity.draw(outcome.results, to: plots) }
        if let summary { try stepSummary.append(outcome.results, to: summary) }
        try show(outcome.results)
        if let incomplete = outcome.incomplete { throw incomplete }
    }

    private func show(_ results: EvaluationResults) throws {
        guard !verbosity.quiet else { return }
        try Terminal.print(TerminalReport(width: Terminal.width, colour: Terminal.wantsColour).render(results))
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
        let paths = try await ReportWriter(directory: directory).write(results, formats: formats) { verbosity.note($0) }
        for path in paths { verbosity.explain("wrote \(path)") }
    }
}
