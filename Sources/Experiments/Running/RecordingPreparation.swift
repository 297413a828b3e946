import Recordings
public import SensorModel

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
                    found:
                        "sensor samples over \(GridAxis.text(error.duration)) s, to be resampled at \(sampling.text)",
                    expected: "at most \(ResamplingLimit.mostTimes) samples",
                    remedy: "check the unit of the time stamps, or lower the rate"
                )
            }
            return "resampled at \(sampling.text): \(counts.kept) sensor samples instead of \(counts.of)"
        }
    }
}
