import Evaluation
import RealModule
import Recordings
import SensorModel
import TestSupport
import Testing

@Suite("Metrics compared with calculations by hand")
struct MetricTests {
    /// Degrees. The rounding of means of equal errors.
    private static let meanTolerance = 1e-9

    private let still: (Seconds) -> UnitQuaternion = { _ in UnitQuaternion.identity }

    private func expect(_ run: EvaluationRun, _ name: Metric, _ value: Double, within tolerance: Double = 1e-9) {
        #expect(abs((run.metrics[name] ?? .nan) - value) <= tolerance, "\(name.name)")
    }

    @Test func `A constant error of 3° about Up and 4° about a horizontal axis has these parts`() throws {
        let tilt = UnitQuaternion(angle: Angle(degrees: 4), axis: Vector3(1, 0, 0))
        let recording = Synthetic.attitude(duration: 2, truth: still, error: { Synthetic.heading(3) * tilt * $1 })
        let run = try recording.run()
        expect(run, .headingRMSE, 3)
        expect(run, .inclinationRMSE, 4)
        // 2·acos(cos 1.5° · cos 2°)
        expect(run, .totalRMSE, 4.999_634_399_333)
        expect(run, .count, 201)
        expect(run, .headingOffset, 0)
    }

    @Test func `A constant error has an interval of width zero over three blocks, and no interval over fewer`() throws {
        let long = try Synthetic.attitude(duration: 16, truth: still, error: { Synthetic.heading(3) * $1 }).run()
        let interval = try #require(long.metrics.intervals[.totalRMSE])
        let departures: [Double] = [interval.lower - 3, interval.upper - 3]
        #expect(departures.allSatisfy { $0.magnitude < Self.meanTolerance })
        let short = try Synthetic.attitude(duration: 14, truth: still, error: { Synthetic.heading(3) * $1 }).run()
        #expect(short.metrics.intervals.isEmpty)
    }

    @Test func `An interval within a recording contains its RMSE, and is wide for errors in bursts`() throws {
        // The error is 4° in every second block of 10 s, so the RMSE is √8 = 2.83°.
        let recording = Synthetic.attitude(
            duration: 60,
            truth: still,
            error: { time, truth in Synthetic.heading(Int(time / 10).isMultiple(of: 2) ? 0 : 4) * truth }
        )
        let run = try recording.run()
        let interval = try #require(run.metrics.intervals[.headingRMSE])
        let value = try #require(run.metrics[.headingRMSE])
        #expect(interval.lower < value && value < interval.upper)
        // For twelve blocks of 0 or 16 squared degrees the mean of squares has a standard error of about 8/√12 = 2.3.
        let width: Double = interval.upper * interval.upper - interval.lower * interval.lower
        #expect(width > 4)
    }

    @Test func `Heading errors of 0°, 1°, …, 100° have these statistics`() throws {
        let recording = Synthetic.attitude(
            duration: 1,
            truth: still,
            error: { time, truth in Synthetic.heading((time * 100).rounded()) * truth }
        )
        let run = try recording.run()
        // The RMSE is √(Σk²/101) = √(338350/101).
        expect(run, .headingRMSE, 57.879_184_513_951)
        expect(run, .headingMean, 50)
        expect(run, .headingMedian, 50)
        expect(run, .headingP95, 95)
        expect(run, .headingMax, 100)
        expect(run, .totalMax, 100)
        expect(run, .inclinationMax, 0)
    }

    @Test func `Tiny errors lose no digits`() throws {
        let recording = Synthetic.attitude(duration: 1, truth: still, error: { Synthetic.heading(1e-9) * $1 })
        expect(try recording.run(), .totalRMSE, 1e-9, within: 1e-17)
    }

    @Test func `Heading alignment removes a constant and reports its value`() throws {
        let recording = Synthetic.attitude(
            duration: 1,
            truth: still,
            error: { time, truth in Synthetic.heading(time < 0.005 ? 20 : 30) * truth }
        )
        let first = try recording.run { $0.headingAlignment = .first }
        expect(first, .headingOffset, 20)
        expect(first, .headingMedian, 10)
        let constant = try recording.run { $0.headingAlignment = .constant }
        expect(constant, .headingOffset, 30 - 10.0 / 101, within: 0.01)
        expect(constant, .headingMedian, 10.0 / 101, within: 0.01)
    }

    @Test func `Invalid reference rows and rows outside the mask are excluded and counted`() throws {
        var recording = Synthetic.attitude(duration: 1, truth: still, error: { Synthetic.heading(1) * $1 })
        recording.reference?.isValid[10] = false
        recording.reference?.isEvaluated = (0...100).map { $0 >= 50 }
        let run = try recording.run()
        expect(run, .count, 51)
        #expect(run.skipped["reference samples that are invalid, masked or skipped"] == 1)
    }

    @Test func `Reference samples outside the estimate's span and in its gaps are excluded and counted`() throws {
        var recording = Synthetic.attitude(duration: 4, truth: still)
        let kept = (recording.attitude?.times ?? []).indices.filter { (10..<50).contains($0) || $0 >= 300 }
        recording.attitude = recording.attitude.map { stream in
            SensorStream(times: kept.map { stream.times[$0] }, values: kept.map { stream.values[$0] })
        }
        let run = try recording.run()
        expect(run, .count, Double(kept.count))
        #expect(run.skipped["reference samples before the first estimate"] == 10)
        #expect(run.skipped["reference samples in a gap of the estimate"] == 250)
    }

    @Test func `An oscillation of 1° amplitude at rest has a still jitter of 0.707° RMS`() throws {
        let recording = Synthetic.attitude(
            duration: 10,
            truth: still,
            error: { time, truth in Synthetic.heading(Double.sin(2 * .pi * time)) * truth }
        )
        expect(try recording.run(), .stillRMS, 0.5.squareRoot(), within: 1e-3)
    }

    @Test func `Each rest has its own mean, so a step between two rests is not jitter`() throws {
        let truth: (Seconds) -> UnitQuaternion = { Synthetic.turnBetweenRests($0, speed: 90, rest: 2, turning: 1) }
        let recording = Synthetic.attitude(
            duration: 5,
            truth: truth,
            error: { time, truth in
                Synthetic.heading(time < 2.5 ? 5 : -5) * truth
            }
        )
        expect(try recording.run(), .stillRMS, 0, within: 1e-9)
    }

    @Test func `A device that never rests has no still jitter, and a note gives the reason`() throws {
        let run = try Synthetic.attitude(duration: 5, truth: { Synthetic.heading(10 * $0) }).run()
        #expect(run.metrics[.stillRMS] == nil)
        #expect(run.metrics.note(for: .stillRMS)?.hasPrefix("the reference never rests") == true)
    }

    @Test func `A jump of 6° between two frames is one jump; the increment RMS is 6°/√n`() throws {
        let recording = Synthetic.attitude(
            duration: 10,
            rate: 30,
            truth: { Synthetic.heading(20 * $0) },
            error: { time, truth in Synthetic.heading(time < 4.99 ? 0 : 6) * truth }
        )
        let run = try recording.run()
        expect(run, .jumpCount, 1)
        expect(run, .incrementRMS, 6 / 300.0.squareRoot(), within: 1e-6)
    }

    @Test func `A pipeline without its sensor has no figures, and notes give the reason`() throws {
        let run = try Synthetic.attitude(duration: 5, truth: still).run("madgwick")
        for metric in MetricCatalogue.metrics where metric.group.isOfOrientation {
            if metric.group == .latency && metric != .lag { continue }
            #expect(run.metrics[metric] == nil)
            #expect(
                run.metrics.note(for: metric)
                    == "the recording has no gyroscope and no accelerometer"
            )
        }
    }

    @Test func `A recording without a reference has no total error, and a note gives the reason`() throws {
        var recording = Synthetic.attitude(duration: 5, truth: still)
        recording.reference = nil
        let run = try recording.run { $0.reference = .truth }
        #expect(run.metrics[.totalRMSE] == nil)
        #expect(run.metrics.note(for: .totalRMSE) == "the recording has no reference orientation")
        #expect(run.orientations == 501)
    }
}
