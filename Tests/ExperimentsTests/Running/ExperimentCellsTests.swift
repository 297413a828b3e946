import Evaluation
import Experiments
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

struct ExperimentCellsTests {
    private static func experiment(inputs: Int, rates: [Hertz?], counts: [Int]) throws -> Experiment {
        let path = ExperimentInput.Source.recording(path: "none", nil)
        return Experiment(
            name: "cells",
            inputs: (0..<inputs).map { ExperimentInput(name: "\($0)", source: path) },
            preparations: rates.map { RecordingPreparation(sampling: $0.map { .decimated($0) } ?? .asRecorded) },
            families: try counts.enumerated().map { index, count in
                let alphas = (0..<count).map { "0.\(index + 1)\($0)1" }
                let axis = GridAxis(name: "alpha", values: .list(alphas))
                return try PipelineFamily("triad+lowPass:maximumGap=\(index + 1)", axes: [axis], wantsDefault: false)
            }
        )
    }

    @Test func `Random stretches contain every cell once`() throws {
        var generator = SeededGenerator(seed: 9101)
        for _ in 0..<50 {
            let experiment = try Self.experiment(
                inputs: .random(in: 1...4, using: &generator),
                rates: Array([nil, 50, 100].prefix(.random(in: 1...3, using: &generator))),
                counts: (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                    .random(in: 1...9, using: &generator)
                }
            )
            var cell = 0
            var seen: Set<[Int]> = []
            while cell < experiment.cellCount {
                let stretch = experiment.stretch(
                    from: cell,
                    upTo: .random(in: 1...12, using: &generator),
                    before: experiment.cellCount
                )
                #expect(stretch.first == cell && !stretch.settings.isEmpty)
                for setting in stretch.settings {
                    #expect(seen.insert([stretch.input, stretch.preparation, stretch.family, setting]).inserted)
                }
                cell = stretch.cells.upperBound
            }
            #expect(seen.count == experiment.inputs.count * experiment.preparations.count * experiment.settingCount)
        }
    }

    @Test func `Shards contain every cell once and have equal lengths`() throws {
        let experiment = try Self.experiment(inputs: 3, rates: [nil], counts: [4, 7])
        for count in 1...40 {
            let shards = (1...count).map { experiment.cells(ofShard: $0, of: count) }
            #expect(shards.first?.lowerBound == 0 && shards.last?.upperBound == experiment.cellCount)
            for (one, next) in zip(shards, shards.dropFirst()) { #expect(one.upperBound == next.lowerBound) }
            let lengths = shards.map(\.count)
            #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
        }
    }

    @Test func `The conditions include every option that figures depend on`() throws {
        let experiment = try Self.experiment(inputs: 1, rates: [nil, 50], counts: [1])
        let span = EvaluationOptions(headingAlignment: .none, displayRate: 60, span: 7)
        let rate = EvaluationOptions(headingAlignment: .none, displayRate: 90)
        let changes: [String: (inout EvaluationOptions) -> Void] = [
            "headingAlignment": { $0.headingAlignment = .first },
            "displayRate": { $0 = rate },
            "span": { $0 = span },
            "alignsClocks": { $0.alignsClocks = true },
            "excludesOutliers": { $0.excludesOutliers = true },
            "association": { $0.association = .exact },
            "fitsFrames": { $0.fitsFrames = true },
            "reference": { $0.reference = .device },
            "skip": { $0.skip = 2 },
            "metrics": { $0.metrics = [.lag] },
        ]
        // Added metrics are columns of a store of their own; the others change what is kept, not the values.
        let others: Set = ["addedMetrics", "keepsSeries", "seriesColumns", "withinRecordingIntervals"]
        let all = Mirror(reflecting: experiment.options).children.compactMap(\.label)
        #expect(Set(all) == others.union(changes.keys))
        var known = [experiment.conditions(preparation: 0), experiment.conditions(preparation: 1)]
        for change in changes.values {
            var changed = experiment
            change(&changed.options)
            known.append(changed.conditions(preparation: 0))
        }
        #expect(Set(known).count == known.count)
    }
}
