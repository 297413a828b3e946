import Foundation
import Reporting
import Testing

struct PagePlotTests {
    /// Pixels. Half a tenth, to which coordinates are rounded, and the rounding of the sum.
    private static let rounding = 0.051

    @Test(arguments: [
        ([[46.14, 161.1], [188.31, 149.2], [330.48, 208.7]], "M46.1 161.1l142.2-11.9 142.2 59.5"),
        ([[1, 1], [1.04, 1.04], [2, 1.3]], "M1 1l1 .3"), ([[1, 1]], ""), ([], ""),
        ([[0, 0], [0.5, 0.5], [0, 0.5]], "M0 0l.5 .5-.5 0"),
    ])
    func `Paths are relative, in tenths`(points: [[Double]], path: String) {
        #expect(PagePath.line(points.map { (x: $0[0], y: $0[1]) }) == path)
    }

    /// Relative steps between rounded points must not accumulate rounding errors.
    @Test func `The steps of a long path add up to its end`() {
        let points = (0...1_000).map { index -> (x: Double, y: Double) in
            (0.37 * Double(index), 0.33 * Double(index % 7))
        }
        let path = PagePath.line(points)
        let numbers = path.matches(of: /-?\d*\.?\d+/).compactMap { Double($0.0) }
        let ends = [0, 1].map { axis in
            stride(from: axis, to: numbers.count, by: 2).reduce(0) { $0 + numbers[$1] }
        }
        #expect(abs(ends[0] - 370) < Self.rounding)
        #expect(abs(ends[1] - Double(1_000 % 7) * 0.33) < Self.rounding)
    }

    @Test func `Dots are lines of length 0 with round ends, one path per series`() {
        #expect(PagePath.dots([(x: 1, y: 2), (x: 3.14, y: 0.5)]) == "M1 2h0M3.1 .5h0")
        let points = (0..<3).map { Plot.Point(Double($0), Double($0)) }
        let axis = Plot.Axis(title: "")
        let svg = PagePlot(Plot(x: axis, y: axis, series: [Plot.Series("", .dots, slot: 1, [points])])).svg
        let dots = svg.firstMatch(of: /<g class="c1"><path style="[^"]*stroke-linecap:round" d="([^"]+)"/)
        #expect(dots?.1.matches(of: /M[\d.]+ [\d.]+h0/).count == 3, "\(svg)")
    }

    private static let plot = Plot(
        x: Plot.Axis(title: "time <s>"),
        y: Plot.Axis(title: "error (°)", limits: Plot.Limits(first: 0, last: 10)),
        series: [
            Plot.Series("<s>", .line, slot: 1, [[Plot.Point(0, 0), Plot.Point(10, 10)], [Plot.Point(.nan, 1)]]),
            Plot.Series("", .intervals, slot: 2, [[Plot.Point(5, 5, interval: 4...6)]]),
        ],
        bands: [Plot.Band(kind: .disturbance, range: 2...3)],
        width: 480,
        height: 300
    )

    @Test func `A plot has its lines, markers, intervals, areas and escaped titles`() {
        let svg = PagePlot(Self.plot).svg
        #expect(svg.hasPrefix("<svg viewBox=\"0 0 480 300\" aria-hidden=\"true\">"))
        #expect(svg.contains("<g class=\"c1\"><path stroke-dasharray=\"7.2 2.4\""))
        #expect(svg.contains("<path class=\"b1\""))
        #expect(svg.contains(">time &lt;s&gt;</text>"))
        #expect(svg.contains("href=\"#m4\""), "the marker of slot 2 is a square")
        #expect(!svg.lowercased().contains("nan"))
    }

    /// The line goes from the lower left to the upper right corner of the area that the axes enclose.
    @Test func `A line through opposite corners of its range connects the corners of the axes`() throws {
        let svg = PagePlot(Self.plot).svg
        let axes = try #require(svg.firstMatch(of: /<path d="M([\d.]+) ([\d.]+)v([\d.]+)h([\d.]+)"\/>/)?.output)
        let (left, top) = (try #require(Double(axes.1)), try #require(Double(axes.2)))
        let (height, width) = (try #require(Double(axes.3)), try #require(Double(axes.4)))
        let line = try #require(
            svg.firstMatch(of: /<path stroke-dasharray="7.2 2.4" d="M([\d.]+) ([\d.]+)l([\d.]+)(-[\d.]+)"/)?.output
        )
        // The axis of x has a margin of 4 % at its end.
        let end = left + width / 1.04
        #expect(abs(try #require(Double(line.1)) - left) < 2 * Self.rounding)
        #expect(abs(try #require(Double(line.2)) - (top + height)) < 2 * Self.rounding)
        #expect(abs(try #require(Double(line.1)) + (try #require(Double(line.3))) - end) < 2 * Self.rounding)
        #expect(abs(try #require(Double(line.4)) + height) < 2 * Self.rounding)
    }

    @Test(arguments: [
        (0.0, 122.4, false, ["0", "20", "40", "60", "80", "100", "120"]),
        (-1.3, 2.6, false, ["-1", "0", "1", "2"]), (0.61, 19.8, true, ["1", "2", "5", "10"]),
        (0.000_2, 300, true, ["0.001", "0.01", "0.1", "1", "10", "100"]),
        (89, 110, true, ["90", "95", "100", "105", "110"]),
        (0, 0.03, false, ["0", "0.005", "0.010", "0.015", "0.020", "0.025", "0.030"]),
    ])
    func `Ticks are round numbers`(first: Double, last: Double, isLogarithmic: Bool, labels: [String]) {
        let axis = Plot.Axis(title: "", isLogarithmic: isLogarithmic, limits: Plot.Limits(first: first, last: last))
        #expect(PlotScale(axis, values: []).ticks(maximum: 7).map(\.label).filter { !$0.isEmpty } == labels)
    }

    @Test(arguments: [
        (50.0, "50"), (0.01, "0.01"), (99_999, "99999"), (1e6, "10⁶"), (2e-5, "2·10⁻⁵"), (1e-4, "10⁻⁴"),
        (-2.5e6, "-2.5·10⁶"), (123_456, "1.23·10⁵"),
    ])
    func `Labels below 0.001 and from 100 000 are multiples of a power of ten`(value: Double, label: String) {
        #expect(PlotScale.label(value) == label)
    }

    /// gnuplot draws ticks up to 10³⁰.
    @Test func `Points are drawn up to 1e30 on both axes, and larger ones divide a line`() {
        let axis = Plot.Axis(title: "")
        let values: [[Double]] = [[-1e30, 0], [1e30, 1], [2e30, 2], [3, -1e30], [4, 1e30], [5, 2e30], [6, 6]]
        let points = values.map { Plot.Point($0[0], $0[1]) }
        let plot = Plot(x: axis, y: axis, series: [Plot.Series("", .line, slot: 0, [points])])
        #expect(plot.drawable(plot.series[0]).map { $0.map(\.x) } == [[-1e30, 1e30], [3, 4], [6]])
    }

    /// Labels of an axis that is 366 pixels wide once read "90010001100".
    @Test func `Labels of ticks do not touch each other`() throws {
        let values = [880.0, 1_130]
        var plot = Plot(x: Plot.Axis(title: "time (ns)"), y: Plot.Axis(title: "", categories: ["a", "b"]), series: [])
        plot.series = [Plot.Series("", .markers, slot: 0, [values.enumerated().map { Plot.Point($1, Double($0)) }])]
        let svg = PagePlot(plot).svg
        let labels = svg.matches(of: /<text x="([\d.]+)" y="([\d.]+)">([\d.]+)<\/text>/).compactMap { match in
            Double(match.1).map { (x: $0, width: 7 * Double(match.3.count)) }
        }
        #expect(labels.count > 2)
        for (left, right) in zip(labels, labels.dropFirst()) {
            #expect(right.x - right.width / 2 > left.x + left.width / 2)
        }
    }

    @Test(arguments: ["a,b\n1,2\n", "\"<>&'#%?", "é 姿\r\n", ""])
    func `Data in a link read back unchanged`(text: String) {
        let link = PageText.uri(of: text)
        #expect(link.removingPercentEncoding == text)
        #expect(link.allSatisfy { !"\"<>&'# ".contains($0) })
    }
}
