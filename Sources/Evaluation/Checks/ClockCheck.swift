import Recordings
import SensorModel

/// Whether the sensors and the orientation that they are held against run on one clock.
enum ClockCheck: RecordingCheck {
    static let name = "clocks"

    /// The clocks of good recordings were matched to about 30 ms; beyond this they were not matched at all.
    private static let tolerated: Seconds = 0.05

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let clock = evidence.clock else {
            return [.unknown("nothing was recorded that two clocks share")]
        }
        switch clock.estimate {
        case .unknown(let reason): return [.unknown("\(reason) (\(clock.compared))")]
        case .found(let offset):
            let milliseconds = CheckText.number(offset.offset * 1_000)
            let figure =
                "\(milliseconds) ± \(CheckText.number(offset.uncertainty * 1_000)) ms between them "
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
                        fits: "give --align-clocks, or 'clockOffsets' of \(CheckText.number(offset.offset)) s for them",
                        confidence: .likely
                    )
                )
            ]
        }
    }
}
