import Evaluation
import Foundation
import SensorModel
import TestSupport
import Testing

@testable import Reporting

/// Pages are read as a browser reads them: elements, attributes and texts. Pictures are tested where they are drawn.
struct HTMLReportTests {
    /// Without gnuplot, whose version would show.
    private static func page(_ results: EvaluationResults) async -> HTMLReport.Page {
        var report = HTMLReport()
        report.gnuplot.searchPath = "/nonexistent"
        return await report.render(results)
    }

    @Test func `A small page has the expected headings`() async throws {
        let page = await Self.page(SeriesSpecimens.walk)
        let expected = [
            "h1 Sextant evaluation", "h2 Summary: means over 3 recordings", "h3 Which differ beyond chance?",
            "h2 Accuracy, jitter, lag", "h2 By group", "h3 By motion", "h2 Recording by recording", "h3 walk-01",
            "h3 walk-02", "h3 stairs", "h2 Notes", "h2 What was run, and how to run it again",
        ]
        #expect(try PageReader(page.text).headings == expected)
    }

    @Test func `Each table has a sorting button per column and a row per pipeline`() async throws {
        let reader = try PageReader(await Self.page(SeriesSpecimens.walk).text)
        // Means and three recordings, then the tables of parameters and metrics, which have no buttons.
        #expect(reader.count(of: "table") == 6)
        let columns = ReportColumn.columns(for: SeriesSpecimens.walk.runs).count
        #expect(reader.count(of: "button") >= 4 * columns)
        #expect(reader.texts.count { $0 == "madgwick:beta=0.1" } >= 4)
        #expect(reader.texts.contains("0.015"))
        #expect(reader.texts.contains("[0.012, 0.020]"))
    }

    @Test func `Without gnuplot the page names the package to install and has all other content`() async throws {
        let page = await Self.page(SeriesSpecimens.walk)
        let problem = try #require(page.problem)
        #expect(problem.contains("gnuplot-nox"))
        let reader = try PageReader(page.text)
        #expect(reader.texts.contains(problem))
        #expect(!reader.elements.contains("image"))
        #expect(reader.links.count { $0.hasPrefix("data:text/csv") } > 9)
    }

    @Test func `Names are shown as text, whatever they contain`() async throws {
        var names = Specimens.nastyNames + GnuplotTests.hostileNames
        names.append("\"\u{301} onmouseover=alert(1) x=\"")
        names += ["</title><script>alert(2)</script>", "{{command}} {{{style}}}"]
        let runs = names.flatMap { name in
            [
                Specimens.run(name, "triad", unmeasured: [.lag: name], remarks: [name]),
                Specimens.run("walk", name, parameters: ["note": .word(name)], skipped: [name: 1]),
            ]
        }
        var results = Specimens.results(runs)
        results.host.system = names[0] + "<b>"
        results.failed = names.map { FailedRecording(path: $0, error: $0) }
        results.command = names.joined(separator: " ")
        let page = await Self.page(results)
        let reader = try PageReader(page.text)
        #expect(reader.count(of: "script") == 1)
        #expect(reader.attributes.allSatisfy { !$0.hasPrefix("on") }, "\(reader.attributes)")
        for name in names where !name.isEmpty {
            let shown = name.withoutControlCharacters.replacing("\u{FFFE}", with: "\u{FFFD}")
            #expect(reader.texts.contains { $0.contains(shown) }, "\(shown) is missing")
        }
    }

    @Test func `The page loads nothing, its identifiers are unique, and its links have targets`() async throws {
        let page = await Self.page(SeriesSpecimens.walk)
        let reader = try PageReader(page.text)
        #expect(Set(reader.identifiers).count == reader.identifiers.count)
        for link in reader.links where !link.hasPrefix("data:") {
            #expect(link.hasPrefix("#"), "\(link) leaves the page")
            #expect(reader.identifiers.contains(String(link.dropFirst())), "\(link) has no target")
        }
        for outside in ["http://", "https://", "url(", "@import", "src="] {
            let found = page.text.replacing("http://www.w3.org", with: "")
            #expect(!found.contains(outside), "\(outside)")
        }
    }

    @Test func `Equal results give equal pages`() async {
        #expect(await Self.page(SeriesSpecimens.walk) == Self.page(SeriesSpecimens.walk))
    }

    @Test func `Results without series name the option that adds them`() async {
        let page = await Self.page(Specimens.walk)
        #expect(page.text.contains("--series"))
        #expect(await !Self.page(SeriesSpecimens.walk).text.contains("--series"))
    }

    @Test("The page contains compact pictures", .enabled(if: InstalledGnuplot.isInstalled, "gnuplot is not installed"))
    func pictures() async throws {
        let page = await HTMLReport().render(SeriesSpecimens.walk)
        #expect(page.problem == nil)
        let reader = try PageReader(page.text)
        // Three trade-offs; per recording: over time, distribution, spectrum, cost.
        #expect(reader.attributes.count { $0 == "viewBox" } >= 15)
        #expect(!page.text.contains("gnuplot"))
        #expect(page.text.utf8.count < 400_000)
    }
}
