import ArgumentParser
import Diagnosis
import Evaluation
import Foundation
import Recordings
import Reporting
import SensorModel

/// `sextant doctor`.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Name what is wrong with an estimate or its recording, and the option that fixes it.",
        discussion: """
            The rotation rates of the estimate are compared with the gyroscope, and its directions with the reference, or \
            with gravity and the magnetic field. Example: sextant doctor walk --estimate mine=walk.csv
            """
    )

    @Argument(help: "Recording: a folder or a file.")
    var recording: String

    @Option(
        name: .customLong("estimate"),
        help: ArgumentHelp(
            "Estimates to diagnose: a file, or a folder with a file of the recording; repeatable.",
            valueName: "NAME=PATH[,key=value…]"
        )
    )
    var estimates: [String]

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var reading: RecordingOptions

    @OptionGroup var verbosity: VerbosityOptions

    func run() throws {
        let sources = try estimates.map { argument in
            do throws(ParameterError) {
                return (argument, try EstimateSource(parsing: argument))
            } catch {
                throw UsageError("--estimate: \(error)")
            }
        }
        reading.noteLayout(of: recording, verbosity)
        let read = try reading.reader(verbosity).read(path: recording)
        let folder = URL(fileURLWithPath: recording).deletingPathExtension().lastPathComponent
        let entries = try sources.map { argument, source in
            let path = try source.file(for: [read.name, folder])
            let file = try EstimateReader(reading: reading.parser.reading).read(path: path)
            let readings = try EstimateReading.all(of: file, by: source.conventions, for: read)
            let diagnosis = EstimateDiagnosis(
                read,
                readings: readings,
                given: source.conventions.given
            )
            return DoctorReport.Entry(name: source.name, path: path, argument: argument, diagnosis: diagnosis)
        }
        let report = DoctorReport(recording: read.name, entries: entries)
        if json {
            try Terminal.print(json: try report.json())
        } else if !verbosity.quiet {
            try Terminal.print(report.text(width: Terminal.width, colour: Terminal.wantsColour))
        }
        if let entry = entries.first(where: { $0.diagnosis.reason != nil && $0.diagnosis.findings.isEmpty }) {
            throw InputError(
                file: entry.path,
                found: "an estimate that cannot be compared: \(entry.diagnosis.reason ?? "")",
                expected: "rotations that the gyroscope of the recording measured, too",
                remedy: "check that the file belongs to this recording, and that the device rotates in it"
            )
        }
    }
}
