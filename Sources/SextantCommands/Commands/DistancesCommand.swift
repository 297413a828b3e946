import ArgumentParser
import Evaluation
import Foundation
import Geodesy
import Recordings
import Reporting
import SensorModel

/// `sextant distances`.
struct DistancesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "distances",
        abstract: "Compare distance formulas with the geodesic: how far off, and where.",
        discussion: """
            PAIRS is a CSV file with two points in each row, in degrees: lat1,lon1,lat2,lon2, or names such as latitude_1, \
            from_lat, end_lng. With --along or --from it has one point in each row: lat,lon. Other columns are kept. \
            Longitudes may go any number of turns; a latitude beyond a pole is an error.

            Every formula of 'sextant list formulas' is compared with PROJ's geodesic on WGS84, the reference. --output gets \
            distances.csv (the input's columns, then reference_m and <formula>_m), distances.json, distances.md and bands.csv.
            """
    )

    @Argument(help: ArgumentHelp("A CSV file with a header line, or - for standard input.", valueName: "PAIRS.csv"))
    var input: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Random pairs instead: from 1 cm to antipodal, at all latitudes.", valueName: "N")
    )
    var random: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("Where the random numbers start (default: 1).", valueName: "S"))
    var seed: UInt64?

    @Flag(help: "The figures that the described systems print instead, and what is wrong with them.")
    var seeds = false

    @Option(
        name: .customLong("formula"),
        help: ArgumentHelp("A formula; give as many as you like (default: all).", valueName: "NAME")
    )
    var formulaNames: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Measure from this point to the point in each row.", valueName: "LAT,LON")
    )
    var from: String?

    @Flag(help: "Measure along the points, from each row to the next, and the whole way.")
    var along = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The error that is small enough: 1m, 5cm, 20ppm.", valueName: "LENGTH")
    )
    var tolerance: String = "1m"

    @Option(
        help: ArgumentHelp(
            "Where reports go; - writes distances.csv to standard output instead.",
            valueName: "DIR"
        )
    )
    var output: String?

    @Flag(help: "Write random pairs to distances.csv, too.")
    var pairs = false

    @Flag(help: "Measure the time for one distance, too (release builds only).")
    var timing = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Threads for random pairs (default: as many as there are cores).", valueName: "N")
    )
    var jobs: Int?

    @OptionGroup var rows: ReaderOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        let sources = [("PAIRS.csv", input != nil), ("--random", random != nil), ("--seeds", seeds)]
            .filter(\.1).map(\.0)
        if sources.isEmpty {
            throw ValidationError("There is nothing to measure; give PAIRS.csv, --random N or --seeds.")
        }
        guard sources.count == 1 else {
            throw ValidationError("\(sources[0]) and \(sources[1]) exclude each other; take one out.")
        }
        try Setting.randomPairs.validate(random)
        try Setting.jobs.validate(jobs)
        if from != nil, along { throw ValidationError("--from and --along exclude each other; take one out.") }
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
        let ofRandom = [("--seed", seed != nil), ("--pairs", pairs)].filter(\.1).map(\.0)
        if random == nil, let stray = ofRandom.first {
            throw ValidationError("\(stray) means nothing without --random; take it out.")
        }
        let ofFiles = [("--from", from != nil), ("--along", along)].filter(\.1).map(\.0)
        if input == nil, let stray = ofFiles.first {
            throw ValidationError("\(stray) means nothing without PAIRS.csv; take it out.")
        }
        if seeds, !formulaNames.isEmpty || timing || output == "-" {
            throw ValidationError("--seeds takes no --formula, no --timing and no --output -; take it out.")
        }
        if pairs, output == nil { throw ValidationError("--pairs writes a file; say where with --output DIR.") }
        var seen: Set<String> = []
        for name in formulaNames where !seen.insert(name).inserted {
            throw ValidationError("--formula \(name) is given twice; take one out.")
        }
    }

    func run() async throws {
        #if DEBUG
        if timing {
            throw UsageError(
                "--timing: found a debug build, expected a release build; build with swift build -c release"
            )
        }
        #endif
        if seeds { return try showSeeds() }
        try GeodesicReference.load()
        let formulas = try DistanceArguments.formulas(formulaNames)
        let limit = try DistanceArguments.tolerance(tolerance)
        let sink = try DistanceSink(output: output, writesRows: random == nil || pairs)
        var comparison: Comparison
        if let random {
            comparison = try await compare(RandomPairs(count: random, seed: seed ?? 1), formulas, limit, sink)
        } else {
            comparison = try compare(input ?? "-", formulas, limit, sink)
        }
        if !timing { comparison.sample = [] }
        let results = DistanceResults(
            tool: ToolVersion.tool,
            source: comparison.source,
            statistics: comparison.statistics,
            nanoseconds: timing ? formulas.map { DistanceTiming.nanoseconds($0, over: comparison.sample) } : nil
        )
        for path in try sink.finish(results, command: command) { verbosity.explain("wrote \(path)") }
        if !verbosity.quiet, !sink.usesStandardOutput {
            try Terminal.print(
                TerminalDistanceReport(width: Terminal.width, colour: Terminal.wantsColour).render(results)
            )
        }
    }

    /// The command line as a shell takes it back.
    private var command: String { CommandLineText.joined(["sextant"] + CommandLine.arguments.dropFirst()) }

    private func showSeeds() throws {
        if let output {
            for path in try PublishedFigureReportWriter(directory: output, command: command).write() {
                verbosity.explain("wrote \(path)")
            }
        }
        guard !verbosity.quiet else { return }
        try Terminal.print(TerminalPublishedFigureReport(width: Terminal.width, colour: Terminal.wantsColour).render())
    }

    private struct Comparison {
        let source: DistanceSource
        let statistics: DistanceStatistics
        var sample: [PointPair]
    }

    private func compare(
        _ pairs: RandomPairs,
        _ formulas: [FormulaEntry],
        _ tolerance: DistanceTolerance,
        _ sink: DistanceSink
    ) async throws -> Comparison {
        let comparison = RandomComparison(
            pairs: pairs,
            formulas: formulas,
            tolerance: tolerance,
            jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount
        )
        let progress = ProgressLine(isQuiet: verbosity.quiet)
        defer { progress.end() }
        var table = DistanceTable(formulas: formulas)
        table.appendHeader(["lat1", "lon1", "lat2", "lon2"])
        let statistics = try await comparison.run { measured, done in
            if let write = sink.write {
                table.append(measured)
                try write(table.take())
            }
            progress.update(done: done, of: pairs.count, "pairs")
        }
        let sample = (0..<min(pairs.count, DistanceTiming.longestSample)).map { pairs[$0] }
        return Comparison(source: .random(pairs), statistics: statistics, sample: sample)
    }

    private func compare(
        _ path: String,
        _ formulas: [FormulaEntry],
        _ tolerance: DistanceTolerance,
        _ sink: DistanceSink
    ) throws -> Comparison {
        let reader =
            path == "-"
            ? try DelimitedReader(
                descriptor: FileHandle.standardInput.fileDescriptor,
                name: "standard input",
                reading: rows.reading
            )
            : try DelimitedReader(path: path, reading: rows.reading)
        let point = try from.map { try DistanceArguments.point($0) }
        let mode: DistanceStream.Mode = along ? .along : point.map { .from($0) } ?? .pairs
        var stream = try DistanceStream(reader: reader, mode: mode, formulas: formulas, tolerance: tolerance)
        try stream.run(sink.write)
        let source: DistanceSource =
            along ? .along(file: reader.name) : point.map { .from($0, file: reader.name) } ?? .pairs(file: reader.name)
        return Comparison(source: source, statistics: stream.statistics, sample: stream.sample)
    }
}
