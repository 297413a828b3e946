import ArgumentParser
import Evaluation
import Experiments
import Foundation
import Recordings
import Reporting
import SensorModel
import SensorSimulation

/// The number of workers, which does not affect results.
struct JobsOption: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Number of recordings, or blocks of pairs, to process in parallel (default: one per core).",
            valueName: "N"
        )
    )
    var jobs: Int?

    func validate() throws {
        try Setting.jobs.validate(jobs)
    }

    /// The number of parallel jobs: `jobs` if it is set, otherwise the number of active cores.
    var count: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }
}

/// The permission to start the programs and libraries that a file names.
struct ProgramsOption: ParsableArguments {
    @Flag(name: .customLong("allow-programs"), help: "Start the programs and load the libraries that the file names.")
    var areAllowed = false

    /// Returns a message that lists the programs that were not started, and says how to allow them. Returns `nil` if
    /// programs are allowed, or if the file names no program.
    ///
    /// - Parameters:
    ///   - programs: the programs that are listed in the file.
    ///   - file: the path of the file.
    func refusal(_ programs: [String], of file: String) -> String? {
        guard !areAllowed, !programs.isEmpty else { return nil }
        return "\(file): the file names programs, which were not started: \(programs.joined(separator: "; ")); "
            + "if you trust these programs, add --allow-programs"
    }

    /// Throws an error if there are programs that are not allowed.
    ///
    /// - Throws: ``UsageError`` with the names of the programs.
    func check(_ programs: [String], of file: String) throws(UsageError) {
        if let refusal = refusal(programs, of: file) { throw UsageError(refusal) }
    }
}

/// The options of `--picture`, which plots the path of one place over the screen of each system.
struct PictureOptions: ParsableArguments {
    @Option(
        name: .customLong("picture"),
        help: ArgumentHelp(
            "Draw one place's path over the screen of every system, with its correct path; requires gnuplot.",
            valueName: "FILE.svg"
        )
    )
    var file: String?

    @Option(
        name: .customLong("poi"),
        help: ArgumentHelp("Place in --picture (default: the visible place that moves most).", valueName: "NAME")
    )
    var place: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Start of --picture after the first sample (default: where the place moves most).",
            valueName: "SECONDS"
        )
    )
    var from: Double?

    @Option(parsing: .unconditional, help: ArgumentHelp("Duration of --picture.", valueName: "SECONDS"))
    var seconds: Double = 10

    func validate() throws {
        if let file, !file.hasSuffix(".svg") {
            throw ValidationError("--picture is '\(file)'; name a file that ends in .svg.")
        }
        if file == nil, place != nil || from != nil {
            let option = place == nil ? "from" : "poi"
            throw ValidationError("--\(option) requires --picture; add --picture FILE.svg.")
        }
        try Setting.pictureStart.validate(from)
        try Setting.pictureLength.validate(seconds)
    }
}

/// The permission to replace files that Sextant did not write.
struct ReplaceOption: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Also replace files that Sextant did not write, or that were edited after that. Unedited results and "
                + "reports of Sextant are replaced without this option, inputs never."
        )
    )
    var replace = false
}

/// A command that writes files.
protocol ReplacingCommand {
    var replacement: ReplaceOption { get }
}

/// Checks of a folder before a command writes results to it.
enum ResultFolder {
    /// Checks and reserves a folder for new results, which replace all older results in the folder.
    ///
    /// - Parameters:
    ///   - store: The file name of the experiment's store, or `nil` if the command does not write to a store.
    ///   - names: The names of the files that will be written. They are checked before the work starts.
    static func claim(
        _ folder: String,
        _ family: Family,
        store: String? = nil,
        names: [String] = []
    ) throws(FileFailure) {
        let isOwn = StoreFile.isDatabase(ExperimentStore.path(in: folder))
        if isOwn, store == nil, family == .results {
            throw FileFailure(
                path: folder,
                refusal: "the folder contains the store of an experiment; choose another folder"
            )
        }
        try OutputGate.claim(folder, family: family.rawValue, isOwn: isOwn && store != nil, store: store, names: names)
    }

    /// Checks and reserves a folder for reports about existing results.
    ///
    /// If the folder contains the results themselves, no report is removed. Otherwise, reports about other results in
    /// this folder are replaced.
    ///
    /// - Parameters:
    ///   - folder: the path of the folder.
    ///   - sources: the paths of the results.
    ///   - names: the names of the files that will be written.
    static func claim(_ folder: String, reportsOf sources: [String], names: [String] = []) throws(FileFailure) {
        let files = sources.map(ResultsInput.file)
        let isNextToResults = files.contains { OutputGate.isSame(folder, OutputFolder.parent(of: $0)) }
        let identity = OutputGate.identity(ofFiles: files) { StoreArgument.store($0) != nil }
        try OutputGate.claim(
            folder,
            family: Family.results.rawValue,
            scope: isNextToResults ? .nothing : .otherResults(than: identity),
            names: names
        )
    }

    /// The kinds of output. A folder contains at most one set of files of each kind.
    enum Family: String {
        case results
        case comparison
        case distances
        case ape
        case rpe
        case plots
    }
}

/// Options for recordings that are simulated instead of read.
struct ScenarioOptions: ParsableArguments {
    @Option(
        name: .customLong("scenario"),
        help: ArgumentHelp(
            "Simulate a recording, such as step-yaw:angle=45deg; repeatable. See 'sextant list scenarios'.",
            valueName: "SCENARIO"
        )
    )
    var scenarios: [String] = []

    @Option(
        help: ArgumentHelp("Sensors of --scenario and their errors (default: iphone4s).", valueName: "NAME|FILE")
    )
    var noise: String?

    @Option(help: ArgumentHelp("First random seed of --scenario (default: 1).", valueName: "S"))
    var seed: UInt64?

    @Option(help: ArgumentHelp("Simulate each --scenario with N seeds (default: 1).", valueName: "N"))
    var seeds: Int?

    func validate() throws {
        if scenarios.isEmpty {
            let stray = [("noise", noise != nil), ("seed", seed != nil), ("seeds", seeds != nil)].first(where: \.1)
            if let stray {
                throw ValidationError("--\(stray.0) requires --scenario; add --scenario, or remove --\(stray.0).")
            }
        }
        try Setting.seeds.validate(seeds)
        try scenarios.validateDistinct("--scenario")
    }

    /// Returns one simulation for each scenario and seed. `name` is the name of the simulated recording in reports.
    ///
    /// - Throws: `UsageError` for an unknown scenario or noise, or for a scenario that is too long.
    func simulations() throws -> [(name: String, simulation: Simulation)] {
        guard !scenarios.isEmpty else { return [] }
        let noise = try SimulationArguments.noise(noise ?? "iphone4s")
        let first = seed ?? 1
        return try scenarios.flatMap { specification in
            let scenario = try SimulationArguments.scenario(specification, duration: nil)
            try SimulationArguments.checkLength(Simulation(scenario, noise: noise, seed: first), inMemory: true)
            return (0..<(seeds ?? 1)).map { number in
                let seed = first &+ UInt64(number)
                return ("\(specification)/seed-\(seed)", Simulation(scenario, noise: noise, seed: seed))
            }
        }
    }
}

/// The option for the job summary of GitHub Actions.
struct StepSummaryOption: ParsableArguments {
    private static let variable = "GITHUB_STEP_SUMMARY"
    /// The maximum size of the summary in bytes. GitHub accepts 1 MiB per step; the difference is a margin.
    private static let maximumSize = 1_000_000

    @Flag(name: .customLong("step-summary"), help: "Append a summary to the job's page on GitHub Actions.")
    var isAsked = false

    /// Returns the path of the summary file, or `nil` if `--step-summary` is not given.
    ///
    /// - Throws: `UsageError` outside GitHub Actions.
    func file() throws(UsageError) -> String? {
        guard isAsked else { return nil }
        guard let path = ProcessInfo.processInfo.environment[Self.variable], !path.isEmpty else {
            throw UsageError(
                "--step-summary: \(Self.variable) is not set, because this is not a job of GitHub Actions; "
                    + "remove the option, or write a file with --format summary"
            )
        }
        return path
    }

    /// Appends a summary. The summary is shortened to the remaining space.
    func append(_ results: EvaluationResults, to path: String) throws(OutputError) {
        let limit = min(SummaryReport.maximumBytes, Self.room(in: path))
        try append(SummaryReport(limit: limit).render(results), to: path)
    }

    /// Appends a page to a file. Does nothing if the file would exceed its maximum size.
    func append(_ page: String, to path: String) throws(OutputError) {
        guard page.utf8.count <= Self.room(in: path) else { return }
        if OutputGate.isInput(path) { throw OutputError(reason: "the file is an input of this command", file: path) }
        guard let file = fopen(path, "a") else { throw OutputError(reason: Self.reason, file: path) }
        let bytes = Array(page.utf8)
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else { throw OutputError(reason: Self.reason, file: path) }
    }

    private static func room(in path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return max(0, maximumSize - (attributes?[.size] as? Int ?? 0))
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

/// The options for the amount of messages, which every command has.
struct VerbosityOptions: ParsableArguments {
    @Flag(help: "Print only errors.")
    var quiet = false

    @Flag(help: "Print details to standard error.")
    var verbose = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other; remove one.") }
    }

    /// Prints a line to standard error, unless `--quiet` is given.
    func note(_ text: @autoclosure () -> String) {
        if !quiet { Terminal.printError("sextant: \(text().withoutControlCharacters)\n") }
    }

    /// Prints a line to standard error if `--verbose` is given.
    func explain(_ text: @autoclosure () -> String) {
        if verbose { Terminal.printError("sextant: \(text().withoutControlCharacters)\n") }
    }

    /// Moves all finished files to their final paths, and prints these paths with `--verbose`.
    func commit(_ paths: [String]) throws(FileFailure) {
        try OutputGate.commit()
        for path in paths { explain("wrote \(path)") }
    }

    /// Prints a report as JSON or, if `json` is `nil`, as text. With `--quiet`, the text is not printed.
    func show(_ text: (_ width: Int, _ colour: Bool) -> String, json: Data?) throws {
        if let json {
            try Terminal.print(json: json)
        } else if !quiet {
            try Terminal.print(text(Terminal.width, Terminal.wantsColour))
        }
    }

    /// Prints the detected layouts with their reasons. Recordings with the same layout and reason share a line.
    func noteLayouts(_ detected: [(path: String, detection: LayoutDetection)]) {
        func words(_ detection: LayoutDetection) -> String {
            "read with --layout \(detection.layout.name), because \(detection.reason)"
        }
        // Sextant's own layout is expected, so it is reported only with `--verbose`.
        for (path, detection) in detected where detection.layout.name == "native" {
            explain("\(path) is \(words(detection))")
        }
        let others = detected.filter { $0.detection.layout.name != "native" }
        for (words, alike) in others.grouped(by: { words($0.detection) }) {
            let more = alike.count == 1 ? "" : "; \(alike.count - 1) more likewise"
            note("\(alike[0].path) is \(words)\(more)")
            for recording in alike.dropFirst() { explain("\(recording.path) is \(words)") }
        }
    }

    /// Writes the plots of results. If plots are missing, reports the reason.
    func draw(_ results: EvaluationResults, to directory: String, width: Double? = nil) async throws {
        let outcome = try await PlotFiles(directory: directory, width: width).write(results)
        for path in outcome.paths { explain("wrote \(path)") }
        if let problem = outcome.problem { note(problem) }
    }
}

/// The position and the direction of a user, or a recording that the user follows.
struct ViewpointOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Position of the user, in degrees.", valueName: "LAT,LON")
    )
    var at: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Direction that the user of --at faces, clockwise from north.", valueName: "DEGREES")
    )
    var heading: Double?

    @Option(help: ArgumentHelp("Recording whose fixes the user follows.", valueName: "PATH"))
    var recording: String?

    @OptionGroup var reading: RecordingOptions

    func validate() throws {
        try Setting.turn.validate(heading, option: "heading")
        if recording == nil, reading.layout != nil {
            throw ValidationError("--layout requires --recording; add --recording, or remove --layout.")
        }
        if recording?.isEmpty ?? false { throw ValidationError("--recording is empty; name a folder or a file.") }
    }

    /// Returns the position of `--at`.
    ///
    /// - Throws: `UsageError` for a text that is not a position.
    func point() throws -> GeographicPoint? {
        try at.map { try DistanceArguments.point($0, option: "at") }
    }

    /// Reads the recording of `--recording` and reports its detected layout.
    ///
    /// - Throws: `UsageError` for an unknown layout, or `InputError` for a recording that cannot be read.
    func readRecording(_ verbosity: VerbosityOptions) throws -> Recording? {
        guard let recording else { return nil }
        let reader = try reading.reader(of: recording, verbosity)
        reading.noteLayout(of: recording, verbosity)
        return try reader.read(path: recording)
    }
}
