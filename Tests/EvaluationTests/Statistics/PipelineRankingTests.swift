import Evaluation
import Testing

@Suite struct PipelineRankingTests {
    private static let clear: [[Double?]] = (0..<14).map { number -> [Double?] in
        let value = Double(number)
        return [value, value + 1, value + 2]
    }

    @Test func `Pipelines that always win differ from those that always lose`() throws {
        let ranking = try PipelineRanking(Self.clear, polarity: .smallerIsBetter)
        #expect(ranking.isSignificant)
        #expect(ranking.test.meanRanks == [1, 2, 3])
        // CD = 2.3437 · √(3 · 4/(6 · 14)) = 0.886, so each pipeline is a group of its own.
        #expect(ranking.groups == [[0], [1], [2]])
    }

    @Test func `The largest figure has the first rank if larger is better`() throws {
        let ranking = try PipelineRanking(Self.clear, polarity: .largerIsBetter)
        #expect(ranking.test.meanRanks == [3, 2, 1])
    }

    @Test func `A lead has the rank of a lag of the same size`() throws {
        let figures = [[-3, 1, 2], [-3, 1, -2], [3, -1, 2], [-3, 1, 2], [-3, 1, 2]] as [[Double?]]
        let ranking = try PipelineRanking(figures, polarity: .closerToZeroIsBetter)
        #expect(ranking.test.meanRanks == [3, 1, 2])
    }

    @Test func `Chance differences are not significant`() throws {
        let figures = [[1, 2, 3], [2, 3, 1], [3, 1, 2], [1, 3, 2], [2, 1, 3], [3, 2, 1]] as [[Double?]]
        let ranking = try PipelineRanking(figures, polarity: .smallerIsBetter)
        #expect(!ranking.isSignificant)
        #expect(ranking.groups == [[0, 1, 2]])
    }

    @Test func `Only recordings with a value for every pipeline count`() throws {
        let ranking = try PipelineRanking(Self.clear + [[nil, 1, 2], [5, 4, nil]], polarity: .smallerIsBetter)
        #expect(ranking.test.blocks == 14)
        #expect(ranking.recordingsLeftOut == 2)
        #expect(throws: PipelineRanking.Obstacle.fewRecordings(complete: 4, of: 5)) {
            try PipelineRanking(Self.clear.prefix(4) + [[nil, 1, 2]], polarity: .smallerIsBetter)
        }
    }

    @Test func `One pipeline and a neutral metric have no ranking`() {
        #expect(throws: PipelineRanking.Obstacle.onePipeline) {
            try PipelineRanking(Self.clear.map { [$0[0]] }, polarity: .smallerIsBetter)
        }
        #expect(throws: PipelineRanking.Obstacle.neutralMetric) {
            try PipelineRanking(Self.clear, polarity: .neutral)
        }
    }
}
