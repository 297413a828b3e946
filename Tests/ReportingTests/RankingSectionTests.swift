import Evaluation
import Reporting
import TestSupport
import Testing

@Suite struct RankingSectionTests {
    /// Pipelines whose figures are the recording's times a factor.
    private static func results(_ factors: KeyValuePairs<String, Double>, recordings: Int) -> EvaluationResults {
        Specimens.results(
            (0..<recordings).flatMap { recording in
                factors.map { Specimens.run("walk-\(recording)", $0.key, scale: $0.value * Double(recording + 1)) }
            }
        )
    }

    private static func section(_ results: EvaluationResults) -> RankingSection? {
        RankingSection(RecordingGroup.groups(of: results.runs), [ReportColumn.all[0]])
    }

    @Test func `Clear differences have a sentence, and letters for groups`() throws {
        let section = try #require(Self.section(Self.results(["b": 2, "a": 1, "c": 3], recordings: 10)))
        #expect(section.table?.rows.map { $0[0].text } == ["b", "a", "c"])
        // CD = 2.343 · √(12/60) = 1.048, so only neighbours share a letter.
        #expect(section.table?.rows.map { $0[1].text } == ["2.00 ab", "1.00 a", "3.00 b"])
        // All ten agree: χ² = N (k − 1) = 20, p = e⁻¹⁰.
        #expect(
            section.sentences == [
                "total RMSE: 'a' has the best mean rank; no significant difference to 'b' "
                    + "(Friedman χ²(2) = 20.0, p < 0.001, 10 recordings; critical difference 1.05 ranks)"
            ]
        )
    }

    @Test func `Ranks without a significant difference have no letters`() throws {
        let section = try #require(Self.section(Self.results(["b": 1, "a": 1], recordings: 6)))
        #expect(section.table?.rows.map { $0[1].text } == ["1.50", "1.50"])
        #expect(
            section.sentences == [
                "total RMSE: no significant difference between the pipelines "
                    + "(Friedman χ²(1) = 0, p = 1.00, 6 recordings)"
            ]
        )
    }

    @Test func `Pipelines with equal mean ranks share the best one`() throws {
        let section = try #require(Self.section(Self.results(["b": 1, "a": 1, "c": 3], recordings: 10)))
        // χ² = 15/(1 − 60/240) = 20.
        #expect(
            section.sentences == [
                "total RMSE: 'b' and 'a' share the best mean rank "
                    + "(Friedman χ²(2) = 20.0, p < 0.001, 10 recordings; critical difference 1.05 ranks)"
            ]
        )
    }

    @Test func `Seeds of a scenario are no independent recordings`() throws {
        let runs = (1...6).flatMap { seed in
            ["a", "b"].map { Specimens.run("pan/seed-\(seed)", $0, scale: Double(seed)) }
        }
        let section = try #require(Self.section(Specimens.results(runs)))
        #expect(
            section.sentences.last
                == "6 recordings are 1 scenario with several seeds: the tests contain no information about other motions"
        )
    }

    private static func sentences(_ kind: ReferenceKind, _ columns: [Metric]) throws -> [String] {
        var runs = Self.results(["gyroscope": 1, "vqf": 2, "mahony": 3], recordings: 10).runs
        for index in runs.indices { runs[index].reference = ReferenceSummary(kind: kind, alignment: "exact") }
        let columns = ReportColumn.all.filter { columns.contains($0.metric) }
        return try #require(RankingSection(RecordingGroup.groups(of: runs), columns)).sentences
    }

    @Test func `The gyroscope as the reference ranks neither accuracy nor the pipeline that equals it`() throws {
        let sentences = try Self.sentences(.gyroscope, [.shortTermRMS, .incrementRMS])
        #expect(
            sentences == [
                "increment RMS: 'vqf' is significantly better than every other pipeline "
                    + "(Friedman χ²(1) = 10.0, p = 0.002, 10 recordings; critical difference 0.620 ranks)",
                "no ranking by short-term RMS: pipelines that follow the gyroscope agree with this reference by "
                    + "construction",
            ]
        )
    }

    @Test func `The device's attitude as the reference ranks only metrics that do not depend on it`() throws {
        let sentences = try Self.sentences(.device, [.totalRMSE, .incrementRMS, .stillRMS])
        #expect(sentences.count == 2)
        #expect(sentences[0].hasPrefix("still RMS: 'gyroscope' has the best mean rank"))
        #expect(
            sentences[1] == "no ranking by total RMSE and increment RMS: the values are differences from the device's "
                + "own attitude, which can be wrong"
        )
    }

    @Test func `Too few recordings give a reason in place of a ranking`() throws {
        let section = try #require(Self.section(Self.results(["b": 1, "a": 2], recordings: 4)))
        #expect(section.table == nil)
        #expect(
            section.sentences == [
                "no ranking: 4 of 4 recordings have a value for every pipeline, at least 5 are needed"
            ]
        )
    }

    @Test func `One recording or one pipeline has no ranking section`() {
        #expect(Self.section(Self.results(["b": 1, "a": 2], recordings: 1)) == nil)
        #expect(Self.section(Self.results(["b": 1], recordings: 9)) == nil)
    }
}
