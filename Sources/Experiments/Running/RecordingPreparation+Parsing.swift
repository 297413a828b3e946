public import Recordings
public import SensorModel

extension RecordingPreparation {
    /// The preparations of an experiment: all combinations of `calibrations` and `resample`.
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
    /// The ways to resample.
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
    /// Reads the list of choices; the recording's own calibration without a list.
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

/// The preparation of a recording before its pipelines: the calibration of its sensors, and their sampling.
public struct RecordingPreparation: Sendable, Hashable {
    /// The sampling of the sensors.
    public enum Sampling: Sendable, Hashable {
        /// At the times of the recording.
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

    /// The calibration of the sensors; nil for that of the recording.
    public var calibration: CalibrationChoice?
    /// The sampling of the sensors.
    public var sampling: Sampling

    /// Creates a preparation; those left out leave the recording as it is.
    public init(calibration: CalibrationChoice? = nil, sampling: Sampling = .asRecorded) {
        self.calibration = calibration
        self.sampling = sampling
    }

    /// The preparation in words.
    public var text: String {
        (["sampling \(sampling.text)"] + [calibration.map { "calibration \($0.name)" }].compactMap(\.self))
            .joined(separator: ", ")
    }

    /// The parts of the preparation in which an experiment's preparations differ, in short: `own, 40 Hz held`.
    package func label(among all: [RecordingPreparation]) -> String {
        let calibrations = Set(all.map(\.calibration)).count > 1 ? [calibration?.name ?? "as recorded"] : []
        let samplings = Set(all.map(\.sampling)).count > 1 ? [sampling.text] : []
        let parts = calibrations + samplings
        return parts.isEmpty ? text : parts.joined(separator: ", ")
    }

    /// Resamples the sensors of a recording.
    ///
    /// - Parameter path: the path of the recording, for errors.
    /// - Returns: A remark about the samples that remain; nil for the recorded ones.
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
                        + "\(ResamplingLimit.mostTimes) samples",
                    advice: "check the unit of the time stamps, or lower the rate"
                )
            }
            return "resampled at \(sampling.text): \(counts.kept) sensor samples instead of \(counts.of)"
        }
    }
}
