import ArgumentParser
import Evaluation
import Experiments
import Foundation
import Pipelines
import Recordings
import Reporting

/// `sextant run`.
struct RunCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run an experiment: recordings × pipelines × grids of parameters.",
        discussion: """
            An experiment is a YAML file. A cell is one setting of one pipeline over one recording. Finished cells are stored \
            in results.sqlite in --output. After an interruption, --resume runs the missing cells; Ctrl-C finishes the running \
            cells first. Several processes may share one --output. Several machines run one --shard each, which 'sextant \
            merge' merges.

            --dry-run checks the file and estimates the number of cells and the time. It starts no program.

            An experiment may name programs and libraries as pipelines. They start only with --allow-programs.
            """
    )

    @Argument(help: ArgumentHelp("Definition of the experiment.", valueName: "EXPERIMENT.yaml"))
    var experiment: String

    @Option(help: ArgumentHelp("Directory for results and reports (default: out/NAME).", valueName: "DIR"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Folder in which the paths of recordings are looked up first (default: $SEXTANT_DATA).",
            valueName: "DIR"
        )
    )
    var data: String?

    @OptionGroup var jobs: JobsOption

    @Option(help: ArgumentHelp("Run only part I of N parts of the cells.", valueName: "I/N"))
    var shard: Shard?

    @Flag(help: "Continue with the results in --output, even while another process runs there.")
    var resume = false

    @Flag(help: "Print the plan without running it.")
    var dryRun = false

    @Flag(help: "Print the plan of --dry-run as JSON, with the checksum of every recording.")
    var json = false

    @OptionGroup var programs: ProgramsOption

    @Option(
        help: ArgumentHelp("Write the cells to --output: \(CellFormat.names).", valueName: "LIST"),
        transform: CellFormat.parse(list:)
    )
    var export: [CellFormat] = []

    @OptionGroup var calibration: CalibrationOption

    @Flag(help: "Guess the layout of recordings in no known layout, and print each guess; see 'sextant layout'.")
    var guess = false

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
        if data?.isEmpty ?? false { throw ValidationError("--data is empty; name a directory.") }
        if json, !dryRun { throw ValidationError("--json requires --dry-run; add it, or remove --json.") }
    }

    func run() async throws {
        let file = try ExperimentFile(
            path: experiment,
            data: data ?? ProcessInfo.processInfo.environment["SEXTANT_DATA"],
            calibration: try calibration.read(),
            startsPrograms: programs.areAllowed && !dryRun,
            guessing: guess ? { [verbosity] in try GuessedLayout.read($0, verbosity) } : nil
        )
        let definition = file.experiment
        if shard != nil, !definition.searches.isEmpty {
            throw UsageError(
                "--shard: \(experiment) contains a search, which requires all recordings; "
                    + "remove --shard, or remove 'search'"
            )
        }
        let cells = shard.map { definition.cells(ofShard: $0.index, of: $0.count) } ?? 0..<definition.cellCount
        if dryRun {
            let plan = ExperimentPlan(file: file, cells: cells, jobs: jobs.count, allowsPrograms: programs.areAllowed)
            return json ? try Terminal.print(json: try plan.json()) : try Terminal.print(plan.text())
        }
        try programs.check(file.programs, of: experiment)
        // A name must not lead out of the folder.
        let folder = output ?? "out/\(FileSafeNames.names(for: [definition.name])[0])"
        let stop = StopRequest { [verbosity] in
            verbosity.note("stopping after the running cells; press Ctrl-C again to stop immediately")
        }
        let (outcome, runs) = try await run(file, cells, in: folder, stop.wish)
        stop.endProcess()
        let incomplete = IncompleteEvaluation(
            outcome.failures,
            failedRuns: outcome.failedRuns,
            runs: runs,
            of: definition.inputs.count,
            failsFast: false
        )
        if let incomplete { throw incomplete }
    }

    /// - Returns: The outcome, and the runs that are reported individually; none of a shard or an interrupted run.
    private func run(
        _ file: ExperimentFile,
        _ cells: Range<Int>,
        in folder: String,
        _ stop: StopRequest.Wish
    ) async throws -> (outcome: ExperimentOutcome, runs: [EvaluationRun]) {
        let store = try openStore(in: folder, names: ExperimentReport.fileNames(file.experiment, export: export))
        try store.note(
            name: file.experiment.name,
            definition: file.text,
            cells: cells,
            of: file.experiment.cellCount
        )
        let progress = CellProgress(isQuiet: verbosity.quiet)
        defer { progress.end() }
        let plan = plan(of: file)
        let runner = ExperimentRunner(file.experiment, store: store, cells: cells, jobs: jobs.count, plan: plan)
        let (started, date) = (ContinuousClock.now, Date())
        var outcome = try await runner.run(shouldStop: { stop.isMade }, report: progress.update)
        let searches = outcome.isStopped ? [] : try await search(file.experiment, plan, store, stop, into: &outcome)
        progress.end()
        if !verbosity.quiet {
            CheckWarnings.show(outcome.warnings)
            try Terminal.print(CellSummary(outcome: outcome, took: started.duration(to: .now), folder: folder).text)
            for search in searches { try Terminal.print(search.line + "\n") }
        }
        // 'sextant merge' reports the cells of shards.
        guard !outcome.isStopped, !stop.isMade, shard == nil else { return (outcome, []) }
        // An export is an option of this process only.
        if export.isEmpty, store.leavesReports() {
            verbosity.note(
                "another process is still running in \(folder) and will write the reports; "
                    + "if it stops early, run this command again with --resume"
            )
            return (outcome, [])
        }
        let host = HostDescription.host(jobs: jobs.count, started: date)
        let report = try ExperimentReport(store, experiment: file.experiment)
        let runs = try await report.publish(
            searches: searches,
            export: export,
            host: host,
            to: folder,
            verbosity: verbosity
        )
        return (outcome, runs)
    }

    private func search(
        _ experiment: Experiment,
        _ plan: String,
        _ store: ExperimentStore,
        _ stop: StopRequest.Wish,
        into runs: inout ExperimentOutcome
    ) async throws -> [SearchText] {
        let line = ProgressLine(isQuiet: verbosity.quiet)
        defer { line.end() }
        var found: [SearchText] = []
        for family in experiment.searches.keys.sorted() {
            for preparation in experiment.preparations.indices {
                let search = ExperimentSearch(
                    experiment,
                    family: family,
                    preparation: preparation,
                    store: store,
                    jobs: jobs.count,
                    plan: plan
                )
                let outcome = try await search?.run(
                    shouldStop: { stop.isMade },
                    report: { done, most in line.show("\(done) of at most \(most) settings tried") }
                )
                guard let outcome else { return found }
                found.append(SearchText(outcome))
                if let failed = outcome.failedRun { runs.failedRuns.append(failed) }
            }
        }
        return found
    }

    /// The identity of the experiment: everything on which the samples and the cells of a recording depend, besides the
    /// recording's files.
    private func plan(of file: ExperimentFile) -> String {
        let digest = Fingerprint()
        var words = [FileManager.default.currentDirectoryPath, file.path, file.text]
        words += [data, ProcessInfo.processInfo.environment["SEXTANT_DATA"], calibration.calibration].map { $0 ?? "" }
        words += ["\(guess)", ToolVersion.tool.version, ToolVersion.tool.revision]
        words += file.experiment.families.compactMap { family in
            (try? family.specification(at: 0).parameters).map { "\($0.sorted { $0.key < $1.key })" }
        }
        for word in words { Array((word + "\0").utf8).withUnsafeBytes(digest.update) }
        return digest.hexadecimal
    }

    /// - Parameter names: The names of the reports.
    private func openStore(in folder: String, names: [String]) throws -> ExperimentStore {
        let path = ExperimentStore.path(in: folder)
        try ResultFolder.claim(folder, .results, store: ExperimentStore.fileName, names: names)
        try OutputFolder.make(folder)
        let isThere = FileManager.default.fileExists(atPath: path)
        let store = try ExperimentStore(path: path, tool: ToolVersion.tool)
        // The cells of processes that started together with this one are not those of an earlier run.
        let count = isThere && !resume && !store.isShared ? try store.cellCount() : 0
        guard count == 0 else {
            throw UsageError(
                "\(path): found \(count) \(count == 1 ? "cell" : "cells") of an earlier run; "
                    + "continue with --resume, or use another --output"
            )
        }
        return store
    }
}

/// The value of `--shard`: part `I` of `N` parts of an experiment's cells, as `I/N`.
struct Shard: ExpressibleByArgument, Sendable {
    let index: Int
    let count: Int

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), count > 0,
            (1...count).contains(index)
        else { return nil }
        self.index = index
        self.count = count
    }
}
