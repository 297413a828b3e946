import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

/// The exclusion of samples by a recording's mask and by `skip`, for each reference.
struct MaskTests {
    /// Samples. Each end of the skipped range may gain or lose a sample.
    private static let countTolerance = 3.0

    /// A recording of a device's attitude and gyroscope, with truth.
    private func recording() -> Recording {
        var recording = NoisyMotion.recording(noise: 0, lag: { _ in 0 })
        let motion = NoisyMotion.motion
        let times = recording.attitude?.times ?? []
        recording.gyroscope = SensorStream(times: times, values: times.map(motion.rate))
        return recording
    }

    private func run(_ recording: Recording, _ kind: ReferenceKind, skip: Seconds = 0) throws -> EvaluationRun {
        try recording.run("deviceAttitude+lowPass") { options in
            options.reference = kind
            options.skip = skip
        }
    }

    @Test(arguments: [ReferenceKind.gyroscope, .device])
    func `Spans outside the mask are excluded for each reference`(kind: ReferenceKind) throws {
        var masked = recording()
        let whole = try run(masked, kind)
        masked.excluded = [10...20]
        let run = try run(masked, kind)
        let count = try #require(run.metrics[.count])
        #expect(try #require(whole.metrics[.count]) - count > 990)
        #expect(run.skipped.values.contains { $0 > 990 })
    }

    @Test func `A reference for a part of the time is reported, and one for all of it is not`() throws {
        let whole = recording()
        #expect(try run(whole, .truth).recording.referenceCoverage == nil)
        var part = whole
        let times = try #require(whole.reference?.times)
        let (first, last) = (try #require(times.first), try #require(times.last))
        for (index, time) in times.enumerated() where time > first + 0.2 * (last - first) {
            part.reference?.isValid[index] = false
        }
        let coverage = try #require(try run(part, .truth).recording.referenceCoverage)
        #expect(abs(coverage - 20) < 1)
    }

    @Test(arguments: ReferenceKind.allCases)
    func `The skipped start is excluded for each reference`(kind: ReferenceKind) throws {
        let whole = try #require(try run(recording(), kind).metrics[.count])
        let later = try #require(try run(recording(), kind, skip: 10).metrics[.count])
        #expect(abs(whole - later - 1_000) < Self.countTolerance)
    }

    @Test func `A skip beyond the end leaves the increment RMS unmeasured with a reason`() throws {
        let run = try run(recording(), .gyroscope, skip: 1_000)
        #expect(run.metrics[.incrementRMS] == nil)
        let note = run.metrics.note(for: .incrementRMS)
        #expect(note == "the masks and --skip exclude all samples of the reference")
    }
}
