import Evaluation
import Reporting
import TestSupport
import Testing

@Suite struct MarkdownReportTests {
    @Test func `A report equals its snapshot`() throws {
        let report = MarkdownReport()
        try Snapshot.expect(report.render(Specimens.walk), "report.md")
    }

    @Test func `A ranking follows the means`() throws {
        try Snapshot.expect(MarkdownReport().render(Specimens.ranked), "report-ranked.md")
    }

    @Test func `Every row of a table has as many cells as its header`() {
        var header = 0
        for line in MarkdownReport().render(Specimens.nasty).split(separator: "\n", omittingEmptySubsequences: false) {
            let bars = line.replacing(#"\\"#, with: "").replacing(#"\|"#, with: "").count { $0 == "|" }
            if header == 0 || bars == 0 { header = bars } else { #expect(bars == header, "\(line)") }
        }
    }

    @Test func `Markup in names is escaped`() {
        #expect(MarkdownText.escaped("a|b *c* <d> `e` \\") == #"a\|b \*c\* \<d\> \`e\` \\"#)
        #expect(MarkdownText.escaped("two\r\nlines") == "two  lines")
        #expect(MarkdownText.escaped("|\u{301}") == "\\|\u{301}")
    }

    @Test func `A command that contains a fence stays in its code block`() {
        #expect(MarkdownText.codeBlock("a ``` b") == "````\na ``` b\n````\n")
    }

    @Test func `A single run has no bold figures`() {
        let text = MarkdownReport().render(Specimens.results([Specimens.run("pan", "triad")]))
        #expect(!text.contains("**"))
    }
}
