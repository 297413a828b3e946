public import Evaluation

/// Writes the pictures of a report as SVG and PDF files for papers, each with a legend.
///
/// The pictures of a recording are in a folder that is named after the recording. Files are written atomically and
/// replace older files.
public struct PlotFiles: Sendable, Hashable {
    /// The path of the directory, which is created if it does not exist.
    public let directory: String
    /// The width of a PDF in millimetres; `nil` for 160.
    public let width: Double?
    var gnuplot = Gnuplot()

    /// Creates a writer for a directory.
    ///
    /// - Parameters:
    ///   - directory: the path of the directory.
    ///   - width: the width of a PDF in millimetres; `nil` for 160. The width does not change the font size.
    public init(directory: String, width: Double? = nil) {
        self.directory = directory
        self.width = width
    }

    /// The paths of the written files, and the reason why pictures are missing.
    public struct Outcome: Sendable, Hashable {
        /// The paths of the written files.
        public var paths: [String] = []
        /// The reason why pictures are missing, in one line; `nil` if no picture is missing.
        public var problem: String?
    }

    /// Checks that the directory can be written to or created. Changes nothing.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)`` if the directory cannot be used.
    public func check() throws(ReportError) { try WholeFiles.checkDirectory(directory) }

    /// Draws and writes all pictures.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)`` if a file cannot be written.
    public func write(_ results: EvaluationResults) async throws(ReportError) -> Outcome {
        var outcome = Outcome()
        var problem: PlotError?
        for (name, drawn) in Self.plots(of: results) {
            var plot = drawn
            plot.printedWidth = width ?? plot.printedWidth
            // If gnuplot is missing, further plots are not attempted.
            for format in PlotFormat.allCases where problem != .noGnuplot {
                let bytes: [UInt8]
                do throws(PlotError) {
                    bytes = try await gnuplot.draw(plot, as: format)
                } catch {
                    problem = problem ?? error
                    continue
                }
                let path = "\(directory)/\(name).\(format.rawValue)"
                try WholeFiles.save([(path, bytes)])
                outcome.paths.append(path)
            }
        }
        outcome.problem = problem?.description
        return outcome
    }

    private static func plots(of results: EvaluationResults) -> [(name: String, plot: Plot)] {
        let groups = RecordingGroup.groups(of: results.runs)
        let pipelines = PipelineMeans.all(in: groups)
        let accuracy = FigureAxes.accuracy(of: results.runs)
        let slots = PipelineSlots(groups)
        let tradeOffs = TradeOffFigures(pipelines, accuracy: accuracy)
        let ranks = ReportFigure.ranks(of: pipelines, over: groups.count, by: tradeOffs.metrics)
        var figures = (tradeOffs.figures + ranks).map { ("", $0) }
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
