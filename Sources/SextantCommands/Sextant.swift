public import ArgumentParser
import CMemoryReuse
import Diagnosis
import Evaluation
import Foundation
import OutsideEstimators
import Pipelines
import Positions
import Recordings
import Reporting
import SensorModel
import SensorSimulation

/// The command `sextant` with all its subcommands.
public struct Sextant: AsyncParsableCommand {
    /// The name, the version and the subcommands.
    public static let configuration = CommandConfiguration(
        commandName: "sextant",
        abstract: "Measure the filters and distance formulas of location-based augmented reality.",
        version: ToolVersion.description,
        subcommands: [PluginHostCommand.self, ConnectCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Evaluate and compare",
                subcommands: [
                    EvaluateCommand.self, SystemsCommand.self, ReplayCommand.self, BudgetCommand.self, RunCommand.self,
                    MergeCommand.self, CompareCommand.self, FilterCommand.self,
                ]
            ),
            CommandGroup(
                name: "Data",
                subcommands: [
                    InspectCommand.self, DoctorCommand.self, CalibrateCommand.self, LayoutCommand.self,
                    ConvertCommand.self, SimulateCommand.self,
                ]
            ),
            CommandGroup(
                name: "Positions",
                subcommands: [
                    DistancesCommand.self, RouteCommand.self, PlacesCommand.self, DeltasCommand.self,
                    SceneCommand.self, AbsoluteErrorCommand.self, RelativeErrorCommand.self, DeclinationCommand.self,
                ]
            ),
            CommandGroup(
                name: "Reports",
                subcommands: [ReportCommand.self, TablesCommand.self, ListCommand.self, SchemaCommand.self]
            ),
        ]
    )

    /// Creates the command `sextant` without a subcommand. When run, it prints the help.
    public init() {}

    /// Runs the command line of the process, and ends the process if the command fails.
    public static func main() async { await main(extending: CommandExtension()) }

    /// Runs the command line of the process with the entries of a package, and ends the process if the command fails.
    ///
    /// - Parameter extension: The entries that the package adds to the command line.
    public static func main(extending extension: CommandExtension) async {
        Interruption.prepare()
        sextant_reuse_memory()
        let arguments = Array(CommandLine.arguments.dropFirst())
        // The plug-in host supervises its own process.
        if arguments.first != PluginHost.subcommand {
            PluginSupervision.prepare { message in
                Terminal.printError("sextant: \(message)\n")
                return ExitStatus.badData.rawValue
            }
        }
        do {
            try checkText(ofArguments: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
            try await CommandExtension.$current.withValue(`extension`) { try await perform(arguments) }
            PluginSupervision.finish(ExitStatus.success.rawValue)
        } catch {
            CommandFailure(error, of: self).exit()
        }
    }

    /// Runs one command in this process, for fuzzing. Its output goes to the streams of the process.
    ///
    /// - Parameter arguments: the arguments after `sextant`.
    /// - Returns: the exit code of the command.
    public static func run(_ arguments: [String]) async -> Int32 {
        do {
            try await perform(arguments)
            return ExitStatus.success.rawValue
        } catch {
            return CommandFailure(error, of: self).report()
        }
    }

    private static func perform(_ arguments: [String]) async throws {
        try checkSubcommand(arguments.first)
        var command = try parseAsRoot(arguments)
        OutputGate.open(replacing: replacesOutputs(command))
        defer { OutputGate.close() }
        if var asynchronous = command as? any AsyncParsableCommand {
            try await asynchronous.run()
        } else {
            try command.run()
        }
    }

    /// Returns whether the user set the option `--replace`. Commands without this option return `false`.
    ///
    /// The cast to `ReplacingCommand` is in its own function. In the caller, it would bind the command to the caller's
    /// task.
    private static func replacesOutputs(_ command: any ParsableCommand) -> Bool {
        (command as? any ReplacingCommand)?.replacement.replace ?? false
    }

    /// Rejects arguments that are not UTF-8. Swift would replace the invalid bytes, and a path would then name another
    /// file.
    private static func checkText(
        ofArguments arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
        count: Int
    ) throws(UsageError) {
        for index in 1..<max(1, count) {
            guard let argument = arguments[index] else { continue }
            let bytes = UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) }
            guard !FolderListing.isText(bytes) else { continue }
            throw UsageError(
                "the argument '\(FolderListing.escaped(bytes))' contains bytes that are not UTF-8; rename the file or "
                    + "folder"
            )
        }
    }

    /// Rejects an unknown subcommand. Without this check, ArgumentParser would report errors in the following
    /// arguments, instead of the unknown name.
    private static func checkSubcommand(_ word: String?) throws(UsageError) {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        guard let word, !word.hasPrefix("-"), word != "help", !names.contains(word) else { return }
        let near = NearestName.hint(for: word, among: names)
        throw UsageError(
            "unknown subcommand '\(word)'; " + (near ?? "see 'sextant --help'")
        )
    }
}

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find faults of a recording or an estimate, and the options that fix them.",
        discussion: """
            The rotation rates of the estimate are compared with the gyroscope. The directions of the estimate are \
            compared with the reference, or with gravity and the magnetic field.

            Examples: sextant doctor walk; sextant doctor walk --estimate mine=walk.csv
            """
    )

    @Argument(help: "Recording: a folder or a file.")
    var recording: String

    @Option(
        name: .customLong("estimate"),
        help: ArgumentHelp(
            "Estimates to diagnose: a file, or a folder with a file of the recording; repeatable.",
            valueName: "NAME=PATH[,key=value…]"
        )
    )
    var estimates: [String] = []

    @Option(
        name: .customLong("pipeline"),
        help: ArgumentHelp(
            "Pipeline whose estimates are diagnosed; repeatable (default: vqf; none with --estimate).",
            valueName: "SPEC"
        )
    )
    var pipelines: [String] = []

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(
        help: "Print the version, the system and a summary of the recording without samples, positions and file names."
    )
    var report = false

    @OptionGroup var reading: RecordingOptions

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        try pipelines.validateDistinct("--pipeline")
        if report, json || !pipelines.isEmpty || !estimates.isEmpty {
            throw ValidationError(
                "--report excludes --json, --estimate and --pipeline; remove --report or these options."
            )
        }
    }

    func run() throws {
        if report { return try printReport() }
        let names = pipelines.isEmpty && estimates.isEmpty ? ["vqf"] : pipelines
        let specifications = try names.map(PipelineArgument.read)
        let sources = try estimates.map { argument in
            do throws(InputError) {
                return (argument, try EstimateSource(parsing: argument))
            } catch {
                throw UsageError("--estimate: \(error)")
            }
        }
        reading.noteLayout(of: recording, verbosity)
        let read = try reading.reader(of: recording, verbosity).read(path: recording)
        let folder = URL(fileURLWithPath: recording).deletingPathExtension().lastPathComponent
        let entries = try sources.map { argument, source in
            let path = try source.file(for: [read.name, folder])
            let file = try EstimateReader(reading: reading.parser.reading).read(path: path)
            let readings = try EstimateReading.all(of: file, by: source.conventions, for: read)
            let diagnosis = EstimateDiagnosis(
                read,
                readings: readings,
                given: source.conventions.given
            )
            return DoctorReport.Entry(name: source.name, path: path, argument: argument, diagnosis: diagnosis)
        }
        let all = entries + (try self.entries(of: zip(names, specifications).map { ($0, $1) }, on: read))
        // A finding explains a failed check of units or axes better than the check itself.
        let isUnexplained = all.allSatisfy(\.diagnosis.findings.isEmpty)
        let report = DoctorReport(
            recording: read.name,
            remarks: RecordingChecks.remarks(on: read, isComplete: isUnexplained),
            entries: all
        )
        try verbosity.show(report.text, json: json ? report.json() : nil)
        // If a pipeline is not diagnosed, the reason is a property of the recording. This is not an error.
        if let entry = entries.first(where: { $0.diagnosis.reason != nil && $0.diagnosis.findings.isEmpty }) {
            throw InputError(
                file: entry.path,
                message: "the estimate cannot be compared: \(entry.diagnosis.reason ?? "")",
                advice: "check that the file belongs to this recording, and that the device rotates in the recording"
            )
        }
    }

    /// Prints a report that users can attach to an issue. The first lines are printed even if the recording cannot be
    /// read.
    private func printReport() throws {
        let host = HostDescription.host(jobs: 1, started: Date())
        try Terminal.print(
            "\(ToolVersion.description), \(host.build) build\n\(host.system), \(host.architecture), \(host.cores) cores\n"
        )
        let reader = try reading.reader(of: recording, verbosity)
        let layout = reader.layout ?? (try? LayoutDetection(path: recording, among: reader.layouts))?.layout
        let content: Recording
        do {
            content = try reader.read(path: recording)
        } catch {
            try Terminal.print("layout: \(layout?.name ?? "unknown")\nthe recording cannot be read\n")
            throw error
        }
        try Terminal.print(ProblemReport(content, layout: layout?.name).text)
    }

    /// Runs pipelines over a recording, and diagnoses their estimates.
    private func entries(
        of pipelines: [(name: String, specification: PipelineSpecification)],
        on recording: Recording
    ) throws -> [DoctorReport.Entry] {
        var options = EvaluationOptions()
        options.metrics = []
        for pipeline in pipelines {
            let missing = recording.missing(pipeline.specification.requiredSensors).map(\.rawValue)
            guard let sensor = missing.first else { continue }
            throw InputError(
                file: self.recording,
                message: "'\(pipeline.name)' needs the \(sensor), which is missing in the recording",
                advice: "choose another pipeline; see 'sextant list estimators'"
            )
        }
        let runs = try RecordingEvaluation.evaluate(
            recording,
            pipelines: pipelines.map(\.specification),
            options: options
        )
        return zip(pipelines, runs).map { pipeline, outcome in
            DoctorReport.Entry(
                name: pipeline.name,
                path: self.recording,
                argument: nil,
                diagnosis: EstimateDiagnosis(
                    recording,
                    readings: [EstimateReading(outcome.estimates)],
                    checksAlgorithm: false
                )
            )
        }
    }
}

struct PlacesCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Show files of points of interest, and convert them.",
        discussion: """
            Reads AREA's XML, GDDF (Gamaray, iBetelgeuse), GeoJSON, KML, GPX waypoints and CSV with columns such as \
            lat, lon, name, altitude and category; the format is detected from the content. Features that are not \
            points are left out and counted. --output writes the places of all files to one CSV or GeoJSON.

            --radar shows the places around --at as iBetelgeuse's radar draws them, with --heading (default: north) at \
            the top. --recording shows when the refreshTime and refreshDistance of a GDDF file cause reloads along the \
            recording's fixes.
            """
    )

    @Argument(help: "Files of points of interest.")
    var files: [String]

    @Option(help: ArgumentHelp("Format of the files (default: detected).", valueName: "NAME"))
    var inputFormat: PlaceFormat?

    @Option(
        help: ArgumentHelp("File to write; the extension selects CSV or GeoJSON.", valueName: "FILE.csv|FILE.geojson")
    )
    var output: String?

    @Option(help: ArgumentHelp("Number of places to show of each file.", valueName: "COUNT"))
    var first = 5

    @OptionGroup(title: "Radar and refresh") var views: PlaceViewOptions

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if first < 0 { throw ValidationError("--first is \(first); use 0 or more.") }
        if let output, Self.format(of: output) == nil {
            throw ValidationError(
                "--output is '\(output)'; name a file that ends in .csv or .geojson."
            )
        }
    }

    func run() throws {
        var all: [PointOfInterest] = []
        var isFirst = true
        let view = try views.view(verbosity)
        for path in files { OutputGate.noteInput(path: path) }
        if let output { try OutputGate.checkFile(output) }
        for path in files {
            let file = try PlaceReader.read(path: path, format: inputFormat)
            if output != nil { all += file.places }
            guard !verbosity.quiet else { continue }
            let report = PlaceReport(
                path: path,
                form: file.format.rawValue,
                name: file.name,
                places: file.places,
                leftOut: file.leftOut
            )
            let text = report.text(width: Terminal.width, first: first, colour: Terminal.wantsColour)
            let more = try view.text(of: file, path: path, first: first)
            try Terminal.print((isFirst ? "" : "\n") + text + more)
            isFirst = false
        }
        guard let output, let format = Self.format(of: output) else { return }
        let file = try OutputFile(path: output, makesFolder: false)
        try PlaceWriter.write(all, as: format) { bytes throws(FileFailure) in try file.write(bytes) }
        try file.finish()
        let relative = all.count { $0.heightAboveDevice.map { $0 != 0 } ?? false }
        if relative > 0 {
            verbosity.note("\(relative) heights above the device are not in \(output), which contains only altitudes")
        }
        verbosity.note("\(output) contains \(all.count) place\(all.count == 1 ? "" : "s")")
    }

    private static func format(of path: String) -> PlaceWriter.Format? {
        PlaceWriter.Format.allCases.first { path.lowercased().hasSuffix(".\($0.rawValue)") }
    }
}

struct RouteCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Measure the legs of a route with every distance formula, and show what a user sees of it.",
        discussion: """
            Reads CloudMade's JSON, GPX, GeoJSON, KML and encoded polylines; the format is detected from the content. \
            Shows the length of each leg along geodesics, its bearing, the turn at its start, and the corresponding \
            values in the file.

            --at or --recording adds what a user sees: arrows every 3 m on the next part of the route, the size of the \
            finish mark, and the position of the finish on the screen. If the finish is off the screen, the position \
            of the hint label, which shows the direction to turn, is given instead.

            --output writes a CSV. It contains the arrows with --at, one row per fix with --recording, and otherwise \
            the legs with their length by every formula.
            """
    )

    @Argument(help: "File with one route.")
    var file: String

    @Option(help: ArgumentHelp("Format of the file (default: detected).", valueName: "NAME"))
    var inputFormat: RouteFormat?

    @Flag(help: "Measure between points (default: between instructions).")
    var points = false

    @Option(
        name: .customLong("formula"),
        help: ArgumentHelp("Distance formula; repeatable (default: all).", valueName: "NAME")
    )
    var formulaNames: [String] = []

    @OptionGroup(title: "User") var viewer: RouteViewerOptions

    @Option(help: ArgumentHelp("Number of legs, and of fixes, to show.", valueName: "COUNT"))
    var first = 20

    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(help: ArgumentHelp("CSV file to write; - for standard output.", valueName: "FILE.csv"))
    var output: String?

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if first < 0 { throw ValidationError("--first is \(first); use 0 or more.") }
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a file.") }
        if json, output == "-" { throw ValidationError("--json and --output - exclude each other; remove one.") }
        try formulaNames.validateDistinct("--formula")
    }

    func run() throws {
        try GeodesicReference.load()
        let read = try RouteReader.read(path: file, format: inputFormat)
        // If the number of routes is not 1, the file is read again to report the error. Otherwise, it is read only
        // once, because it may be a pipe.
        let route = read.routes.count == 1 ? read.routes[0] : try RouteReader.route(ofFile: file, format: read.format)
        if let output, output != "-" { try OutputGate.checkFile(output) }
        let report = RouteReport(
            path: file,
            form: read.format.rawValue,
            measurement: RouteMeasurement(
                route,
                formulas: try DistanceArguments.formulas(formulaNames),
                division: points ? .points : .instructions
            ),
            viewer: try viewer.viewer(of: route, verbosity)
        )
        for (reason, count) in read.leftOut.sorted(by: { $0.key < $1.key }) {
            verbosity.note("\(file): left out: \(count) × \(reason)")
        }
        if let output { try write(report.csv(), to: output) }
        if json {
            try Terminal.print(json: try report.json())
        } else if !verbosity.quiet, output != "-" {
            try Terminal.print(report.text(width: Terminal.width, first: first, colour: Terminal.wantsColour))
        }
    }

    private func write(_ text: String, to output: String) throws {
        guard output != "-" else { return try Terminal.write(Array(text.utf8)) }
        try OutputFile.write(Array(text.utf8), to: output)
        verbosity.explain("wrote \(output)")
    }
}

struct SceneCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "scene",
        abstract: "Estimate the heading of a tracked scene's axes from location fixes, as Yandex.Maps does.",
        discussion: """
            Requires recordings with poses, such as ARKit's, and fixes with an accuracy. Shows each correction of the \
            axes, its uncertainty, and the yaw error that remains. The error is measured with the recording's \
            reference. --turn adds a known error, which the corrections should remove.

            --output writes a page with a map of the track and the fixes, and the angle of each pair of fixes.
            """
    )

    @Argument(help: "Recordings: folders or files.")
    var recordings: [String]

    @OptionGroup var reading: RecordingOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Rotate the scene clockwise by this angle first, as a known error.",
            valueName: "DEGREES"
        )
    )
    var turn: Double = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Exclude fixes with a smaller accuracy radius.", valueName: "METRES")
    )
    var bestAccuracy: Double?

    @OptionGroup(title: "Method") var method: SceneMethodOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(help: ArgumentHelp("HTML page to write, with a map and the angles of all pairs.", valueName: "FILE.html"))
    var output: String?

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        try Setting.turn.validate(turn)
        try Setting.accuracy.validate(bestAccuracy, option: "best-accuracy")
        if let output, !output.hasSuffix(".html") {
            throw ValidationError("--output is '\(output)'; name a file that ends in .html.")
        }
    }

    func run() throws {
        if let output { try OutputGate.checkFile(output) }
        var options = SceneEvaluationOptions()
        options.keepsTrace = output != nil
        options.locator.aligner = try method.parameters()
        options.addedTurn = Angle(degrees: turn)
        options.bestAccuracy = bestAccuracy
        let known = try reading.reader(verbosity)
        var scenes: [SceneEvaluation] = []
        for path in recordings {
            reading.noteLayout(of: path, verbosity)
            let reader = reading.guess ? try reading.reader(of: path, verbosity) : known
            scenes.append(try SceneEvaluation(try reader.read(path: path), path: path, options: options))
        }
        if let output {
            try ScenePage(scenes, command: CommandLineText.current).save(to: output)
            verbosity.explain("wrote \(output)")
        }
        let report = SceneReport(scenes)
        try verbosity.show(report.text, json: json ? report.json() : nil)
    }
}

struct SimulateCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract:
            "Simulate a recording of a known motion: all sensors with the errors of a phone, and the exact reference.",
        discussion: """
            A SCENARIO is a name with parameters, such as step-yaw:angle=90deg,riseTime=0.2s, or the path of a .yaml \
            file. The same seed produces the same bytes on every machine; another seed changes only the noise. See \
             'sextant list scenarios' and 'sextant list noises'.

            --output receives a native recording: recording.yaml, a CSV for each sensor, and reference.csv.
            """
    )

    @Argument(help: "Motion of the device.")
    var scenario: String

    @Option(help: ArgumentHelp("Folder of the recording; created if it does not exist.", valueName: "DIR"))
    var output: String

    @Option(parsing: .unconditional, help: ArgumentHelp("Seed of the random numbers.", valueName: "S"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Duration: 30, 90s, 5min (default: the scenario's duration).", valueName: "S"))
    var duration: String?

    @Option(
        help: ArgumentHelp(
            "Sensors and their errors. 'sextant inspect --fit-noise' writes a FILE for a sensor.",
            valueName: "NAME|FILE"
        )
    )
    var noise: String = "iphone4s"

    @Option(
        name: .customLong("rate"),
        help: ArgumentHelp(
            "Samples per second of one stream (gyroscope=200) or of the three vector sensors (200); repeatable.",
            valueName: "[STREAM=]HZ"
        )
    )
    var rates: [String] = []

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if output.isEmpty { throw ValidationError("--output is empty; name a directory.") }
    }

    func run() throws {
        let scenario = try SimulationArguments.scenario(
            scenario,
            duration: try SimulationArguments.duration(duration)
        )
        var noise = try SimulationArguments.noise(noise)
        for rate in rates { try SimulationArguments.setRate(rate, of: &noise) }
        let simulation = Simulation(scenario, noise: noise, seed: seed)
        try SimulationArguments.checkLength(simulation, inMemory: false)
        let files = simulation.files()
        let rows = try WrittenFolder.write(files, to: output, verbosity)
        guard !verbosity.quiet else { return }
        let streams = noise.streams.map(\.rawValue).joined(separator: ", ")
        try Terminal.print(
            """
            \(output): \(scenario.name), \(DecimalText.exact(scenario.duration)) s, noise \(noise.name), seed \(seed)
              \(streams); \(rows) samples

            """
        )
    }
}
