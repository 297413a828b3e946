import ArgumentParser
import Evaluation
import Pipelines
import Recordings
import Reporting
import SensorModel

/// Where the user of a route is, where the device looks, and how the route is shown.
struct RouteViewerOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Where the user is, in degrees.", valueName: "LAT,LON")
    )
    var at: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Direction in which the user of --at looks, upright.", valueName: "DEGREES")
    )
    var heading: Double?

    @Option(help: ArgumentHelp("Recording whose fixes the user follows.", valueName: "PATH"))
    var recording: String?

    @Option(help: ArgumentHelp("Layout of the recording (default: detected).", valueName: "NAME|FILE"))
    var layout: String?

    @Option(
        help: ArgumentHelp(
            "Described system with the screen, and with the orientations along a recording (default: yandex, or "
                + "ilocator or ibetelgeuse where the recording has no poses).",
            valueName: "SPEC|FILE"
        )
    )
    var system: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Distance between arrows.", valueName: "METRES"))
    var spacing: Double = 3

    @Option(parsing: .unconditional, help: ArgumentHelp("How far along the route arrows go.", valueName: "METRES"))
    var reach: Double = 100

    @Option(help: ArgumentHelp("Where arrows start: \(ArrowStart.names).", valueName: "NAME"))
    var arrowsFrom: ArrowStart = .segment

    @OptionGroup var kept: CacheOption

    /// Each fix has its own.
    private static let mostArrows = 10_000.0

    enum ArrowStart: String, ExpressibleByArgument, CaseIterable {
        case segment
        case point

        static let names = allCases.map(\.rawValue).joined(separator: ", ")
    }

    func validate() throws {
        try Setting.turn.validate(heading, option: "heading")
        try Setting.arrowSpacing.validate(spacing)
        try Setting.arrowReach.validate(reach)
        if reach / spacing > Self.mostArrows {
            throw ValidationError("--reach and --spacing give more than 10,000 arrows; give a larger --spacing.")
        }
        if at != nil, recording != nil {
            throw ValidationError("--at and --recording exclude each other; take one out.")
        }
        if at == nil, heading != nil {
            throw ValidationError("--heading means nothing without --at; take it out.")
        }
        if recording == nil, layout != nil {
            throw ValidationError("--layout means nothing without --recording; take it out.")
        }
        if recording?.isEmpty ?? false { throw ValidationError("--recording is empty; name a folder or a file.") }
    }

    func viewer(of route: Route, _ verbosity: VerbosityOptions) throws -> RouteReport.Viewer {
        if let at {
            let system = try SystemArgument.read(system ?? "yandex")
            let sight = RouteSight(
                of: route,
                from: try DistanceArguments.point(at, option: "at"),
                orientation: heading.map { .upright(towards: Heading(degrees: $0)) },
                style: style(system)
            )
            return .place(sight)
        }
        guard let recording else { return .none }
        let reader = RecordingReader(layout: try layout.map(LayoutArgument.read), cache: try kept.open(verbosity))
        if layout == nil, let told = try? LayoutDetection(path: recording) {
            verbosity.noteLayouts([(recording, told)])
        }
        let content = try reader.read(path: recording)
        guard let fixes = content.location, fixes.count > 0 else {
            throw InputError(
                file: recording,
                found: "no fixes",
                expected: "a recording with a location stream",
                remedy: "give --at LAT,LON"
            )
        }
        let system = try system.map(SystemArgument.read) ?? Self.usualSystem(for: content)
        return .recording(
            recording,
            try RouteReplay(of: route, along: content, system: system, style: style(system))
        )
    }

    /// The first described system that the recording can feed.
    private static func usualSystem(for recording: Recording) throws -> DescribedSystem {
        let name =
            recording.pose != nil ? "yandex" : recording.attitude != nil ? "ilocator" : "ibetelgeuse"
        return try DescribedSystem(parsing: name)
    }

    private func style(_ system: DescribedSystem) -> RouteSight.Style {
        let start: RouteArrows.Start = arrowsFrom == .segment ? .nearestSegment : .nearestPoint
        return RouteSight.Style(
            projection: system.projection,
            arrows: RouteArrows(spacing: spacing, reach: reach, start: start)
        )
    }
}
