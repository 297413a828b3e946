import ArgumentParser
import Evaluation
import Pipelines
import Positions
import Recordings
import Reporting
import SensorModel

/// The options of `sextant route` for the user's viewpoint and the arrows on the screen.
struct RouteViewerOptions: ParsableArguments {
    @OptionGroup var viewpoint: ViewpointOptions

    @Option(
        help: ArgumentHelp(
            "System that provides the screen and, with --recording, the orientations (default: yandex, or "
                + "ilocator or ibetelgeuse if the recording has no poses).",
            valueName: "SPEC|FILE"
        )
    )
    var system: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Distance between arrows.", valueName: "METRES"))
    var spacing: Double = 3

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Length of the part of the route that has arrows.", valueName: "METRES")
    )
    var reach: Double = 100

    @Option(
        help: ArgumentHelp(
            "Start of the arrows: segment (from the nearest segment, in whole segments until they exceed --reach) or "
                + "point (from the nearest point, up to --reach).",
            valueName: "NAME"
        )
    )
    var arrowsFrom: ArrowStart = .segment

    /// The maximum number of arrows from one position. Along a recording, the maximum applies to each fix separately.
    private static let maximumArrowCount = 10_000.0

    /// The point of the route where the arrows start, as named by `--arrows-from`.
    enum ArrowStart: String, ExpressibleByArgument, CaseIterable {
        case segment
        case point
    }

    func validate() throws {
        try Setting.arrowSpacing.validate(spacing)
        try Setting.arrowReach.validate(reach)
        if reach / spacing > Self.maximumArrowCount {
            throw ValidationError("--reach and --spacing result in more than 10,000 arrows; use a larger --spacing.")
        }
        if viewpoint.at != nil, viewpoint.recording != nil {
            throw ValidationError("--at and --recording exclude each other; remove one.")
        }
        if viewpoint.at == nil, viewpoint.heading != nil {
            throw ValidationError("--heading requires --at; add --at LAT,LON, or remove --heading.")
        }
    }

    /// Returns the user's view of the route, from one position or along the recording.
    ///
    /// - Throws: `InputError` for a recording without fixes, and for a segment with too many arrows.
    func viewer(of route: Route, _ verbosity: VerbosityOptions) throws -> RouteReport.Viewer {
        if viewpoint.at != nil || viewpoint.recording != nil { try checkArrowCount(on: route) }
        if viewpoint.at != nil {
            let system = try SystemArgument.read(system ?? "yandex")
            guard let point = try viewpoint.point() else { return .none }
            let sight = RouteSight(
                of: route,
                from: point,
                orientation: viewpoint.heading.map { .upright(towards: Heading(degrees: $0)) },
                style: style(system)
            )
            return .place(sight)
        }
        guard let path = viewpoint.recording, let recording = try viewpoint.readRecording(verbosity) else {
            return .none
        }
        guard let fixes = recording.location, fixes.count > 0 else {
            throw InputError(
                file: path,
                message: "the recording has no location fixes",
                advice: "use --at LAT,LON instead"
            )
        }
        let system = try system.map(SystemArgument.read) ?? Self.usualSystem(for: recording)
        return .recording(path, try RouteReplay(of: route, along: recording, system: system, style: style(system)))
    }

    /// Throws an error if the longest segment of the route can result in more than ``maximumArrowCount`` arrows. The
    /// check applies to `--arrows-from segment`.
    private func checkArrowCount(on route: Route) throws {
        guard arrowsFrom == .segment else { return }
        let plane = ScenePlane()
        let longest =
            zip(route.vertices, route.vertices.dropFirst())
            .map { plane.offset(from: $0.point, to: $1.point).length }
            .max() ?? 0
        guard (reach + longest) / spacing > Self.maximumArrowCount else { return }
        throw InputError(
            message: "the longest segment of the route results in more than 10,000 arrows",
            advice: "use a larger --spacing, or --arrows-from point"
        )
    }

    /// Returns the default system: `yandex` for a recording with poses, `ilocator` for a recording with an attitude,
    /// and `ibetelgeuse` for any other recording.
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
