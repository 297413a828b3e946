import ArgumentParser
import Foundation
import Recordings
import SensorModel

struct ConvertCommand: ParsableCommand, ReplacingCommand {
    /// An output format of `sextant convert`.
    enum Form: String, ExpressibleByArgument, CaseIterable {
        case native
        case tum
        case euroc
        case geopose
        case geoposeAdvanced = "geopose-advanced"
        case geoposeQuaternion = "geopose-quaternion"
        case geoposeYPR = "geopose-ypr"
    }

    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert a recording to a native folder, or its poses to TUM, EuRoC or OGC GeoPose.",
        discussion: """
            native: a folder with recording.yaml and a CSV for each stream, in SI units and with one clock; see \
            'sextant list layouts'. Evaluations of the folder and of the recording give the same results.

            tum and euroc: one file of poses for evo and similar tools, from the reference or from the device's own \
            poses. Missing positions are written as zeros.

            geopose: a JSON file of OGC GeoPose 1.0, with a Regular or Irregular Series. The series has a pose for \
            each location fix, with the device's attitude. geopose-advanced, geopose-quaternion and geopose-ypr: one \
            GeoPose on each line; the last two have no times.
            """
    )

    @Argument(help: "Recording: a folder or a file.")
    var recording: String

    @Option(help: ArgumentHelp("Folder (native) or file (other forms) to write.", valueName: "PATH"))
    var output: String

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("Format to write: native, tum, euroc, geopose or geopose-….", valueName: "FORM")
    )
    var form = Form.native

    @Option(
        help: ArgumentHelp(
            "Stream of the poses for tum and euroc: reference, pose or attitude (default: the first with positions).",
            valueName: "STREAM"
        )
    )
    var stream: WrittenTrajectory.Stream?

    @OptionGroup var reading: RecordingOptions

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if output.isEmpty { throw ValidationError("--output is empty; name a folder or a file.") }
        if stream != nil, form != .tum, form != .euroc {
            throw ValidationError(
                "--stream requires --to tum or --to euroc; add --to tum or --to euroc, or remove --stream."
            )
        }
    }

    func run() throws {
        let reader = try reading.reader(of: recording, verbosity)
        reading.noteLayout(of: recording, verbosity)
        let read = try reader.read(path: recording)
        for (reason, count) in read.leftOut.sorted(by: { $0.key < $1.key }) {
            verbosity.note("left out: \(count) × \(reason)")
        }
        if let form = WrittenTrajectory.Form(rawValue: form.rawValue) {
            try writePoses(read, form)
        } else if let form = WrittenGeoPoses.Form(rawValue: form.rawValue) {
            try writeGeoPoses(read, form)
        } else {
            try writeFolder(read)
        }
    }

    private func writeFolder(_ recording: Recording) throws {
        let files = recording.nativeFiles()
        let rows = try WrittenFolder.write(files, to: output, verbosity)
        for lost in recording.lostInNativeFiles { verbosity.note("not converted: \(lost)") }
        guard !verbosity.quiet else { return }
        let streams = files.map(\.name).filter { $0.hasSuffix(".csv") }.map { $0.dropLast(4) }
        let title = "\(output): \(recording.name)".withoutControlCharacters
        try Terminal.print("\(title)\n  \(streams.joined(separator: ", ")); \(rows) samples\n")
    }

    private func writePoses(_ read: Recording, _ form: WrittenTrajectory.Form) throws {
        guard let trajectory = WrittenTrajectory(read, stream: stream, form: form), !trajectory.poses.isEmpty else {
            throw InputError(
                file: recording,
                message: "the recording has no \(stream?.rawValue ?? "poses, reference or attitude") to write as "
                    + "\(form.rawValue)",
                advice: stream == nil ? "list the streams with 'sextant inspect'" : "use another --stream"
            )
        }
        for (reason, count) in trajectory.leftOut { verbosity.note("left out: \(count) × \(reason)") }
        let file = try OutputFile(path: output, makesFolder: false)
        let source = trajectory.file(named: output)
        while let piece = source.next() { try file.write(piece.bytes) }
        try file.finish()
        guard !verbosity.quiet else { return }
        let positions = trajectory.isWithoutPositions ? ", positions are zeros" : ""
        try Terminal.print("\(output): \(trajectory.poses.count) poses of \(trajectory.stream.rawValue)\(positions)\n")
    }

    private func writeGeoPoses(_ read: Recording, _ form: WrittenGeoPoses.Form) throws {
        let poses = WrittenGeoPoses(read)
        for (reason, count) in poses.leftOut.sorted(by: { $0.key < $1.key }) {
            verbosity.note("left out: \(count) × \(reason)")
        }
        guard poses.count > 0 else {
            throw InputError(
                file: recording,
                message: "no fix can be written as a GeoPose: a fix needs an altitude, and the recording needs an "
                    + "attitude at the time of the fix",
                advice: "list the streams with 'sextant inspect'"
            )
        }
        if read.epoch == nil { verbosity.note("the recording has no date, so valid times count from its time zero") }
        try OutputFile.write(Array(poses.text(form).utf8), to: output)
        guard !verbosity.quiet else { return }
        try Terminal.print("\(output): \(poses.count) GeoPoses\n")
    }
}
