import ArgumentParser
import Evaluation
import ExperimentDatabase
import FileAccess
import Foundation
import Reporting

/// `sextant run`.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run an experiment: recordings × pipelines × grids of their parameters.",
        discussion: """
            An experiment is a YAML file. Its cells, one setting of one pipeline over one recording each, are kept in \
            results.sqlite in --output as soon as they are done. After an interruption of whatever kind --resume runs \
            what is missing, and Ctrl-C finishes the cells at work first. Several processes may work on one --output; \
            several machines each take a --shard, which 'sextant merge' puts together.

            --dry-run checks the file and says how many cells there are and how long they take.
            """
    )

    @Argument(help: ArgumentHelp("The experiment's definition.", valueName: "EXPERIMENT.yaml"))
    var experiment: String

    @Option(help: ArgumentHelp("Where results and reports go (default: out/NAME).", valueName: "DIR"))
    var output: String?

    @OptionGroup var jobs: JobsOption

    @Option(help: ArgumentHelp("Run only the I-th of N parts of the cells.", valueName: "I/N"))
    var shard: Shard?

    @Flag(help: "Go on with the results that are in --output, or help another process that is at work there.")
    var resume = false

    @Flag(help: "Say what would be run, and run nothing.")
    var dryRun = false

    @Flag(help: "With --dry-run: one JSON object, with the checksum of every recording.")
    var json = false

    @Option(
        help: ArgumentHelp("Write the cells to --output, too: \(CellFormat.names).", valueName: "LIST"),
        transform: CellFormat.parse(list:)
    )
    var export: [CellFormat] = []

    @OptionGroup var kept: CacheOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
        if json, !dryRun { throw ValidationError("--json is for --dry-run; add that, or take it out.") }
    }

    func run() async throws {
        let file = try ExperimentFile(path: experiment, cache: try kept.open(verbosity))
        let definition = file.experiment
        if shard != nil, !definition.searches.isEmpty {
            throw UsageError(
                "--shard: found a search in \(experiment), expected grids only, since a search needs all recordings; "
                    + "run it without --shard, or take 'search' out"
            )
        }
        let cells = shard.map { definition.cells(ofShard: $0.index, of: $0.count) } ?? 0..<definition.cellCount
        if dryRun {
            let plan = ExperimentPlan(file: file, cells: cells, jobs: jobs.count)
            return try Terminal.print(json ? try plan.json() : plan.text())
        }
        let folder = output ?? "out/\(definition.name)"
        let stop = StopRequest { [verbosity] in
            verbosity.note("stopping as soon as the cells at work are done; Ctrl-C again ends at once")
        }
        let outcome = try await run(file, cells, in: folder, stop.wish)
        stop.endProcess()
        if let incomplete = IncompleteEvaluation(outcome.failures, of: definition.inputs.count, failsFast: false) {
            throw incomplete
        }
    }

    private func run(
        _ file: ExperimentFile,
        _ cells: Range<Int>,
        in folder: String,
        _ stop: StopRequest.Wish
    ) async throws -> ExperimentOutcome {
        let store = try openStore(in: folder)
        try store.note(
            name: file.experiment.name,
            definition: file.text,
            cells: cells,
            of: file.experiment.cellCount
        )
        let progress = CellProgress(isQuiet: verbosity.quiet)
        defer { progress.end() }
        let runner = ExperimentRunner(file.experiment, store: store, cells: cells, jobs: jobs.count)
        let (started, date) = (ContinuousClock.now, Date())
        let outcome = try await runner.run(shouldStop: { stop.isMade }, report: progress.update)
        let searches = outcome.isStopped ? [] : try await search(file.experiment, store, stop)
        progress.end()
        if !verbosity.quiet {
            CheckWarnings.show(outcome.warnings)
            try Terminal.print(CellSummary(outcome, took: started.duration(to: .now), folder: folder).text)
            for search in searches { try Terminal.print(search.line + "\n") }
        }
        // A part of the cells is for 'sextant merge' to report.
        guard !outcome.isStopped, !stop.isMade, shard == nil else { return outcome }
        let host = HostDescription.host(jobs: jobs.count, started: date)
        let report = try ExperimentReport(store, experiment: file.experiment)
        try await report.publish(searches: searches, export: export, host: host, to: folder, verbosity: verbosity)
        return outcome
    }

    private func search(
        _ experiment: Experiment,
        _ store: ExperimentStore,
        _ stop: StopRequest.Wish
    ) async throws -> [SearchText] {
        let line = ProgressLine(isQuiet: verbosity.quiet)
        defer { line.end() }
        var found: [SearchText] = []
        for family in experiment.searches.keys.sorted() {
            for rate in experiment.rates.indices {
                let search = ExperimentSearch(
                    experiment,
                    family: family,
                    rate: rate,
                    store: store,
                    jobs: jobs.count
                )
                let outcome = try await search?.run(
                    shouldStop: { stop.isMade },
                    report: { done, most in line.show("\(done) of at most \(most) settings tried") }
                )
                guard let outcome else { return found }
                found.append(SearchText(outcome))
            }
        }
        return found
    }

    private func openStore(in folder: String) throws -> ExperimentStore {
        try OutputFolder.make(folder)
        let path = ExperimentStore.path(in: folder)
        let isThere = FileManager.default.fileExists(atPath: path)
        let store = try ExperimentStore(path: path, tool: ToolVersion.tool)
        let count = isThere && !resume ? try store.cellCount() : 0
        guard count == 0 else {
            throw UsageError(
                "\(path): found \(count) \(count == 1 ? "cell" : "cells") of an earlier run, expected none; "
                    + "go on with --resume, or choose another --output"
            )
        }
        return store
    }
}
