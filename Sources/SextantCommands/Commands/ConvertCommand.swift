import ArgumentParser
import Foundation
import Recordings
import SensorModel

/// `sextant convert`.
struct ConvertCommand: ParsableCommand {
    /// The forms that are written.
    enum Form: String, ExpressibleByArgument, CaseIterable {
        case native
        case tum
        case euroc
    }

    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Write a recording of any layout as a native folder, or its poses as TUM or EuRoC.",
        discussion: """
            native: a folder with recording.yaml and a CSV for each stream, in SI units on one clock, as 'sextant list layouts' \
            describes it; evaluating it gives the same figures. tum and euroc: one file of poses over time, for evo and its \
            like, from the truth or from the device's own poses; without positions zeros stand for them.
            """
    )

    @Argument(help: "A recording as for evaluate.")
    var recording: String

    @Option(help: ArgumentHelp("Where it goes: a folder for native, else a file.", valueName: "PATH"))
    var output: String

    @Option(help: ArgumentHelp("How the recording is laid out.", valueName: "NAME|FILE"))
    var layout: String?

    @Option(name: .customLong("to"), help: ArgumentHelp("native, tum or euroc.", valueName: "FORM"))
    var form = Form.native

    @Option(
        help: ArgumentHelp(
            "The poses for tum and euroc: reference, pose or attitude (default: the first that has positions).",
            valueName: "STREAM"
        )
    )
    var stream: WrittenTrajectory.Stream?

    @OptionGroup var rows: ReaderOption

    @OptionGroup var kept: CacheOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if output.isEmpty { throw ValidationError("--output is empty; name a folder or a file.") }
        if stream != nil, form == .native {
            throw ValidationError("--stream chooses the poses of --to tum and euroc; add one of them, or take it out.")
        }
    }

    func run() throws {
        let reader = RecordingReader(
            layout: try layout.map(LayoutArgument.read),
            reading: rows.reading,
            cache: try kept.open(verbosity)
        )
        if layout == nil, let told = try? LayoutDetection(path: recording) {
            verbosity.noteLayouts([(recording, told)])
        }
        let read = try reader.read(path: recording)
        for (reason, count) in read.leftOut.sorted(by: { $0.key < $1.key }) {
            verbosity.note("left out: \(reason): \(count)")
        }
        switch WrittenTrajectory.Form(rawValue: form.rawValue) {
        case nil: try writeFolder(read)
        case let form?: try writePoses(read, form)
        }
    }

    private func writeFolder(_ recording: Recording) throws {
        let files = recording.nativeFiles()
        try SimulationArguments.checkFolder(output, receives: files.map(\.name))
        let rows = try WrittenFolder(path: output, verbosity: verbosity).write(files)
        for lost in recording.lostInNativeFiles { verbosity.note("not kept: \(lost)") }
        guard !verbosity.quiet else { return }
        let streams = files.map(\.name).filter { $0.hasSuffix(".csv") }.map { $0.dropLast(4) }
        try Terminal.print("\(output): \(recording.name)\n  \(streams.joined(separator: ", ")); \(rows) samples\n")
    }

    private func writePoses(_ read: Recording, _ form: WrittenTrajectory.Form) throws {
        guard let trajectory = WrittenTrajectory(read, stream: stream, form: form), !trajectory.poses.isEmpty else {
            throw InputError(
                file: recording,
                found: "no \(stream?.rawValue ?? "poses, no truth and no attitude")",
                expected: "poses to write as \(form.rawValue)",
                remedy: stream == nil ? "see 'sextant inspect' for what it has" : "choose another --stream"
            )
        }
        for (reason, count) in trajectory.leftOut { verbosity.note("left out: \(reason): \(count)") }
        let file = try StreamedFile(path: output)
        let source = trajectory.file(named: output)
        while let piece = source.next() { try file.write(piece.bytes) }
        try file.commit()
        guard !verbosity.quiet else { return }
        let positions = trajectory.isWithoutPositions ? ", without positions: zeros stand for them" : ""
        try Terminal.print("\(output): \(trajectory.poses.count) poses of \(trajectory.stream.rawValue)\(positions)\n")
    }
}
