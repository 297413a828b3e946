import Foundation
import Reporting
import SensorModel
import TestSupport
import Testing

/// The tests inspect the drawn files: SVG as text, PDF by its header.
@Suite(.enabled(if: InstalledGnuplot.isInstalled, "gnuplot is not installed"))
struct GnuplotTests {
    /// Names with special characters of gnuplot, shells, SVG or terminals.
    static let hostileNames = [
        "<script>alert(1)</script>", "it's \"quoted\" '' '", "`touch pwned`", "$(touch pwned)", "@macro $x",
        "{/Bold=40 big} a_b^2~c&{d}", "back\\slash \\n \\", "EOD\nsystem('touch pwned')\nEOD", "%g %s", "",
        "]]>--><!--&amp;&#0;", "\u{202E}backwards \u{7} \u{FFFE}", "姿勢推定 é 🧭",
        "&lt;b&gt; &#60;i&#62; &#x3C;", "%% 100 % %s",
    ]

    /// Pixels. The thickness of the frame.
    private static let onePixel = 1.0

    private static func line(_ values: [Double], name: String = "a") -> Plot {
        let points = values.enumerated().map { Plot.Point(Double($0), $1) }
        return Plot(
            x: Plot.Axis(title: "time (s)"),
            y: Plot.Axis(title: "error (°)"),
            series: [Plot.Series(name, .line, slot: 0, [points])]
        )
    }

    private static func svg(_ plot: Plot) async throws -> String {
        String(decoding: try await Gnuplot().draw(plot, as: .svg), as: UTF8.self)
    }

    @Test func `A million samples need less than 200 kB, and a single spike remains`() async throws {
        var values = (0..<1_000_000).map { Double($0 % 10) }
        values[123_457] = 1_000
        var plot = Self.line(values)
        plot.y.limits = Plot.Limits(first: 0, last: 1_000)
        let bytes = try await Gnuplot().draw(plot, as: .svg)
        #expect(bytes.count < 200_000)
        // The frame's upper edge is where the grid's lines end; only the spike's point of the line goes there.
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.components(separatedBy: "id=\"plot_plot_1\"")
        try #require(parts.count == 2)
        let grid = parts[0].matches(of: /"gridline"\s+d='M[\d.]+,[\d.]+ L[\d.]+,([\d.]+)/).compactMap { Double($0.1) }
        let line = parts[1].matches(of: /L[\d.]+,([\d.]+)/).compactMap { Double($0.1) }
        let top = try #require(grid.min())
        #expect(line.count > 1_000)
        #expect(line.count { $0 <= top + Self.onePixel } == 1)
    }

    @Test func `Ten lines of many samples need less than 200 kB`() async throws {
        var plot = Self.line((0..<20_000).map { Double($0 * 7_919 % 1_000) })
        plot.series = (0..<10).map { Plot.Series("pipeline \($0)", .line, slot: $0, plot.series[0].stretches) }
        #expect(try await Self.svg(plot).utf8.count < 200_000)
    }

    @Test(arguments: PlotFormat.allCases)
    func `Equal plots give equal bytes`(format: PlotFormat) async throws {
        let plot = Self.line([1, 3, 2])
        #expect(try await Gnuplot().draw(plot, as: format) == Gnuplot().draw(plot, as: format))
    }

    @Test func `A PDF has a header and no date of drawing`() async throws {
        let text = String(decoding: try await Gnuplot().draw(Self.line([1, 3, 2]), as: .pdf), as: UTF8.self)
        #expect(text.hasPrefix("%PDF-"))
        let dates = text.matches(of: /\(D:\d*/).map { String($0.0) }
        #expect(dates.allSatisfy { $0 == "(D:19700101000000" }, "\(dates)")
    }

    @Test(arguments: hostileNames)
    func `A name is shown as text in every position`(name: String) async throws {
        var plot = Self.line([1, 3, 2], name: name)
        plot.title = name
        plot.x.title = name
        plot.y.title = name
        plot.y.categories = [name, name]
        let text = try await Self.svg(plot)
        let contents = XMLContents(text.utf8)
        #expect(!contents.elements.contains { $0.name == "script" })
        let shown = name.withoutControlCharacters.replacing("\u{FFFE}", with: "\u{FFFD}")
        // Title, two axes, two ticks, and a key that is short.
        #expect(shown.isEmpty || contents.texts.count { $0 == shown } == 6, "\(contents.texts)")
        #expect(!FileManager.default.fileExists(atPath: "pwned"))
        _ = try await Gnuplot().draw(plot, as: .pdf)
    }

    @Test func `A point that is not finite divides a line, and a plot without other points is empty`() async throws {
        let plot = Self.line([1, 2, .nan, 3, 4, .infinity, 1e300, 5])
        #expect(plot.drawable(plot.series[0]).map { $0.map(\.y) } == [[1, 2], [3, 4], [5]])
        #expect(Self.line([.nan]).isEmpty)
        #expect(try await Self.svg(plot).contains("</svg>"))
    }

    @Test(arguments: [[5.0], [0, 0, 0], [1e-12, 1e12], [-1e30, 1e30]])
    func `Extreme ranges are drawn`(values: [Double]) async throws {
        #expect(try await Self.svg(Self.line(values)).contains("</svg>"))
        var plot = Self.line(values.map { abs($0) + 1e-9 })
        plot.y.isLogarithmic = true
        #expect(try await Self.svg(plot).contains("</svg>"))
    }

    @Test func `Without gnuplot the error names the package to install`() async throws {
        let error = await #expect(throws: PlotError.noGnuplot) {
            try await Gnuplot(searchPath: "/nonexistent").draw(Self.line([1, 2]), as: .svg)
        }
        let text = try #require(error?.description)
        #expect(text.contains("gnuplot-nox"))
        #expect(!text.contains("\n"))
    }
}
