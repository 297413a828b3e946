import Recordings
import SensorModel

/// The check that accelerations have decimals: a spreadsheet that reads numbers in another language drops the point.
enum LostDecimalsCheck: RecordingCheck {
    static let name = "decimals"

    /// The number of samples and of different values from which whole numbers are no coincidence.
    private static let fewest = (samples: 50, values: 4)

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let stream = evidence.recording.accelerometer, stream.count >= fewest.samples else {
            return [.unknown("too few accelerations")]
        }
        let scale = [1, 1 / Gravity.standard].first { factor in
            stream.values.allSatisfy { isWhole($0.x * factor) && isWhole($0.y * factor) && isWhole($0.z * factor) }
        }
        let values = Set(stream.values.prefix(fewest.samples * 20).map(\.z))
        guard scale != nil, values.count >= fewest.values else { return [.agrees("accelerations have decimals")] }
        return [
            .mismatch(
                RecordingMismatch(
                    stream: "accelerometer",
                    found: "whole numbers only",
                    expected: "accelerations with decimals",
                    fits: "a spreadsheet dropped the decimals or their points: use the file that the app wrote",
                    confidence: .likely
                )
            )
        ]
    }

    /// Whether a number is whole, or not finite.
    private static func isWhole(_ value: Double) -> Bool {
        !value.isFinite || abs(value - value.rounded()) < 1e-9 * max(abs(value), 1)
    }
}
