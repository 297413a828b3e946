import ArgumentParser
import Evaluation
import Foundation
import Pipelines
import Recordings
import Reporting

/// `sextant systems`.
struct SystemsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "systems",
        abstract: "Replay whole described systems over recordings and measure what their screens show.",
        discussion: """
            A SYSTEM is a name of 'sextant list systems', with any of its constants changed: area:radius=5km,alpha=0.2. It \
            may also be a YAML file with the same stages. Every place is held against where the camera sees it: the true \
            direction by the tangent law on the same screen. Without fixes the user stands where the recording was made, \
            or at --at.
            """
    )

    @Argument(help: "Recordings: folders or files, in a layout of 'sextant list layouts' or in that of --layout.")
    var recordings: [String] = []

    @OptionGroup var simulated: ScenarioOptions

    @Option(help: ArgumentHelp("How the recordings are laid out; found out if not given.", valueName: "NAME|FILE"))
    var layout: String?

    @Option(
        name: .customLong("system"),
        help: ArgumentHelp("A described system; give as many as you like (default: all).", valueName: "SPEC|FILE")
    )
    var systems: [String] = SystemCatalogue.declarations.map(\.name)

    @OptionGroup var scene: SystemSceneOptions

    @OptionGroup var picture: PictureOptions

    @Option(help: ArgumentHelp("Where reports go.", valueName: "DIR"))
    var output: String?

    @Option(help: ArgumentHelp("Reports to write to --output: md, csv, json.", valueName: "LIST"))
    var format: String?

    @OptionGroup var jobs: JobsOption

    @Option(
        name: .customLong("heading-alignment"),
        help: ArgumentHelp(
            "Constant heading difference to take out of the orientation's errors; the screen's keep it.",
            valueName: HeadingAlignment.choices
        ),
        transform: HeadingAlignment.init(argument:)
    )
    var headingAlignment: HeadingAlignment = .none

    @OptionGroup var failing: FailureOptions

    @OptionGroup var strictness: StrictOptions

    @OptionGroup var comparison: ComparisonOptions

    @OptionGroup var kept: CacheOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if recordings.isEmpty, simulated.scenarios.isEmpty {
            throw ValidationError("There is nothing to replay; name a recording, or simulate one with --scenario.")
        }
        if output == nil, format != nil {
            throw ValidationError("--format writes files; say where with --output DIR.")
        }
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
        if picture.file != nil, recordings.count + simulated.scenarios.count != 1 {
            throw ValidationError("--picture shows one recording; name one.")
        }
        if recordings.contains("") { throw ValidationError("A recording's path is empty; name a folder or a file.") }
        var seen: Set<String> = []
        for system in systems where !seen.insert(system).inserted {
            throw ValidationError("--system \(system) is given twice; take one out.")
        }
    }

    func run() async throws {
        let formats = try format.map(ReportFormat.parse(list:)) ?? ReportFormat.usual
        let described = try systems.map(SystemArgument.read)
        let batch = BatchEvaluation(
            subjects: described.map(EvaluationSubject.system),
            scene: try scene.scene(),
            options: comparison.options(headingAlignment: headingAlignment),
            jobs: jobs.count,
            failsFast: failing.failsFast,
            isStrict: strictness.strict
        )
        let job = try EvaluationJob(
            recordings: recordings,
            simulated: simulated,
            layout: layout,
            cache: try kept.open(verbosity),
            verbosity: verbosity
        )
        if let output { try ReportWriter(directory: output).check() }
        let outcome = try await job.run(batch)
        if let output {
            let writer = ReportWriter(directory: output)
            let paths = try await writer.write(outcome.results, formats: formats) { verbosity.note($0) }
            for path in paths { verbosity.explain("wrote \(path)") }
        }
        if !verbosity.quiet {
            try Terminal.print(
                TerminalReport(width: Terminal.width, colour: Terminal.wantsColour, isOfSystems: true)
                    .render(outcome.results)
            )
        }
        if let incomplete = outcome.incomplete { throw incomplete }
        if let file = picture.file { try await draw(described, batch, job, to: file) }
    }

    private func draw(
        _ systems: [DescribedSystem],
        _ batch: BatchEvaluation,
        _ job: EvaluationJob,
        to file: String
    ) async throws {
        let paths = try SystemPaths.replay(
            try job.reader(job.inputs[0]),
            systems: systems,
            scene: batch.scene,
            place: picture.place,
            start: picture.from,
            duration: picture.seconds,
            options: batch.options
        )
        try await ScreenPicture(paths).save(to: file)
        verbosity.explain("wrote \(file)")
    }
}
