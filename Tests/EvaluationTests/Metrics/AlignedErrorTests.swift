import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

/// The errors without the mean heading difference.
struct AlignedErrorTests {
    private static let recording = SyntheticMotion(seed: 5).recording()

    @Test func `Aligned errors equal the errors of a run with heading alignment`() throws {
        let plain = try Self.recording.run("madgwick").metrics
        let aligned = try Self.recording.run("madgwick") { $0.headingAlignment = .constant }.metrics
        #expect(plain[.alignedTotalRMSE] == aligned[.totalRMSE])
        #expect(plain[.alignedHeadingRMSE] == aligned[.headingRMSE])
        #expect(aligned[.alignedTotalRMSE] == aligned[.totalRMSE])
    }

    @Test func `A wrong north does not change the aligned total error`() throws {
        let right = try Self.recording.run("madgwick").metrics
        var turned = Self.recording
        turned.declination = Angle(degrees: 30)
        let wrong = try turned.run("madgwick").metrics
        #expect(try #require(wrong[.headingRMSE]) > 20)
        let change = try #require(wrong[.alignedTotalRMSE]) - #require(right[.alignedTotalRMSE])
        #expect(abs(change) < 1e-6)
    }

    @Test func `The aligned heading error is measured without other metrics`() throws {
        let run = try Self.recording.run("madgwick") { $0.metrics = [.alignedHeadingRMSE] }
        #expect(run.metrics[.alignedHeadingRMSE] != nil)
    }
}
