public import Evaluation

/// Writes the pictures of a report as files for papers: an SVG and a PDF of each, with its key.
///
/// Those of a recording stand in a folder of its name. Files appear whole or not at all; those that stood there before
/// are replaced.
public struct PlotFiles: Sendable, Hashable {
    public let directory: String
    var gnuplot = Gnuplot()

    public init(directory: String) { self.directory = directory }

    /// What was written, and what is missing.
    public struct Outcome: Sendable, Hashable {
        public var paths: [String] = []
        /// Why pictures are missing, in one line; nil where all are there.
        public var problem: String?
    }

    /// Whether the directory can be written to or made, before there is anything to write. Makes and changes nothing.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    public func check() throws(ReportError) { try WholeFiles.checkDirectory(directory) }

    /// - Throws: ``ReportError/unwritable(path:reason:)``.
    public func write(_ results: EvaluationResults) async throws(ReportError) -> Outcome {
        var painter = PlotPainter(gnuplot: gnuplot)
        var outcome = Outcome()
        for (name, plot) in Self.plots(of: results) {
            for format in PlotFormat.allCases {
                guard let bytes = await painter.draw(plot, as: format) else { continue }
                let path = "\(directory)/\(name).\(format.rawValue)"
                try WholeFiles.save([(path, bytes)])
                outcome.paths.append(path)
            }
        }
        outcome.problem = painter.problem?.description
        return outcome
    }

    private static func plots(of results: EvaluationResults) -> [(name: String, plot: Plot)] {
        let groups = RecordingGroup.groups(of: results.runs)
        let pipelines = PipelineMeans.all(in: groups)
        let accuracy = FigureAxes.accuracy(of: results.runs)
        let slots = PipelineSlots(groups)
        let tradeOffs = TradeOffFigures(pipelines, accuracy: accuracy)
        let ranks = RankingFigures(groups: groups, pipelines: pipelines, metrics: tradeOffs.metrics)
        var figures = (tradeOffs.figures + ranks.figures).map { ("", $0) }
        for group in TraitFigures(groups, pipelines, accuracy: accuracy).multiples {
            figures += group.figures.map { ("", $0) }
        }
        figures += ParameterFigures(pipelines, accuracy: accuracy).figures.map { ("", $0) }
        let names = FileSafeNames.names(for: groups.map(\.title))
        for (group, name) in zip(groups, names) {
            let own = RecordingFigures(group: group, slots: slots.slots(of: group), columns: RunSeries.columns)
            figures += own.figures.map { ("\(name)/", $0) }
        }
        return figures.map { folder, figure in
            var plot = figure.plot
            if !plot.y.categories.isEmpty {
                plot.hasKey = false
                plot.height = 100 + 28 * plot.y.categories.count
            }
            return (folder + figure.name, plot)
        }
    }
}
