import ArgumentParser
import Evaluation
import Foundation
import Geodesy
import Positions
import Recordings
import Reporting
import SensorModel

/// `sextant distances`.
struct DistancesCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "distances",
        abstract: "Measure the errors of distance formulas, compared with the geodesic.",
        discussion: """
            PAIRS.csv has two points in each row, in degrees: lat1,lon1,lat2,lon2, or names such as latitude_1, from_lat, \
            end_lng. With --along or --from it has one point in each row: lat,lon. Other columns are copied. Longitudes may \
            exceed a full turn; a latitude beyond a pole is an error.

            Every formula of 'sextant list formulas' is compared with PROJ's geodesic on WGS84, the reference. --output receives \
            distances.csv (the input's columns, then reference_m and <formula>_m), distances.json, distances.md and bands.csv.
            """
    )

    @Argument(help: ArgumentHelp("CSV file with a header line, or - for standard input.", valueName: "PAIRS.csv"))
    var input: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Measure N random pairs instead of a file, from 1 cm to antipodal, at all latitudes.",
            valueName: "N"
        )
    )
    var random: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("Seed of the random pairs (default: 1).", valueName: "S"))
    var seed: UInt64?

    @Option(
        name: .customLong("formula"),
        help: ArgumentHelp("Formula to measure; repeatable (default: all).", valueName: "NAME")
    )
    var formulaNames: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Measure the distance of every row's point from this point.", valueName: "LAT,LON")
    )
    var from: String?

    @Flag(help: "Measure along the points: the distance from each row to the next, and the total.")
    var along = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Accepted error: 1m, 5cm, 20ppm.", valueName: "LENGTH")
    )
    var tolerance: String = "1m"

    @Option(
        help: ArgumentHelp(
            "Write reports to this directory; - writes only distances.csv, to standard output.",
            valueName: "DIR"
        )
    )
    var output: String?

    @Flag(help: "Write random pairs to distances.csv.")
    var pairs = false

    @Flag(help: "Measure the time per distance (release builds only).")
    var timing = false

    @OptionGroup var jobs: JobsOption

    @OptionGroup var rows: ReaderOption

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if input == nil, random == nil {
            throw ValidationError("There is nothing to measure; name PAIRS.csv, or add --random N.")
        }
        if input != nil, random != nil {
            throw ValidationError("PAIRS.csv and --random exclude each other; remove one.")
        }
        try Setting.randomPairs.validate(random)
        if from != nil, along { throw ValidationError("--from and --along exclude each other; remove one.") }
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a directory.") }
        let ofRandom = [("--seed", seed != nil), ("--pairs", pairs)].filter(\.1).map(\.0)
        if random == nil, let stray = ofRandom.first {
            throw ValidationError("\(stray) requires --random; add it, or remove \(stray).")
        }
        let ofFiles = [("--from", from != nil), ("--along", along)].filter(\.1).map(\.0)
        if input == nil, let stray = ofFiles.first {
            throw ValidationError("\(stray) requires PAIRS.csv; name it, or remove \(stray).")
        }
        if pairs, output == nil { throw ValidationError("--pairs writes a file; add --output DIR.") }
        try formulaNames.validateDistinct("--formula")
    }

    func run() async throws {
        #if DEBUG
        if timing {
            throw UsageError(
                "--timing: found a debug build, expected a release build; build with swift build -c release"
            )
        }
        #endif
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

    /// The command line, quoted for a shell.
    private var command: String { CommandLineText.joined(["sextant"] + CommandLine.arguments.dropFirst()) }

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
            jobs: jobs.count
        )
        let progress = ProgressLine(isQuiet: verbosity.quiet)
        defer { progress.end() }
        var table = DistanceRows(formulas: formulas)
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
