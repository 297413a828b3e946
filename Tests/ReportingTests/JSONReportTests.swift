import Evaluation
import Foundation
import Reporting
import SensorModel
import TestSupport
import Testing

@Suite struct JSONReportTests {
    /// Relative. `JSONSerialization` does not always return the nearest number.
    private static let foundation = 1e-14

    @Test func `The file equals its snapshot`() throws {
        let data = try JSONReport().encode(Specimens.results(Array(Specimens.walk.runs.suffix(2))))
        try Snapshot.expect(String(decoding: data, as: UTF8.self), "results.json")
    }

    @Test(arguments: [Specimens.walk, Specimens.nasty.withoutHugeNumbers, Specimens.results([])])
    func `Written results read back as equal`(results: EvaluationResults) throws {
        #expect(try JSONReport().decode(JSONReport().encode(results), file: "results.json") == results)
    }

    @Test func `An interval within a recording reads back as equal, and follows its figure in reports`() throws {
        var run = Specimens.run("a", "b")
        let interval = BootstrapInterval(lower: 0.5, upper: 2.5)
        run.metrics.set(.totalRMSE, to: 1.5, interval: interval)
        let results = Specimens.results([run])
        let decoded = try JSONReport().decode(JSONReport().encode(results), file: "results.json")
        #expect(decoded == results)
        #expect(decoded.runs[0].metrics.intervals == [.totalRMSE: interval])
        #expect(MarkdownReport().render(decoded).contains("| 1.50 [0.500, 2.50] |"))
        #expect(try BencherReport().render(decoded).contains("\"lower_value\" : 0.5"))
    }

    @Test func `An infinite parameter reads back as equal`() throws {
        let run = Specimens.run("a", "b", parameters: ["cutoff": .number(.infinity), "word": .word("1.0")])
        let results = Specimens.results([run])
        #expect(try JSONReport().decode(JSONReport().encode(results), file: "results.json") == results)
    }

    @Test func `The file has every metric, and null with a reason for unmeasured ones`() throws {
        let data = try JSONReport().encode(Specimens.walk)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let runs = try #require(object["runs"] as? [[String: Any]])
        #expect(runs.count == Specimens.walk.runs.count)
        for (run, expected) in zip(runs, Specimens.walk.runs) {
            let notes = try #require(run["notes"] as? [String: String])
            for metric in MetricCatalogue.metrics {
                let group = try #require(run[metric.group.rawValue] as? [String: Any])
                let value = try #require(group[metric.name])
                let due = expected.metrics[metric]
                #expect((value is NSNull) == (due == nil))
                #expect((notes[metric.name] != nil) == (due == nil))
                if let due { #expect(abs((value as? Double ?? .nan) - due) <= Self.foundation * due) }
            }
        }
    }

    @Test(arguments: [
        ("", "", "the file is not JSON"),
        ("{}", "", "the key 'schema' is missing"),
        (
            #"{"schema":"sextant.results/9"}"#, "schema",
            "the schema is 'sextant.results/9', not 'sextant.results/1'"
        ),
        (#"{"schema":"sextant.results/1","tool":{"version":1}}"#, "tool.version", "the value is not of type String"),
    ])
    func `Content that is not a result is rejected with the key at fault`(text: String, key: String, reason: String) {
        #expect(throws: ReportError.unreadableResults(file: "old/results.json", place: key, reason: reason)) {
            try JSONReport().decode(Data(text.utf8), file: "old/results.json")
        }
    }
}

extension EvaluationResults {
    /// The results without counts above the range of `Int`, which cannot be written.
    fileprivate var withoutHugeNumbers: EvaluationResults {
        var results = self
        results.runs.removeAll { $0.metrics[.count] ?? 0 > 1e15 }
        return results
    }
}
