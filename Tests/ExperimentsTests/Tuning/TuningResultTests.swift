import Evaluation
import Experiments
import SensorModel
import TestSupport
import Testing

@Suite struct TuningResultTests {
    /// A table of settings with `k` = 1, 2, …; the first is the default.
    static func table(
        _ values: [[Double?]],
        metric: Metric = .totalRMSE,
        default standard: Int? = 0,
        parameters: [[String: ParameterValue]]? = nil,
        recordings letter: String = "r"
    ) -> CellTable {
        CellTable(
            metric: metric,
            recordings: (values.first ?? []).indices.map { "\(letter)\($0)" },
            settings: values.indices.map { index in
                CellTable.Setting(
                    pipeline: "filter:k=?",
                    spec: "filter:k=\(index + 1)",
                    parameters: parameters?[index] ?? ["k": .number(Double(index + 1))],
                    isDefault: index == standard
                )
            },
            values: values
        )
    }

    /// Figures with the means 5, 4.5 and 4.6.
    static let byHand = table([[2, 4, 6, 8], [3, 3, 3, 9], [1, 5, 5, 7.4]])

    @Test func `The tuned, the own and the leave-one-out settings equal a calculation by hand`() throws {
        let result = try TuningResult(Self.byHand)
        #expect(result.pipeline == "filter:k=?")
        #expect(result.tunedSetting.spec == "filter:k=2")
        #expect(result.tuned.values == [3, 3, 3, 9])
        #expect(result.tuned.mean == 4.5)
        #expect(result.recordings.map(\.best.setting.spec) == [3, 2, 2, 3].map { "filter:k=\($0)" })
        #expect(result.recordings.map(\.best.figure) == [1, 3, 3, 7.4])
        // Sums without one recording: 18, 15, 17.4; 16, 15, 13.4; 14, 15, 13.4; 12, 9, 11.
        #expect(result.recordings.compactMap(\.leaveOneOut?.setting.spec) == [2, 3, 3, 2].map { "filter:k=\($0)" })
        #expect(result.leaveOneOut?.values == [3, 5, 5, 9])
        #expect(result.overfit == 1)
        #expect(result.standard?.mean == 5)
        #expect(result.standardObstacle == nil)
        #expect(result.tunedChange?.values == [1, -1, -3, 1])
        #expect(result.tunedChange?.interval == BootstrapInterval(ofMeanOf: [1, -1, -3, 1], isSigned: true))
        #expect(result.leaveOneOutChange?.values == [1, 1, -1, 1])
        #expect(result.incomplete.isEmpty && result.unmeasuredRecordings.isEmpty)
        #expect(result.edges.isEmpty)
    }

    @Test func `A change whose interval contains zero shows no difference`() throws {
        let result = try TuningResult(Self.byHand)
        #expect(result.verdict(on: try #require(result.tunedChange)) == .noDifference)
        let clear = try TuningResult(Self.table([[5, 6, 7], [1, 2, 3]]))
        #expect(clear.verdict(on: try #require(clear.tunedChange)) == .better)
        #expect(clear.tunedChange?.values == [-4, -4, -4])
        let few = try TuningResult(Self.table([[5, 6], [1, 2]]))
        #expect(few.verdict(on: try #require(few.tunedChange)) == .unknown)
        #expect(few.tuned.interval == nil)
    }

    @Test func `The larger figure wins if larger is better`() throws {
        let result = try TuningResult(Self.table([[0.1, 0.2, 0.3], [0.3, 0.4, 0.5]], metric: .visibleJaccard))
        #expect(result.tunedSetting.spec == "filter:k=2")
        #expect(result.verdict(on: try #require(result.tunedChange)) == .better)
    }

    @Test func `The lag closest to zero wins, and a lead costs as much as a lag`() throws {
        let result = try TuningResult(Self.table([[-30, 30, -30], [5, -10, 9]], metric: .lag))
        #expect(result.tunedSetting.spec == "filter:k=2")
        #expect(result.tuned.values == [5, 10, 9])
        #expect(result.tuned.mean == 8)
        #expect(result.standard?.mean == 30)
    }

    @Test func `The first of equal settings is chosen`() throws {
        #expect(try TuningResult(Self.table([[4, 4], [2, 3], [3, 2]])).tunedSetting.spec == "filter:k=2")
    }

    @Test func `A setting without a figure of a recording is excluded and listed`() throws {
        let result = try TuningResult(Self.table([[4, 4, 4], [1, nil, 1], [3, 3, 5], [nil, nil, 9]]))
        #expect(result.tunedSetting.spec == "filter:k=3")
        #expect(result.incomplete.map(\.setting.spec) == ["filter:k=2", "filter:k=4"])
        #expect(result.incomplete.map(\.missing) == [["r1"], ["r0", "r1"]])
        // It can still be the best of a recording where it was measured.
        #expect(result.recordings.map(\.best.figure) == [1, 3, 1])
    }

    @Test func `A recording without any figure is excluded and listed`() throws {
        let result = try TuningResult(Self.table([[4, nil, 4], [1, nil, 2]]))
        #expect(result.unmeasuredRecordings == ["r1"])
        #expect(result.recordings.map(\.recording) == ["r0", "r2"])
        #expect(result.incomplete.isEmpty)
        #expect(result.tuned.mean == 1.5)
    }

    @Test func `A default that was not tried or not measured everywhere has a reason in place of a change`() throws {
        let untried = try TuningResult(Self.table([[1, 2, 3]], default: nil))
        #expect(untried.tunedChange == nil && untried.leaveOneOutChange == nil)
        #expect(untried.standardObstacle == "the default setting was not evaluated")
        let unmeasured = try TuningResult(Self.table([[1, nil, 3], [2, 2, 2]]))
        #expect(unmeasured.standard == nil)
        #expect(unmeasured.standardObstacle == "the default setting could not be measured on 1 of 3 recordings")
    }

    @Test func `A single recording has no leave-one-out figure`() throws {
        let result = try TuningResult(Self.table([[2], [1]]))
        #expect(result.leaveOneOut == nil && result.overfit == nil)
        #expect(result.recordings.map(\.best.figure) == [1])
    }

    @Test func `A tuned value at the edge of the tried values is listed`() throws {
        let low = try TuningResult(Self.table([[1, 1], [2, 2], [3, 3]]))
        #expect(low.edges == [GridEdge(parameter: "k", side: .smallest, value: 1)])
        let high = try TuningResult(Self.table([[3, 3], [2, 2], [1, 1]]))
        #expect(high.edges == [GridEdge(parameter: "k", side: .largest, value: 3)])
        let two = try TuningResult(Self.table([[1, 1], [2, 2]]))
        #expect(two.edges.isEmpty, "one of two values is always at an edge")
    }

    @Test func `Tables that cannot be tuned are rejected with the reason`() {
        #expect(throws: TuningError.neutralMetric(.count)) {
            try TuningResult(Self.table([[1]], metric: .count))
        }
        #expect(throws: TuningError.emptyTable) { try TuningResult(Self.table([])) }
        #expect(throws: TuningError.nothingMeasured(.totalRMSE)) { try TuningResult(Self.table([[nil, nil]])) }
        #expect(throws: TuningError.noCompleteSetting(.totalRMSE, settings: 2, recordings: 2)) {
            try TuningResult(Self.table([[1, nil], [nil, 1]]))
        }
    }

    @Test func `Families are tuned separately, and infinite cells are unmeasured`() throws {
        let settings = ["a", "b", "a"].enumerated().map { index, pipeline in
            CellTable.Setting(pipeline: pipeline, spec: "\(index)", parameters: [:], isDefault: false)
        }
        let table = CellTable(
            metric: .totalRMSE,
            recordings: ["r"],
            settings: settings,
            values: [[3], [2], [.infinity]]
        )
        let results = TuningResult.all(in: table)
        #expect(results.map(\.pipeline) == ["a", "b"])
        #expect(try results.map { try $0.result.get().tunedSetting.spec } == ["0", "1"])
        #expect(try results[0].result.get().incomplete.count == 1)
    }

    @Test func `A setting that is chosen without a recording is never better on it than one chosen with it`() throws {
        // S is the sum over all recordings, S' the sum without one: S(a) ≤ S(b) and S'(b) ≤ S'(a) imply S(a) − S'(a) ≤
        // S(b) − S'(b).
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            let values = (0..<12).map { _ in (0..<6).map { _ in generator.number(in: 0...9).rounded() } }
            let result = try TuningResult(Self.table(values))
            for recording in result.recordings {
                #expect(recording.best.figure <= recording.tuned)
                #expect(try #require(recording.leaveOneOut).figure >= recording.tuned)
            }
        }
    }
}
