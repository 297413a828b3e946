import Evaluation
import Reporting
import TestSupport
import Testing

@Suite struct PipelineMeansTests {
    /// Relative. The rounding error of a sum of a few numbers.
    private static let rounding = 1e-15

    private func mean(_ figures: [Double?]) -> MetricMean {
        let runs = figures.enumerated().map { index, figure in
            Specimens.run(
                "r\(index)",
                "triad",
                scale: figure ?? 1,
                unmeasured: figure == nil ? [.totalRMSE: "no rest"] : [:]
            )
        }
        return MetricMean(of: .totalRMSE, over: runs)
    }

    @Test func `The mean of RMS figures is their arithmetic mean`() throws {
        let mean = mean([1, 2, 6])
        #expect(abs(try #require(mean.value) - 3) <= 3 * Self.rounding)
        #expect(!mean.isPartial)
    }

    @Test func `Recordings without a figure are excluded, and their reason is recorded`() {
        let mean = mean([1, nil, 3, nil])
        #expect(mean.value == 2)
        #expect(mean.recordings == [0, 2])
        #expect(mean.total == 4)
        #expect(mean.reasons == ["no rest"])
    }

    @Test func `The mean does not depend on the order of the recordings`() {
        var generator = SeededGenerator(seed: 1)
        var figures = (0..<50).map { _ in generator.number(in: 0...100) }
        let (first, interval) = (mean(figures).value, mean(figures).interval)
        figures.shuffle(using: &generator)
        #expect(mean(figures).value == first)
        #expect(mean(figures).interval == interval)
    }

    @Test func `A pipeline without a run over a recording is reported as not run`() {
        let groups = RecordingGroup.groups(of: [
            Specimens.run("one", "triad"), Specimens.run("one", "madgwick"), Specimens.run("two", "triad"),
        ])
        let means = PipelineMeans.all(in: groups)
        #expect(means.map(\.name) == ["triad", "madgwick"])
        #expect(means[1].mean(of: .totalRMSE).reasons == ["not run"])
    }

    @Test func `Means over different recordings have no best`() {
        let groups = RecordingGroup.groups(of: [
            Specimens.run("one", "triad", hasSteps: true),
            Specimens.run("one", "madgwick", scale: 2, unmeasured: [.lag: "no turn"], hasSteps: true),
            Specimens.run("two", "triad", hasSteps: true), Specimens.run("two", "madgwick", scale: 2, hasSteps: true),
        ])
        var footnotes = Footnotes()
        let table = FigureTable(meansOf: PipelineMeans.all(in: groups), ReportColumn.all, footnotes: &footnotes)
        let best = table.rows.map { $0.dropFirst().map(\.isBest) }
        let lag = ReportColumn.all.firstIndex { $0.metric == .lag }
        for (index, column) in ReportColumn.all.enumerated() {
            let isMeasured = column.metric.group.isOfOrientation
            #expect(best.map { $0[index] } == [isMeasured && index != lag, false])
        }
        let notes = ["over 1 of 2 recordings; the others: no turn", "a pipeline has no screen"]
        #expect(footnotes.notes.map(\.text) == notes)
    }
}
