public import ArgumentParser
public import Recordings

extension DelimitedReading.Parser: ExpressibleByArgument {}

/// What parses delimited text; a result never depends on it.
struct ReaderOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What parses rows: fast takes plain numbers many at a time, libcsv takes every row.",
            valueName: "ROAD"
        )
    )
    var reader: DelimitedReading.Parser = .fast

    var reading: DelimitedReading { DelimitedReading(parser: reader) }
}
