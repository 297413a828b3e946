import Evaluation
import Testing

/// The comparison of times as multiples of another pipeline's time in the same evaluation.
struct TimeComparisonTests {
    /// The rounding of a mean of quotients.
    private static let rounding = 1e-12

    /// Results of eight recordings on a machine that is `speed` times slower, with a filter that takes `multiple` of
    /// the yardstick's time.
    private static func results(speed: Double, multiple: Double, startedAt: String) -> EvaluationResults {
        let runs = (0..<8).flatMap { index -> [EvaluationRun] in
            let unit = 100 * speed * (1 + Double(index) / 100)
            return [
                ComparedSpecimens.run("walk-\(index)", "triad", [.computeP50: unit]),
                ComparedSpecimens.run("walk-\(index)", "vqf", [.computeP50: multiple * unit]),
            ]
        }
        return ComparedSpecimens.results(runs, startedAt: startedAt)
    }

    private static func comparison(_ multiple: Double, yardstick: String? = "triad") -> ResultsComparison {
        var rules = ComparisonRules(metrics: [.computeP50])
        rules.yardstick = yardstick
        return ResultsComparison(
            results(speed: 1, multiple: 3, startedAt: "yesterday"),
            results(speed: 2.5, multiple: multiple, startedAt: "today"),
            rules: rules
        )
    }

    @Test func `A slower machine is not a change, but a slower filter is`() throws {
        let same = try #require(Self.comparison(3).metrics.first)
        #expect(same.verdict == .same)
        #expect(same.pipeline == "vqf")
        #expect(same.yardstick == "triad")
        #expect(abs((same.baseline ?? 0) - 3) < Self.rounding)
        // A tenth passes by the default threshold of times.
        #expect(Self.comparison(3.2).metrics.map(\.verdict) == [.same])
        #expect(Self.comparison(4).metrics.map(\.verdict) == [.worse])
        #expect(Self.comparison(2).metrics.map(\.verdict) == [.better])
    }

    @Test func `Without a yardstick times are not compared, and the comparison records that`() {
        let comparison = Self.comparison(4, yardstick: nil)
        #expect(comparison.metrics.isEmpty)
        #expect(comparison.leavesTimesOut)
        #expect(!Self.comparison(4).leavesTimesOut)
    }

    @Test func `A yardstick of another evaluation is not used`() throws {
        var new = Self.results(speed: 1, multiple: 3, startedAt: "today")
        new.runs = ["triad", "vqf"].flatMap { name in new.runs.filter { $0.pipeline.name == name } }
        var elsewhere = new.host
        elsewhere.startedAt = "tomorrow"
        new.sources = [
            EvaluationResults.Source(tool: new.tool, host: new.host, command: nil, runs: 8),
            EvaluationResults.Source(tool: new.tool, host: elsewhere, command: nil, runs: 8),
        ]
        var rules = ComparisonRules(metrics: [.computeP50])
        rules.yardstick = "triad"
        let old = Self.results(speed: 1, multiple: 3, startedAt: "yesterday")
        let found = try #require(ResultsComparison(old, new, rules: rules).metrics.first)
        #expect(found.verdict == .lost)
        #expect(found.runs.first?.reason == "'triad' has no computing time for this recording in the same evaluation")
    }
}
