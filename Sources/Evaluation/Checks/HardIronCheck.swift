import Recordings
import SensorModel

/// The check that the measured field has the same strength in every orientation.
///
/// Iron and magnets that turn with the device shift the field by a constant vector. The vectors then lie on a sphere
/// whose centre is not zero (Merayo et al. 2000).
enum HardIronCheck: RecordingCheck {
    static let name = "hard iron"

    /// The deviation of the strength in µT below which no offset is fitted.
    private static let leastDeviation = 1.0
    /// The smallest reported offset, which turns a horizontal field of 20 µT by up to 17°.
    private static let leastOffset = 6.0
    /// An offset is reported only if it is this many times as large as its interval.
    private static let leastCertainty = 3.0
    /// The largest remaining part of the deviations. A field that differs from place to place keeps most of them.
    private static let mostRemaining = 0.5
    /// The strengths that a corrected field can have.
    private static let lengths = 20.0...75.0

    static func verdicts(on evidence: inout CheckEvidence) -> [CheckResult.Verdict] {
        guard let stream = evidence.recording.magnetometer, let lengths = CheckEvidence.lengths(of: stream),
            FieldStrengthCheck.plausible.contains(ErrorStatistics.median(of: lengths))
        else { return [] }
        let mean = Double.mean(of: lengths) ?? 0
        let deviation = lengths.lazy.map { $0 - mean }.rootMeanSquare ?? 0
        guard deviation > leastDeviation else {
            return [.agrees("the strength differs by \(CheckText.number(deviation)) µT RMS")]
        }
        switch MagnetometerFit.quickFit(evidence.recording) {
        case .undetermined(_, let reason):
            return [.unknown(reason.split(separator: ";").first.map(String.init) ?? reason)]
        case .fitted(let fit):
            guard let mismatch = mismatch(fit) else {
                let offset = CheckText.number(fit.calibration.offset.length)
                return [.agrees("an offset of \(offset) µT fits best, which is small or uncertain")]
            }
            evidence.recording.magnetometer = fit.calibration.corrected(stream)
            return [.mismatch(mismatch)]
        }
    }

    /// The mismatch of a fitted offset; nil for an offset that is small, uncertain or explains little.
    private static func mismatch(_ fit: SensorFit) -> RecordingMismatch? {
        let offset = fit.calibration.offset
        guard isConclusive(fit), offset.length > leastOffset else { return nil }
        return RecordingMismatch(
            stream: "magnetometer",
            found: "a strength that differs by \(CheckText.number(fit.residualBefore)) µT RMS with orientation",
            expected: "the same in all",
            fits: correction(fit),
            confidence: .likely
        )
    }

    /// Whether the offset of a fit is certain and explains most of the deviations.
    static func isConclusive(_ fit: SensorFit) -> Bool {
        fit.calibration.offset.length > leastCertainty * fit.offsetInterval.length
            && fit.residualAfter < mostRemaining * fit.residualBefore && lengths.contains(fit.length ?? 0)
    }

    /// The offset of a fit, and the command that removes it.
    static func correction(_ fit: SensorFit) -> String {
        "\(text(fit.calibration.offset)) fits: hard iron; run 'sextant calibrate' and use --calibration"
    }

    /// An offset in words.
    static func text(_ offset: Vector3) -> String {
        let numbers = [offset.x, offset.y, offset.z].map(CheckText.number).joined(separator: ", ")
        return "an offset of (\(numbers)) µT"
    }
}
