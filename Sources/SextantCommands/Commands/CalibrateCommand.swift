import ArgumentParser
import Evaluation
import Foundation
import Recordings
import Reporting
import SensorModel

struct CalibrateCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Fit offsets and scales of a device's sensors, and write a calibration file.",
        discussion: """
            The hard and soft iron of the magnetometer are fitted to rotations through all orientations. The offsets \
            and scales of the accelerometer need rests in many orientations, and the bias of the gyroscope needs a \
            rest. Uncalibrated values are used if the recordings have them. Other commands read the file with \
            --calibration.
            """
    )

    @Argument(help: "Recordings of one device: folders or files.")
    var recordings: [String]

    @Option(
        name: .customLong("sensor"),
        help: ArgumentHelp(
            "Sensor to calibrate: accelerometer, gyroscope or magnetometer; repeatable (default: all).",
            valueName: "NAME"
        )
    )
    var sensors: [CalibratedSensor] = []

    @Flag(help: "Fit the device's calibrated values, even if the recordings also have uncalibrated values.")
    var deviceCalibrated = false

    @Flag(help: "Treat the whole recording as rest, even if the readings are too coarse to detect rest.")
    var atRest = false

    @Option(help: ArgumentHelp("Write the calibration to this file.", valueName: "FILE.yaml"))
    var output: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var reading: RecordingOptions

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if output?.isEmpty ?? false { throw ValidationError("--output is empty; name a file.") }
        try sensors.map(\.rawValue).validateDistinct("--sensor")
        try recordings.validateDistinct("The recording")
    }

    func run() throws {
        let sources = try readSources()
        if let output { try OutputGate.checkFile(output) }
        let wanted = sensors.isEmpty ? CalibratedSensor.allCases : sensors
        let outcomes = wanted.map { $0.fit(sources) }
        let names = sources.map(\.recording.name)
        let report = CalibrationReport(outcomes, of: names)
        try verbosity.show(report.text, json: json ? report.json() : nil)
        guard outcomes.contains(where: { $0.fit != nil }) else {
            throw InputError(
                file: recordings[0],
                message: "no sensor can be calibrated: the device neither rests nor turns through all orientations",
                advice: "record the device at rest, or turn it through all orientations; see 'sextant help calibrate'"
            )
        }
        guard let output else { return }
        let first = sources[0].recording.uncalibrated
        let text = CalibrationFileText.text(outcomes, of: names, uncalibrated: first)
        try OutputFile.write(Array(text.utf8), to: output)
        verbosity.explain("wrote \(output)")
    }

    private func readSources() throws -> [CalibrationSource] {
        var reader = try reading.reader(verbosity)
        reader.usesNamedCalibration = false
        if !deviceCalibrated { reader.uncalibrated = Set(RecordingCalibration.kinds) }
        var sources: [CalibrationSource] = []
        for path in recordings {
            reading.noteLayout(of: path, verbosity)
            let recording = try reader.read(path: path)
            if let first = sources.first?.recording, first.uncalibrated != recording.uncalibrated {
                let firstPath = recordings[0]
                throw InputError(
                    file: path,
                    message: "this recording and '\(firstPath)' have uncalibrated values of different sensors",
                    advice: "use recordings of one device in one layout, or add --device-calibrated"
                )
            }
            let rests = RestSegments(recording, isAtRest: atRest).ranges
            sources.append(CalibrationSource(recording, rests: rests))
        }
        return sources
    }
}

/// A sensor that `sextant calibrate` can calibrate, as named by `--sensor`.
enum CalibratedSensor: String, ExpressibleByArgument, CaseIterable {
    case magnetometer
    case accelerometer
    case gyroscope

    func fit(_ sources: [CalibrationSource]) -> FitOutcome {
        switch self {
        case .magnetometer: MagnetometerFit.fit(sources)
        case .accelerometer: AccelerometerFit.fit(sources)
        case .gyroscope: GyroscopeFit.fit(sources)
        }
    }
}
