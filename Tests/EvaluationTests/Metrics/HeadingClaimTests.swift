import Evaluation
import Pipelines
import Recordings
import SensorModel
import TestSupport
import Testing

/// The comparison of heading errors with the accuracy that the device claims.
struct HeadingClaimTests {
    /// A device at rest whose attitude has heading errors of 1°, 2°, … 20°, ten times at 1 Hz, and claims 8°.
    private static func recording() -> Recording {
        var recording = Recording(name: "claims")
        recording.declination = .zero
        let times = (0..<200).map { Seconds($0) }
        recording.attitude = SensorStream(
            times: times,
            values: (0..<200).map {
                UnitQuaternion(angle: Angle(degrees: Double($0 % 20 + 1)), axis: Vector3(0, 0, 1))
            }
        )
        recording.attitudeAccuracy = SensorStream(times: times, values: times.map { _ in Angle(degrees: 8) })
        recording.reference = ReferenceStream(
            times: times,
            orientations: times.map { _ in .identity },
            isValid: times.map { _ in true }
        )
        return recording
    }

    private static func run(_ pipeline: String, _ recording: Recording) throws -> EvaluationRun {
        let specification = try PipelineSpecification(parsing: pipeline)
        return try #require(try RecordingEvaluation.evaluate(recording, pipelines: [specification]).first).run
    }

    @Test func `The shares and the factor follow from the errors`() throws {
        let run = try Self.run("deviceAttitude", Self.recording())
        // 8 of 20 errors are at most 8°, and 15 are at most 1.97 · 8° = 15.8°.
        #expect(abs(try #require(run.metrics[.headingClaimed68]) - 40) < 1e-9)
        #expect(abs(try #require(run.metrics[.headingClaimed95]) - 75) < 1e-9)
        // The 68th percentile of 200 errors is the 136th, 14°.
        #expect(abs(try #require(run.metrics[.headingClaimedFactor]) - 14.0 / 8) < 1e-9)
        let interval = try #require(run.metrics.intervals[.headingClaimed68])
        #expect(interval.lower < 40 && 40 < interval.upper)
    }

    @Test func `Without a claim, the reason is given`() throws {
        var recording = Self.recording()
        recording.attitudeAccuracy = nil
        let run = try Self.run("deviceAttitude", recording)
        #expect(run.metrics[.headingClaimed68] == nil)
        #expect(run.metrics.note(for: .headingClaimed68)?.contains("claims no accuracy") ?? false)
    }
}
