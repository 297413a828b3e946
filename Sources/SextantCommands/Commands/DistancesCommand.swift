import ArgumentParser
import Evaluation
import Geodesy
import Positions
import Recordings
import Reporting
import SensorModel

struct DistancesCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "distances",
        abstract: "Measure the errors of distance formulas, compared with the geodesic.",
        discussion: """
            PAIRS.csv has two points in each row, in degrees: lat1,lon1,lat2,lon2, or names such as latitude_1, \
            from_lat, end_lng. With --along or --from it has one point in each row: lat,lon. Other columns are copied. \
            Longitudes outside ±180° are accepted; latitudes outside ±90° are errors.

            Every formula of 'sextant list formulas' is compared with PROJ's geodesic on WGS84, the reference. \
            --output receives distances.csv (the input's columns, then reference_m and <formula>_m), distances.json, \
            distances.md and bands.csv.
            """
    )

    @Argument(help: ArgumentHelp("CSV file with a header line, or - for standard input.", valueName: "PAIRS.csv"))
    var input: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Measure N random pairs of points instead of a file, from 1 cm apart to antipodal, at all latitudes.",
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

    @Flag(help: "Measure a route: the distance from each row's point to the next, and the total.")
    var along = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Accepted error, such as 1m, 5cm or 20ppm.", valueName: "LENGTH")
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
            throw ValidationError("\(stray) requires --random; add --random N, or remove \(stray).")
        }
        let ofFiles = [("--from", from != nil), ("--along", along)].filter(\.1).map(\.0)
        if input == nil, let stray = ofFiles.first {
            throw ValidationError("\(stray) requires PAIRS.csv; name a file, or remove \(stray).")
        }
        if pairs, output == nil { throw ValidationError("--pairs requires --output; add --output DIR.") }
        try formulaNames.validateDistinct("--formula")
    }

    func run() async throws {
        #if DEBUG
        if timing {
            throw UsageError(
                "--timing: the times of a debug build are not meaningful; build with 'swift build -c release'"
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
        for path in try sink.finish(results, command: CommandLineText.current) { verbosity.explain("wrote \(path)") }
        if !verbosity.quiet, !sink.usesStandardOutput {
            try Terminal.print(
                TerminalDistanceReport(width: Terminal.width, colour: Terminal.wantsColour).render(results)
            )
        }
    }

    private typealias Comparison = (source: DistanceSource, statistics: DistanceStatistics, sample: [PointPair])

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
        return (.random(pairs), statistics, sample)
    }

    private func compare(
        _ path: String,
        _ formulas: [FormulaEntry],
        _ tolerance: DistanceTolerance,
        _ sink: DistanceSink
    ) throws -> Comparison {
        let reader = try rows.open(path)
        let point = try from.map { try DistanceArguments.point($0) }
        let mode: DistanceStream.Mode = along ? .along : point.map { .from($0) } ?? .pairs
        var stream = try DistanceStream(reader: reader, mode: mode, formulas: formulas, tolerance: tolerance)
        try stream.run(sink.write)
        let source: DistanceSource =
            along ? .along(file: reader.name) : point.map { .from($0, file: reader.name) } ?? .pairs(file: reader.name)
        return (source, stream.statistics, stream.sample)
    }
}

/// Measures distances between the points in a CSV file, one block of rows at a time. The output contains the rows of
/// the file, with additional columns for every formula.
struct DistanceStream {
    /// The rule that chooses the two points of each distance.
    enum Mode {
        /// The distance between two points in the same row.
        case pairs
        /// The given point and the point of the row.
        case from(GeographicPoint)
        /// The distance between the points of the previous row and this row.
        case along
    }

    private let reader: DelimitedReader
    private let mode: Mode
    private let columns: [DelimitedColumn]
    private let formulas: [FormulaEntry]
    private var previous: GeographicPoint?
    private var rowCount = 0
    private(set) var statistics: DistanceStatistics
    /// The first pairs of points. They are used to measure the computing time for one distance.
    private(set) var sample: [PointPair] = []

    /// Creates a stream, and checks the columns of the file.
    ///
    /// - Throws: `InputError` if a required column is missing, or if a column has the name of one of the added columns.
    init(reader: DelimitedReader, mode: Mode, formulas: [FormulaEntry], tolerance: DistanceTolerance) throws {
        self.reader = reader
        self.mode = mode
        self.formulas = formulas
        statistics = DistanceStatistics(formulas: formulas, tolerance: tolerance)
        switch mode {
        case .pairs:
            let advice = "use --along for a route, or --from LAT,LON for the distances from one point"
            let (start, end) = try CoordinateColumns.pair(in: reader, advice: advice)
            columns = start.both + end.both
        case .from, .along:
            columns = try CoordinateColumns.point(in: reader).both
        }
        if let name = DistanceRows.columns(formulas).first(where: { reader.header?.contains($0) ?? false }) {
            throw InputError(
                file: reader.name,
                line: 1,
                message: "the input has a column '\(name)', but the output needs this name for a new column",
                advice: "rename or remove the column"
            )
        }
    }

    /// Measures all rows and passes the rows of `distances.csv` to `write`.
    ///
    /// - Throws: `InputError` for an invalid row or a file without pairs, and errors of `write`.
    mutating func run(_ write: (([UInt8]) throws -> Void)?) throws {
        var output = DistanceRows(formulas: formulas)
        output.appendHeader(reader.header ?? [])
        var failure: (any Error)?
        try reader.forEachBlock(of: columns, storingText: write != nil) { block throws(InputError) in
            if failure != nil { return }
            let offset = try append(block)
            guard let write else { return }
            for row in 0..<block.rowCount {
                let pair = row - offset.skipped
                output.append(
                    block,
                    row: row,
                    fields: reader.fieldCount,
                    offset.measured,
                    pair: pair >= 0 ? pair : nil
                )
            }
            do { try write(output.take()) } catch { failure = error }
        }
        if let failure { throw failure }
        guard statistics.pairs > 0 else { throw nothing() }
    }

    /// Measures the pairs of points in a block of rows. Along a route, the first row has no previous point, so it is
    /// skipped.
    private mutating func append(_ block: DelimitedBlock) throws(InputError) -> (measured: MeasuredPairs, skipped: Int)
    {
        var pairs: [PointPair] = []
        pairs.reserveCapacity(block.rowCount)
        for row in 0..<block.rowCount {
            let point = try block.point(row: row, column: 0)
            switch mode {
            case .pairs: pairs.append(PointPair(from: point, to: try block.point(row: row, column: 2)))
            case .from(let start): pairs.append(PointPair(from: start, to: point))
            case .along:
                if let previous { pairs.append(PointPair(from: previous, to: point)) }
                previous = point
            }
        }
        rowCount += block.rowCount
        let measured = MeasuredPairs(pairs, formulas: formulas)
        statistics.add(measured)
        sample += pairs.prefix(DistanceTiming.longestSample - sample.count)
        return (measured, block.rowCount - pairs.count)
    }

    private func nothing() -> InputError {
        InputError(
            file: reader.name,
            message:
                "\(rowCount == 0 ? "the file has no points" : "the file has one point, but at least 2 are needed")",
            advice: "check that the file is complete"
        )
    }
}

/// The rows of `distances.csv`: the input's columns, and the distances of the reference and of each formula.
///
/// Distances are in metres, rounded to nanometres.
struct DistanceRows {
    private let formulas: [FormulaEntry]
    private var writer = DelimitedWriter()

    init(formulas: [FormulaEntry]) {
        self.formulas = formulas
    }

    /// Returns the names of the columns that follow the input's columns.
    static func columns(_ formulas: [FormulaEntry]) -> [String] {
        ["reference_m"] + formulas.map { $0.name + "_m" }
    }

    mutating func appendHeader(_ input: [String]) {
        for name in input + Self.columns(formulas) { writer.append(name) }
        writer.endRow()
    }

    /// Appends one row for each random pair of points: the coordinates of both points, then the distances.
    mutating func append(_ measured: MeasuredPairs) {
        for (row, pair) in measured.pairs.enumerated() {
            for point in [pair.start, pair.end] {
                writer.append(point.latitudeDegrees)
                writer.append(point.longitudeDegrees)
            }
            appendDistances(measured, row)
        }
    }

    /// Appends an input row and the distances between its two points. If `pair` is `nil`, the distances are empty.
    mutating func append(_ block: DelimitedBlock, row: Int, fields: Int, _ measured: MeasuredPairs, pair: Int?) {
        for field in 0..<fields { writer.append(cell: block.text(row: row, field: field)) }
        appendDistances(measured, pair)
    }

    /// Returns the rows since the last call.
    mutating func take() -> [UInt8] { writer.take() }

    private mutating func appendDistances(_ measured: MeasuredPairs, _ row: Int?) {
        writer.append(row.map { measured.references[$0].distance.roundedToNanometres })
        for distances in measured.distances {
            writer.append(row.flatMap { distances[$0] }.map(\.roundedToNanometres))
        }
        writer.endRow()
    }
}

/// The files that `sextant distances` writes, or standard output.
struct DistanceSink {
    /// A closure that writes rows of `distances.csv`, or `nil` if no rows are requested.
    let write: (([UInt8]) throws -> Void)?
    let usesStandardOutput: Bool
    private let directory: String?
    private let rows: OutputFile?

    /// Opens the output.
    ///
    /// - Parameters:
    ///   - output: A directory, `-` for standard output, or `nil`.
    ///   - writesRows: Whether `distances.csv` is requested.
    /// - Throws: `FileFailure` if the directory cannot be written.
    init(output: String?, writesRows: Bool) throws {
        usesStandardOutput = output == "-"
        directory = usesStandardOutput ? nil : output
        if let directory {
            try ReportWriter(directory: directory).check()
            try ResultFolder.claim(directory, .distances, names: ["distances.json", "distances.md", "bands.csv"])
        }
        let path = writesRows ? directory.map(Self.rowsPath) : nil
        rows = try path.map { try OutputFile(path: $0) }
        if usesStandardOutput {
            write = writesRows ? { try Terminal.write($0) } : nil
        } else {
            write = rows.map { file in { try file.write($0) } }
        }
    }

    /// Writes the reports and completes `distances.csv`.
    ///
    /// - Returns: the paths of the files.
    func finish(_ results: DistanceResults, command: String) throws -> [String] {
        guard let directory else { return [] }
        let paths = try ReportWriter(directory: directory).write(try results.files(command: command))
        try rows?.finish()
        try OutputGate.commit()
        guard rows != nil else { return paths }
        return paths + [Self.rowsPath(directory)]
    }

    private static func rowsPath(_ directory: String) -> String { "\(directory)/distances.csv" }
}
