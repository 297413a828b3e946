import Foundation
import Testing

@testable import Reporting

struct PagePlotTests {
    /// Pixels. Half a tenth, to which coordinates are rounded, and the rounding of the sum.
    private static let rounding = 0.051

    @Test(arguments: [
        ("M46.14,161.10 L188.31,149.20 L330.48,208.70", "m46.1 161.1 142.2-11.9 142.2 59.5"),
        ("M1,1 L1.04,1.04 L2,1.3", "m1 1 1 .3"), ("M1,1 M2,2 L3,3 M4,4", "m2 2 1 1"), ("M1,1", ""), ("", ""),
        ("M0,0 L0.5,0.5\n\t\tL0,0.5 M5,5 L4.5,5 ", "m0 0 .5 .5-.5 0m5 4.5-.5 0"),
    ])
    func `Paths become relative, in tenths`(path: String, compacted: String) {
        #expect(PagePath.compacted(Substring(path)) == compacted)
    }

    /// Relative steps between rounded points must not accumulate rounding errors.
    @Test func `The steps of a long path add up to its end`() {
        let points = (0...1_000).map { "\(Double($0) * 0.37),\(Double($0 % 7) * 0.33)" }
        let path = PagePath.compacted(Substring("M" + points.joined(separator: " L")))
        let numbers = path.dropFirst().matches(of: /-?\d*\.?\d+/).compactMap { Double($0.0) }
        let ends = [0, 1].map { axis in
            stride(from: axis, to: numbers.count, by: 2).reduce(0) { $0 + numbers[$1] }
        }
        #expect(abs(ends[0] - 370) < Self.rounding)
        #expect(abs(ends[1] - Double(1_000 % 7) * 0.33) < Self.rounding)
    }

    @Test func `Colours become classes, and elements without a picture are removed`() {
        let drawn = """
            <?xml version="1.0"?><svg viewBox="0 0 9 9"><title>plot</title><desc>gnuplot</desc><defs><path id='x' d='M0,0 L1,1'/></defs>
            <g fill="none" color="black"><path stroke='rgb(190, 190, 190)' stroke-dasharray='2,4' d='M1,2 L3,2 '/></g>
            <g><polygon fill = 'rgb(230, 159,   0)' points = '1,1 2,1 2,2'/></g>
            <g transform="translate(20.79,123.68) rotate(270)" text-anchor="middle"><text>a &lt;b></text></g>
            <g id="plot_plot_1" ><title>plot_plot_1</title>
            <path stroke='rgb(  0, 114, 178)' stroke-dasharray='7.2,2.4' d='M1,1 L2,2 '/>
            <use xlink:href='#gpPt6' transform='translate(1.00,1.00) scale(2.92)' color='rgb(  0, 114, 178)'/></g></svg>
            """
        let plot = Plot(
            x: Plot.Axis(title: ""),
            y: Plot.Axis(title: ""),
            series: [Plot.Series("<s>", .line, slot: 1, [[Plot.Point(1, 1)]])],
            width: 9,
            height: 9
        )
        let expected = """
            <svg viewBox="0 0 9 9" aria-hidden="true"><path class="g" d="m1 2 2 0"/><path class="b1" d="m1 1 1 0 0 1z"/>\
            <text text-anchor="middle" transform="translate(20.8 123.7)rotate(270)">a &lt;b></text>\
            <g><title>&lt;s&gt;</title><path class="c1" stroke-dasharray="7.2,2.4" d="m1 1 1 1"/>\
            <use class="c1" href="#p6" transform="translate(1 1)scale(2.9)"/></g></svg>
            """
        #expect(PagePlot(Array(drawn.utf8), of: plot).svg == expected)
    }

    @Test(arguments: ["a,b\n1,2\n", "\"<>&'#%?", "é 姿\r\n", ""])
    func `Data in a link read back unchanged`(text: String) {
        let link = PageText.uri(of: text)
        #expect(link.removingPercentEncoding == text)
        #expect(link.allSatisfy { !"\"<>&'# ".contains($0) })
    }
}
