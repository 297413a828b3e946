public import Evaluation

/// A picture of the path that one place follows on the screens of several systems.
///
/// Each system has a screen with the path that the system draws and the path that the camera sees. A plot below the
/// screens shows the distance between the two paths over time. gnuplot draws the picture; equal paths give equal bytes.
public struct ScreenPicture: Sendable {
    /// The paths to draw.
    public let paths: SystemPaths

    /// Creates a picture of paths.
    public init(_ paths: SystemPaths) { self.paths = paths }

    /// Draws the picture and writes it atomically as an SVG file.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if gnuplot fails, or ``ReportError/unwritable(path:reason:)`` if the
    ///   file cannot be written.
    public func save(to path: String) async throws(ReportError) {
        try await WholeFiles.save(pictureTo: path, svg)
    }

    package func svg(drawnBy gnuplot: Gnuplot) async throws(PlotError) -> [UInt8] {
        var sheet = PlotSheet(title: title, key: [("where the camera sees it", 0), ("where the system draws it", 2)])
        for plot in ScreenPlots.screens(paths) {
            sheet.add(plot.isEmpty ? [] : try await gnuplot.draw(plot, as: .svg), of: plot)
        }
        let errors = ScreenPlots.errors(paths)
        if !errors.isEmpty { sheet.addWide(try await gnuplot.draw(errors, as: .svg), of: errors) }
        return Array(sheet.svg.utf8)
    }

    private var title: String {
        let (from, to) = (paths.span.lowerBound, paths.span.upperBound)
        return "\(paths.place) · \(NumberText.short(from)) to \(NumberText.short(to)) s of \(paths.recording)"
    }
}

/// The plots of a ``ScreenPicture``.
enum ScreenPlots {
    /// The minimum of the logarithmic error axis, in pixels. Smaller errors are drawn at this value.
    private static let minimumError = 0.1

    /// One plot for each system. The axes of a plot span the system's screen, in pixels.
    static func screens(_ paths: SystemPaths) -> [Plot] {
        paths.paths.map { path in
            let noError = path.isDrawn ? "" : " · not drawn"
            let error = path.pixelRMSE.map { " · RMS \(NumberText.short($0)) px" } ?? noError
            return Plot(
                title: path.system + error,
                x: Plot.Axis(title: "", limits: Plot.Limits(first: 0, last: path.screenWidth)),
                y: Plot.Axis(title: "", limits: Plot.Limits(first: path.screenHeight, last: 0)),
                series: [
                    Plot.Series("seen", .outline, slot: 0, stretches(path) { $0.seen }),
                    Plot.Series("drawn", .outline, slot: 2, stretches(path) { $0.drawn }),
                    Plot.Series("", .markers, slot: 0, start(path) { $0.seen }),
                    Plot.Series("", .markers, slot: 2, start(path) { $0.drawn }),
                ],
                width: 300,
                height: 420,
                hasKey: false,
                hasEqualUnits: true
            )
        }
    }

    /// The distance between the drawn position and the position that the camera sees, over time.
    static func errors(_ paths: SystemPaths) -> Plot {
        Plot(
            x: Plot.Axis(title: "s after the recording's first sample"),
            y: Plot.Axis(title: "px between drawn and seen", isLogarithmic: true),
            series: paths.paths.enumerated().map { number, path in
                let points = path.moments.map { moment in
                    Plot.Point(moment.time, moment.error.map { max($0, minimumError) } ?? .nan)
                }
                return Plot.Series(path.system, .line, slot: number + 1, [points])
            },
            width: 900,
            height: 320
        )
    }

    /// The points of the path, divided into stretches. A stretch ends when the place has no position.
    private static func stretches(
        _ path: SystemPaths.Path,
        _ spot: (SystemPaths.Moment) -> SystemPaths.Spot?
    ) -> [[Plot.Point]] {
        path.moments.split { spot($0) == nil }
            .map { stretch in stretch.compactMap { spot($0).map { Plot.Point($0.x, $0.y) } } }
    }

    /// A stretch that contains only the first visible point of the path; empty if no point is visible.
    private static func start(
        _ path: SystemPaths.Path,
        _ spot: (SystemPaths.Moment) -> SystemPaths.Spot?
    ) -> [[Plot.Point]] {
        let first = path.moments.first { spot($0)?.isVisible ?? false }.flatMap(spot)
        return first.map { [[Plot.Point($0.x, $0.y)]] } ?? []
    }
}
