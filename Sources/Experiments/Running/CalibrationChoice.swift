public import Recordings

/// The origin of the values of each sensor, under a name.
///
/// Phones deliver a gyroscope and a magnetometer twice: before and after their own calibration. A calibration file
/// describes a third form. An experiment compares them.
public struct CalibrationChoice: Sendable, Hashable {
    /// The origin of a sensor's values.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// The values that the device calibrated; uncalibrated values where it delivers no others.
        case device
        /// The values before the device's own calibration.
        case raw
        /// The values of the recording's calibration file.
        case file
        /// The values that the device calibrated; those of the calibration file where it delivers no others.
        case deviceElseFile = "device-else-file"
    }

    /// The name of the choice.
    public var name: String
    /// The origins by sensor; ``Origin/device`` for those left out.
    public var origins: [StreamKind: Origin]

    /// Creates a choice.
    public init(name: String, origins: [StreamKind: Origin]) {
        self.name = name
        self.origins = origins
    }

    /// Whether values before the device's own calibration are required.
    var needsRaw: Bool { origins.values.contains { $0 != .device } }

    /// The recording with the chosen values.
    ///
    /// - Parameters:
    ///   - device: the recording with the values that the device calibrated.
    ///   - raw: the recording with the values before.
    ///   - calibration: the calibration of its sensors.
    ///   - path: the path of the recording, for errors.
    /// - Throws: `InputError` without a calibration that is required.
    package func apply(
        toDevice device: Recording,
        raw: Recording,
        calibration: RecordingCalibration?,
        path: String
    ) throws(InputError) -> Recording {
        var recording = device
        var used: [StreamKind: SensorCalibration] = [:]
        for kind in RecordingCalibration.kinds where device.vectors(of: kind) != nil {
            let hasBoth = raw.uncalibrated.contains(kind) && !device.uncalibrated.contains(kind)
            let origin = origins[kind] ?? .device
            if origin == .device || origin == .deviceElseFile && hasBoth { continue }
            let sensor = calibration?.sensors[kind]
            if origin == .raw || sensor?.isOfUncalibrated == true { recording.takeVectors(of: kind, from: raw) }
            guard origin != .raw else { continue }
            guard let sensor else {
                throw InputError(
                    file: path,
                    found: "no calibration of the \(kind.rawValue)",
                    expected: "one for the calibration '\(name)'",
                    remedy: "name a file of 'sextant calibrate' with 'calibration:' in the entry of the recording"
                )
            }
            used[kind] = sensor
        }
        guard let calibration, !used.isEmpty else { return recording }
        try RecordingCalibration(sensors: used, file: calibration.file).apply(to: &recording, at: path)
        return recording
    }
}
