import Evaluation
import Foundation
import Reporting
import SensorModel
import TestSupport
import Testing

/// Pages are read as a browser reads them: elements, attributes and texts. Pictures are tested where they are drawn.
struct HTMLReportTests {
    private static func page(_ results: EvaluationResults) -> String { HTMLReport().render(results) }

    @Test func `A small page has the expected headings`() throws {
        let page = Self.page(SeriesSpecimens.walk)
        let expected = [
            "h1 Sextant evaluation", "h2 Summary: means over 3 recordings", "h3 Which differ beyond chance?",
            "h2 Accuracy, jitter, lag", "h2 By group", "h3 By motion", "h2 Recording by recording", "h3 walk-01",
            "h3 walk-02", "h3 stairs", "h2 Notes", "h2 What was run, and how to run it again",
        ]
        #expect(try PageReader(page).headings == expected)
    }

    @Test func `A page whose reference is the gyroscope recommends no pipeline for its accuracy`() throws {
        var results = SeriesSpecimens.walk
        for run in results.runs.indices {
            results.runs[run].reference = ReferenceSummary(kind: .gyroscope, alignment: "exact")
        }
        let texts = try PageReader(Self.page(results)).texts
        #expect(texts.contains { $0.contains("no pipeline is recommended for its accuracy") })
        #expect(!texts.contains { $0.contains("This may be chance") })
        #expect(!texts.contains { $0.contains("◆") })
        #expect(try PageReader(Self.page(SeriesSpecimens.walk)).texts.contains { $0.contains("This may be chance") })
    }

    @Test func `A page whose reference is the device's attitude shows differences and no best pipeline`() throws {
        var results = SeriesSpecimens.walk
        for run in results.runs.indices {
            results.runs[run].reference = ReferenceSummary(kind: .device, alignment: "exact")
        }
        let texts = try PageReader(Self.page(results)).texts
        #expect(texts.contains { $0.hasPrefix("The reference is the device's own attitude, not the truth.") })
        #expect(texts.contains("total RMS difference (°)"))
        let claims = [
            "total RMSE", "This may be chance", "Further left is better", "Spectrum of the error", "◆", "lower left",
            "at least as good as all others in both",
        ]
        for claim in claims { #expect(!texts.contains { $0.contains(claim) }, "\(claim)") }
    }

    @Test func `An estimate from a file is not described as Sextant's estimator of the same name`() throws {
        var results = SeriesSpecimens.walk
        results.runs[0].pipeline = EvaluationRun.PipelineSummary(name: "vqf", parameters: [:], source: "out/ekf.csv")
        let texts = try PageReader(Self.page(results)).texts
        #expect(texts.contains { $0.contains("Estimate read from the file ekf.csv.") })
        #expect(!texts.contains { $0.contains("VQF:") })
    }

    @Test func `Each table has a sorting button per column and a row per pipeline`() throws {
        let reader = try PageReader(Self.page(SeriesSpecimens.walk))
        // Means and three recordings, then the tables of parameters and metrics, which have no buttons.
        #expect(reader.count(of: "table") == 6)
        let columns = ReportColumn.columns(for: SeriesSpecimens.walk.runs).count
        #expect(reader.count(of: "button") >= 4 * columns)
        #expect(reader.texts.count { $0 == "madgwick:beta=0.1" } >= 4)
        #expect(reader.texts.contains("0.015"))
        #expect(reader.texts.contains("[0.007, 0.032]"))
    }

    @Test func `The plots of all recordings have pictures and data as CSV without the script`() throws {
        let reader = try PageReader(Self.page(SeriesSpecimens.walk))
        #expect(reader.links.count { $0.hasPrefix("data:text/csv") } >= 5)
        // Three trade-offs; per recording: over time, distribution, spectrum, cost.
        #expect(reader.attributes.count { $0 == "viewBox" } >= 15)
        #expect(reader.count(of: "noscript") == 3)
    }

    /// The parts of the page's data that the tests compare.
    private struct Content: Decodable {
        struct Metric: Decodable {
            let name: String
        }
        struct Run: Decodable {
            let values: [Double?]
        }
        struct Recording: Decodable {
            let name: String
            let runs: [Run]
        }
        let pipelines: [String]
        let metrics: [Metric]
        let recordings: [Recording]
    }

    /// Text from outside is in the data, too, which must not end its element.
    @Test func `The data of the page is JSON with the values of the results`() throws {
        var results = SeriesSpecimens.walk
        results.runs[0].pipeline.name = "</script><b>&amp;"
        let page = Self.page(results)
        let start = try #require(page.range(of: "<script type=\"application/json\" id=\"data\">"))
        let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
        let text = String(page[start.upperBound..<end.lowerBound])
        let data = try JSONDecoder().decode(Content.self, from: Data(text.utf8))
        #expect(data.pipelines.contains("</script><b>&amp;"))
        #expect(data.recordings.map(\.name) == ["walk-01", "walk-02", "stairs"])
        var compared = 0
        for (recording, group) in zip(data.recordings, RecordingGroup.groups(of: results.runs)) {
            for (run, expected) in zip(recording.runs, group.runs) {
                for (metric, value) in zip(data.metrics, run.values) {
                    #expect(value == expected.metrics[try #require(MetricCatalogue.metric(named: metric.name))])
                    compared += 1
                }
            }
        }
        #expect(compared > 30)
    }

    @Test func `Names are shown as text, whatever they contain`() throws {
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
        let page = Self.page(results)
        let reader = try PageReader(page)
        #expect(reader.count(of: "script") == 2)
        #expect(reader.attributes.allSatisfy { !$0.hasPrefix("on") }, "\(reader.attributes)")
        for name in names where !name.isEmpty {
            let shown = name.withoutControlCharacters.replacing("\u{FFFE}", with: "\u{FFFD}")
            #expect(reader.texts.contains { $0.contains(shown) }, "\(shown) is missing")
        }
    }

    @Test func `The page loads nothing, its identifiers are unique, and its links have targets`() throws {
        let page = Self.page(SeriesSpecimens.walk)
        let reader = try PageReader(page)
        #expect(Set(reader.identifiers).count == reader.identifiers.count)
        for link in reader.links where !link.hasPrefix("data:") {
            #expect(link.hasPrefix("#"), "\(link) leaves the page")
            #expect(reader.identifiers.contains(String(link.dropFirst())), "\(link) has no target")
        }
        for outside in ["http://", "https://", "url(", "@import", "src="] {
            let found = page.replacing("http://www.w3.org", with: "").replacing("url(#", with: "")
            #expect(!found.contains(outside), "\(outside)")
        }
    }

    @Test func `Equal results give equal pages`() {
        #expect(Self.page(SeriesSpecimens.walk) == Self.page(SeriesSpecimens.walk))
    }

    @Test func `Results without series name the option that adds them`() {
        let page = Self.page(Specimens.walk)
        #expect(page.contains("--series"))
        #expect(!Self.page(SeriesSpecimens.walk).contains("--series"))
    }

    @Test func `A page with many runs has fewer points per run, but keeps the largest errors`() throws {
        let run = try #require(SeriesSpecimens.walk.runs.first { $0.series != nil })
        var long = run
        let times = (0..<600).map { Double($0) / 10 }
        let errors = times.map { $0 == 30 ? 99.5 : 1 }
        long.series?.error = RunSeries.Curve(x: NumberStretches([times]), y: NumberStretches([errors]))
        func points(_ columns: Int) throws -> Int {
            let data = PageData.Run(long, slot: 0, metrics: [], columns: columns)
            guard case .text(let text) = try #require(data.error?.last) else { return 0 }
            #expect(text.contains(try #require(SeriesText.numbers([99.5]))))
            return text.count / 3
        }
        #expect(try points(300) == 600)
        #expect(try points(50) <= 102)
    }
}
