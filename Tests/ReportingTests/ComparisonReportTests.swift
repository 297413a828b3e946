import Evaluation
import Foundation
import Recordings
import Reporting
import SensorModel
import TestSupport
import Testing

struct ComparisonReportTests {
    /// A run of one pipeline. Metrics without a figure are unmeasured.
    private static func run(
        _ recording: String,
        _ pipeline: String,
        _ figures: [Metric: Double],
        sha256: String = "1",
        beta: Double = 0.1
    ) -> EvaluationRun {
        var run = Specimens.run(recording, pipeline, parameters: ["beta": .number(beta)])
        run.recording.sha256 = sha256
        for metric in MetricCatalogue.metrics {
            if let figure = figures[metric] {
                run.metrics.set(metric, to: figure)
            } else {
                run.metrics.setUnmeasured(metric, because: Specimens.slow)
            }
        }
        return run
    }

    /// A comparison with every kind of verdict and remark.
    private static let report: ComparisonReport = {
        let again = (0..<8).map { Double($0) }
        let old =
            [1.0, 2, 3].map { run("walk-\($0)", "vqf", [.totalRMSE: $0, .stillRMS: 1, .lag: -2, .jumpCount: 3]) }
            + again.map { run("again-\($0)", "madgwick:beta=0.1", [.totalRMSE: 4 + $0, .stillRMS: 1]) }
            + again.prefix(2).map { run("few-\($0)", "triad+oneEuro:minCutoff=1,beta=0.3", [.lag: 50 + $0]) }
            + [run("walk-1.0", "gone", [.totalRMSE: 1])]
        let new =
            [1.0, 2, 3].map { run("walk-\($0)", "vqf", [.totalRMSE: 1.05 * $0, .stillRMS: 0.5, .lag: 2], beta: 0.2) }
            + again.map { number in
                let figures: [Metric: Double] = [.totalRMSE: 5 + 1.3 * number, .stillRMS: 1.01]
                return run("again-\(number)", "madgwick:beta=0.1", figures, sha256: "2")
            }
            + again.prefix(2).map { number in
                run("few-\(number)", "triad+oneEuro:minCutoff=1,beta=0.3", [.lag: 51 - number], sha256: "2")
            } + [run("walk-1.0", "new", [.totalRMSE: 1])]
        var (baseline, candidate) = (Specimens.results(old), Specimens.results(new))
        candidate.failed = [FailedRecording(path: "broken", error: "broken/x.csv:3:1: the file is empty")]
        baseline.tool.version = "1.2.2"
        var rules = ComparisonRules()
        rules.thresholds[.stillRMS] = .relative(0.02)
        return ComparisonReport(
            ResultsComparison(baseline, candidate, rules: rules),
            baseline: ComparisonReport.Side("gate/baseline", baseline),
            candidate: ComparisonReport.Side("out", candidate)
        )
    }()

    @Test(arguments: [80, 60])
    func `A terminal shows changes, the worst runs, and runs on one side only`(width: Int) throws {
        let text = Self.report.text(width: width)
        for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
        try Snapshot.expect(text, "comparison-\(width).txt")
    }

    @Test func `Markdown, JUnit and JSON equal their snapshots`() throws {
        try Snapshot.expect(try Self.report.content(.markdown), "comparison.md")
        try Snapshot.expect(try Self.report.content(.junit), "comparison.xml")
        try Snapshot.expect(try Self.report.content(.json), "comparison.json")
    }

    @Test func `Missing runs and undecided values that are allowed are listed, but do not fail`() {
        let strict = Self.report
        #expect(strict.failures.count == 4)
        let lenient = ComparisonReport(
            strict.comparison,
            baseline: strict.baseline,
            candidate: strict.candidate,
            failsOnMissing: false,
            undecided: .pass
        )
        #expect(lenient.failures.count == 2)
        #expect(lenient.text().contains("missing in the candidate: 1 run"))
        #expect(!lenient.junit().contains("type=\"cannot tell\""))
        #expect(lenient.junit().contains("<skipped message=\"undecided"))
    }

    @Test func `Hostile names are text in Markdown, in a terminal and in JUnit`() throws {
        let results = Specimens.hostile
        var other = results
        for index in other.runs.indices { other.runs[index].metrics.setUnmeasured(.totalRMSE, because: "]]><b>|x") }
        let report = ComparisonReport(
            ResultsComparison(results, other, rules: ComparisonRules()),
            baseline: ComparisonReport.Side("<script>", results),
            candidate: ComparisonReport.Side("a|b", other)
        )
        #expect(!report.markdown().contains("<script>"))
        #expect(!report.text().contains("\u{1B}"))
        #expect(!XMLContents(report.junit().utf8).elements.isEmpty)
    }

    @Test func `The default metrics of a comparison are report columns of errors, without drift and short term`() {
        let guidance = Set(ReportColumn.guidance.map(\.metric))
        let columns = ReportColumn.all.map(\.metric).filter { metric in
            ![.headingDrift, .shortTermRMS].contains(metric) && !guidance.contains(metric)
                && !MetricCatalogue.ofTime.contains(metric)
                && metric.polarity != .neutral
        }
        #expect(Set(columns) == Set(ComparisonRules.usualMetrics))
        #expect(columns.count == ComparisonRules.usualMetrics.count)
    }

    @Test func `An unknown format is rejected with the nearest one`() {
        let error = #expect(throws: ReportError.self) { try ComparisonFormat.parse(list: "md,jsn") }
        #expect(error?.description.contains("did you mean 'json'?") == true)
    }
}
