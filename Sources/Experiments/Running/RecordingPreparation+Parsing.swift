public import Recordings
public import SensorModel

extension RecordingPreparation {
    /// Reads the preparations of an experiment: every combination of an entry in `calibrations` and an entry in
    /// `resample`.
    ///
    /// - Throws: `InputError` with line and column.
    static func all(in root: YAMLMapping) throws(InputError) -> [RecordingPreparation] {
        let samplings = try samplings(root["resample"])
        return try CalibrationChoice.all(root["calibrations"]).flatMap { calibration in
            samplings.map { RecordingPreparation(calibration: calibration, sampling: $0) }
        }
    }

    private static func samplings(_ value: YAMLValue?) throws(InputError) -> [Sampling] {
        guard let value else { return [.asRecorded] }
        let samplings = try value.itemsOrSelf("resample").map { item throws(InputError) in try Sampling(item) }
        guard !samplings.isEmpty, Set(samplings).count == samplings.count else {
            throw value.error(
                message: "'resample' \(samplings.isEmpty ? "has no rates" : "contains the same rate twice")"
            )
        }
        return samplings
    }
}

extension RecordingPreparation.Sampling {
    fileprivate init(_ value: YAMLValue) throws(InputError) {
        guard value.isMapping else {
            self = try value.text("a rate") == "none" ? .asRecorded : .decimated(value.number(Setting.resampling))
            return
        }
        let root = try value.mapping("a sampling")
        try root.allow(["rate", "method"])
        let rate = try root.required("rate").number(Setting.resampling)
        let methods: KeyValuePairs = ["decimate": Self.decimated, "hold": Self.held]
        let method = try root["method"]?.choice("method", methods) ?? Self.decimated
        self = method(rate)
    }
}

extension CalibrationChoice {
    /// Reads the list of calibration choices. Without a list, the only choice is each recording's own calibration.
    fileprivate static func all(_ value: YAMLValue?) throws(InputError) -> [CalibrationChoice?] {
        guard let value else { return [nil] }
        let choices = try value.items("calibrations").map { item throws(InputError) in try CalibrationChoice(item) }
        guard !choices.isEmpty, Set(choices.map(\.name)).count == choices.count else {
            throw value.error(
                message: "'calibrations' \(choices.isEmpty ? "is empty" : "contains the same name twice")"
            )
        }
        return choices
    }

    private init(_ value: YAMLValue) throws(InputError) {
        let root = try value.mapping("a calibration")
        try root.allow(["name", "sensors"] + RecordingCalibration.kinds.map(\.rawValue))
        let all: Origin? = try root["sensors"]?.choice("sensors")
        var origins: [StreamKind: Origin] = [:]
        for kind in RecordingCalibration.kinds {
            origins[kind] = try root[kind.rawValue]?.choice(kind.rawValue) ?? all
        }
        self.init(name: try root.required("name").text("name"), origins: origins)
    }
}

/// A named choice of a calibration for each sensor.
///
/// Phones deliver two kinds of gyroscope and magnetometer values: before and after the phone's own calibration. Values
/// that are calibrated with a file are a third kind. An experiment can compare these kinds.
public struct CalibrationChoice: Sendable, Hashable {
    /// The kind of a sensor's values.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// Values that the device has calibrated. If the recording has only uncalibrated values, these are used.
        case device
        /// Values before the device's own calibration.
        case raw
        /// Values calibrated with the recording's calibration file.
        case file
        /// Values with the device's own calibration. If the recording has only uncalibrated values, they are calibrated
        /// with the recording's calibration file.
        case deviceElseFile = "device-else-file"
    }

    /// The name of the choice in tables.
    public var name: String
    /// The kind of values of each sensor. Sensors without an entry use ``Origin/device``.
    public var origins: [StreamKind: Origin]

    /// Creates a choice with its name in tables, and the kind of values for each sensor.
    public init(name: String, origins: [StreamKind: Origin]) {
        self.name = name
        self.origins = origins
    }

    /// A Boolean value that indicates whether values before the device's own calibration are needed.
    var needsRaw: Bool { origins.values.contains { $0 != .device } }

    /// Returns the recording with the chosen kind of values for each sensor.
    ///
    /// - Parameters:
    ///   - device: recording with the device's own calibration.
    ///   - raw: recording with the values before the device's own calibration.
    ///   - calibration: calibration of the recording's sensors; `nil` if no calibration file is set.
    ///   - path: path of the recording, for messages.
    /// - Throws: `InputError` if the choice needs a calibration file that is not set.
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
                    message: "the calibration '\(name)' requires a calibration file for the \(kind.rawValue)",
                    advice:
                        "write a file with 'sextant calibrate', and add 'calibration: FILE' to the recording's entry"
                )
            }
            used[kind] = sensor
        }
        guard let calibration, !used.isEmpty else { return recording }
        try RecordingCalibration(sensors: used, file: calibration.file).apply(to: &recording, at: path)
        return recording
    }
}

/// The preparation of a recording before evaluation: the calibration of its sensors, and resampling.
public struct RecordingPreparation: Sendable, Hashable {
    /// The rate to which the sensors are resampled, and the method of resampling.
    public enum Sampling: Sendable, Hashable {
        /// All recorded samples, without resampling.
        case asRecorded
        /// The first sample in each interval of 1/rate, at its recorded time.
        case decimated(Hertz)
        /// The latest sample of every sensor at common times, which are 1/rate apart.
        case held(Hertz)

        /// The rate and method as a text.
        public var text: String {
            switch self {
            case .asRecorded: "as recorded"
            case .decimated(let rate): "\(GridAxis.text(rate)) Hz"
            case .held(let rate): "\(GridAxis.text(rate)) Hz held"
            }
        }
    }

    /// The choice between device-calibrated, raw and file-calibrated values for each sensor; `nil` to apply the
    /// recording's own calibration file, if there is one.
    public var calibration: CalibrationChoice?
    /// The rate to which the sensors are resampled, and the method of resampling.
    public var sampling: Sampling

    /// Creates a preparation. By default it does not change the recording.
    public init(calibration: CalibrationChoice? = nil, sampling: Sampling = .asRecorded) {
        self.calibration = calibration
        self.sampling = sampling
    }

    /// The calibration and resampling as a text.
    public var text: String {
        (["sampling \(sampling.text)"] + [calibration.map { "calibration \($0.name)" }].compactMap(\.self))
            .joined(separator: ", ")
    }

    /// Returns a short text with the parts that differ between the preparations of the experiment, such as `own, 40 Hz
    /// held`.
    package func label(among all: [RecordingPreparation]) -> String {
        let calibrations = Set(all.map(\.calibration)).count > 1 ? [calibration?.name ?? "as recorded"] : []
        let samplings = Set(all.map(\.sampling)).count > 1 ? [sampling.text] : []
        let parts = calibrations + samplings
        return parts.isEmpty ? text : parts.joined(separator: ", ")
    }

    /// Resamples the sensors of a recording.
    ///
    /// - Parameters:
    ///   - recording: recording to resample.
    ///   - path: path of the recording, for messages.
    /// - Returns: A remark about the number of samples; `nil` if nothing was changed.
    /// - Throws: `InputError` if the result would have too many samples.
    func resample(_ recording: inout Recording, path: String) throws(InputError) -> String? {
        switch sampling {
        case .asRecorded: return nil
        case .decimated(let rate):
            let counts = recording.resample(at: rate)
            return "resampled to \(sampling.text): \(counts.kept) of \(counts.of) sensor samples remain"
        case .held(let rate):
            let counts: (kept: Int, of: Int)
            do {
                counts = try recording.hold(at: rate)
            } catch {
                throw InputError(
                    file: path,
                    message:
                        "\(GridAxis.text(error.duration)) s of sensor samples at \(sampling.text) would exceed the "
                        + "maximum of \(ResamplingLimit.maximumTimes) samples",
                    advice: "check the unit of the time stamps, or reduce the rate"
                )
            }
            return "resampled to \(sampling.text): \(counts.kept) sensor samples instead of \(counts.of)"
        }
    }
}
