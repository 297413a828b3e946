import Evaluation
import Foundation
import Recordings
import SensorModel
import Testing

/// Series compared with the metrics of the same run, which other tests compare with other implementations.
struct RunSeriesTests {
    /// Percent: noise, and one sample of time.
    private static let shareTolerance = 12.0
    /// Relative: series have four significant digits.
    private static let fourDigits = 1e-3

    private static func run(_ scenario: String, _ pipeline: String, keepsSeries: Bool = true) throws -> EvaluationRun {
        let recording = try SimulatedRecordings.recording(scenario, noise: "iphone4s")
        return try recording.run(pipeline) { $0.keepsSeries = keepsSeries }
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

    /// The turns take 1 ms, and the rests between them 1.2 s. The slowest sensor has 33.3 Hz, and the curve 100 Hz.
    @Test func `The step response ends with the shortest rest, and has at most four significant digits`() throws {
        let run = try Self.run("step-yaw:angle=20,riseTime=0.001,rest=1.2", "triad")
        let step = try #require(run.series?.step)
        let end = try #require(step.x.stretches.joined().max())
        #expect((1.15...1.2).contains(end))
        for share in step.y.stretches.joined() {
            #expect(Double(String(format: "%.4g", share)) == share)
        }
    }

    /// A recording of 20 s that starts at 1000 s, with a stronger magnetic field from 1005 to 1009 s.
    @Test func `The times of series are relative to the start of the recording`() throws {
        var recording = Synthetic.attitude(duration: 20, truth: { Synthetic.heading(3 * $0) })
        let times = recording.attitude?.times ?? []
        let stamps = times.map { $0 + 1_000 }
        recording.attitude?.times = stamps
        recording.reference?.times = stamps
        let field = times.map { Vector3(0, (5.0...9.0).contains($0) ? 60 : 50, 0) }
        recording.magnetometer = SensorStream(times: stamps, values: field)
        let series = try #require(try recording.run { $0.keepsSeries = true }.series)
        let moments = series.error.x.stretches.joined()
        #expect(abs(try #require(moments.min())) < 0.1)
        #expect(abs(try #require(moments.max()) - 20) < 0.1)
        try #require(series.disturbances.count == 1)
        // Two samples of 10 ms: the mean over ±0.25 s changes by more than 10 % where half of it is in the strong field.
        #expect(abs(series.disturbances[0].lowerBound - 5) < 0.025)
        #expect(abs(series.disturbances[0].upperBound - 9) < 0.025)
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
