import ArgumentParser
import Foundation
import Pipelines
import Recordings
import SensorFilters
import SensorModel

/// `sextant filter`.
struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Pass columns of a CSV through a filter: any CSV in, the same CSV out, filtered.",
        discussion: """
            The named columns are replaced by the filter's output; all others pass through as they are. Rows stream: the command \
            works in a pipe and needs constant memory. Samples that the filter leaves out repeat its last output and are counted \
            on standard error; before its first output a cell stays empty. With --output the file appears when it is whole: an error \
            or Ctrl-C leaves none.
            """
    )

    @Argument(help: "A CSV file with a header line, or - for standard input.")
    var input: String

    @Option(help: ArgumentHelp("Filters, one behind the other: lowPass:cutoff=5Hz+movingAverage.", valueName: "SPEC"))
    var filter: String

    @Option(help: ArgumentHelp("Columns to filter, by name.", valueName: "A,B,C"))
    var columns: String

    @Option(help: ArgumentHelp("The column that holds the time in seconds.", valueName: "NAME"))
    var time: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Rows per second, for a file without a time column.", valueName: "HZ")
    )
    var rate: Double?

    @Option(
        help: ArgumentHelp(
            "What the columns are: scalar (each by itself), heading (each, degrees), vector (3), quaternion (4: w,x,y,z).",
            valueName: "DOMAIN"
        )
    )
    var domain: String?

    @Option(help: ArgumentHelp("The character between fields; 'tab' for a tabulator.", valueName: "CHARACTER"))
    var delimiter: String = ","

    @Option(
        help: ArgumentHelp("Where the CSV goes, whole or not at all (default: standard output).", valueName: "FILE")
    )
    var output: String?

    @OptionGroup var rows: ReaderOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a file.") }
        if time != nil, rate != nil { throw ValidationError("--time and --rate exclude each other; take one out.") }
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
            throw UsageError("--delimiter: found '\(delimiter)', expected one ASCII character or 'tab'; change it")
        }
        return bytes[0]
    }

    /// The time column that was named, or the only candidate for one.
    private func clock(of reader: DelimitedReader) throws -> FilterStream.Clock {
        if let time { return .column(time) }
        if let rate { return .rate(rate) }
        let candidates = ["t", "time", "timestamp", "seconds_elapsed"]
        let found = candidates.filter { (reader.header ?? []).contains($0) }
        guard let only = found.first, found.count == 1 else {
            throw UsageError(
                "found no --time and no --rate, expected one of them; name the column that holds the seconds, or the rows per second"
            )
        }
        return .column(only)
    }

    private func chosenDomain(_ specification: FilterSpecification, columnCount: Int) throws -> FilterDomain {
        let domains = specification.domains
        if let domain {
            guard let chosen = FilterDomain(rawValue: domain) else {
                let all = FilterDomain.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("--domain: found '\(domain)', expected one of \(all); change it")
            }
            return chosen
        }
        if domains.contains(.scalar) { return .scalar }
        guard let only = domains.first, domains.count == 1 else {
            let words =
                domains.isEmpty ? "none that all filters share" : domains.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--filter \(filter): found the domains \(words), expected one; choose with --domain")
        }
        return only
    }
}
