import Evaluation
import RealModule
import Recordings
import SensorModel
import TestSupport
import Testing

@Suite("Kinds of reference")
struct ReferenceKindTests {
    /// The relative difference of the figures by gyroscope and by reference orientation. The gyroscope has noise, at
    /// 100 Hz.
    private static let agreement = 0.03

    /// A motion with a device attitude that jitters by 0.5° and has a constant error of 40°.
    private func recording(noise: Double = 0.002, bias: Vector3 = .zero) -> Recording {
        let motion = SyntheticMotion(seed: 21)
        var recording = motion.recording(noise: noise, bias: bias)
        var generator = SeededGenerator(seed: 22)
        let times = recording.gyroscope?.times ?? []
        let error = Synthetic.heading(40)
        // At the same times, because interpolation reduces jitter.
        recording.reference = ReferenceStream(times: times, orientations: times.map(motion.orientation))
        recording.attitude = SensorStream(
            times: times,
            values: times.map { time in
                error * motion.orientation(at: time) * UnitQuaternion(rotationVector: generator.vector(0.5 * .pi / 180))
            }
        )
        return recording
    }

    @Test(arguments: ["deviceAttitude", "deviceAttitude+lowPass:alpha=0.1", "deviceAttitude+movingAverage:window=21"])
    func `The gyroscope measures the same jitter, lag and short-term error as the true reference`(
        pipeline: String
    ) throws {
        let recording = recording()
        let truth = try recording.run(pipeline) { $0.reference = .truth }
        let gyroscope = try recording.run(pipeline) { $0.reference = .gyroscope }
        for name in [Metric.incrementRMS, .shortTermRMS] {
            let expected = try #require(truth.metrics[name])
            #expect(abs(try #require(gyroscope.metrics[name]) - expected) < Self.agreement * expected, "\(name)")
        }
        // Milliseconds: a tenth of the sampling interval, and the effect of a slow filter on other spans.
        let lag = try #require(truth.metrics[.lag])
        #expect(abs(try #require(gyroscope.metrics[.lag]) - lag) < 1 + Self.agreement * lag)
        #expect(gyroscope.reference == ReferenceSummary(kind: .gyroscope, alignment: "exact", span: 2))
    }

    @Test func `The gyroscope is no reference for north and up`() throws {
        let run = try recording().run { $0.reference = .gyroscope }
        for name in [Metric.headingRMSE, .totalMax, .inclinationMean, .headingOffset] {
            #expect(run.metrics[name] == nil)
            #expect(
                run.metrics.note(for: name)
                    == "the integrated gyroscope measures rotation over 2 s, but not north and up"
            )
        }
    }

    @Test func `The bias of the gyroscope is estimated at rest`() throws {
        let bias = Vector3(0.03, -0.02, 0.01)
        let motion = SyntheticMotion(seed: 23)
        let times = (0...6_000).map { Double($0) / 100 }
        let turn: (Seconds) -> UnitQuaternion = { motion.orientation(at: max($0, 10)) }
        var recording = Recording(name: "rest, then motion")
        recording.attitude = SensorStream(times: times, values: times.map(turn))
        recording.gyroscope = SensorStream(
            times: times,
            values: times.map { ($0 < 10 ? .zero : motion.rate(at: $0)) + bias }
        )
        let run = try recording.run()
        let remark = """
            reference: the gyroscope, integrated over spans of 2 s, because the recording has no reference orientation; \
            its bias is estimated from 10 s at rest; filters that follow the gyroscope agree with it by construction, so \
            compare increments, jumps and lag, not accuracy; estimates at the reference's times
            """
        #expect(run.remarks.first == remark)
        // Degrees per frame: one sample of the sudden start. An uncorrected bias would add 0.07.
        #expect(try #require(run.metrics[.incrementRMS]) < 0.03)
        #expect(try #require(run.metrics[.stillRMS]) < 1e-9)
    }

    @Test func `Filters that hold each rate are ahead by half an interval, which a note explains`() throws {
        let motion = SyntheticMotion(seed: 23)
        let times = (0...3_000).map { Double($0) / 25 }
        var recording = Recording(name: "slow")
        recording.gyroscope = SensorStream(times: times, values: times.map(motion.rate))
        recording.accelerometer = SensorStream(
            times: times,
            values: times.map { motion.orientation(at: $0).conjugate.rotate(Vector3(0, 0, 9.81)) }
        )
        recording.reference = ReferenceStream(
            valid: SensorStream(
                times: times,
                values: times.map { motion.orientation(at: 0).conjugate * motion.orientation(at: $0) }
            )
        )
        for reference in [ReferenceKind.truth, .gyroscope] {
            let run = try recording.run("gyroscope") { $0.reference = reference }
            let notes = run.remarks.filter { $0.hasPrefix("at 25 Hz, ") && $0.contains("half an interval (20 ms); ") }
            #expect(notes.count == 1)
        }
        let held = try recording.run("gyroscope").metrics
        #expect(abs(try #require(held[.lag], "\(held.note(for: .lag) ?? "")") + 20) < 1)
        let averaged = try recording.run("movingAverage:window=2+gyroscope").metrics
        #expect(abs(try #require(averaged[.lag])) < 1)
    }

    @Test func `The default reference is the gyroscope without truth, and the device's attitude without both`() throws {
        var recording = recording()
        recording.reference = nil
        #expect(try recording.run().reference?.kind == .gyroscope)
        recording.gyroscope = nil
        let device = try recording.run("deviceAttitude+lowPass:alpha=0.5")
        #expect(device.reference?.kind == .device)
        #expect(
            device.remarks.first?.hasPrefix("reference: the device's own attitude, because the recording has no ")
                == true
        )
        #expect(device.metrics[.totalRMSE] != nil)
        recording.attitude = nil
        let none = try recording.run()
        #expect(none.reference?.kind == .truth)
        #expect(none.metrics[.incrementRMS] == nil)
    }

    @Test func `The device's attitude is not compared with itself`() throws {
        let run = try recording().run { $0.reference = .device }
        #expect(run.metrics[.incrementRMS] == nil)
        #expect(
            run.metrics.note(for: .totalRMSE) == "the device's own attitude is the reference"
        )
    }

    @Test func `A requested but missing reference results in null with that reason`() throws {
        var recording = recording()
        recording.gyroscope = nil
        let run = try recording.run { $0.reference = .gyroscope }
        #expect(run.metrics.note(for: .lag) == "the recording has no gyroscope to compare with")
    }

    @Test func `An estimate that alternates by ±1° has a short-term error of 1°, with any offset of north`() throws {
        let recording = Synthetic.attitude(
            duration: 8,
            truth: { _ in .identity },
            error: { time, truth in
                Synthetic.heading(70 + (Int((time * 100).rounded()).isMultiple(of: 2) ? 1 : -1)) * truth
            }
        )
        #expect(abs(try #require(try recording.run().metrics[.shortTermRMS]) - 1) < 1e-6)
    }

    @Test func `An error that grows by 1° per second has a short-term error of 2°/√12 over spans of two seconds`()
        throws
    {
        let recording = Synthetic.attitude(
            duration: 20,
            truth: { _ in .identity },
            error: { time, truth in Synthetic.heading(time) * truth }
        )
        // 200 samples of a span underestimate the variance by 1/200².
        let error = try #require(try recording.run().metrics[.shortTermRMS])
        #expect(abs(error - 2 / 12.0.squareRoot()) < 1e-4)
    }
}
