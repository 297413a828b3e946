/// A picture of a report, with its title and caption.
package struct ReportFigure: Sendable, Hashable {
    /// The name of its file: letters, digits and hyphens.
    package let name: String
    package let title: String
    /// An explanation in one or two sentences.
    package let caption: String
    package var plot: Plot

    package init(name: String, title: String, caption: String, plot: Plot) {
        self.name = name
        self.title = title
        self.caption = caption
        self.plot = plot
    }
}

extension ReportFigure {
    /// The data of the picture as CSV: a pair of columns per series, in the order of the key.
    package var data: String {
        let shown = plot.series.map { ($0, plot.drawable($0).flatMap(\.self)) }.filter { !$0.1.isEmpty }
        let header = shown.flatMap { series, _ in
            [plot.x, plot.y].map { axis in
                CSVText.safe(series.name.isEmpty ? axis.title : "\(series.name): \(axis.title)")
            }
        }
        let longest = shown.map(\.1.count).max() ?? 0
        let rows = (0..<longest).map { row in
            shown.flatMap { _, points in
                row < points.count
                    ? [text(points[row].x, on: plot.x), text(points[row].y, on: plot.y)] : ["", ""]
            }
        }
        return CSVText.lines([header] + rows)
    }

    private func text(_ value: Double, on axis: Plot.Axis) -> String {
        let category = axis.categories.indices.first { Double($0) == value }
        return category.map { CSVText.safe(axis.categories[$0]) } ?? NumberText.exact(value)
    }
}
