import Recordings
import SensorModel

/// The check that the sensors and the orientation that is compared with them share one clock.
enum ClockCheck: RecordingCheck {
    static let name = "clocks"

    /// The largest offset of matched clocks. Good recordings are matched to about 30 ms.
    private static let tolerated: Seconds = 0.05

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let clock = evidence.clock else {
            return [.unknown("no rotation is recorded by two clocks")]
        }
        switch clock.estimate {
        case .unknown(let reason): return [.unknown("\(reason) (\(clock.compared))")]
        case .found(let offset):
            let milliseconds = CheckText.number(offset.offset * 1_000)
            let figure =
                "\(milliseconds) ± \(CheckText.number(offset.uncertainty * 1_000)) ms between the clocks "
                + "(r = \(CheckText.number(offset.correlation)); \(clock.compared))"
            guard offset.isSignificant else { return [.agrees(figure)] }
            evidence.recording = evidence.recording.movingSensors(
                by: offset.offset,
                keepingAttitude: clock.keepsAttitude
            )
            guard abs(offset.offset) > tolerated else { return [.agrees(figure)] }
            return [
                .mismatch(
                    RecordingMismatch(
                        stream: "sensors",
                        found: "a clock of their own, \(figure)",
                        expected: "one clock, to 50 ms",
                        fits:
                            "use --align-clocks, or set 'clockOffsets' of \(CheckText.number(offset.offset)) s for them",
                        confidence: .likely
                    )
                )
            ]
        }
    }
}
