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
        func front(_ interval: BootstrapInterval?, shift: Double = 10) -> Set<Int> {
            let runs = [("triad", 7.0, 5.0, shift + 0.4), ("vqf", 2, 0.1, shift + 3)].map { name, error, jitter, lag in
                var run = Specimens.run("walk", name)
                run.metrics.set(.totalRMSE, to: error)
                run.metrics.set(.incrementRMS, to: jitter)
                run.metrics.set(.lag, to: lag, interval: name == "triad" ? interval : nil)
                return run
            }
            let pipelines = PipelineMeans.all(in: RecordingGroup.groups(of: runs))
            return TradeOffFigures(pipelines, accuracy: .totalRMSE).front
        }
        #expect(front(BootstrapInterval(lower: 7, upper: 14)) == [1])
        #expect(front(BootstrapInterval(lower: 10, upper: 11)) == [0, 1])
        #expect(front(nil) == [0, 1])
        // Lags of less than 5 ms are not visible.
        #expect(front(nil, shift: 1.5) == [1])
    }

    @Test func `A metric that is neither good nor bad has no best`() {
        #expect(BestValues.rows([1, 2], of: .count).isEmpty)
    }
}
