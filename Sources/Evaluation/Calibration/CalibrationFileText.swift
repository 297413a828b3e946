public import Recordings
import SensorModel

/// The text of a calibration file.
public enum CalibrationFileText {
    /// The file with the fitted sensors, which `RecordingCalibration` reads.
    ///
    /// - Parameters:
    ///   - outcomes: the fits. Those without a result become comments.
    ///   - names: the names of the recordings.
    ///   - uncalibrated: the streams with values before the device's own calibration.
    public static func text(_ outcomes: [FitOutcome], of names: [String], uncalibrated: Set<StreamKind>) -> String {
        var lines = [
            "# corrected = matrix · (measured − offset), in device axes. Intervals are half-widths of 95 %.",
            "schema: \(RecordingCalibration.schema)",
            "recordings: [\(names.map(YAMLText.quoted).joined(separator: ", "))]",
        ]
        for outcome in outcomes {
            switch outcome {
            case .fitted(let fit): lines += self.lines(fit, uncalibrated.contains(fit.kind))
            case .undetermined(let kind, let reason): lines.append("# \(kind.rawValue): not determined: \(reason)")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func lines(_ fit: SensorFit, _ isUncalibrated: Bool) -> [String] {
        var lines = ["\(fit.kind.rawValue):"]
        if isUncalibrated { lines.append("  uncalibrated: true") }
        lines += [
            "  unit: \(RecordingCalibration.unit(of: fit.kind))",
            "  offset: \(list(fit.calibration.offset))",
        ]
        if fit.model != nil { lines += ["  matrix:"] + rows(fit.calibration.matrix, indent: 4) }
        lines += ["  fit:", "    samples: \(fit.count)", "    offset_interval: \(list(fit.offsetInterval))"]
        if let interval = fit.matrixInterval { lines += ["    matrix_interval:"] + rows(interval, indent: 6) }
        if let length = fit.length { lines.append("    length: \(number(length)) # \(fit.lengthSource ?? "")") }
        return lines + [
            "    residual_before: \(number(fit.residualBefore))",
            "    residual_after: \(number(fit.residualAfter))",
        ]
    }

    private static func rows(_ matrix: Matrix3, indent: Int) -> [String] {
        [matrix.x, matrix.y, matrix.z].map { String(repeating: " ", count: indent) + "- \(list($0))" }
    }

    private static func list(_ vector: Vector3) -> String {
        "[\([vector.x, vector.y, vector.z].map(number).joined(separator: ", "))]"
    }

    private static func number(_ value: Double) -> String { YAMLText.number(value) }
}
