import Evaluation
import Foundation
import Recordings
import Testing

@Suite struct ResultsMergeTests {
    private static func run(
        _ recording: String,
        _ pipeline: String,
        total: Double = 1,
        compute: Double = 100
    ) -> EvaluationRun {
        ComparedSpecimens.run(recording, pipeline, [.totalRMSE: total, .computeP50: compute])
    }

    private static func results(_ version: String, _ runs: [EvaluationRun]) -> EvaluationResults {
        var results = ComparedSpecimens.results(runs)
        results.tool.version = version
        results.command = "sextant \(version)"
        return results
    }

    @Test func `A single input is unchanged`() throws {
        let results = Self.results("1", [Self.run("a", "triad"), Self.run("a", "triad")])
        #expect(try ResultsMerge.merge([("x", results)]).results == results)
    }

    @Test func `Runs are in the order of the inputs, each with its origin`() throws {
        let first = Self.results("1", [Self.run("a", "triad"), Self.run("b", "triad")])
        let second = Self.results("2", [Self.run("c", "triad")])
        let merged = try ResultsMerge.merge([("x", first), ("y", second)]).results
        #expect(merged.runs.map(\.recording.name) == ["a", "b", "c"])
        #expect(merged.origins.map(\.tool.version) == ["1", "1", "2"])
        #expect(merged.sources.map(\.command) == ["sextant 1", "sextant 2"])
        let third = Self.results("3", [Self.run("d", "triad")])
        let again = try ResultsMerge.merge([("z", third), ("xy", merged)]).results
        #expect(again.origins.map(\.tool.version) == ["3", "1", "1", "2"])
    }

    @Test func `Sources with more runs than the results, or a negative number, are refused`() throws {
        let first = Self.results("1", [Self.run("a", "triad"), Self.run("b", "triad")])
        let second = Self.results("2", [Self.run("c", "triad")])
        let merged = try ResultsMerge.merge([("x", first), ("y", second)]).results
        let text = String(decoding: try JSONEncoder().encode(merged), as: UTF8.self)
        for (count, isRead) in [("2", true), ("1", true), ("3", false), ("-1", false), ("9223372036854775807", false)] {
            let changed = Data(text.replacing(#""runs":2"#, with: #""runs":\#(count)"#).utf8)
            let results = try? JSONDecoder().decode(EvaluationResults.self, from: changed)
            #expect((results != nil) == isRead, "\(count)")
        }
    }

    @Test func `Estimates are the same run wherever their file is, and a conflict if it differs`() throws {
        func results(_ source: String, total: Double = 1) -> EvaluationResults {
            var run = Self.run("a", "mine", total: total)
            run.pipeline.source = source
            return Self.results("1", [run])
        }
        let outcome = try ResultsMerge.merge([("x", results("here/a.csv")), ("y", results("there/a.csv"))])
        #expect(outcome.repeatedRuns == 1)
        #expect(throws: ResultsMerge.Conflict.self) {
            try ResultsMerge.merge([("x", results("a.csv")), ("y", results("a.csv", total: 2))])
        }
    }

    @Test func `The same run with the same figures is included once, whatever its times`() throws {
        let first = Self.results("1", [Self.run("a", "triad", compute: 100), Self.run("b", "triad")])
        let second = Self.results("1", [Self.run("a", "triad", compute: 200), Self.run("c", "triad")])
        let outcome = try ResultsMerge.merge([("x", first), ("y", second)])
        #expect(outcome.repeatedRuns == 1)
        #expect(outcome.results.runs.map(\.recording.name) == ["a", "b", "c"])
        #expect(outcome.results.runs[0].metrics[.computeP50] == 100)
        #expect(outcome.results.sources.map(\.runs) == [2, 1])
    }

    @Test func `The same run with other figures is a conflict with both files and figures`() {
        let first = Self.results("1", [Self.run("a", "triad", total: 1)])
        let second = Self.results("2", [Self.run("a", "triad", total: 2)])
        let conflict = #expect(throws: ResultsMerge.Conflict.self) {
            try ResultsMerge.merge([("x", first), ("y", second)])
        }
        #expect(conflict?.metric == .totalRMSE)
        #expect(conflict?.files == ["x", "y"])
        let words = "x and y: total_rmse_deg of 'triad' on 'a' is 1.0 in the first file and 2.0"
        #expect(conflict?.description.hasPrefix(words) == true)
    }

    @Test func `Recordings that failed in both inputs are listed once`() throws {
        var first = Self.results("1", [])
        first.failed = [FailedRecording(path: "p", error: "e")]
        var second = first
        second.failed.append(FailedRecording(path: "q", error: "e"))
        #expect(try ResultsMerge.merge([("x", first), ("y", second)]).results.failed.map(\.path) == ["p", "q"])
    }

    @Test func `An added metric is read from results as it was written`() throws {
        let own = Metric("own_deg", .jitter, unit: "deg", summary: "The own metric.") { _ in .value(0) }
        var run = Self.run("a", "triad")
        run.metrics.set(own, to: 2.5)
        let read = try JSONDecoder().decode(EvaluationRun.self, from: try JSONEncoder().encode(run))
        #expect(read.metrics[own] == 2.5)
    }
}
