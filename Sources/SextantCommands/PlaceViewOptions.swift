import ArgumentParser
import Evaluation
import Recordings
import Reporting
import SensorModel

/// What `sextant places` shows of places besides what a file holds: a radar, and when they are loaded again.
struct PlaceViewOptions: ParsableArguments {
    @Flag(help: "Show the places around --at as a radar does, in pixels from its middle.")
    var radar = false

    @Option(parsing: .unconditional, help: ArgumentHelp("Where the radar's user is, in degrees.", valueName: "LAT,LON"))
    var at: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Heading at the top of the radar (default: 0, north).", valueName: "DEGREES")
    )
    var heading: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How far the radar reaches (default: the file's radarRange, or 1000).", valueName: "METRES")
    )
    var range: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Radius of the radar's disc (default: 50).", valueName: "PIXELS")
    )
    var radius: Double?

    @Option(
        help: ArgumentHelp("Show when the files would be loaded again along this recording.", valueName: "PATH")
    )
    var recording: String?

    @Option(help: ArgumentHelp("Layout of the recording (default: detected).", valueName: "NAME|FILE"))
    var layout: String?

    func validate() throws {
        try Setting.turn.validate(heading, option: "heading")
        try Setting.radarRange.validate(range)
        try Setting.radarRadius.validate(radius)
        if radar, at == nil { throw ValidationError("--radar needs a place; give --at LAT,LON.") }
        let ofRadar = [
            ("--at", at != nil), ("--heading", heading != nil), ("--range", range != nil), ("--radius", radius != nil),
        ].filter(\.1).map(\.0)
        if !radar, let stray = ofRadar.first {
            throw ValidationError("\(stray) means nothing without --radar; take it out.")
        }
        if recording == nil, layout != nil {
            throw ValidationError("--layout means nothing without --recording; take it out.")
        }
        if recording?.isEmpty ?? false { throw ValidationError("--recording is empty; name a folder or a file.") }
    }

    /// What is shown of each file, made ready once for all of them.
    func view() throws -> View {
        View(
            options: self,
            centre: radar ? try at.map { try DistanceArguments.point($0, option: "at") } : nil,
            recording: try recording.map { path in
                try RecordingReader(layout: try layout.map(LayoutArgument.read)).read(path: path)
            }
        )
    }

    struct View {
        let options: PlaceViewOptions
        let centre: GeographicPoint?
        let recording: Recording?

        /// The lines of one file; empty where nothing is asked for.
        func text(of file: PlaceFile, path: String, first: Int) throws -> String {
            var parts: [String] = []
            if let centre {
                let radar = PlaceRadar(
                    file.places,
                    around: centre,
                    heading: Heading(degrees: options.heading ?? 0),
                    range: options.range ?? file.radarRange ?? PlaceRadar.usualRange,
                    radius: options.radius ?? PlaceRadar.usualRadius
                )
                parts.append(
                    RadarReport(radar).text(width: Terminal.width, first: first, colour: Terminal.wantsColour)
                )
            }
            if let recording, let name = options.recording {
                let report = RefreshReport(recording: name, replay: try replay(file, path, along: recording))
                parts.append(report.text(width: Terminal.width, first: first, colour: Terminal.wantsColour))
            }
            return parts.map { "\n" + $0 }.joined()
        }

        private func replay(_ file: PlaceFile, _ path: String, along recording: Recording) throws -> RefreshReplay {
            guard let refresh = file.refresh else {
                throw InputError(
                    file: path,
                    found: "no rule for when the places are loaded again",
                    expected: "a GDDF with refreshTime or refreshDistance",
                    remedy: "leave --recording out"
                )
            }
            if let time = refresh.time, !Setting.refreshTime.accepts(time) {
                throw InputError(
                    file: path,
                    found: "a refresh time of \(time) s",
                    expected: Setting.refreshTime.expectation,
                    remedy: "correct validFor, which is in milliseconds"
                )
            }
            return RefreshReplay(refresh, along: recording)
        }
    }
}
