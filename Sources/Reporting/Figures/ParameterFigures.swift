package import Evaluation
import SensorModel

/// Plots of metrics over a parameter, for pipelines that differ only in the value of that parameter.
package struct ParameterFigures {
    /// The minimum number of different parameter values for which a curve is drawn.
    private static let minimumValues = 3

    private let pipelines: [PipelineMeans]
    private let metrics: [Metric]

    package init(_ pipelines: [PipelineMeans], accuracy: Metric) {
        self.pipelines = pipelines
        metrics = [accuracy, .incrementRMS, .lag]
    }

    /// The pictures. Each group of pipelines with the same estimator and filters has one picture per parameter and
    /// metric.
    package var figures: [ReportFigure] { families.flatMap(figures) }

    /// A group of pipelines with the same estimator and filters, which are plotted over one parameter.
    private struct Family {
        let stages: String
        let parameter: String
        /// The curves. The points of a curve differ only in `parameter`; `others` lists the remaining parameters.
        let curves: [(others: String, points: [(value: Double, pipeline: PipelineMeans)])]
    }

    /// A pipeline with its parameters. `stages` lists the names of its stages, such as `vqf+lowPass`.
    private typealias Entry = (stages: String, parameters: [String: ParameterValue], pipeline: PipelineMeans)

    private var families: [Family] {
        let entries = pipelines.compactMap { pipeline -> Entry? in
            let run = pipeline.runs.compactMap(\.self).first
            return run.map { (Self.stages(of: $0), $0.pipeline.parameters, pipeline) }
        }
        return entries.grouped(by: \.stages).flatMap { Self.families(of: $0.elements, $0.key) }
    }

    /// The names of the stages of a run's pipeline, without parameters, such as `vqf+lowPass`.
    private static func stages(of run: EvaluationRun) -> String {
        run.pipeline.name.split(separator: "+").map { $0.prefix { $0 != ":" } }.joined(separator: "+")
    }

    private static func families(of entries: [Entry], _ stages: String) -> [Family] {
        let names = Set(entries.flatMap(\.parameters.keys)).sorted()
        return names.compactMap { name in
            let points = entries.compactMap { entry -> (others: String, value: Double, pipeline: PipelineMeans)? in
                guard case .number(let value) = entry.parameters[name] else { return nil }
                let others = entry.parameters.filter { $0.key != name }.assignments.joined(separator: ",")
                return (others, value, entry.pipeline)
            }
            let curves = points.grouped(by: \.others).filter { Set($0.elements.map(\.value)).count >= minimumValues }
                .map { (others: $0.key, points: $0.elements.map { (value: $0.value, pipeline: $0.pipeline) }) }
            return curves.isEmpty ? nil : Family(stages: stages, parameter: name, curves: curves)
        }
    }

    private func figures(of family: Family) -> [ReportFigure] {
        metrics.compactMap { metric in
            let curves = family.curves.map { curve in
                curve.points.sorted { $0.value < $1.value }.compactMap { value, pipeline in
                    pipeline.mean(of: metric).value.map { Plot.Point(value, $0) }
                }
            }
            let common = Self.common(to: family.curves.map(\.others))
            let series = zip(family.curves, curves).enumerated().map { index, pair in
                let others = pair.0.others.split(separator: ",").filter { !common.contains($0) }
                return Plot.Series(others.joined(separator: ","), .line, slot: index, [pair.1])
            }
            let points = curves.flatMap(\.self)
            let figure = ReportFigure(
                name: "parameter-\(Self.safe(family.stages))-\(Self.safe(family.parameter))-\(metric.name)",
                title: "\(family.stages): \(pipelines.axisTitle(of: metric)) by \(family.parameter)",
                caption: "Means over the recordings; all other parameters are constant along a line.",
                plot: Plot(
                    x: FigureAxes.axis(family.parameter, for: points.map(\.x)),
                    y: FigureAxes.axis(pipelines.axisTitle(of: metric), for: points.map(\.y)),
                    series: series
                )
            )
            return figure.plot.isEmpty ? nil : figure
        }
    }

    private static func common(to texts: [String]) -> Set<Substring> {
        texts.map { Set($0.split(separator: ",")) }.reduce(nil) { $0?.intersection($1) ?? $1 } ?? []
    }

    private static func safe(_ text: String) -> String {
        text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "-" }.joined()
    }
}

/// Axes for plots of metrics.
enum FigureAxes {
    /// An axis is logarithmic if its largest value divided by its smallest value exceeds this ratio.
    private static let wideRange = 10.0

    /// An axis for the values. The axis is logarithmic if the values are positive and differ by a large factor. If all
    /// values differ by at most the tolerance, the axis begins at 0, so that the plot does not magnify the differences.
    static func axis(_ title: String, for values: some Collection<Double>, tolerance: Double = 0) -> Plot.Axis {
        guard let minimum = values.min(), let maximum = values.max() else { return Plot.Axis(title: title) }
        var axis: Plot.Axis
        if tolerance > 0, minimum >= 0, maximum - minimum <= tolerance {
            axis = Plot.Axis(title: title, limits: Plot.Limits(first: 0))
        } else {
            axis = Plot.Axis(title: title, isLogarithmic: minimum > 0 && maximum / minimum > wideRange)
        }
        axis.tolerance = tolerance
        return axis
    }

    /// The metric for accuracy: the first of total error, short-term error and location error that a run has.
    static func accuracy(of runs: [EvaluationRun]) -> Metric {
        let metrics: [Metric] = [.totalRMSE, .shortTermRMS, .locationErrorRMS]
        return metrics.first { metric in runs.contains { $0.metrics[metric] != nil } } ?? .shortTermRMS
    }
}

extension [PipelineMeans] {
    /// The title of a metric's axis, such as `total RMSE (°)`.
    func axisTitle(of metric: Metric) -> String {
        guard let column = ReportColumn.all.first(where: { $0.metric == metric }) else { return metric.name }
        let runs = flatMap { $0.runs.compactMap(\.self) }
        return runs.areDifferences ? column.ofDifferences.title : column.title
    }
}

/// The slot of each pipeline. A slot is a number that selects the same colour, dash and marker in all pictures of a
/// report; see ``PlotPalette``.
struct PipelineSlots {
    private var slots: [PipelineMeans.Key: Int] = [:]

    init(_ groups: [RecordingGroup]) {
        for group in groups {
            for key in PipelineMeans.keys(of: group) where slots[key] == nil { slots[key] = slots.count }
        }
    }

    /// The slots of a group's runs, in the order of the runs. A slot is a number that selects colour, dashes and
    /// marker.
    func slots(of group: RecordingGroup) -> [Int] { PipelineMeans.keys(of: group).map { slots[$0, default: 0] } }
}
