import Evaluation
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// A sweep, compared with an evaluation of each pipeline.
@Suite("Sweeps over a recording")
struct RecordingSweepTests {
    static let specifications = [
        "mahony:kp=0.5", "triad", "mahony:kp=0.02,ki=0.004", "madgwick:beta=0.05", "mahony:start=broad",
        "madgwick:beta=0.3,reference=halved", "mahony+lowPass", "madgwick:beta=0.1,maximumGap=0.01",
    ]

    static let metrics: Set<Metric> = [
        .totalRMSE, .totalMean, .totalMax, .totalMedian, .headingRMSE, .headingMean, .headingMax, .inclinationRMSE,
        .inclinationMean, .inclinationMax, .headingOffset, .lag, .stillRMS, .count,
    ]

    @Test(arguments: ["pan", "walk"])
    func `Results equal those of an evaluation, except for intervals`(scenario: String) throws {
        try compare(SimulatedRecordings.recording(scenario, noise: "nexus5"))
    }

    @Test(arguments: [
        Association.interpolated(longestGap: 0.02), .nearest(limit: 0.004), .nearest(limit: 0.5), .exact,
    ])
    func `Reference samples between the estimates, in gaps and outside have the same results`(
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

    @Test func `Results with a declination and with an alignment equal those of an evaluation`() throws {
        var recording = try SimulatedRecordings.recording("pan", noise: "nexus5")
        recording.declination = Angle(degrees: -7.5)
        try compare(recording)
        try compare(recording, EvaluationOptions(headingAlignment: .constant))
    }

    private func compare(_ recording: Recording, _ options: EvaluationOptions = EvaluationOptions()) throws {
        var options = options
        options.metrics = Self.metrics
        let specifications = try Self.specifications.map { try PipelineSpecification(parsing: $0) }
        let runs = try RecordingSweep(recording, options: options).evaluate(specifications)
        let outcomes = try RecordingEvaluation.evaluate(recording, pipelines: specifications, options: options)
        #expect(runs.count == outcomes.count)
        for (swept, outcome) in zip(runs, outcomes) {
            let evaluated = outcome.run
            #expect(swept.pipeline == evaluated.pipeline)
            for name in MetricCatalogue.metrics {
                #expect(swept.metrics[name] == evaluated.metrics[name], "\(swept.pipeline.name) \(name)")
            }
            #expect(swept.metrics.notes == evaluated.metrics.notes)
            #expect(swept.metrics.intervals.keys.allSatisfy { $0 == .lag })
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
