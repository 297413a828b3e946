/// Draws one plot after the other, and remembers the first that failed: without gnuplot none is tried again.
struct PlotPainter {
    var gnuplot = Gnuplot()
    private(set) var problem: PlotError?

    init(gnuplot: Gnuplot = Gnuplot()) { self.gnuplot = gnuplot }

    /// The file; nil where it could not be drawn.
    mutating func draw(_ plot: Plot, as format: PlotFormat) async -> [UInt8]? {
        guard problem != .noGnuplot else { return nil }
        do throws(PlotError) {
            return try await gnuplot.draw(plot, as: format)
        } catch {
            problem = problem ?? error
            return nil
        }
    }
}
