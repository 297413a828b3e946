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
