import ArgumentParser
import Foundation
import Pipelines
import Recordings
import SensorFilters
import SensorModel

/// `sextant filter`.
struct FilterCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Filter columns of a CSV.",
        discussion: """
            The filter's output replaces the named columns; other columns are copied. The command reads and writes row by row, \
            works in a pipe and uses constant memory. For a sample that the filter leaves out, its last output is repeated and \
            the sample is counted on standard error; before the first output the cell is empty. The file of --output appears \
            when it is complete; after an error or Ctrl-C it does not exist.
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
            "Kind of the columns: scalar, heading (degrees), vector (3 columns) or quaternion (4 columns: w,x,y,z).",
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
        let specification = try FilterSpecification(parsing: filter)
        let byte = try delimiterByte()
        let format = DelimitedFormat(delimiter: byte, emptyIsNaN: true)
        let reader =
            input == "-"
            ? try DelimitedReader(
                descriptor: FileHandle.standardInput.fileDescriptor,
                name: "standard input",
                format: format,
                reading: rows.reading
            )
            : try DelimitedReader(path: input, format: format, reading: rows.reading)
        let names = columns.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var stream = try FilterStream(
            specification: specification,
            domain: try chosenDomain(specification, columnCount: names.count),
            columns: names,
            clock: try clock(of: reader),
            reader: reader,
            delimiter: byte
        )
        if let output {
            let file = try StreamedFile(path: output)
            try stream.run { bytes throws(OutputError) in try file.write(bytes) }
            try file.commit()
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
            throw UsageError("--delimiter: found '\(delimiter)', expected one ASCII character or 'tab'")
        }
        return bytes[0]
    }

    /// The clock of the options, or the only column with a usual name of a time.
    private func clock(of reader: DelimitedReader) throws -> FilterStream.Clock {
        if let time { return .column(time) }
        if let rate { return .rate(rate) }
        let candidates = ["t", "time", "timestamp", "seconds_elapsed"]
        let found = candidates.filter { (reader.header ?? []).contains($0) }
        guard let only = found.first, found.count == 1 else {
            throw UsageError(
                "the time column is unknown; name the column of the seconds with --time, or the rows per second with --rate"
            )
        }
        return .column(only)
    }

    private func chosenDomain(_ specification: FilterSpecification, columnCount: Int) throws -> FilterDomain {
        let domains = specification.domains
        if let domain {
            guard let chosen = FilterDomain(rawValue: domain) else {
                let all = FilterDomain.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("--domain: found '\(domain)', expected one of \(all)")
            }
            return chosen
        }
        if domains.contains(.scalar) { return .scalar }
        guard let only = domains.first, domains.count == 1 else {
            guard !domains.isEmpty else {
                throw UsageError("--filter \(filter): the filters have no common domain; apply them one by one")
            }
            let words = domains.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--filter \(filter): several domains are possible: \(words); choose one with --domain")
        }
        return only
    }
}
