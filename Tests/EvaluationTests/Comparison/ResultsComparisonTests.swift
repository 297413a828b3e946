import Evaluation
import SensorModel
import Testing

struct ResultsComparisonTests {
    /// The rounding of a relative change of means.
    private static let rounding = 1e-12
    /// The relative change of a ratio that is found by bisection.
    private static let ratioTolerance = 1e-9

    private static func verdict(
        _ metric: Metric,
        _ old: [Double],
        _ new: [Double],
        threshold: TableTolerance? = nil
    ) throws -> MetricComparison {
        var rules = ComparisonRules(metrics: [metric])
        rules.thresholds[metric] = threshold
        let comparison = ResultsComparison(
            ComparedSpecimens.single(metric, old),
            ComparedSpecimens.single(metric, new),
            rules: rules
        )
        return try #require(comparison.metrics.first)
    }

    @Test(arguments: [
        (Metric.totalRMSE, 1.0, 1.05, MetricComparison.Verdict.worse), (.totalRMSE, 1, 0.95, .better),
        (.totalRMSE, 1, 1 + 1e-10, .same), (.totalRMSE, 1, 1.004, .same), (.totalRMSE, 1, 1.006, .worse),
        (.totalRMSE, 1, 1, .same),
        (.visibleJaccard, 0.9, 0.8, .worse), (.visibleJaccard, 0.8, 0.9, .better),
        (.lag, -5.0739, -5.0758, .same), (.lag, -5.0739, -5.08, .worse), (.lag, 10, -10, .same),
        (.lag, -10, -12, .worse), (.lag, 10, -5, .better), (.jumpCount, 0, 1, .worse),
        (.jumpCount, 0, 0, .same),
    ])
    func `Figures over the same recording are compared in three digits, by the metric's polarity`(
        metric: Metric,
        old: Double,
        new: Double,
        verdict: MetricComparison.Verdict
    ) throws {
        #expect(try Self.verdict(metric, [old], [new]).verdict == verdict)
    }

    @Test func `With a threshold, all digits are compared`() throws {
        #expect(try Self.verdict(.totalRMSE, [1], [1 + 1e-8], threshold: .absolute(0)).verdict == .worse)
        #expect(try Self.verdict(.totalRMSE, [1], [1 + 1e-10], threshold: .absolute(0)).verdict == .same)
    }

    @Test(arguments: [
        (Metric.totalRMSE, 2.0, 2.1, TableTolerance.relative(0.05), MetricComparison.Verdict.same),
        (.totalRMSE, 2, 2.1001, .relative(0.05), .worse), (.totalRMSE, 2, 2.5, .absolute(0.5), .same),
        (.totalRMSE, 2, 2.51, .absolute(0.5), .worse), (.visibleJaccard, 0.8, 0.76, .relative(0.05), .same),
        (.visibleJaccard, 0.8, 0.75, .relative(0.05), .worse), (.lag, -2, 2.4, .absolute(0.5), .same),
    ])
    func `A threshold is a percentage of the baseline or an amount`(
        metric: Metric,
        old: Double,
        new: Double,
        threshold: TableTolerance,
        verdict: MetricComparison.Verdict
    ) throws {
        #expect(try Self.verdict(metric, [old], [new], threshold: threshold).verdict == verdict)
    }

    @Test func `A single worse run is a regression even if the mean is better`() throws {
        let found = try Self.verdict(.totalRMSE, [10, 1], [5, 1.5])
        #expect(found.verdict == .worse)
        #expect(found.runs.map(\.verdict) == [.better, .worse])
        #expect(found.baseline == 5.5)
        #expect(found.candidate == 3.25)
        #expect(abs((found.change ?? 0) - (3.25 / 5.5 - 1)) < Self.rounding)
    }

    @Test func `A figure that disappears is lost with its reason, and a new figure is better`() throws {
        let old = ComparedSpecimens.results([ComparedSpecimens.run("a", "vqf", [.lag: 3])])
        let new = ComparedSpecimens.results([ComparedSpecimens.run("a", "vqf", [:], reason: "no turn")])
        let lost = try #require(ResultsComparison(old, new, rules: ComparisonRules()).metrics.first)
        #expect(lost.verdict == .lost)
        #expect(lost.runs.map(\.reason) == ["no turn"])
        #expect(lost.isFailure)
        let found = try #require(ResultsComparison(new, old, rules: ComparisonRules()).metrics.first)
        #expect(found.verdict == .better)
        #expect(!found.isFailure)
    }

    @Test func `Changed parameters and runs on one side are listed`() throws {
        let old = ComparedSpecimens.single(.totalRMSE, [1, 2])
        let new = ComparedSpecimens.single(.totalRMSE, [1, 2, 3], beta: 0.2)
        let comparison = ResultsComparison(old, new, rules: ComparisonRules())
        let change = try #require(comparison.changedParameters.first)
        #expect(change.runs == 2)
        #expect(change.values.map(\.name) == ["beta"])
        #expect(change.values.map(\.candidate) == [.number(0.2)])
        #expect(comparison.added.map(\.recording) == ["walk-2"])
        #expect(ResultsComparison(new, old, rules: ComparisonRules()).missing.map(\.recording) == ["walk-2"])
    }

    @Test func `Regenerated recordings are compared by a test, which cannot decide with few of them`() throws {
        func compare(_ count: Int) throws -> MetricComparison {
            let old = (0..<count).map { 10 + Double($0) / 10 }
            let comparison = ResultsComparison(
                ComparedSpecimens.single(.totalRMSE, old),
                ComparedSpecimens.single(.totalRMSE, old.map { $0 * 1.5 }, sha256: "other"),
                rules: ComparisonRules(metrics: [.totalRMSE])
            )
            return try #require(comparison.metrics.first)
        }
        // Pairs have 2ⁿ permutations: 1/16 is above 5 %, 1/32 below.
        let four = try compare(4)
        #expect(four.verdict == .cannotTell)
        #expect(four.evidence?.smallestPValue == 1.0 / 16)
        #expect(four.evidence?.neededPValue == 1 - 0.95)
        let five = try compare(5)
        #expect(five.verdict == .worse)
        #expect(abs((five.change ?? 0) - 0.5) < Self.ratioTolerance)
    }

    @Test func `A seed is one case for any number of scenarios`() throws {
        func results(_ seeds: Range<Int>, _ factor: Double) -> EvaluationResults {
            ComparedSpecimens.results(
                ["pan", "walk"].flatMap { scenario in
                    seeds.map { seed in
                        let figure = factor * Double(10 + seed % 5)
                        return ComparedSpecimens.run("\(scenario)/seed-\(seed)", "vqf", [.lag: figure], sha256: "")
                    }
                }
            )
        }
        let rules = ComparisonRules(metrics: [.lag])
        let comparison = ResultsComparison(results(0..<5, 1), results(5..<10, 2), rules: rules)
        let found = try #require(comparison.metrics.first)
        #expect(found.compared == 2)
        #expect(found.evidence?.baselineCount == 5)
        // The binomial coefficient 10 over 5.
        #expect(found.evidence?.smallestPValue == 1.0 / 252)
        #expect(found.verdict == .worse)
    }

    @Test func `A tested change within the threshold passes`() throws {
        let old = (0..<8).map { 10 + Double($0) / 10 }
        func verdict(_ threshold: Double, _ factor: Double) throws -> MetricComparison.Verdict {
            var rules = ComparisonRules(metrics: [.totalRMSE])
            rules.thresholds[.totalRMSE] = .relative(threshold)
            let new = old.map { $0 * factor }
            let comparison = ResultsComparison(
                ComparedSpecimens.single(.totalRMSE, old),
                ComparedSpecimens.single(.totalRMSE, new, sha256: "other"),
                rules: rules
            )
            return try #require(comparison.metrics.first).verdict
        }
        #expect(try verdict(0, 1.1) == .worse)
        #expect(try verdict(0.2, 1.1) == .same)
        #expect(try verdict(0.2, 0.9) == .better)
    }

    @Test func `Equal figures do not differ, however few they are`() throws {
        let comparison = ResultsComparison(
            ComparedSpecimens.single(.jumpCount, [0, 0]),
            ComparedSpecimens.single(.jumpCount, [0, 0], sha256: "other"),
            rules: ComparisonRules()
        )
        #expect(comparison.metrics.map(\.verdict) == [.same])
    }

    @Test func `Neutral metrics cannot be compared, and times are not compared by default`() {
        let usual = Set(ComparisonRules.usualMetrics)
        #expect(usual.isSubset(of: ComparisonRules.gateable))
        #expect(usual.isDisjoint(with: MetricCatalogue.ofTime))
        #expect(ComparisonRules.gateable.allSatisfy { $0.polarity != .neutral })
        #expect(ComparisonRules.gateable.count == MetricCatalogue.metrics.count - 15)
    }
}
