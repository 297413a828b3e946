public import Recordings
public import SensorModel

extension RecordingPreparation {
    /// Reads the preparations of an experiment: all combinations of `calibrations` and `resample`.
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
        let items = value.isList ? try value.items("resample") : [value]
        let samplings = try items.map { item throws(InputError) in try Sampling(item) }
        guard !samplings.isEmpty, Set(samplings).count == samplings.count else {
            throw value.error(message: "one of the \(samplings.count) rates is repeated")
        }
        return samplings
    }
}

extension RecordingPreparation.Sampling {
    /// The methods of resampling.
    private enum Method: String, CaseIterable {
        case decimate
        case hold
    }

    fileprivate init(_ value: YAMLValue) throws(InputError) {
        guard value.isMapping else {
            if try value.text("a rate") == "none" {
                self = .asRecorded
            } else {
                self = .decimated(try value.number(Setting.resampling))
            }
            return
        }
        let root = try value.mapping("a sampling")
        try root.allow(["rate", "method"])
        let rate = try root.required("rate").number(Setting.resampling)
        let method: Method = try root["method"].map { item throws(InputError) in try item.word("method") } ?? .decimate
        self =
            switch method {
            case .decimate: .decimated(rate)
            case .hold: .held(rate)
            }
    }
}

extension CalibrationChoice {
    /// Reads the list of choices. Without a list, each recording keeps its own calibration.
    fileprivate static func all(_ value: YAMLValue?) throws(InputError) -> [CalibrationChoice?] {
        guard let value else { return [nil] }
        let choices = try value.items("calibrations").map { item throws(InputError) in try CalibrationChoice(item) }
        guard !choices.isEmpty, Set(choices.map(\.name)).count == choices.count else {
            throw value.error(
                message: "\(choices.isEmpty ? "there is no calibration" : "the name of a calibration is repeated")"
            )
        }
        return choices
    }

    private init(_ value: YAMLValue) throws(InputError) {
        let root = try value.mapping("a calibration")
        try root.allow(["name", "sensors"] + RecordingCalibration.kinds.map(\.rawValue))
        let all = try root["sensors"].map { item throws(InputError) -> Origin in try item.word("sensors") }
        var origins: [StreamKind: Origin] = [:]
        for kind in RecordingCalibration.kinds {
            origins[kind] =
                try root[kind.rawValue].map { item throws(InputError) in try item.word(kind.rawValue) } ?? all
        }
        self.init(name: try root.required("name").text("name"), origins: origins)
    }
}

/// A named choice of the calibration of each sensor.
///
/// Phones deliver gyroscope and magnetometer values before and after their own calibration. A calibration file provides
/// a third form. An experiment can compare these forms.
public struct CalibrationChoice: Sendable, Hashable {
    /// The origin of a sensor's values.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// Values that the device calibrated, or uncalibrated values if it delivers no others.
        case device
        /// Values before the device's own calibration.
        case raw
        /// Values calibrated with the recording's calibration file.
        case file
        /// Values that the device calibrated, or values calibrated with the file if the device delivers uncalibrated
        /// values only.
        case deviceElseFile = "device-else-file"
    }

    /// The name of the choice.
    public var name: String
    /// The origins by sensor. Sensors without an entry use ``Origin/device``.
    public var origins: [StreamKind: Origin]

    /// Creates a choice.
    public init(name: String, origins: [StreamKind: Origin]) {
        self.name = name
        self.origins = origins
    }

    /// A Boolean value that indicates whether values before the device's own calibration are required.
    var needsRaw: Bool { origins.values.contains { $0 != .device } }

    /// Returns the recording with the chosen values.
    ///
    /// - Parameters:
    ///   - device: the recording with the values that the device calibrated.
    ///   - raw: the recording with the values before the device's own calibration.
    ///   - calibration: the calibration of its sensors.
    ///   - path: the path of the recording, for errors.
    /// - Throws: `InputError` if a required calibration is missing.
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
                    message: "the calibration '\(name)' needs a calibration of the \(kind.rawValue)",
                    advice: "name a file of 'sextant calibrate' with 'calibration:' in the entry of the recording"
                )
            }
            used[kind] = sensor
        }
        guard let calibration, !used.isEmpty else { return recording }
        try RecordingCalibration(sensors: used, file: calibration.file).apply(to: &recording, at: path)
        return recording
    }
}

/// The preparation of a recording for its pipelines: the calibration and the sampling of its sensors.
public struct RecordingPreparation: Sendable, Hashable {
    /// The sampling of the sensors.
    public enum Sampling: Sendable, Hashable {
        /// The recorded samples.
        case asRecorded
        /// The first sample of each interval, at its own time.
        case decimated(Hertz)
        /// All sensors at common times, each with its previous value.
        case held(Hertz)

        /// The sampling in words.
        public var text: String {
            switch self {
            case .asRecorded: "as recorded"
            case .decimated(let rate): "\(GridAxis.text(rate)) Hz"
            case .held(let rate): "\(GridAxis.text(rate)) Hz held"
            }
        }
    }

    /// The calibration of the sensors, or `nil` for the calibration of the recording.
    public var calibration: CalibrationChoice?
    /// The sampling of the sensors.
    public var sampling: Sampling

    /// Creates a preparation. By default, it leaves the recording unchanged.
    public init(calibration: CalibrationChoice? = nil, sampling: Sampling = .asRecorded) {
        self.calibration = calibration
        self.sampling = sampling
    }

    /// The preparation in words.
    public var text: String {
        (["sampling \(sampling.text)"] + [calibration.map { "calibration \($0.name)" }].compactMap(\.self))
            .joined(separator: ", ")
    }

    /// Returns a short label of the parts in which an experiment's preparations differ: `own, 40 Hz held`.
    package func label(among all: [RecordingPreparation]) -> String {
        let calibrations = Set(all.map(\.calibration)).count > 1 ? [calibration?.name ?? "as recorded"] : []
        let samplings = Set(all.map(\.sampling)).count > 1 ? [sampling.text] : []
        let parts = calibrations + samplings
        return parts.isEmpty ? text : parts.joined(separator: ", ")
    }

    /// Resamples the sensors of a recording.
    ///
    /// - Parameter path: the path of the recording, for errors.
    /// - Returns: A remark about the remaining samples, or `nil` for the recorded samples.
    /// - Throws: `InputError` for more samples than memory can hold.
    func resample(_ recording: inout Recording, path: String) throws(InputError) -> String? {
        switch sampling {
        case .asRecorded: return nil
        case .decimated(let rate):
            let counts = recording.resample(at: rate)
            return "resampled at \(sampling.text): \(counts.kept) of \(counts.of) sensor samples"
        case .held(let rate):
            let counts: (kept: Int, of: Int)
            do {
                counts = try recording.hold(at: rate)
            } catch {
                throw InputError(
                    file: path,
                    message: "\(GridAxis.text(error.duration)) s of sensor samples at \(sampling.text) exceed "
                        + "\(ResamplingLimit.maximumTimes) samples",
                    advice: "check the unit of the time stamps, or lower the rate"
                )
            }
            return "resampled at \(sampling.text): \(counts.kept) sensor samples instead of \(counts.of)"
        }
    }
}
