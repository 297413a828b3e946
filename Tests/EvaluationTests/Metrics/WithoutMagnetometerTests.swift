import Evaluation
import Pipelines
import RealModule
import Recordings
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// The comparison of headings without a magnetometer.
@Suite("Runs without a magnetometer")
struct WithoutMagnetometerRunTests {
    /// Degrees a minute. The rounding of a slope over 6,000 samples.
    private static let rounding = 1e-9
    /// Degrees a minute. The noise of the gyroscope, and the effect of the inclination's correction on it.
    private static let noisyDrift = 1.0
    /// Degrees a minute. The Kalman filter also estimates a bias of up to 0.02 rad/s. It observes the vertical part
    /// only while the device tilts.
    private static let driftOfBias = 20.0
    /// Degrees. The largest error of an inclination that a noise of 0.01 rad/s at 100 Hz leaves.
    private static let inclination = 1.0

    static let pipelines = [
        "vqf", "madgwick:beta=0.02", "mahony", "complementary", "ekf", "gyroscope", "vqf:mode=basic",
    ]

    private func blind(bias: Vector3 = .zero) -> Recording {
        var recording = SyntheticMotion(seed: 31).recording(bias: bias)
        recording.magnetometer = nil
        return recording
    }

    @Test(arguments: pipelines)
    func `Without a magnetometer, estimators have an inclination and a heading drift`(_ pipeline: String) throws {
        let run = try blind().run(pipeline)
        #expect(try #require(run.metrics[.inclinationRMSE]) < Self.inclination)
        let bound = pipeline == "ekf" ? Self.driftOfBias : Self.noisyDrift
        #expect(try #require(run.metrics[.headingDrift]).magnitude < bound)
        #expect(run.pipeline.parameters["magnetometer"] == .word("none"))
        #expect(run.reference?.headingAlignment == .constant)
        let note = try #require(run.metrics.note(for: .headingRMSE))
        #expect(note.contains("so the mean heading difference is removed"))
        #expect(
            run.remarks.contains(
                "the recording has no magnetometer: only the remaining sensors are used (magnetometer=none)"
            )
        )
        #expect(!run.remarks.contains { $0.contains("magnetic north") })
    }

    @Test(arguments: pipelines)
    func `With a magnetometer the default uses it, and headings are compared as they are`(_ pipeline: String) throws {
        let separator = pipeline.contains(":") ? "," : ":"
        let recording = SyntheticMotion(seed: 31).recording()
        let standard = try recording.run(pipeline)
        let explicit = try recording.run("\(pipeline)\(separator)magnetometer=use")
        var same = explicit.metrics
        for name in MetricCatalogue.ofTime { same.setUnmeasured(name, because: "a time") }
        var metrics = standard.metrics
        for name in MetricCatalogue.ofTime { metrics.setUnmeasured(name, because: "a time") }
        #expect(metrics == same)
        #expect(standard.reference?.headingAlignment == nil)
        #expect(standard.metrics.note(for: .headingRMSE) == nil)
        #expect(standard.metrics[.headingOffset] == 0)
    }

    @Test func `A magnetometer that is required and missing is a reason, and one that is ignored is a remark`() throws {
        let required = try blind().run("mahony:magnetometer=use")
        #expect(required.metrics.note(for: .totalRMSE) == "the recording has no magnetometer")
        #expect(!required.hasMeasured)
        #expect(required.reasonUnmeasured == "the recording has no magnetometer")
        let ignored = try SyntheticMotion(seed: 31).recording().run("mahony:magnetometer=none")
        #expect(ignored.remarks.contains("magnetometer=none: the recorded magnetometer is not used"))
        let missing = try blind().run("mahony")
        #expect(ignored.metrics[.headingRMSE] == missing.metrics[.headingRMSE])
    }

    /// An estimator with the gyroscope alone that is declared without a parameter `magnetometer`.
    private func gyroscopeAlone(_ north: EstimatorEntry.North) -> EstimatorEntry {
        EstimatorEntry(
            name: "gyroscopeAlone",
            summary: "Integration.",
            source: "",
            sensors: [.gyroscope, .accelerometer],
            advancedBy: [.gyroscope],
            north: north,
            make: { _ in GyroscopeIntegration(magnetometer: .none) }
        )
    }

    @Test func `An estimator that declares an arbitrary north is compared after its mean heading error is removed`()
        throws
    {
        let recording = SyntheticMotion(seed: 31).recording()
        func run(_ north: EstimatorEntry.North) throws -> EvaluationRun {
            let lookup = StageLookup(estimators: [gyroscopeAlone(north)])
            let specification = try PipelineSpecification(parsing: "gyroscopeAlone", lookup: lookup)
            #expect(specification.countsFromMagneticNorth == (north == .magnetic))
            return try recording.outcome(of: .pipeline(specification)).run
        }
        let (arbitrary, magnetic) = (try run(.arbitrary), try run(.magnetic))
        let builtIn = try recording.run("gyroscope:magnetometer=none")
        #expect(arbitrary.metrics[.headingRMSE] == builtIn.metrics[.headingRMSE])
        #expect(arbitrary.reference?.headingAlignment == .constant)
        #expect(
            arbitrary.remarks.contains(
                "gyroscopeAlone does not measure north: its headings start at an arbitrary angle"
            )
        )
        #expect(magnetic.reference?.headingAlignment == nil)
        #expect(try #require(magnetic.metrics[.headingRMSE]) > #require(arbitrary.metrics[.headingRMSE]))
    }

    @Test(arguments: [
        ([SensorKind.gyroscope, .accelerometer], EstimatorEntry.North.arbitrary),
        ([.gyroscope, .accelerometer, .magnetometer], .magnetic), ([.gyroscope, .attitude], .recorded),
        ([.accelerometer, .heading], .recorded),
    ])
    func `The north of an outside estimator follows from its sensors`(
        sensors: [SensorKind],
        north: EstimatorEntry.North
    ) {
        let entry = EstimatorEntry(
            outside: "program",
            summary: "",
            source: "",
            sha256: "",
            sensors: sensors,
            parameters: [],
            make: { _, _ in GyroscopeIntegration() }
        )
        #expect(entry.north == north)
    }

    @Test func `A bias about Up of 0.1° a second is a drift of 6° a minute`() throws {
        var recording = Synthetic.attitude(duration: 60, truth: { _ in .identity })
        let times = recording.attitude?.times ?? []
        recording.gyroscope = SensorStream(
            times: times,
            values: times.map { _ in Vector3(0, 0, 0.1 * .pi / 180) }
        )
        recording.accelerometer = SensorStream(times: times, values: times.map { _ in Vector3(0, 0, Gravity.standard) })
        let run = try recording.run("gyroscope")
        #expect(abs(try #require(run.metrics[.headingDrift]) - 6) < Self.rounding)
        // The mean of 0 … 6° is removed: the rest is spread evenly over ±3°, of root mean square 3/√3 (by a factor of
        // (n + 1)/(n − 1) in squares for n samples).
        #expect(abs(try #require(run.metrics[.headingRMSE]) - 3.0.squareRoot()) < 1e-3)
        #expect(abs(try #require(run.metrics[.headingOffset]) - 3) < 1e-6)
    }

    @Test func `The drift counts whole turns`() throws {
        let recording = Synthetic.attitude(
            duration: 120,
            truth: { _ in .identity },
            error: { time, truth in Synthetic.heading(170 - 10 * time) * truth }
        )
        let run = try recording.run()
        #expect(abs(try #require(run.metrics[.headingDrift]) + 600) < 1e-6)
    }

    @Test func `The drift is the slope of numpy's polyfit`() throws {
        // numpy.polyfit(t, 5·sin(0.4 t) + 0.02 t², 1)[0]·60 for t = 0, 0.01, …, 20
        let recording = Synthetic.attitude(
            duration: 20,
            truth: { _ in .identity },
            error: { time, truth in Synthetic.heading(5 * Double.sin(0.4 * time) + 0.02 * time * time) * truth }
        )
        let run = try recording.run()
        #expect(abs(try #require(run.metrics[.headingDrift]) - 17.20192305158459) < 1e-9)
    }

    @Test func `A drift over less than 10 s is not measured`() throws {
        let recording = Synthetic.attitude(duration: 9, truth: { _ in .identity })
        let run = try recording.run()
        #expect(run.metrics[.headingDrift] == nil)
        #expect(run.metrics.note(for: .headingDrift) == "the compared samples span less than 10 s")
    }

    @Test func `After a restart the heading has no constant difference`() throws {
        var recording = blind()
        let times = try #require(recording.gyroscope?.times)
        let values = try #require(recording.gyroscope?.values)
        let kept = times.indices.filter { times[$0] < 20 || times[$0] > 22 }
        recording.gyroscope = SensorStream(times: kept.map { times[$0] }, values: kept.map { values[$0] })
        let run = try recording.run("madgwick")
        for name in [Metric.headingRMSE, .totalRMSE, .headingOffset, .headingDrift] {
            #expect(run.metrics[name] == nil)
            #expect(
                run.metrics.note(for: name)
                    == "without a north reference, the heading starts again after each gap (1 restart); "
                    + "raise maximumGap"
            )
        }
        #expect(run.metrics[.inclinationRMSE] != nil)
        #expect(run.reference?.headingAlignment == nil)
    }

    @Test func `A requested alignment is used and recorded`() throws {
        let run = try blind().run("mahony") { $0.headingAlignment = .first }
        #expect(run.reference?.headingAlignment == .first)
        #expect(run.metrics.note(for: .headingRMSE) == nil)
    }

    @Test(arguments: [[Metric.inclinationRMSE], [.totalRMSE, .headingDrift, .inclinationRMSE]])
    func `A grid has the figures of single runs`(_ metrics: [Metric]) throws {
        var options = EvaluationOptions()
        options.metrics = Set(metrics)
        let sweep = RecordingSweep(blind(), options: options)
        let texts = ["mahony", "mahony:kp=0.1", "mahony:kp=2"]
        let swept = try sweep.evaluate(try texts.map { try PipelineSpecification(parsing: $0) })
        #expect(swept.count == texts.count)
        for (text, swept) in zip(texts, swept) {
            let alone = try blind().run(text) { $0 = options }
            for name in metrics {
                let value = try #require(swept.metrics[name])
                #expect(value == alone.metrics[name])
            }
            #expect(swept.reference == alone.reference)
            #expect(swept.remarks == alone.remarks)
            #expect(swept.metrics.notes == alone.metrics.notes)
        }
    }

    @Test func `A recording is unmeasured if no pipeline has a figure, and times alone do not count`() throws {
        var apart = blind()
        apart.reference = apart.reference.map { reference in
            ReferenceStream(
                times: reference.times.map { $0 + 1_000 },
                orientations: reference.orientations,
                isValid: reference.isValid
            )
        }
        apart.name = "apart"
        let none = try apart.run("mahony")
        #expect(!none.hasMeasured)
        let reasons = ["no valid reference sample lies inside the estimate's span"]
        #expect(UnmeasuredRecording.all(in: [none]).map(\.reasons) == [reasons])
        let some = try blind().run("mahony")
        #expect(UnmeasuredRecording.all(in: [none, some, none]).map(\.name) == ["apart"])
        let counted = try blind().run("mahony") { $0.metrics = [.count] }
        #expect(counted.hasMeasured)
    }
}
