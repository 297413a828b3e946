import Evaluation
import Foundation
import Reporting
import SensorModel
import Testing

/// Means of a metric that is best at zero: a lead and a lag do not cancel each other.
struct SignedMeanTests {
    private static func run(_ recording: String, _ pipeline: String, lag: Double) -> EvaluationRun {
        var run = Specimens.run(recording, pipeline)
        run.metrics.set(.lag, to: lag)
        return run
    }

    /// Signed means −0.1 and 1.6, mean absolute lags 14.6 and 1.6 ms.
    private static let results = Specimens.results([
        run("a", "swinging", lag: -14.75), run("a", "steady", lag: 1.5), run("b", "swinging", lag: 14.5),
        run("b", "steady", lag: 1.75),
    ])

    private static func table() throws -> FigureTable {
        let words = ReportSelection.Words(
            group: "pipeline",
            columns: "lag_ms",
            sort: "lag_ms",
            isReversed: false,
            pivot: nil
        )
        return try ReportSelection(words, in: results).table(of: results)
    }

    @Test func `A mean lag near zero of large leads and lags is not the best`() throws {
        let table = try Self.table()
        #expect(table.rows.map { $0[0].text } == ["steady", "swinging"])
        #expect(table.rows.map { $0[1].isBest } == [true, false])
        #expect(table.remarks.contains { $0.contains("follow the mean of the absolute values") })
    }

    @Test func `The table of means marks the smallest mean absolute lag`() throws {
        let means = try #require(EvaluationTables(Self.results).means)
        let index = try #require(means.columns.firstIndex { $0.key == "lag_ms" })
        #expect(means.rows.map { $0[index].isBest } == [false, true])
    }

    @Test func `A dashboard shows the mean absolute lag`() throws {
        let text = try GitHubBenchmarkReport().render(Self.results)
        let entries = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        let lag = entries.filter { ($0["name"] as? String)?.hasSuffix("|lag_ms|") ?? false }
        #expect(lag.compactMap { $0["value"] as? Double }.map { ($0 * 1e6).rounded() / 1e6 } == [14.625, 1.625])
    }

    @Test func `A number that is not finite is null in JSON, with a note`() throws {
        let text = try TidyJSON.text(["a": Double.infinity, "b": 1], file: "x.json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(object["a"] is NSNull)
        #expect(object["b"] as? Double == 1)
        #expect(object["not_finite"] as? String == "1 number that is not finite is null")
    }

    @Test(arguments: [
        (1e308, "-1e+308 is not a number from -1e100 to 1e100"), (1e155, "-1e+155 is not a number"),
    ])
    func `results.json with a figure above 1e100 is rejected`(value: Double, words: String) throws {
        let data = try JSONReport().encode(Self.results)
        let text = String(decoding: data, as: UTF8.self).replacingOccurrences(of: "14.75", with: "\(value)")
        let error = #expect(throws: ReportError.self) { try JSONReport().decode(Data(text.utf8), file: "r.json") }
        #expect(error?.description.contains(words) ?? false, "\(error?.description ?? "")")
    }

    @Test func `results.json with impossible counts is rejected`() throws {
        let data = try JSONReport().encode(Self.results)
        for count in ["-5", "9223372036854775807"] {
            let text = String(decoding: data, as: UTF8.self).replacingOccurrences(of: "6240", with: count)
            let error = #expect(throws: ReportError.self) { try JSONReport().decode(Data(text.utf8), file: "r.json") }
            #expect(
                error?.description.hasPrefix("r.json: runs[0].recording.samples: \(count) is not a count from") ?? false
            )
        }
    }
}
