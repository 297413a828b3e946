import Evaluation
import Recordings
import SensorModel
import TestSupport
import Testing

/// The bias of the gyroscope, at rest and in motion.
struct GyroscopeBiasCheckTests {
    private static func verdict(_ recording: Recording) throws -> CheckResult.Verdict {
        try #require(RecordingChecks.results(for: recording).first { $0.check == "gyroscope bias" }).verdict
    }

    private static func lying(_ bias: Vector3) -> Recording {
        var generator = SeededGenerator(seed: 5)
        var recording = Recording(name: "still")
        let times = (0..<2_000).map { Double($0) / 100 }
        recording.gyroscope = SensorStream(times: times, values: times.map { _ in bias + generator.vector(0.002) })
        return recording
    }

    /// Checks the bias and the half width of its interval in a text, in deg/s, and returns the bias.
    private static func expect(_ bias: Double, in text: String) throws -> Double {
        let match = try #require(text.firstMatch(of: #/([0-9.]+) ± ([0-9.]+) deg/s/#), "\(text)")
        let (found, half) = (try #require(Double(match.1)), try #require(Double(match.2)))
        // The digits that are shown, and 3 % for the rotation within a span, whose axis is not constant.
        #expect(abs(found - bias) < half + 0.01 + 0.03 * bias && half < 2, "\(text)")
        return found
    }

    /// 0.06 and 0.045 rad/s are 4.30 deg/s together.
    private static let large = Vector3(0.06, 0, -0.045)

    @Test func `A large bias is noted with the parameters that estimate it`() throws {
        let moving = SyntheticMotion(seed: 3).recording(bias: Self.large)
        for (recording, source) in [(Self.lying(Self.large), "19 s at rest"), (moving, "compared with the reference")] {
            guard case .noted(let text) = try Self.verdict(recording) else {
                Issue.record("\(try Self.verdict(recording))")
                continue
            }
            let found = try Self.expect(4.297, in: text)
            let limits = "biasClip=\(Int((2 * found).rounded(.up))),biasSigmaInit=\(Int(found.rounded(.up)))"
            let isAtRest = source.hasSuffix("at rest")
            #expect(text.contains(source) && text.contains("use vqf:\(limits)"), "\(text)")
            #expect(text.hasSuffix("remove the bias for all pipelines with 'sextant calibrate'") == isAtRest)
        }
    }

    @Test func `A usual bias agrees`() throws {
        let small = Vector3(0.01, 0, 0)
        for recording in [Self.lying(small), SyntheticMotion(seed: 3).recording(bias: small)] {
            guard case .agrees(let text) = try Self.verdict(recording) else {
                Issue.record("\(try Self.verdict(recording))")
                continue
            }
            _ = try Self.expect(0.573, in: text)
        }
    }

    @Test func `Without rest and orientation the bias is unknown`() throws {
        var recording = SyntheticMotion(seed: 3).recording(bias: Self.large)
        recording.reference = nil
        guard case .unknown = try Self.verdict(recording) else {
            Issue.record("\(try Self.verdict(recording))")
            return
        }
    }
}
