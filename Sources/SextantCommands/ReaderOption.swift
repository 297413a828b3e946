public import ArgumentParser
public import Recordings

extension DelimitedReading.Parser: ExpressibleByArgument {}

/// The hidden option for the parser of delimited text, for comparisons of the parsers. Results do not depend on it.
struct ReaderOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Parser for rows: fast for plain numbers with libcsv for all others, or libcsv for all rows.",
            valueName: "PARSER",
            visibility: .hidden
        )
    )
    var reader: DelimitedReading.Parser = .fast

    var reading: DelimitedReading { DelimitedReading(parser: reader) }
}
