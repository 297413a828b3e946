import Evaluation
import Foundation
import Pipelines
import Recordings
import SensorSimulation
import Testing

/// Series compared with the metrics of the same run, which other tests compare with other implementations.
struct RunSeriesTests {
    /// Percent: noise, and one sample of time.
    private static let shareTolerance = 12.0
    /// Relative: series have four significant digits.
    private static let fourDigits = 1e-3

    private static func run(_ scenario: String, _ pipeline: String, keepsSeries: Bool = true) throws -> EvaluationRun {
        let simulation = Simulation(
            try ScenarioCatalogue.scenario(scenario),
            noise: try NoiseCatalogue.noise(named: "iphone4s"),
            seed: 1
        )
        var options = EvaluationOptions()
        options.keepsSeries = keepsSeries
        let outcomes = try RecordingEvaluation.evaluate(
            simulation.recording(),
            pipelines: [try PipelineSpecification(parsing: pipeline)],
            options: options
        )
        return try #require(outcomes.first).run
    }

    @Test func `Quantiles and spikes equal the metrics`() throws {
        let run = try Self.run("pan", "triad")
        let series = try #require(run.series)
        #expect(series.errorKind == .total)
        try #require(series.errorQuantiles.count == 101)
        for (index, metric) in [(50, Metric.totalMedian), (95, .totalP95), (100, .totalMax)] {
            let figure = try #require(run.metrics[metric])
            #expect(abs(series.errorQuantiles[index] / figure - 1) < Self.fourDigits)
        }
        let maximum = series.error.y.stretches.joined().max()
        #expect(maximum == series.errorQuantiles[100])
        #expect(series.error.x.stretches.joined().count <= 2 * RunSeries.columns + 2)
        #expect(series.spectrum != nil)
        #expect(series.step == nil)
    }

    /// The response is y = 1 − (1 − α)^m after m samples of 10 ms; the turn takes one of them.
    @Test func `The step response of a low-pass is its exponential`() throws {
        let run = try Self.run("step-yaw:angle=20,riseTime=0.001,rest=3", "triad+lowPass:alpha=0.1")
        let step = try #require(run.series?.step)
        let shares = Dictionary(uniqueKeysWithValues: zip(step.x.stretches.joined(), step.y.stretches.joined()))
        for time in [0.1, 0.3, 1.0] {
            let share = try #require(shares[time])
            #expect(abs(share - 100 * (1 - exp(time / 0.01 * log(0.9)))) < Self.shareTolerance)
        }
        #expect(run.series?.stepTruth != nil)
    }

    @Test func `Series exist only on request, and do not change metrics other than times`() throws {
        var with = try Self.run("pan", "triad")
        let without = try Self.run("pan", "triad", keepsSeries: false)
        #expect(without.series == nil)
        with.series = nil
        for metric in MetricCatalogue.metrics where !MetricCatalogue.ofTime.contains(metric) {
            #expect(with.metrics[metric] == without.metrics[metric], "\(metric.name)")
        }
        #expect(with.skipped == without.skipped)
    }

    @Test func `Series survive encoding and decoding`() throws {
        let run = try Self.run("pan", "triad")
        let data = try JSONEncoder().encode(run)
        #expect(try JSONDecoder().decode(EvaluationRun.self, from: data).series == run.series)
    }

    @Test(arguments: [
        #""error_deg":"1 2""#, #""error_deg":"1 2 x""#, #""error_deg":"1 2 nan""#, #""time_s":"3 2 1""#,
        #""error_quantiles_deg":"1 2""#, #""rests_s":"2 1""#, #""rests_s":"2""#, #""error_kind":"other""#,
    ])
    func `Invalid series are rejected`(change: String) throws {
        let sound = [
            "error_kind": #""total""#, "time_s": #""1 2 3""#, "error_deg": #""1 2 3""#, "error_quantiles_deg": #""""#,
            "rests_s": #""1 2""#,
        ]
        func json(_ keys: [String: String]) -> Data {
            Data("{\(keys.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}".utf8)
        }
        _ = try JSONDecoder().decode(RunSeries.self, from: json(sound))
        let parts = change.split(separator: ":").map(String.init)
        let key = String(parts[0].dropFirst().dropLast())
        let changed = sound.merging([key: parts[1]]) { $1 }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RunSeries.self, from: json(changed)) }
    }
}
