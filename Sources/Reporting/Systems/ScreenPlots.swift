import Evaluation

/// The plots of a ``ScreenPicture``.
enum ScreenPlots {
    /// An error below it is drawn as this one: a logarithm ends nowhere.
    private static let leastError = 0.1

    /// A screen per system, as large as it is in the picture's pixels.
    static func screens(_ paths: SystemPaths) -> [Plot] {
        paths.paths.map { path in
            let nothing = path.isDrawn ? "" : " · draws nothing"
            let error = path.pixelRMSE.map { " · RMS \(NumberText.short($0)) px" } ?? nothing
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

    /// How far the place is from where the camera sees it, over time.
    static func errors(_ paths: SystemPaths) -> Plot {
        Plot(
            x: Plot.Axis(title: "s after the recording's first sample"),
            y: Plot.Axis(title: "px between drawn and seen", isLogarithmic: true),
            series: paths.paths.enumerated().map { number, path in
                let points = path.moments.map { moment in
                    Plot.Point(moment.time, moment.error.map { max($0, leastError) } ?? .nan)
                }
                return Plot.Series(path.system, .line, slot: number + 1, [points])
            },
            width: 900,
            height: 320
        )
    }

    /// The path, divided where there is no pixel.
    private static func stretches(
        _ path: SystemPaths.Path,
        _ spot: (SystemPaths.Moment) -> SystemPaths.Spot?
    ) -> [[Plot.Point]] {
        path.moments.split { spot($0) == nil }
            .map { stretch in stretch.compactMap { spot($0).map { Plot.Point($0.x, $0.y) } } }
    }

    /// The first pixel on the screen.
    private static func start(
        _ path: SystemPaths.Path,
        _ spot: (SystemPaths.Moment) -> SystemPaths.Spot?
    ) -> [[Plot.Point]] {
        let first = path.moments.first { spot($0)?.isVisible ?? false }.flatMap(spot)
        return first.map { [[Plot.Point($0.x, $0.y)]] } ?? []
    }
}
