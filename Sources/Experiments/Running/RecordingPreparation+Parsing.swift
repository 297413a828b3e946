import Recordings
import SensorModel

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
            throw value.error(found: "\(samplings.count) rates", expected: "each rate once", remedy: "correct it")
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
                found: choices.isEmpty ? "no calibration" : "a name twice",
                expected: "at least one calibration, each with its own name",
                remedy: "correct it"
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
