import Reporting
import Testing

struct GnuplotScriptTests {
    @Test(arguments: [
        ("plain 7", "\"plain \\067\""), ("it's", "\"it\\047s\""), ("\"", "\"\\042\""), ("`id`", "\"\\140id\\140\""),
        ("a\nb", "\"a\\134u\\173A\\175b\""), ("", "\"\""), ("\\", "\"\\134\""), ("é%", "\"é\\045\""),
        ("'\u{301}", "\"\\047\u{301}\""),
    ])
    func `Characters other than letters and blanks are octal numbers`(text: String, literal: String) {
        #expect(GnuplotText.quoted(text, for: .pdf).unicodeScalars.elementsEqual(literal.unicodeScalars))
    }

    @Test func `The first 210 slots look different`() {
        let looks = (0..<210).map {
            [PlotPalette.colour(of: $0), "\(PlotPalette.dash(of: $0))", "\(PlotPalette.marker(of: $0))"]
        }
        #expect(Set(looks).count == 210)
    }

    @Test func `Thinned stretches remain separate`() {
        let stretches = (0..<3).map { part in
            (0..<20_000).map { (index: Int) -> Plot.Point in
                Plot.Point(Double(part * 30_000 + index), Double(index % 7))
            }
        }
        let plot = Plot(
            x: Plot.Axis(title: "x"),
            y: Plot.Axis(title: "y"),
            series: [Plot.Series("a", .line, slot: 0, stretches)]
        )
        let rows = GnuplotScript.text(of: plot, as: .svg).split(separator: "\n", omittingEmptySubsequences: false)
        let start = rows.firstIndex(of: "$d0 << EOD")
        let end = rows.firstIndex(of: "EOD")
        let data = start.flatMap { start in end.map { rows[(start + 1)..<$0] } } ?? []
        #expect(data.count { $0.isEmpty } == 2)
        #expect(data.count < 1_300)
    }
}
