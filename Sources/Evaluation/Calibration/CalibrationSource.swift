public import Recordings
public import SensorModel

/// A recording to which a calibration is fitted.
public struct CalibrationSource: Sendable {
    /// The recording, preferably with values that the device has not calibrated.
    public var recording: Recording
    /// The intervals in which the device is at rest, oldest first.
    public var rests: [ClosedRange<Seconds>]

    /// Creates a source from a recording and the intervals in which the device is at rest, oldest first.
    public init(_ recording: Recording, rests: [ClosedRange<Seconds>]) {
        self.recording = recording
        self.rests = rests
    }

    /// Returns the finite values of a stream during the rests, in blocks of one second.
    func restBlocks(of stream: SensorStream<Vector3>?) -> [[Vector3]] {
        restValues(of: stream).flatMap { values -> [[Vector3]] in
            var blocks: [Int: [Vector3]] = [:]
            for (time, value) in values {
                let second = Int((time - (values.first?.time ?? 0)).rounded(.down))
                blocks[second, default: []].append(value)
            }
            return blocks.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Returns the mean value of a stream in each rest. Rests without values are skipped.
    func restMeans(of stream: SensorStream<Vector3>?) -> [Vector3] {
        restValues(of: stream).compactMap { values in Vector3.mean(of: values.map(\.value)) }
    }

    private func restValues(of stream: SensorStream<Vector3>?) -> [[(time: Seconds, value: Vector3)]] {
        guard let stream else { return [] }
        return stream.times.indices(within: rests).map { rest in
            rest.filter { stream.values[$0].isFinite }.map { (stream.times[$0], stream.values[$0]) }
        }
    }
}

/// A function that writes a calibration as text.
public enum CalibrationFileText {
    /// Returns the content of a calibration file, in the format that `RecordingCalibration` reads.
    ///
    /// - Parameters:
    ///   - outcomes: the results of the fits. The reason why a sensor has no calibration is written as a comment.
    ///   - names: the names of the recordings to which the calibration was fitted.
    ///   - uncalibrated: the streams whose values the device has not calibrated.
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
