import Evaluation
import Experiments
import Testing

@Suite struct LeftOutFiguresTests {
    private static let errors = TuningResultTests.byHand

    @Test func `Another metric of the leave-one-out settings equals a calculation by hand`() throws {
        // The settings without r0, r1, r2 and r3 are k = 2, 3, 3, 2.
        let jitter = TuningResultTests.table([[1, 1, 1, 1], [2, 3, 4, 5], [6, 7, 8, 9]], metric: .incrementRMS)
        let figures = try #require(LeftOutFigures(try TuningResult(Self.errors), in: jitter))
        #expect(figures.metric == .incrementRMS && figures.selectedBy == .totalRMSE)
        #expect(figures.recordings == ["r0", "r1", "r2", "r3"])
        #expect(figures.leaveOneOut.values == [2, 7, 8, 5])
        #expect(figures.leaveOneOut.mean == 5.5)
        #expect(figures.standard?.values == [1, 1, 1, 1])
        let change = try #require(figures.change(fromDefaultOf: figures))
        #expect(change.values == [1, 6, 7, 4])
        #expect(change.interval == BootstrapInterval(ofMeanOf: [1, 6, 7, 4], isSigned: true))
    }

    @Test func `The selecting metric itself has the leave-one-out values of the result`() throws {
        let result = try TuningResult(Self.errors)
        #expect(LeftOutFigures(result, in: Self.errors)?.leaveOneOut == result.leaveOneOut)
        #expect(LeftOutFigures(result, in: Self.errors)?.standard == result.standard)
    }

    @Test func `A recording without a value is not in the means, and lags are magnitudes`() throws {
        let lags = TuningResultTests.table([[1, 1, 1, nil], [-20, 3, 4, 5], [6, nil, -8, 9]], metric: .lag)
        let figures = try #require(LeftOutFigures(try TuningResult(Self.errors), in: lags))
        #expect(figures.recordings == ["r0", "r2", "r3"])
        #expect(figures.leaveOneOut.values == [20, 8, 5])
        // The default has no value for r3.
        #expect(figures.standard == nil && figures.change(fromDefaultOf: figures) == nil)
        let none = TuningResultTests.table([[1, 1, 1, 1], [nil, 3, 4, nil], [6, nil, nil, 9]], metric: .lag)
        #expect(LeftOutFigures(try TuningResult(Self.errors), in: none) == nil)
    }

    @Test func `Two families are compared on the recordings that have a value of both`() throws {
        let one = TuningResultTests.table([[1, 1, 1, 1], [2, 3, 4, 5], [6, nil, 8, 9]], metric: .incrementRMS)
        let other = TuningResultTests.table([[1, 1, 1, 1], [1, 3, 4, 8], [6, 7, 5, 9]], metric: .incrementRMS)
        let result = try TuningResult(Self.errors)
        let first = try #require(LeftOutFigures(result, in: one))
        let second = try #require(LeftOutFigures(result, in: other))
        // r0, r2 and r3: 2, 8, 5 and 1, 5, 8.
        #expect(second.change(from: first)?.values == [-1, -3, 3])
        #expect(first.change(from: second)?.values == [1, 3, -3])
        #expect(first.change(fromDefaultOf: second)?.values == [1, 7, 4])
    }
}

@Suite struct TuningTransferTests {
    private static let indoor = TuningResultTests.byHand
    /// The means are 2, 3 and 5/3. Without s0, the sums are 5, 7, 2; without s1, 4, 7, 4; without s2, 3, 4, 4.
    private static let outdoor = TuningResultTests.table([[1, 2, 3], [2, 2, 5], [3, 1, 1]], recordings: "s")

    private static func transfer(_ own: CellTable, from other: CellTable) throws -> TuningTransfer? {
        TuningTransfer(
            of: try TuningResult(own),
            group: "own",
            in: own,
            from: try TuningResult(other),
            group: "other"
        )
    }

    @Test func `The setting of the other group equals a calculation by hand`() throws {
        let outdoor = try #require(try Self.transfer(Self.outdoor, from: Self.indoor))
        #expect(outdoor.setting.spec == "filter:k=2")
        #expect(outdoor.transferred.values == [2, 2, 5])
        #expect(outdoor.leaveOneOut.values == [3, 2, 3])
        #expect(outdoor.change.values == [1, 0, -2])
        #expect(outdoor.verdict == .noDifference)
        let indoor = try #require(try Self.transfer(Self.indoor, from: Self.outdoor))
        #expect(indoor.setting.spec == "filter:k=3")
        #expect(indoor.transferred.values == [1, 5, 5, 7.4])
        #expect(indoor.leaveOneOut.values == [3, 5, 5, 9])
    }

    @Test func `Groups that share a recording are not compared`() throws {
        #expect(try Self.transfer(Self.indoor, from: Self.indoor) == nil)
    }

    @Test func `A group of one recording, or one that the setting could not be measured on, is not compared`() throws {
        let single = TuningResultTests.table([[1], [2], [3]], recordings: "s")
        #expect(try Self.transfer(single, from: Self.indoor) == nil)
        let missing = TuningResultTests.table([[1, 2, 3], [2, nil, 5], [3, 1, 1]], recordings: "s")
        #expect(try Self.transfer(missing, from: Self.indoor) == nil)
    }
}
