import Evaluation
import Positions
import SensorModel

/// A picture of several estimates: the RMSE of each estimate, and the errors over time or the means over runs.
///
/// gnuplot draws the picture. The same comparisons always produce the same bytes.
public struct TrajectoryPicture: Sendable {
    private let report: TrajectoryComparisons

    /// Creates a picture of a report. The errors over time are drawn only for comparisons that contain their curves.
    public init(_ report: TrajectoryComparisons) { self.report = report }

    /// Draws the picture and writes it atomically as an SVG file.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if gnuplot fails, or ``ReportError/unwritable(path:reason:)`` if the
    ///   file cannot be written.
    public func save(to path: String) async throws(ReportError) {
        try await WholeFiles.save(pictureTo: path, svg)
    }

    func svg(drawnBy gnuplot: Gnuplot) async throws(PlotError) -> [UInt8] {
        var sheet = PlotSheet(
            title: TrajectoryText.title(report.metric, of: report.part).split(separator: "\n").joined(separator: " "),
            key: []
        )
        for plot in [overview, errorOverTime] where !plot.isEmpty {
            sheet.addWide(try await gnuplot.draw(plot, as: .svg), of: plot)
        }
        return Array(sheet.svg.utf8)
    }

    private var names: [String] {
        report.estimates.map { TextWrapping.shortened($0, width: RecordingFigures.longestCategory) }
    }

    private var unitText: String { report.part.unit.map { " (\($0 == "deg" ? "°" : $0))" } ?? "" }

    /// The RMSE of each estimate. For several runs, the plot shows each run, and the mean with its interval.
    private var overview: Plot {
        var series: [Plot.Series] = []
        for estimate in report.estimates.indices {
            let position = Double(estimate)
            let values = report.rows(of: estimate).compactMap { $0.measured?.figures.statistics.rmse }
            series.append(Plot.Series("", .markers, slot: estimate, [values.map { Plot.Point($0, position) }]))
            guard let mean = report.mean(of: estimate, { $0.statistics.rmse }), let interval = mean.interval else {
                continue
            }
            // The mean is drawn below the runs, so that the markers do not hide each other.
            let point = Plot.Point(mean.value, position + 0.25, interval: interval.lower...interval.upper)
            series.append(Plot.Series("", .intervals, slot: estimate, [[point]]))
        }
        let title = report.runs == nil ? "RMSE" : "RMSE of each run, and the mean with its 95 % interval"
        return Plot(
            x: Plot.Axis(title: title + unitText, limits: Plot.Limits(first: 0, last: nil)),
            y: Plot.Axis(title: "", categories: names),
            series: series,
            width: 900,
            height: 100 + (report.runs == nil ? 28 : 48) * report.estimates.count,
            hasKey: false
        )
    }

    /// The errors over time: a line for each estimate of the single reference.
    private var errorOverTime: Plot {
        let start = report.rows.compactMap { $0.measured?.curve?.times.first }.min() ?? 0
        let hasTimes = report.rows.contains { $0.measured?.figures.isMatchedByOrder == false }
        return Plot(
            x: Plot.Axis(title: hasTimes ? "s after the first matched pose" : "pose"),
            y: Plot.Axis(title: "error" + unitText),
            series: report.rows.compactMap { row in
                guard report.runs == nil, let curve = row.measured?.curve else { return nil }
                let points = zip(curve.times, curve.errors).map { Plot.Point($0 - start, $1) }
                return Plot.Series(names[row.estimate], .line, slot: row.estimate, [points])
            },
            width: 900,
            height: 400
        )
    }
}
