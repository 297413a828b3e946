import ArgumentParser
import Experiments
import Pipelines
import Recordings
import SensorFilters
import SensorModel

struct FilterCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Filter columns of a CSV.",
        discussion: """
            The filter's output replaces the named columns; other columns are copied. The command reads and writes row \
            by row, works in a pipe and uses constant memory. For a skipped sample, the previous output is repeated; \
            the cell is empty if there is no previous output. The number of skipped samples is printed on standard \
            error. The file of --output is created after the last row; an error or Ctrl-C leaves no file.
            """
    )

    @Argument(help: "CSV file with a header line, or - for standard input.")
    var input: String

    @Option(help: ArgumentHelp("Filters to apply in order: lowPass:cutoff=5Hz+movingAverage.", valueName: "SPEC"))
    var filter: String

    @Option(help: ArgumentHelp("Names of the columns to filter.", valueName: "A,B,C"))
    var columns: String

    @Option(
        help: ArgumentHelp(
            "Column of the time in seconds (default: t, time, timestamp or seconds_elapsed).",
            valueName: "NAME"
        )
    )
    var time: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Rows per second of a file without a time column.", valueName: "HZ")
    )
    var rate: Double?

    @Option(
        help: ArgumentHelp(
            "Kind of the columns: scalar, heading (degrees), vector (3 columns) or quaternion (4 columns: w,x,y,z) "
                + "(default: heading for columns with such a name, otherwise scalar).",
            valueName: "DOMAIN"
        )
    )
    var domain: String?

    @Option(help: ArgumentHelp("Character between fields; 'tab' for a tabulator.", valueName: "CHARACTER"))
    var delimiter: String = ","

    @Option(
        help: ArgumentHelp("CSV file to write (default: standard output).", valueName: "FILE")
    )
    var output: String?

    @OptionGroup var rows: ReaderOption

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a file.") }
        if time != nil, rate != nil { throw ValidationError("--time and --rate exclude each other; remove one.") }
        try Setting.rowRate.validate(rate, option: "rate")
    }

    func run() throws {
        let specification = try FilterSpecification(parsing: filter, lookup: CommandExtension.catalogue.stages)
        let byte = try delimiterByte()
        let format = DelimitedFormat(delimiter: byte, emptyIsNaN: true)
        let reader = try rows.open(input, format: format)
        let names = columns.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var stream = try FilterStream(
            specification: specification,
            domain: try chosenDomain(specification, names),
            columns: names,
            clock: try clock(of: reader),
            reader: reader,
            delimiter: byte
        )
        if let output {
            let file = try OutputFile(path: output, makesFolder: false)
            try stream.run { bytes throws(FileFailure) in try file.write(bytes) }
            try file.finish()
        } else {
            try stream.run { bytes throws(OutputError) in try Terminal.write(bytes) }
        }
        if !verbosity.quiet, stream.skips.leftOut + stream.skips.restarts > 0 {
            Terminal.printError("sextant: \(SkipText.words(stream.skips))\n")
        }
    }

    private func delimiterByte() throws -> UInt8 {
        if delimiter == "tab" { return UInt8(ascii: "\t") }
        let bytes = Array(delimiter.utf8)
        guard bytes.count == 1, bytes[0] != UInt8(ascii: "\""), bytes[0] > 31 || bytes[0] == 9 else {
            throw UsageError(
                "--delimiter: '\(delimiter)' must be 'tab' or one printable ASCII character except the quotation mark"
            )
        }
        return bytes[0]
    }

    /// Returns the clock that an option sets. Without such an option, the clock is the only column with a usual name
    /// for times, such as `timestamp`.
    private func clock(of reader: DelimitedReader) throws -> FilterStream.Clock {
        if let time { return .column(time) }
        if let rate { return .rate(rate) }
        let candidates = ["t", "time", "timestamp", "seconds_elapsed"]
        let found = candidates.filter { (reader.header ?? []).contains($0) }
        guard let only = found.first, found.count == 1 else {
            throw UsageError(
                "the time column is unknown; name the column of seconds with --time, or set the rows per second with "
                    + "--rate"
            )
        }
        return .column(only)
    }

    /// Words that identify a column of headings: angles from 0° to 360°, where 359° is next to 0°.
    private static let headingWords: Set<String> = ["heading", "azimuth", "bearing", "course", "compass", "yaw"]

    private static func isHeading(_ column: String) -> Bool {
        let words = column.lowercased().split { !$0.isLetter }.map(String.init)
        return !headingWords.isDisjoint(with: words) || column.hasSuffix("Heading") || column.hasSuffix("Azimuth")
    }

    private func chosenDomain(_ specification: FilterSpecification, _ columns: [String]) throws -> FilterDomain {
        let domains = specification.domains
        if let domain {
            guard let chosen = FilterDomain(rawValue: domain) else {
                let all = FilterDomain.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("--domain: unknown domain '\(domain)'; use one of \(all)")
            }
            return chosen
        }
        let headings = domains.contains(.heading) ? columns.filter(Self.isHeading) : []
        if headings.count == columns.count {
            verbosity.note("\(columns.joined(separator: ", ")): filtered as headings in degrees; see --domain")
            return .heading
        }
        if let first = headings.first {
            throw UsageError(
                "--columns: the column '\(first)' seems to contain compass headings, but other columns do not; filter "
                    + "'\(first)' separately, or set --domain scalar"
            )
        }
        if domains.contains(.scalar) { return .scalar }
        guard let only = domains.first, domains.count == 1 else {
            guard !domains.isEmpty else {
                throw UsageError(
                    "--filter \(filter): these filters have no --domain in common; apply the filters one by one"
                )
            }
            let words = domains.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--filter \(filter): several domains are possible: \(words); choose one with --domain")
        }
        return only
    }
}

/// Replaces the selected columns of a CSV with the outputs of filters, one block of rows at a time.
struct FilterStream {
    /// The source of the rows' times.
    enum Clock {
        case column(String)
        case rate(Hertz)
    }

    private let reader: DelimitedReader
    private let clock: Clock
    private let selected: [DelimitedColumn]
    /// One element for each field of a row: the field's index among the filtered columns, or `nil` if the field is
    /// copied without filtering.
    private let columnIndices: [Int?]
    // Only the property for the chosen kind of values contains filters. Each kind has a separate property, so that
    // filters can be updated in place.
    private var scalars: [FilterChain<Double>] = []
    private var headings: [FilterChain<Heading>] = []
    private var vector: FilterChain<Vector3>?
    private var quaternion: FilterChain<UnitQuaternion>?
    private var writer: DelimitedWriter
    private var rowCount = 0
    /// The filters' outputs for a block, column by column. A value is `nil` if the filter has not produced an output
    /// yet.
    private var outputs: [Double?] = []

    /// Selects the columns and creates the filters.
    ///
    /// - Throws: `UsageError` for a repeated column, or for a number of columns that does not fit the domain, such as 2
    ///   for vectors. `InputError` for an invalid parameter of a filter.
    init(
        specification: FilterSpecification,
        domain: FilterDomain,
        columns: [String],
        clock: Clock,
        reader: DelimitedReader,
        delimiter: UInt8
    ) throws {
        try Self.check(columns, domain)
        self.reader = reader
        self.clock = clock
        let header = reader.header ?? []
        let wanted = Dictionary(zip(columns, columns.indices)) { first, _ in first }
        columnIndices = header.map { wanted[$0] }
        selected = columns.map(DelimitedColumn.named) + clock.column
        writer = DelimitedWriter(delimiter: delimiter)
        switch domain {
        case .scalar: scalars = Array(repeating: try specification.makeScalar(), count: columns.count)
        case .heading: headings = Array(repeating: try specification.makeHeading(), count: columns.count)
        case .vector: vector = try specification.makeVector()
        case .quaternion: quaternion = try specification.makeQuaternion()
        }
        for name in header { Self.pass(name, to: &writer) }
        writer.endRow()
    }

    /// The counts of samples that the filters skipped.
    var skips: SkipCounts {
        let single = [vector?.skips, quaternion?.skips].compactMap { $0 }
        return (scalars.map(\.skips) + headings.map(\.skips) + single).reduce(into: SkipCounts()) { $0 += $1 }
    }

    /// Filters all rows and passes the output to `write`, one block at a time.
    ///
    /// - Throws: `InputError` for an invalid row, and errors of `write`.
    mutating func run<Failure: Error>(_ write: (UnsafeRawBufferPointer) throws(Failure) -> Void) throws {
        var failure: Failure?
        try reader.forEachBlock(of: selected, storingText: true) { block throws(InputError) in
            if failure != nil { return }
            append(block)
            do throws(Failure) { try writer.drain(to: write) } catch { failure = error }
        }
        if let failure { throw failure }
        try writer.drain(to: write)
    }

    private mutating func append(_ block: DelimitedBlock) {
        filter(block)
        rowCount += block.rowCount
        if block.textIsPlain { return writer.append(block, places: columnIndices, columns: outputs) }
        for row in 0..<block.rowCount {
            for (field, column) in columnIndices.enumerated() {
                if let column {
                    writer.append(outputs[column * block.rowCount + row])
                } else {
                    writer.append(verbatim: block.text(row: row, field: field))
                }
            }
            writer.endRow()
        }
    }

    /// Filters the columns of a block into ``outputs``, one column after another.
    private mutating func filter(_ block: DelimitedBlock) {
        let rows = block.rowCount
        outputs.removeAll(keepingCapacity: true)
        outputs += repeatElement(nil, count: (selected.count - clock.column.count) * rows)
        let times = times(of: block)
        outputs.withUnsafeMutableBufferPointer { outputs in
            for column in scalars.indices {
                let (values, first) = (block[column], column * rows)
                scalars[column].update(rows, { (values[$0], times[$0]) }, store: { outputs[first + $0] = $1 })
            }
            for column in headings.indices {
                let (values, first) = (block[column], column * rows)
                headings[column].update(rows, { (Heading(degrees: values[$0]), times[$0]) }) {
                    outputs[first + $0] = $1?.degrees
                }
            }
            vector?.update(rows, { (Vector3(block[0][$0], block[1][$0], block[2][$0]), times[$0]) }) { row, output in
                (outputs[row], outputs[rows + row]) = (output?.x, output?.y)
                outputs[2 * rows + row] = output?.z
            }
            quaternion?.update(
                rows,
                { (UnitQuaternion(unchecked: block[0][$0], block[1][$0], block[2][$0], block[3][$0]), times[$0]) },
                store: { row, output in
                    (outputs[row], outputs[rows + row]) = (output?.w, output?.x)
                    (outputs[2 * rows + row], outputs[3 * rows + row]) = (output?.y, output?.z)
                }
            )
        }
    }

    private func times(of block: DelimitedBlock) -> [Seconds] {
        switch clock {
        case .column: Array(block[selected.count - 1])
        case .rate(let rate): (0..<block.rowCount).map { Double(rowCount + $0) / rate }
        }
    }

    private static func pass(_ name: String, to writer: inout DelimitedWriter) {
        var name = name
        name.withUTF8 { writer.append(verbatim: $0) }
    }

    private static func check(_ columns: [String], _ domain: FilterDomain) throws {
        var known: Set<String> = []
        if let twice = columns.first(where: { !known.insert($0).inserted }) {
            throw UsageError("--columns: '\(twice)' is given twice; remove one")
        }
        let needed: Int? =
            switch domain {
            case .scalar, .heading: nil
            case .vector: 3
            case .quaternion: 4
            }
        guard let needed, columns.count != needed else { return }
        throw UsageError(
            "--columns: a \(domain.rawValue) has \(needed) columns, not \(columns.count); name \(needed) columns, or "
                + "use another --domain"
        )
    }
}

extension FilterStream.Clock {
    fileprivate var column: [DelimitedColumn] {
        switch self {
        case .column(let name): [.named(name)]
        case .rate: []
        }
    }
}

/// The message about the samples that a filter skipped: a count for each reason.
enum SkipText {
    static func words(_ skips: SkipCounts) -> String {
        let parts = [
            (skips.nonFinite, "not finite"), (skips.zero, "of length zero"),
            (skips.notLater, "not later than the previous one"), (skips.undetermined, "undetermined"),
            (skips.restarts, "restarts after a gap"),
        ]
        let words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "samples skipped by the filter: " + words.joined(separator: ", ")
    }
}
