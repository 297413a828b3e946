import Evaluation
import Foundation
import Reporting
import TestSupport
import Testing

/// LaTeX, JUnit, dashboards and the summary.
@Suite struct FurtherFormatTests {
    @Test(arguments: [
        (ReportFormat.latex, "report.tex"), (.junit, "junit.xml"), (.githubBenchmark, "github-benchmark.json"),
        (.bencher, "bencher.json"), (.summary, "summary.md"),
    ])
    func `A report equals its snapshot`(format: ReportFormat, name: String) throws {
        let content = try format.content(Specimens.walk)
        try Snapshot.expect(String(decoding: content, as: UTF8.self), name)
    }

    private struct Entry: Decodable {
        let name: String
        let unit: String
        let value: Double
        let extra: String
    }

    @Test func `Entries for github-action-benchmark have a value, a unit and a unique name`() throws {
        let data = Data(try GitHubBenchmarkReport().render(Specimens.walk).utf8)
        let entries = try JSONDecoder().decode([Entry].self, from: data)
        // Three pipelines, eight columns.
        #expect(entries.count == 24)
        #expect(Set(entries.map(\.name)).count == entries.count)
        #expect(entries.allSatisfy { !$0.unit.isEmpty && $0.extra.contains("revision 0123456789abcdef") })
        #expect(entries.first?.name == "mean: triad: total_rmse_deg")
        let lags = entries.filter { $0.name.contains("lag") }
        #expect(lags.allSatisfy { $0.value >= 0 && $0.name.hasSuffix("|lag_ms|") })
    }

    @Test func `For one recording, dashboards show its figures and list metrics without a value`() throws {
        let run = Specimens.run("pan", "triad", unmeasured: [.lag: Specimens.slow])
        let data = Data(try GitHubBenchmarkReport().render(Specimens.results([run])).utf8)
        let entries = try JSONDecoder().decode([Entry].self, from: data)
        #expect(entries.first?.name == "pan: triad: total_rmse_deg")
        #expect(entries.first?.value == run.metrics[.totalRMSE])
        #expect(!entries.contains { $0.name.contains("lag") })
        #expect(entries.allSatisfy { $0.extra.contains("without a value: lag_ms") })
    }

    @Test func `Bencher gets benchmarks with measures and their limits`() throws {
        let data = Data(try BencherReport().render(Specimens.ranked).utf8)
        let object = try JSONDecoder().decode([String: [String: [String: Double]]].self, from: data)
        #expect(object.keys.sorted() == ["mean: madgwick:beta=0.1", "mean: triad", "mean: vqf"])
        let value = try #require(object["mean: triad"]?["total_rmse_deg"])
        // The mean of 1 … 10.
        #expect(value["value"] == 5.5)
        #expect(Set(value.keys) == ["value", "lower_value", "upper_value"])
        #expect(object.values.joined().allSatisfy { $0.key.count <= 64 })
    }

    @Test func `A summary omits the sections that do not fit, and reports their number`() throws {
        let whole = SummaryReport().render(Specimens.walk)
        #expect(!whole.contains("too long"))
        #expect(whole.contains("## stairs"))
        let cut = SummaryReport(limit: whole.utf8.count - 1).render(Specimens.walk)
        #expect(cut.utf8.count < whole.utf8.count)
        #expect(!cut.contains("## stairs"))
        #expect(cut.hasSuffix("\n1 more section omitted because of the size limit; see the full report.\n"))
        for limit in [0, 100, 1_000, 3_000] {
            #expect(SummaryReport(limit: limit).render(Specimens.walk).utf8.count <= limit)
        }
    }

    @Test func `A summary of thousands of runs is below the limit of GitHub`() {
        let runs = (0..<4_000).map { Specimens.run("walk-\($0)", "triad") }
        let text = SummaryReport().render(Specimens.results(runs))
        #expect(text.utf8.count <= SummaryReport.maximumBytes)
        #expect(text.contains("more sections omitted because of the size limit"))
    }

    @Test func `JUnit reports recordings that could not be evaluated as errors`() {
        var results = Specimens.results([Specimens.run("pan", "triad")])
        results.failed = [FailedRecording(path: "broken", error: "broken: the file is empty")]
        let text = JUnitReport().render(results)
        #expect(text.contains(#"tests="2" failures="0" errors="1""#))
        #expect(text.contains(#"<error type="recording" message="broken: the file is empty">"#))
        // 6238 orientations of 26 ns.
        #expect(text.contains(#"<testcase classname="pan" name="triad" time="0.000162188">"#))
    }
}
