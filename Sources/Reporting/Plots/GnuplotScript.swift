import Foundation
import SensorModel

/// The commands by which gnuplot draws a plot. Equal plots give equal text.
package struct GnuplotScript {
    /// The number of points of all lines together that keeps a picture below 200 kB.
    private static let mostPoints = 8_000
    /// The number of markers on a line.
    private static let markersPerLine = 6
    private static let longestName = 60

    private let plot: Plot
    private let format: PlotFormat
    private var lines: [String] = []

    /// The commands for a plot in a file format.
    package static func text(of plot: Plot, as format: PlotFormat) -> String {
        var script = GnuplotScript(plot: plot, format: format)
        script.build()
        return script.lines.map { $0 + "\n" }.joined()
    }

    private init(plot: Plot, format: PlotFormat) {
        self.plot = plot
        self.format = format
    }

    private mutating func build() {
        lines.append("set encoding utf8")
        lines.append("set terminal \(terminal)")
        lines.append("set style data lines")
        lines.append("set border 3 lc rgb 'black'")
        lines.append("set grid lc rgb 'gray' lw 0.5 dt solid")
        lines.append("set tics nomirror out")
        lines.append(plot.hasKey ? "set key outside below center horizontal reverse Left samplen 3" : "unset key")
        if !plot.title.isEmpty { lines.append("set title \(quoted(plot.title))") }
        if plot.hasEqualUnits { lines.append("set size ratio -1") }
        add(plot.x, "x")
        add(plot.y, "y")
        for band in plot.bands { add(band) }
        for label in plot.labels {
            let place = "\(NumberText.exact(label.x)),\(NumberText.exact(label.y))"
            lines.append("set label \(quoted(label.text)) at \(place) offset 0.6,0.4")
        }
        addSeries()
    }

    private var terminal: String {
        switch format {
        case .svg:
            "svg size \(plot.width),\(plot.height) dynamic noenhanced name 'plot' font 'sans-serif,13' lw 1.2"
        case .pdf:
            "pdfcairo size \(printedSize) noenhanced font 'sans-serif,\(isNarrow ? 7 : 9)' lw 1.2 rounded"
        }
    }

    /// Whether the PDF fits a column of a page with two columns, where the letters are those of captions.
    private var isNarrow: Bool { plot.printedWidth < 120 }

    private var printedSize: String {
        let width = plot.printedWidth / 10
        // A narrow picture needs height for its key.
        let ratio = Double(plot.height) / Double(plot.width) * (isNarrow ? 1.25 : 1)
        return "\(NumberText.exact(width.rounded(toSignificant: 4)))cm,\(decimals(width * ratio))cm"
    }

    private func quoted(_ text: String, isTick: Bool = false) -> String {
        GnuplotText.quoted(text, for: format, isTick: isTick)
    }

    private func decimals(_ number: Double) -> String { NumberText.fixed(number, decimals: 2) }

    private mutating func add(_ axis: Plot.Axis, _ name: String) {
        // An empty line separates the title from the key below it.
        let end = name == "x" && plot.hasKey ? ".\"\\n\"" : ""
        lines.append("set \(name)label \(quoted(axis.title))\(end)")
        if axis.isLogarithmic {
            lines.append("set logscale \(name)")
            lines.append("set format \(name) '%g'")
        }
        if let limits = axis.limits {
            let ends = [limits.first, limits.last].map { $0.map(NumberText.exact) ?? "" }
            lines.append("set \(name)range [\(ends.joined(separator: ":"))]")
        }
        guard !axis.categories.isEmpty else { return }
        let places = axis.categories.enumerated().map { "\(quoted(shortened($1), isTick: true)) \($0)" }
        lines.append("set \(name)tics (\(places.joined(separator: ", ")))")
        if axis.limits == nil {
            lines.append("set \(name)range [\(decimals(Double(axis.categories.count) - 0.5)):-0.5]")
        }
    }

    private mutating func add(_ band: Plot.Band) {
        let (colour, opacity) =
            switch band.kind {
            case .rest: (PlotPalette.restShade, "0.10")
            case .disturbance: (PlotPalette.disturbanceShade, "0.25")
            }
        let (from, to) = (NumberText.exact(band.range.lowerBound), NumberText.exact(band.range.upperBound))
        lines.append(
            "set object rectangle from first \(from), graph 0 to first \(to), graph 1 back"
                + " fc rgb '\(colour)' fs solid \(opacity) noborder"
        )
    }

    private mutating func addSeries() {
        let drawn = plot.series.map { ($0, plot.drawable($0)) }.filter { !$0.1.isEmpty }
        let lineCount = drawn.count { $0.0.style == .line }
        let bins = max(8, min(plot.width, Self.mostPoints / 2 / max(1, lineCount)))
        var parts: [String] = []
        for (number, (series, stretches)) in drawn.enumerated() {
            let kept =
                series.style == .line
                ? PlotThinning.thinned(stretches, bins: bins) { plot.x.isLogarithmic ? log10($0) : $0 } : stretches
            lines.append("$d\(number) << EOD")
            for (place, stretch) in kept.enumerated() {
                if place > 0 { lines.append("") }
                lines += stretch.map { row($0, series.style) }
            }
            lines.append("EOD")
            let title = series.name.isEmpty ? "notitle" : "title \(quoted(shortened(series.name)))"
            parts.append("$d\(number) \(look(of: series, points: kept.reduce(0) { $0 + $1.count })) \(title)")
        }
        lines.append("plot \(parts.joined(separator: ", \\\n     "))")
    }

    private func shortened(_ name: String) -> String { TextWrapping.shortened(name, width: Self.longestName) }

    private func row(_ point: Plot.Point, _ style: Plot.Style) -> String {
        let numbers =
            style == .intervals
            ? [point.x, point.y, point.interval?.lowerBound ?? point.x, point.interval?.upperBound ?? point.x]
            : [point.x, point.y]
        return numbers.map(NumberText.exact).joined(separator: " ")
    }

    private func look(of series: Plot.Series, points: Int) -> String {
        let slot = series.slot
        let colour = "lc rgb '\(PlotPalette.colour(of: slot))'"
        let marker = "pt \(PlotPalette.marker(of: slot))"
        let lengths = PlotPalette.dash(of: slot).map(String.init).joined(separator: ",")
        let dash = lengths.isEmpty ? "dt solid" : "dt (\(lengths))"
        switch series.style {
        case .line:
            let interval = max(1, points / Self.markersPerLine)
            return "with linespoints \(colour) \(dash) \(marker) ps 0.6 pi \(interval)"
        case .outline: return "with lines \(colour) \(dash)"
        case .markers: return "with points \(colour) \(marker) ps 0.9"
        case .intervals: return "using 1:2:3:4 with xerrorbars \(colour) \(marker) ps 0.8"
        }
    }
}
