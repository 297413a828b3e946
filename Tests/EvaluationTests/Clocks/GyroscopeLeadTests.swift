import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Estimates whose turns come before those of the gyroscope.
struct GyroscopeLeadTests {
    /// Seconds: a tenth of the gyroscope's sampling interval.
    private static let tolerance = 0.001

    private static let motion = SyntheticMotion(seed: 7)

    /// The true orientations at 100 Hz, each moved by a time.
    private static func track(ahead: Seconds) -> OrientationTrack {
        let times = (0..<6_000).map { Double($0) * 0.01 }
        return OrientationTrack(
            times: times,
            orientations: times.map { motion.orientation(at: $0 + ahead) },
            isKnown: nil,
            longestGap: 0.1
        )
    }

    @Test(arguments: [0.01, 0.05, 0.3])
    func `A lead of a sample or more is found`(ahead: Seconds) throws {
        let lead = try #require(GyroscopeLead(Self.motion.recording()))
        let found = try #require(lead.lead(of: Self.track(ahead: ahead)))
        #expect(abs(found.offset - ahead) < Self.tolerance)
        #expect(lead.remark(on: "mine", Self.track(ahead: ahead))?.hasPrefix("mine leads the gyroscope by ") == true)
    }

    @Test(arguments: [0, -0.01, -0.05])
    func `Estimates with the gyroscope or after it do not lead`(ahead: Seconds) throws {
        let lead = try #require(GyroscopeLead(Self.motion.recording()))
        #expect(lead.lead(of: Self.track(ahead: ahead)) == nil)
    }

    @Test func `Without a gyroscope there is nothing to lead`() {
        var recording = Self.motion.recording()
        recording.gyroscope = nil
        #expect(GyroscopeLead(recording) == nil)
    }
}
