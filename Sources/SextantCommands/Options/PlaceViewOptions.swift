import ArgumentParser
import Evaluation
import Positions
import Recordings
import Reporting
import SensorModel

/// The options of `sextant places` for two views: a radar of the places, and the simulated reloads of a file of places
/// along a recording.
struct PlaceViewOptions: ParsableArguments {
    @Flag(help: "Show the places around --at on a radar, in pixels from its centre.")
    var radar = false

    @OptionGroup var viewpoint: ViewpointOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Range of the radar (default: the file's radarRange, or 1000).", valueName: "METRES")
    )
    var range: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Radius of the radar's disc (default: 50).", valueName: "PIXELS")
    )
    var radius: Double?

    func validate() throws {
        try Setting.radarRange.validate(range)
        try Setting.radarRadius.validate(radius)
        if radar, viewpoint.at == nil { throw ValidationError("--radar requires --at; add --at LAT,LON.") }
        let stray = [
            ("--at", viewpoint.at != nil), ("--heading", viewpoint.heading != nil), ("--range", range != nil),
            ("--radius", radius != nil),
        ].first(where: \.1)
        if !radar, let stray {
            throw ValidationError("\(stray.0) requires --radar; add --radar, or remove \(stray.0).")
        }
    }

    /// Returns the view, which can be used for any number of files. Parses `--at` and reads the recording only once.
    func view(_ verbosity: VerbosityOptions) throws -> View {
        View(
            options: self,
            centre: radar ? try viewpoint.point() : nil,
            recording: try viewpoint.readRecording(verbosity)
        )
    }

    /// The views of place files as text: a radar of the places, and a simulation of the reloads along a recording.
    struct View {
        let options: PlaceViewOptions
        let centre: GeographicPoint?
        let recording: Recording?

        /// Returns the text for one file, or an empty string if no view is requested.
        func text(of file: PlaceFile, path: String, first: Int) throws -> String {
            var parts: [String] = []
            if let centre {
                let radar = PlaceRadar(
                    file.places,
                    around: centre,
                    heading: Heading(degrees: options.viewpoint.heading ?? 0),
                    range: options.range ?? file.radarRange ?? PlaceRadar.usualRange,
                    radius: options.radius ?? PlaceRadar.usualRadius
                )
                parts.append(
                    RadarReport(radar).text(width: Terminal.width, first: first, colour: Terminal.wantsColour)
                )
            }
            if let recording, let name = options.viewpoint.recording {
                let report = RefreshReport(recording: name, replay: try replay(file, path, along: recording))
                parts.append(report.text(width: Terminal.width, first: first, colour: Terminal.wantsColour))
            }
            return parts.map { "\n" + $0 }.joined()
        }

        private func replay(_ file: PlaceFile, _ path: String, along recording: Recording) throws -> RefreshReplay {
            guard let refresh = file.refresh else {
                throw InputError(
                    file: path,
                    message: "the file has neither refreshTime nor refreshDistance, so reloads cannot be shown",
                    advice: "remove --recording"
                )
            }
            if let time = refresh.time, !Setting.refreshTime.accepts(time) {
                throw InputError(
                    file: path,
                    message: "the refresh time \(time) s must be \(Setting.refreshTime.expectation)",
                    advice: "correct validFor, which is in milliseconds"
                )
            }
            return RefreshReplay(refresh, along: recording)
        }
    }
}
