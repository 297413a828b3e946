package import SensorModel

/// The calibration of a device's sensors, from a calibration file.
public struct RecordingCalibration: Sendable, Hashable {
    /// The file that contains it, for messages; nil for a calibration in memory.
    public var file: String?
    /// The calibrations of the sensors, by stream: of accelerometer, gyroscope and magnetometer.
    public var sensors: [StreamKind: SensorCalibration]

    /// The streams that can have a calibration.
    public static let kinds: [StreamKind] = [.accelerometer, .gyroscope, .magnetometer]

    /// Creates a calibration.
    public init(sensors: [StreamKind: SensorCalibration], file: String? = nil) {
        self.sensors = sensors
        self.file = file
    }

    /// The streams whose values before the device's own calibration are calibrated.
    public var uncalibrated: Set<StreamKind> { Set(sensors.filter(\.value.isOfUncalibrated).map(\.key)) }

    private var name: String { file ?? "the calibration" }

    /// Calibrates the streams of a recording, and adds a note.
    ///
    /// - Parameters:
    ///   - recording: the recording as it was read.
    ///   - path: the path of the recording, for errors.
    /// - Throws: ``InputError`` if a calibration of uncalibrated values meets calibrated ones, or the opposite.
    package func apply(to recording: inout Recording, at path: String) throws(InputError) {
        var applied: [String] = []
        for kind in Self.kinds {
            guard let sensor = sensors[kind] else { continue }
            guard let stream = recording.vectors(of: kind) else {
                recording.leftOut["\(name): a calibration of the \(kind.rawValue), which the recording lacks"] = 1
                continue
            }
            guard sensor.isOfUncalibrated == recording.uncalibrated.contains(kind) else {
                let words = ["values that the device calibrated", "uncalibrated values"]
                let isOf = sensor.isOfUncalibrated
                throw InputError(
                    file: path,
                    found: "a \(kind.rawValue) with \(words[isOf ? 0 : 1])",
                    expected: "\(words[isOf ? 1 : 0]), as in \(name)",
                    remedy: "fit a calibration to this stream with 'sextant calibrate'"
                )
            }
            recording.setVectors(of: kind, sensor.corrected(stream))
            recording.uncalibrated.remove(kind)
            applied.append(kind.rawValue + (sensor.isOfUncalibrated ? " (uncalibrated values)" : ""))
        }
        guard !applied.isEmpty else { return }
        recording.notes.append("calibrated with \(name): \(applied.joined(separator: ", "))")
    }
}

extension Recording {
    /// The stream of a sensor with vectors; nil for another kind and for a missing stream.
    package func vectors(of kind: StreamKind) -> SensorStream<Vector3>? {
        switch kind {
        case .accelerometer: accelerometer
        case .gyroscope: gyroscope
        case .magnetometer: magnetometer
        default: nil
        }
    }

    /// Replaces the stream of a sensor by that of the same recording with other alternatives.
    package mutating func takeVectors(of kind: StreamKind, from other: Recording) {
        guard let stream = other.vectors(of: kind) else { return }
        setVectors(of: kind, stream)
        uncalibrated.remove(kind)
        if other.uncalibrated.contains(kind) { uncalibrated.insert(kind) }
    }

    /// Replaces the stream of a sensor with vectors.
    fileprivate mutating func setVectors(of kind: StreamKind, _ stream: SensorStream<Vector3>) {
        switch kind {
        case .accelerometer: accelerometer = stream
        case .gyroscope: gyroscope = stream
        case .magnetometer: magnetometer = stream
        default: break
        }
    }
}
