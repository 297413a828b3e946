import ArgumentParser
import Evaluation
import Experiments
import Foundation
import Pipelines
import Recordings
import Reporting
import SensorFilters
import SensorModel
import Synchronization

struct RunCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run an experiment: recordings × pipelines × grids of parameters.",
        discussion: """
            An experiment is a YAML file. A cell is one setting of one pipeline over one recording. Finished cells are \
            stored in results.sqlite in --output. After an interruption, --resume runs the missing cells; Ctrl-C \
            finishes the running cells first. Several processes may share one --output. Several machines can each run \
            one --shard; 'sextant merge' merges the shards.

            --dry-run checks the file and estimates the number of cells and the time. It starts no program.

            An experiment may name programs and libraries as pipelines, which start only with --allow-programs.
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
        help: ArgumentHelp("Write all cells to --output in these formats: \(CellFormat.names).", valueName: "LIST"),
        transform: CellFormat.parse(list:)
    )
    var export: [CellFormat] = []

    @OptionGroup var calibration: CalibrationOption

    @Flag(help: "Guess the layout of recordings in an unknown layout, and print each guess; see 'sextant layout'.")
    var guess = false

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
        if data?.isEmpty ?? false { throw ValidationError("--data is empty; name a directory.") }
        if json, !dryRun { throw ValidationError("--json requires --dry-run; add --dry-run, or remove --json.") }
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
                    + "remove --shard, or remove 'search' from the file"
            )
        }
        let cells = shard.map { definition.cells(ofShard: $0.index, of: $0.count) } ?? 0..<definition.cellCount
        if dryRun {
            let plan = ExperimentPlan(file: file, cells: cells, jobs: jobs.count, allowsPrograms: programs.areAllowed)
            return json ? try Terminal.print(json: try plan.json()) : try Terminal.print(plan.text())
        }
        try programs.check(file.programs, of: experiment)
        // The name must not lead to a path outside the folder.
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

    /// Evaluates the experiment's cells, each a pipeline on a recording, and writes the reports.
    ///
    /// - Returns: The outcome, and the runs that are reported individually. No runs are returned for a shard, after an
    ///   interruption, or if another process writes the reports.
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
        // If the user requested an export, this process must write the reports, because other processes do not write
        // the export.
        if export.isEmpty, store.leaveReportsToOthers() {
            verbosity.note(
                "another process is still running in \(folder) and will write the reports; "
                    + "if that process stops early, run this command again with --resume"
            )
            return (outcome, [])
        }
        let host = HostDescription.host(jobs: jobs.count, started: date)
        let report = try ExperimentReport(store, experiment: file.experiment)
        let runs = try report.publish(
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
                    report: { done, maximum in line.show("\(done) of at most \(maximum) settings tried") }
                )
                guard let outcome else { return found }
                found.append(SearchText(outcome))
                if let failed = outcome.failedRun { runs.failedRuns.append(failed) }
            }
        }
        return found
    }

    /// Returns a digest of the definition, options, version and parameters: everything that affects the results, except
    /// for the recordings' files.
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

    /// Opens the experiment's store in a folder, or creates it.
    ///
    /// - Parameter names: The file names of the reports that will be written to the folder.
    private func openStore(in folder: String, names: [String]) throws -> ExperimentStore {
        let path = ExperimentStore.path(in: folder)
        try ResultFolder.claim(folder, .results, store: ExperimentStore.fileName, names: names)
        try OutputFolder.make(folder)
        let isThere = FileManager.default.fileExists(atPath: path)
        let store = try ExperimentStore(
            path: path,
            tool: ToolVersion.tool,
            addedMetrics: CommandExtension.catalogue.addedMetrics
        )
        // Cells of other running processes do not belong to an earlier run.
        let count = isThere && !resume && !store.isShared ? try store.cellCount() : 0
        guard count == 0 else {
            throw UsageError(
                "\(path): the store contains results of an earlier run (total: \(count)); "
                    + "continue with --resume, or use another --output"
            )
        }
        return store
    }
}

/// The value of `--shard`: `I/N` selects part number `I` of the experiment's cells, which are divided into `N` parts.
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

/// The description of an experiment, as printed by `--dry-run`.
struct ExperimentPlan {
    let file: ExperimentFile
    let cells: Range<Int>
    let jobs: Int
    let allowsPrograms: Bool

    private var experiment: Experiment { file.experiment }

    /// Returns the plan as text, with an estimate of the computing time.
    func text() -> String {
        let inputs = experiment.inputs
        var lines = ["\(experiment.name): \(NumberText.count(cells.count, "cell"))"]
        if cells.count < experiment.cellCount { lines[0] += " of \(experiment.cellCount) in this shard" }
        let preparations = experiment.preparations
        var factors = NumberText.count(inputs.count, "recording")
        if preparations.count > 1 { factors += " × \(preparations.count) preparations" }
        lines.append("  \(factors) × \(NumberText.count(experiment.settingCount, "setting"))")
        lines.append("recordings")
        lines += inputs.map {
            "  \($0.name.withoutControlCharacters)\($0.tags.isEmpty ? "" : "  [\($0.tags.joined(separator: ", "))]")"
        }
        if preparations.count > 1 { lines += ["preparations"] + preparations.map { "  \($0.text)" } }
        if !experiment.families.isEmpty { lines.append("pipelines") }
        for (index, family) in experiment.families.enumerated() {
            lines.append("  \(family.name): \(Self.words(family, experiment.searches[index]))")
            lines += family.axes.map { "    \(Self.words($0))" }
        }
        if !experiment.estimates.isEmpty { lines.append("estimates") }
        lines += experiment.estimates.map { "  \($0.name): \($0.path)" }
        let metrics = experiment.options.metrics?.map(\.name).sorted() ?? ["all"]
        lines += ["metrics", "  \(metrics.joined(separator: ", "))"]
        if !file.programs.isEmpty {
            lines.append(allowsPrograms ? "starts" : "starts, with --allow-programs only")
            lines += file.programs.map { "  \($0)" }
        }
        lines.append(estimate())
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the plan as JSON, with the checksum of every recording.
    ///
    /// - Throws: `InputError` for a recording that cannot be read.
    func json() throws -> [UInt8] {
        let inputs = try experiment.inputs.map { input -> JSONObject in
            let recording = try input.recording()
            let checksum = recording.sha256.isEmpty ? recording.contentDigest : recording.sha256
            return ["name": recording.name, "path": input.name, "sha256": checksum, "tags": input.tags]
        }
        let document: JSONObject = [
            "name": experiment.name,
            "definition": file.path,
            "recordings": inputs,
            "settings": experiment.settingCount,
            "cells": cells.count,
            "programs": file.programs,
        ]
        return Array(try TidyJSON.text(document, file: "plan").utf8)
    }

    /// Returns an estimate of the computing time. The estimate is based on the time of a few settings of each pipeline
    /// on the first readable recording.
    private func estimate() -> String {
        for (index, input) in experiment.inputs.enumerated() {
            let start = ContinuousClock.now
            guard let recording = try? input.recording() else { continue }
            let sweep = RecordingSweep(recording, options: experiment.options)
            let reading = start.duration(to: .now)
            var time = 0.0
            for family in experiment.families {
                // A plan does not start external programs, which may be slow.
                if family.base.isOutside { continue }
                let settings = (0..<min(8, family.count)).compactMap { try? family.specification(at: $0) }
                let begin = ContinuousClock.now
                guard !settings.isEmpty, (try? sweep.evaluate(settings)) != nil else { continue }
                time += begin.duration(to: .now).seconds / Double(settings.count) * Double(family.count)
            }
            let recordings = Double(experiment.inputs.count * experiment.preparations.count)
            let share = Double(cells.count) / Double(max(experiment.cellCount, 1))
            let whole = (time + reading.seconds) * recordings * share / Double(jobs)
            let name = experiment.inputs[index].name
            let others = file.programs.isEmpty ? "" : ", without the programs"
            return
                "about \(TimeText.rough(whole)) with --jobs \(jobs)\(others), if all recordings take as long as \(name)"
        }
        return "no recording can be read, so the time is unknown"
    }

    private static func words(_ family: PipelineFamily, _ search: SearchRequest?) -> String {
        var words = NumberText.count(family.count, "setting")
        if let sample = family.sample, sample.count > 0 {
            words += ", \(sample.count) drawn at random with seed \(sample.seed)"
        }
        if family.addsDefault { words += ", including the default" }
        if let search { words += "; then a search by \(search.plan.method.rawValue) for \(search.metric.name)" }
        return words
    }

    private static func words(_ axis: GridAxis) -> String {
        switch axis.values {
        case .list(let texts): "\(axis.name): \(texts.joined(separator: ", "))"
        case .steps(_, _, let count, let spacing):
            "\(axis.name): \(axis.text(at: 0)) to \(axis.text(at: count - 1)), \(count) values, \(spacing.rawValue)"
        case .interval(let range, let spacing):
            "\(axis.name): any value from \(range.lowerBound) to \(range.upperBound), \(spacing.rawValue)"
        }
    }
}

/// The progress of an experiment, its speed and the remaining time: one line on a terminal, nothing in a pipe.
final class CellProgress: Sendable {
    private let line: ProgressLine
    private let start = ContinuousClock.now
    private let lastShown: Mutex<ContinuousClock.Instant>

    init(isQuiet: Bool) {
        line = ProgressLine(isQuiet: isQuiet)
        lastShown = Mutex(start - .seconds(1))
    }

    /// Redraws the line at most five times a second.
    func update(_ progress: ExperimentProgress) {
        guard line.isShown else { return }
        let now = ContinuousClock.now
        let isDue = lastShown.withLock { last in
            guard now - last >= .milliseconds(200) || progress.done == progress.total else { return false }
            last = now
            return true
        }
        if isDue { line.show(Self.text(progress, after: start.duration(to: now))) }
    }

    func end() { line.end() }

    /// Returns the text of the line.
    static func text(_ progress: ExperimentProgress, after elapsed: Duration) -> String {
        let seconds = elapsed.seconds
        var words = "\(progress.done)/\(progress.total) cells"
        if progress.found > 0 { words += ", \(progress.found) already done" }
        guard progress.ran > 0, seconds > 0 else { return words }
        let rate = Double(progress.ran) / seconds
        if let text = TimeText.rate(rate) { words += ", \(text)" }
        guard progress.done < progress.total else { return words }
        return words + ", about \(TimeText.rough(Double(progress.total - progress.done) / rate)) left"
    }
}
