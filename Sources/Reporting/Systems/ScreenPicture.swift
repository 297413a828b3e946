public import Evaluation

/// A picture of one place's way over the screens of several systems: a screen for each, with the way on which the
/// camera sees the place, and below them how far the two are apart over time.
///
/// Drawn by gnuplot; the same traces give the same bytes.
public struct ScreenPicture: Sendable {
    public let paths: SystemPaths

    public init(_ paths: SystemPaths) { self.paths = paths }

    /// Draws the picture as SVG and writes it, whole or not at all.
    ///
    /// - Throws: ``ReportError/unwritable(path:reason:)`` and ``ReportError/undrawable(_:)``.
    public func save(to path: String) async throws(ReportError) {
        let bytes: [UInt8]
        do {
            bytes = try await svg(drawnBy: Gnuplot())
        } catch {
            throw .undrawable(error.description)
        }
        try WholeFiles.save([(path, bytes)])
    }

    func svg(drawnBy gnuplot: Gnuplot) async throws(PlotError) -> [UInt8] {
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
