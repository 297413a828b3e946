import ArgumentParser
import Evaluation
import Foundation
import Recordings
import Reporting
import SensorModel

/// The subcommand `sextant calibrate`.
struct CalibrateCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Fit offsets and scales of a device's sensors, and write a calibration file.",
        discussion: """
            Magnetometer: hard and soft iron, from recordings in which the device turns through all orientations. \
            Accelerometer: offsets and scales, from rests in many orientations. Gyroscope: the bias at rest. If the \
            recordings contain uncalibrated values, these are used. Pass the file to --calibration of other commands.
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

    @Flag(help: "Fit the values that the device calibrated, even if the recordings have uncalibrated ones.")
    var deviceCalibrated = false

    @Flag(help: "Assume that the device is always at rest, even if coarse readings do not show it.")
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
        if json {
            try Terminal.print(json: try report.json())
        } else if !verbosity.quiet {
            try Terminal.print(report.text(width: Terminal.width, colour: Terminal.wantsColour))
        }
        guard outcomes.contains(where: { $0.fit != nil }) else {
            throw InputError(
                file: recordings[0],
                message: "the recordings contain neither rest nor rotations through all orientations",
                advice: "record the device at rest, or turn it through all orientations; see 'sextant help calibrate'"
            )
        }
        guard let output else { return }
        let first = sources[0].recording.uncalibrated
        let file = try StreamedFile(path: output)
        try file.write(Array(CalibrationFileText.text(outcomes, of: names, uncalibrated: first).utf8))
        try file.commit()
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
                throw InputError(
                    file: path,
                    message: "the sensors with uncalibrated values are not the same as in \(recordings[0]), so the "
                        + "devices or layouts differ",
                    advice: "use recordings of one device in one layout, or add --device-calibrated"
                )
            }
            let rests = RestSegments(recording, isAtRest: atRest).ranges
            sources.append(CalibrationSource(recording, rests: rests))
        }
        return sources
    }
}

/// The value of `--sensor`.
enum CalibratedSensor: String, ExpressibleByArgument, CaseIterable {
    case magnetometer
    case accelerometer
    case gyroscope

    /// Fits the sensor.
    func fit(_ sources: [CalibrationSource]) -> FitOutcome {
        switch self {
        case .magnetometer: MagnetometerFit.fit(sources)
        case .accelerometer: AccelerometerFit.fit(sources)
        case .gyroscope: GyroscopeFit.fit(sources)
        }
    }
}
