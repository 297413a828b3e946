import Evaluation
import Experiments
import SensorModel
import TestSupport
import Testing

@Suite struct ParetoFrontTests {
    private static func front(_ metrics: [(Metric, [[Double?]])]) throws(TuningError) -> ParetoFront {
        try ParetoFront(metrics.map { TuningResultTests.table($0.1, metric: $0.0) })
    }

    @Test func `The front of accuracy, jitter and lag of five settings equals a calculation by hand`() throws {
        let front = try Self.front([
            (.totalRMSE, [[3, 3], [1, 1], [2, 2], [3, 4], [1, 1]]),
            (.incrementRMS, [[1, 1], [3, 3], [2, 2], [1, 1], [3, 3]]),
            (.lag, [[0, 0], [-9, 9], [4, -4], [0, 0], [9, 9]]),
        ])
        // The first setting beats the fourth in accuracy alone. The second and the fifth are equal, because a lead
        // counts like a lag.
        #expect(front.points.map(\.setting.spec) == ["filter:k=2", "filter:k=3", "filter:k=1"])
        #expect(front.points.map(\.means) == [[1, 3, 9], [2, 2, 4], [3, 1, 0]])
        #expect(front.points.map(\.equals) == [1, 0, 0])
        #expect(front.settingCount == 5)
        #expect(front.dominated == 1)
        #expect(front.incomplete == 0)
    }

    @Test func `The larger figure is on the front if larger is better`() throws {
        let front = try Self.front([
            (.pixelRMSE, [[1], [2], [2]]), (.visibleJaccard, [[0.5], [0.9], [0.4]]),
        ])
        #expect(front.points.map(\.means) == [[1, 0.5], [2, 0.9]])
    }

    @Test func `Settings without a figure are counted, and recordings without any figure are excluded`() throws {
        let front = try Self.front([
            (.totalRMSE, [[1, 1], [2, 2], [0, 0]]), (.lag, [[30, nil], [10, nil], [nil, nil]]),
        ])
        #expect(front.points.map(\.means) == [[1, 30], [2, 10]])
        #expect(front.incomplete == 1)
        #expect(front.recordingCounts == [2, 1])
    }

    @Test func `Tables of different settings, a single metric, and neutral metrics are rejected`() {
        #expect(throws: TuningError.emptyTable) { try Self.front([(.totalRMSE, [[1]])]) }
        #expect(throws: TuningError.differentTables(.lag)) {
            try Self.front([(.totalRMSE, [[1]]), (.lag, [[1], [2]])])
        }
        #expect(throws: TuningError.neutralMetric(.count)) {
            try Self.front([(.totalRMSE, [[1]]), (.count, [[1]])])
        }
    }

    @Test func `Lags that differ by at most 5 ms are equal`() throws {
        let front = try Self.front([(.totalRMSE, [[1], [2], [3]]), (.lag, [[8], [4], [1]])])
        // The first setting dominates the second, but not the third, whose lag is smaller by 7 ms.
        #expect(front.points.map(\.means) == [[1, 8], [3, 1]])
        #expect(front.dominated == 1)
    }

    @Test func `The front follows its definition`() {
        var generator = SeededGenerator(seed: 8)
        for columns in [1, 2, 3] {
            for _ in 0..<40 {
                let rows = (0..<30).map { _ in (0..<columns).map { _ in generator.number(in: 0...6).rounded() } }
                let expected = rows.indices.filter { own in
                    !rows.contains { other in
                        other != rows[own] && zip(other, rows[own]).allSatisfy { $0 <= $1 }
                    }
                }
                #expect(ParetoOrder.front(of: rows).sorted() == expected)
            }
        }
    }
}
