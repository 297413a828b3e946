import SensorModel

/// A plot as SVG for an HTML page, in the classes of the page's style sheet.
///
/// The page's script draws the same plot again when it runs, and follows the cursor. This picture is for printing and
/// for browsers without scripts. Coordinates are rounded to a tenth of a pixel.
package struct PagePlot {
    private static let top = 10.0
    private static let right = 14.0
    private static let bottom = 44.0
    private static let characterWidth = 7.0
    private static let longestName = 26
    private static let markersPerLine = 3
    private static let dashUnit = 0.6

    private let plot: Plot
    private let x: PlotScale
    private let y: PlotScale
    private let left: Double
    private let yTicks: [PlotScale.Tick]

    /// Creates the picture of a plot that is not empty.
    package init(_ plot: Plot) {
        self.plot = plot
        let points = plot.series.flatMap { plot.drawable($0).flatMap(\.self) }
        var abscissae = points.map(\.x)
        for interval in points.compactMap(\.interval) { abscissae += [interval.lowerBound, interval.upperBound] }
        x = PlotScale(plot.x, values: abscissae.filter { !plot.x.isLogarithmic || $0 > 0 })
        guard plot.y.categories.isEmpty else {
            let count = Double(plot.y.categories.count)
            y = PlotScale(Plot.Axis(title: "", limits: Plot.Limits(first: count - 0.5, last: -0.5)), values: [])
            yTicks = plot.y.categories.enumerated().map { place, name in
                let label = TextWrapping.shortened(name, width: Self.longestName)
                return PlotScale.Tick(value: Double(place), label: label)
            }
            left = 14 + Self.characterWidth * Double(yTicks.map { DisplayWidth.of($0.label) }.max() ?? 0)
            return
        }
        y = PlotScale(plot.y, values: points.map(\.y))
        yTicks = y.ticks(most: max(2, plot.height / 50))
        left = 32 + Self.characterWidth * Double(yTicks.map { DisplayWidth.of($0.label) }.max() ?? 0)
    }

    /// The element `svg`. It has no label; the surrounding element describes the picture.
    package var svg: String {
        let parts = [
            "<svg viewBox=\"0 0 \(plot.width) \(plot.height)\" aria-hidden=\"true\">", bands, axes,
            plot.series.map(element).joined(), "</svg>",
        ]
        return parts.joined()
    }

    private var room: (width: Double, height: Double) {
        (Double(plot.width) - left - Self.right, Double(plot.height) - Self.top - Self.bottom)
    }

    private func place(_ point: Plot.Point) -> (x: Double, y: Double) { (horizontal(point.x), vertical(point.y)) }

    private func horizontal(_ value: Double) -> Double {
        left + room.width * min(max(x.position(of: value), 0), 1)
    }

    private func vertical(_ value: Double) -> Double {
        Self.top + room.height * (1 - min(max(y.position(of: value), 0), 1))
    }

    private var bands: String {
        Plot.Band.Kind.allCases.map { kind in
            let height = PagePath.text(room.height)
            let areas = plot.bands.filter { $0.kind == kind }.map { band in
                let ends = (horizontal(band.range.lowerBound), horizontal(band.range.upperBound))
                let width = PagePath.text(max(ends.1 - ends.0, 0.5))
                return "M\(PagePath.text(ends.0)) \(PagePath.text(Self.top))h\(width)v\(height)h-\(width)z"
            }
            return areas.isEmpty ? "" : "<path class=\"\(kind == .rest ? "b0" : "b1")\" d=\"\(areas.joined())\"/>"
        }
        .joined()
    }

    private var axes: String {
        var grid = ""
        var labels = (x: "", y: "")
        let floor = Self.top + room.height
        let (top, left) = (PagePath.text(Self.top), PagePath.text(left))
        let (width, height) = (PagePath.text(room.width), PagePath.text(room.height))
        var lastEnd = -Double.infinity
        for tick in x.ticks(most: max(2, plot.width / 80)) {
            let here = horizontal(tick.value)
            grid += "M\(PagePath.text(here)) \(top)v\(height)"
            let half = Self.characterWidth * Double(DisplayWidth.of(tick.label)) / 2
            guard here - half > lastEnd + 4 else { continue }
            lastEnd = here + half
            labels.x += text(tick.label, here, floor + 17)
        }
        for tick in yTicks {
            let here = vertical(tick.value)
            grid += "M\(left) \(PagePath.text(here))h\(width)"
            labels.y += text(tick.label, self.left - 6, here + 4.5)
        }
        labels.x += text(plot.x.title, self.left + room.width / 2, Double(plot.height) - 8)
        if !plot.y.title.isEmpty {
            labels.x +=
                "<text transform=\"translate(13 \(PagePath.text(Self.top + room.height / 2)))rotate(-90)\">"
                + "\(PageText.escaped(plot.y.title))</text>"
        }
        return "<path class=\"g\" d=\"\(grid)\"/><path d=\"M\(left) \(top)v\(height)h\(width)\"/>"
            + "<g text-anchor=\"middle\">\(labels.x)</g><g text-anchor=\"end\">\(labels.y)</g>"
    }

    private func text(_ text: String, _ x: Double, _ y: Double) -> String {
        "<text x=\"\(PagePath.text(x))\" y=\"\(PagePath.text(y))\">\(PageText.escaped(text))</text>"
    }

    private func element(_ series: Plot.Series) -> String {
        let stretches = plot.drawable(series).map { $0.map(place) }
        guard !stretches.isEmpty else { return "" }
        var output = "<g class=\"c\(series.slot % PlotPalette.colours.count)\">"
        switch series.style {
        case .line, .outline:
            let path = stretches.map(PagePath.line).joined()
            let dashes = series.style == .line ? PlotPalette.dash(of: series.slot) : []
            if !path.isEmpty { output += "<path\(Self.attribute(dashes)) d=\"\(path)\"/>" }
            if series.style == .line { output += lineMarkers(stretches, slot: series.slot) }
        case .markers, .intervals:
            for point in plot.drawable(series).flatMap(\.self) {
                if let interval = point.interval {
                    let ends = (horizontal(interval.lowerBound), horizontal(interval.upperBound))
                    output +=
                        "<path d=\"M\(PagePath.text(ends.0)) \(PagePath.text(vertical(point.y)))"
                        + "h\(PagePath.text(ends.1 - ends.0))\"/>"
                }
                output += marker(place(point), slot: series.slot)
            }
        }
        return output + "</g>"
    }

    /// Markers at a few points of a line, at other points for each slot.
    private func lineMarkers(_ stretches: [[(x: Double, y: Double)]], slot: Int) -> String {
        let points = stretches.flatMap(\.self)
        return (0..<Self.markersPerLine).compactMap { number in
            let share = (Double(number) + Double(slot % 7 + 1) / 8) / Double(Self.markersPerLine)
            let target = left + share * room.width
            return points.min { abs($0.x - target) < abs($1.x - target) }.map { marker($0, slot: slot) }
        }
        .joined()
    }

    private func marker(_ place: (x: Double, y: Double), slot: Int) -> String {
        "<use href=\"#m\(PlotPalette.marker(of: slot) - 1)\" x=\"\(PagePath.text(place.x))\" "
            + "y=\"\(PagePath.text(place.y))\"/>"
    }

    private static func attribute(_ dashes: [Int]) -> String {
        let lengths = dashes.map { PagePath.text(Double($0) * dashUnit) }
        return lengths.isEmpty ? "" : " stroke-dasharray=\"\(lengths.joined(separator: " "))\""
    }
}
