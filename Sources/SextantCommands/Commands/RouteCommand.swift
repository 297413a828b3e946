import ArgumentParser
import Evaluation
import Pipelines
import Positions
import Recordings
import Reporting
import SensorModel

/// `sextant route`.
struct RouteCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "route",
        abstract: "Measure the legs of a route with every distance formula, and show what a user sees of it.",
        discussion: """
            Reads CloudMade's JSON, GPX, GeoJSON, KML and encoded polylines; the format is detected from the content. Shows \
            the length of each leg along geodesics, its bearing, the turn at its start, and the figures that the file states.

            --at or --recording adds what a user sees: arrows every 3 m on the next 100 m, the size of the finish mark, and \
            the finish on the screen, or the hint label with the direction to turn. --output writes a CSV: the legs with their \
            length by every formula; with --at the arrows; with --recording one row per fix.
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
        // A file with several routes is read again for the error message. A pipe with one route is read once.
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
            verbosity.note("\(file): left out \(count) × \(reason)")
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
        let file = try StreamedFile(path: output)
        try file.write(Array(text.utf8))
        try file.commit()
        verbosity.explain("wrote \(output)")
    }
}
