import ArgumentParser
import Recordings
import Reporting
import SensorModel

/// `sextant places`.
struct PlacesCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Show files of points of interest, and convert them.",
        discussion: """
            Reads AREA's XML, GDDF (Gamaray, iBetelgeuse), GeoJSON, KML, GPX waypoints and CSV with columns such as lat, lon, \
            name, altitude and category; the format is detected from the content. Features that are not points are left out and \
            counted. --output writes the places of all files to one CSV or GeoJSON.

            --radar shows the places around --at as iBetelgeuse's radar draws them, with --heading (default: north) at the top. \
            --recording shows when the refreshTime and refreshDistance of a GDDF reload it along the recording's fixes.
            """
    )

    @Argument(help: "Files of points of interest.")
    var files: [String]

    @Option(help: ArgumentHelp("Format of the files (default: detected).", valueName: "NAME"))
    var inputFormat: PlaceFormat?

    @Option(
        help: ArgumentHelp("File to write; the extension selects CSV or GeoJSON.", valueName: "FILE.csv|FILE.geojson")
    )
    var output: String?

    @Option(help: ArgumentHelp("Number of places to show of each file.", valueName: "COUNT"))
    var first = 5

    @OptionGroup(title: "Radar and refresh") var views: PlaceViewOptions

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if first < 0 { throw ValidationError("--first is \(first); use 0 or more.") }
        if let output, Self.format(of: output) == nil {
            throw ValidationError(
                "--output: found '\(output)', expected a file that ends in .csv or .geojson; rename it."
            )
        }
    }

    func run() throws {
        var all: [PointOfInterest] = []
        var isFirst = true
        let view = try views.view(verbosity)
        for path in files { OutputGate.noteInput(path: path) }
        if let output { try OutputGate.checkFile(output) }
        for path in files {
            let file = try PlaceReader.read(path: path, format: inputFormat)
            if output != nil { all += file.places }
            guard !verbosity.quiet else { continue }
            let report = PlaceReport(
                path: path,
                form: file.format.rawValue,
                name: file.name,
                places: file.places,
                leftOut: file.leftOut
            )
            let text = report.text(width: Terminal.width, first: first, colour: Terminal.wantsColour)
            let more = try view.text(of: file, path: path, first: first)
            try Terminal.print((isFirst ? "" : "\n") + text + more)
            isFirst = false
        }
        guard let output, let format = Self.format(of: output) else { return }
        let file = try StreamedFile(path: output)
        try PlaceWriter.write(all, as: format) { bytes throws(OutputError) in try file.write(bytes) }
        try file.commit()
        let relative = all.count { $0.heightAboveDevice.map { $0 != 0 } ?? false }
        if relative > 0 {
            verbosity.note("\(relative) heights above the device are not in \(output), which contains only altitudes")
        }
        verbosity.note("\(output) contains \(all.count) place\(all.count == 1 ? "" : "s")")
    }

    private static func format(of path: String) -> PlaceWriter.Format? {
        PlaceWriter.Format.allCases.first { path.lowercased().hasSuffix(".\($0.rawValue)") }
    }
}
