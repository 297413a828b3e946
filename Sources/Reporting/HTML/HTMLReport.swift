public import Evaluation
import Mustache

/// `report.html`: one page that needs nothing else, to look at, to sort and to print.
///
/// Pictures are gnuplot's; without it the page says so, and has everything else. The page loads nothing and runs one
/// small script, which sorts tables. Names are shown as text, whatever they are.
public struct HTMLReport: Sendable, Hashable {
    /// A page, and what is missing from it.
    public struct Page: Sendable, Hashable {
        public let text: String
        /// Why pictures are missing, in one line; nil where all are there.
        public let problem: String?
    }

    var gnuplot = Gnuplot()

    public init() {}

    /// The page, and what is missing from it.
    public func render(_ results: EvaluationResults) async -> Page {
        var builder = PageBuilder(results, painter: PlotPainter(gnuplot: gnuplot))
        var content = await builder.content()
        content["problem"] = builder.painter.problem?.description
        return Page(text: PageTemplates.render(content), problem: builder.painter.problem?.description)
    }
}
