import Evaluation
import Reporting
import Testing

@Suite struct BestValuesTests {
    @Test func `The smallest figure is the best`() {
        #expect(BestValues.rows([3, 1, 2], of: .totalRMSE) == [1])
    }

    @Test func `Figures that look the same are all best`() {
        #expect(BestValues.rows([1.234, 1.2301, nil, 1.24], of: .totalRMSE) == [0, 1])
    }

    @Test func `A lead and a lag of the same size are equally good`() {
        #expect(BestValues.rows([-40, 12, 40], of: .lag) == [1])
        #expect(BestValues.rows([-12, 12, 40], of: .lag) == [0, 1])
    }

    @Test func `Lags within 5 ms of the best are as good, unless this applies to all`() {
        #expect(BestValues.rows([-8, 3, 9], of: .lag) == [0, 1])
        #expect(BestValues.rows([-8, 3], of: .lag).isEmpty)
        var table = FigureTable(columns: [ReportColumn.all.first { $0.metric == .lag }!.figureColumn])
        table.rows = [-8, 3, 9].map { [.figure($0)] }
        table.markBest()
        #expect(table.rows.map { $0[0].isBest } == [true, true, false])
    }

    @Test func `Differences from the device's attitude have no best value`() {
        func best(_ kind: ReferenceKind, _ metric: Metric) -> [Bool] {
            let runs = ["gyroscope", "vqf", "mahony"].enumerated().map { index, name in
                var run = Specimens.run("walk", name, scale: Double(index + 1))
                run.reference = ReferenceSummary(kind: kind, alignment: "exact")
                return run
            }
            let columns = ReportColumn.all.filter { $0.metric == metric }
            var footnotes = Footnotes()
            let pipelines = PipelineMeans.all(in: RecordingGroup.groups(of: runs))
            return FigureTable(meansOf: pipelines, columns, footnotes: &footnotes).rows.map { $0[1].isBest }
        }
        #expect(best(.truth, .incrementRMS) == [true, false, false])
        #expect(best(.gyroscope, .incrementRMS) == [false, true, false])
        #expect(best(.gyroscope, .shortTermRMS) == [false, false, false])
        #expect(best(.gyroscope, .stillRMS) == [true, false, false])
        #expect(best(.device, .incrementRMS) == [false, false, false])
        #expect(best(.device, .stillRMS) == [true, false, false])
    }

    @Test func `A single figure is not the best`() {
        #expect(BestValues.rows([1], of: .totalRMSE).isEmpty)
        #expect(BestValues.rows([1, nil], of: .totalRMSE).isEmpty)
        #expect(BestValues.rows([], of: .totalRMSE).isEmpty)
    }

    @Test func `Figures within the interval of the best are as good, unless this applies to all`() {
        let intervals: [BootstrapInterval?] = [BootstrapInterval(lower: 1, upper: 2.5), nil, nil]
        #expect(BestValues.rows([2, 2.4, 3], intervals, of: .totalRMSE) == [0, 1])
        #expect(BestValues.rows([2, 2.4, 2.5], intervals, of: .totalRMSE).isEmpty)
        #expect(BestValues.rows([2, 2.4, nil], intervals, of: .totalRMSE).isEmpty)
        #expect(BestValues.rows([2, 2.4, 3], [nil, nil, nil], of: .totalRMSE) == [0])
    }

    @Test func `A lag within the interval of the best is no advantage over a more accurate pipeline`() {
        func front(_ interval: BootstrapInterval?, difference: Double = 6) -> Set<Int> {
            let runs = [("triad", 7.0, 5.0, 10), ("vqf", 2, 0.1, 10 + difference)].map { name, error, jitter, lag in
                var run = Specimens.run("walk", name)
                run.metrics.set(.totalRMSE, to: error)
                run.metrics.set(.incrementRMS, to: jitter)
                run.metrics.set(.lag, to: lag, interval: name == "triad" ? interval : nil)
                return run
            }
            let pipelines = PipelineMeans.all(in: RecordingGroup.groups(of: runs))
            return TradeOffFigures(pipelines, accuracy: .totalRMSE).front
        }
        #expect(front(BootstrapInterval(lower: 7, upper: 17)) == [1])
        #expect(front(BootstrapInterval(lower: 10, upper: 11)) == [0, 1])
        #expect(front(nil) == [0, 1])
        // Differences of at most 5 ms do not count.
        #expect(front(nil, difference: 5) == [1])
    }

    @Test func `A metric that is neither good nor bad has no best`() {
        #expect(BestValues.rows([1, 2], of: .count).isEmpty)
    }
}
