import Evaluation
import Foundation
import Reporting
import Testing

struct ErrorLinesReportTests {
    @Test func `Each sample of each run is a line of JSON with the numbers of the results`() throws {
        var results = SeriesSpecimens.walk
        results.runs[0].pipeline.name = "a \"quoted\"\nname"
        let text = String(decoding: try ErrorLinesReport().render(results), as: UTF8.self)
        let lines = text.split(separator: "\n")
        let series = results.runs.compactMap(\.series)
        #expect(lines.count == series.reduce(0) { $0 + $1.error.x.stretches.joined().count })
        let objects = try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(objects.compactMap { $0["time_s"] as? Double } == series.flatMap { $0.error.x.stretches.joined() })
        #expect(objects.compactMap { $0["error_deg"] as? Double } == series.flatMap { $0.error.y.stretches.joined() })
        let first = try #require(objects.first)
        #expect(first["recording"] as? String == "walk-01")
        #expect(first["pipeline"] as? String == "a \"quoted\"\nname")
        #expect(first["kind"] as? String == series[0].errorKind.rawValue)
    }

    @Test func `Errors of locations are in metres`() throws {
        var results = SeriesSpecimens.walk
        results.runs[0].series?.errorKind = .location
        let lines = String(decoding: try ErrorLinesReport().render(results), as: UTF8.self).split(separator: "\n")
        #expect(lines[0].contains("\"kind\":\"location\"") && lines[0].hasSuffix("\"time_s\":0,\"error_m\":1}"))
        #expect(lines.contains { $0.hasSuffix("\"error_deg\":1}") })
    }

    @Test func `Results without errors over time are an error, not an empty file`() {
        let error = #expect(throws: ReportError.self) { try ErrorLinesReport().render(Specimens.walk) }
        #expect(error?.description.contains("--series") ?? false)
    }
}
