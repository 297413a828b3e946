import ArgumentParser
import Reporting

/// What an evaluation keeps for pictures.
struct FigureOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where pictures go, as SVG and PDF; needs gnuplot.", valueName: "DIR"))
    var plots: String?

    @Flag(help: "Keep in results.json what pictures are made of, as --format html and --plots do.")
    var series = false

    func validate() throws {
        if plots?.isEmpty ?? false { throw ValidationError("--plots is empty; name a directory.") }
    }

    /// Whether the error's course must be kept.
    func keepsSeries(for formats: [ReportFormat]) -> Bool { series || plots != nil || formats.contains(.html) }
}
