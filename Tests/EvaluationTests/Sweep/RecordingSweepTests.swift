import Evaluation
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// Pipelines in lanes against the same ones by themselves.
@Suite("Sweeps over a recording")
struct RecordingSweepTests {
    /// Of a figure, relative. A few roundings of sums over some ten thousand angles.
    static let closeness = 1e-12

    static let specifications =
        [
            "mahony:kp=0.5", "triad", "mahony:kp=0.02,ki=0.004", "madgwick:beta=0.05", "mahony:start=broad",
            "mahony:kp=2",
            "madgwick:beta=0.3", "madgwick:beta=0.05,reference=halved", "mahony+lowPass", "madgwick:beta=0.12",
            "mahony:kp=0,start=broad", "madgwick:beta=0.1,maximumGap=0.01", "madgwick:beta=0.2,maximumGap=0.01",
        ] + (1...9).map { "mahony:kp=0.\($0)" }

    static let metrics: Set<MetricName> = [
        .totalRMSE, .totalMean, .totalMax, .headingRMSE, .headingMean, .headingMax, .inclinationRMSE,
        .inclinationMean, .inclinationMax, .headingOffset, .count,
    ]

    @Test(arguments: ["pan", "walk"])
    func `A simulated recording comes out the same in lanes`(scenario: String) throws {
        try compare(SimulatedRecordings.recording(scenario, noise: "nexus5"))
    }

    @Test(arguments: [
        Association.interpolated(longestGap: 0.02), .nearest(limit: 0.004), .nearest(limit: 0.5), .exact,
    ])
    func `Reference samples between the estimates, in gaps and outside come out the same`(
        association: Association
    ) throws {
        var recording = try SimulatedRecordings.recording("pan", noise: "nexus5")
        recording.reference = recording.reference.map(Self.shifted)
        if var gyroscope = recording.gyroscope {
            gyroscope.times.removeSubrange(200..<240)
            gyroscope.values.removeSubrange(200..<240)
            recording.gyroscope = gyroscope
        }
        var options = EvaluationOptions()
        options.association = association
        try compare(recording, options)
    }

    @Test func `Without a sensor, a reference, a frame or an overlap the reasons are the same`() throws {
        let whole = try SimulatedRecordings.recording("pan", noise: "nexus5")
        var (blind, alone, late) = (whole, whole, whole)
        blind.magnetometer = nil
        alone.reference = nil
        let times = whole.reference?.times ?? []
        late.reference?.times = times.map { $0 + 1_000 }
        for recording in [blind, alone, late] { try compare(recording) }
        var options = EvaluationOptions()
        options.reference = .gyroscope
        try compare(whole, options)
    }

    @Test func `With a declination estimates are turned in lanes, too`() throws {
        var recording = try SimulatedRecordings.recording("pan", noise: "nexus5")
        recording.declination = Angle(degrees: -7.5)
        try compare(recording)
    }

    @Test func `What needs every error is measured all the same`() throws {
        let recording = try SimulatedRecordings.recording("pan", noise: "nexus5")
        for metrics in [[MetricName.totalMedian, .totalRMSE], [.lag, .headingRMSE], [.stillRMS]] as [Set] {
            try compare(recording, metrics: metrics)
        }
        var options = EvaluationOptions(headingAlignment: .constant)
        options.metrics = [.totalRMSE]
        try compare(recording, options)
    }

    @Test(.enabled(if: SharedDatasets.has("broad")), arguments: BroadParityTests.trials.prefix(2))
    func `The first minute of a real trial comes out the same in lanes`(trial: String) throws {
        var recording = try SharedRecordings.broad(trial)
        recording.cut(to: 60)
        try compare(recording)
    }

    @Test func `Figures are those of an evaluation, but for intervals`() throws {
        let recording = try SimulatedRecordings.recording("pan", noise: "nexus5")
        let specification = try PipelineSpecification(parsing: "mahony")
        var options = EvaluationOptions()
        options.metrics = Self.metrics
        let swept = try #require(try RecordingSweep(recording, options: options).evaluate([specification]).first)
        let outcomes = try RecordingEvaluation.evaluate(recording, pipelines: [specification], options: options)
        let evaluated = try #require(outcomes.first).run
        for name in Self.metrics { #expect(swept.metrics[name] == evaluated.metrics[name]) }
        #expect(swept.metrics.intervals.isEmpty)
        #expect(Set(evaluated.metrics.intervals.keys) == [.totalRMSE, .headingRMSE, .inclinationRMSE])
    }

    private func compare(
        _ recording: Recording,
        _ options: EvaluationOptions = EvaluationOptions(),
        metrics: Set<MetricName> = metrics
    ) throws {
        var options = options
        options.metrics = options.metrics ?? metrics
        let sweep = RecordingSweep(recording, options: options)
        let specifications = try Self.specifications.map { try PipelineSpecification(parsing: $0) }
        let inLanes = try sweep.evaluate(specifications)
        let scalar = try sweep.evaluate(specifications, inLanes: false)
        for (lane, expected) in zip(inLanes, scalar) {
            for name in MetricName.allCases {
                let (left, right) = (lane.metrics[name], expected.metrics[name])
                #expect((left == nil) == (right == nil), "\(name)")
                guard let left, let right else { continue }
                #expect(abs(left - right) <= Self.closeness * abs(right), "\(expected.pipeline.name) \(name)")
            }
            #expect(lane.metrics.notes == expected.metrics.notes)
            var same = lane
            same.metrics = expected.metrics
            #expect(same == expected)
        }
    }

    /// Samples that lie between the sensors', and begin before and end after them.
    private static func shifted(_ reference: ReferenceStream) -> ReferenceStream {
        var reference = reference
        reference.times = reference.times.enumerated().map { $1 + ($0 < 100 ? -0.5 : $0 > 500 ? 0.5 : 0.003) }
        reference.isValid[300] = false
        return reference
    }
}

extension Recording {
    /// Leaves out what is later.
    fileprivate mutating func cut(to end: Seconds) {
        accelerometer = accelerometer.map { $0.cut(to: end) }
        gyroscope = gyroscope.map { $0.cut(to: end) }
        magnetometer = magnetometer.map { $0.cut(to: end) }
        guard let whole = reference else { return }
        let count = whole.times.count { $0 <= end }
        reference = ReferenceStream(
            times: Array(whole.times.prefix(count)),
            orientations: Array(whole.orientations.prefix(count)),
            isValid: Array(whole.isValid.prefix(count)),
            isEvaluated: whole.isEvaluated.map { Array($0.prefix(count)) }
        )
    }
}

extension SensorStream {
    fileprivate func cut(to end: Seconds) -> SensorStream {
        let count = times.count { $0 <= end }
        return SensorStream(times: Array(times.prefix(count)), values: Array(values.prefix(count)))
    }
}
