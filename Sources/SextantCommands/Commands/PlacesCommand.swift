import ArgumentParser
import Recordings
import Reporting
import SensorModel

/// `sextant places`.
struct PlacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Show what files of points of interest hold, and convert them.",
        discussion: """
            Reads AREA's XML, GDDF (Gamaray, iBetelgeuse), GeoJSON, KML, GPX waypoints and CSV with columns such as lat, lon, \
            name, altitude and category; the form is told from the content. What is no point is left out and counted. With \
            --output the places of all files go into one CSV or GeoJSON.

            --radar shows the places around --at as iBetelgeuse's radar draws them, with --heading at the top. --recording             shows when a GDDF's refreshTime and refreshDistance would have it loaded again along a recording's fixes.
            """
    )

    @Argument(help: "Files of points of interest.")
    var files: [String]

    @Option(help: ArgumentHelp("The form of the files, where their content does not tell it.", valueName: "NAME"))
    var inputFormat: PlaceFormat?

    @Option(
        help: ArgumentHelp("Where the places go, by its ending CSV or GeoJSON.", valueName: "FILE.csv|FILE.geojson")
    )
    var output: String?

    @Option(help: ArgumentHelp("How many places of each file are shown.", valueName: "COUNT"))
    var first = 5

    @OptionGroup(title: "Radar and refresh") var views: PlaceViewOptions

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if first < 0 { throw ValidationError("--first is \(first); give 0 or more.") }
        if let output, Self.format(of: output) == nil {
            throw ValidationError(
                "--output: found '\(output)', expected a file that ends in .csv or .geojson; rename it."
            )
        }
    }

    func run() throws {
        var all: [PointOfInterest] = []
        var isFirst = true
        let view = try views.view()
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
            verbosity.note("\(relative) heights above the device are not in \(output), which has altitudes only")
        }
        verbosity.note("\(output) has \(all.count) place\(all.count == 1 ? "" : "s")")
    }

    private static func format(of path: String) -> PlaceWriter.Format? {
        PlaceWriter.Format.allCases.first { path.lowercased().hasSuffix(".\($0.rawValue)") }
    }
}
