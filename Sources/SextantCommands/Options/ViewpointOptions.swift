import ArgumentParser
import Recordings
import SensorModel

/// Where a user is and which way the user faces: at one position, or along a recording.
struct ViewpointOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Position of the user, in degrees.", valueName: "LAT,LON")
    )
    var at: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Direction that the user of --at faces, clockwise from north.", valueName: "DEGREES")
    )
    var heading: Double?

    @Option(help: ArgumentHelp("Recording whose fixes the user follows.", valueName: "PATH"))
    var recording: String?

    @OptionGroup var reading: RecordingOptions

    func validate() throws {
        try Setting.turn.validate(heading, option: "heading")
        if recording == nil, reading.layout != nil {
            throw ValidationError("--layout requires --recording; add it, or remove --layout.")
        }
        if recording?.isEmpty ?? false { throw ValidationError("--recording is empty; name a folder or a file.") }
    }

    /// The position of `--at`.
    ///
    /// - Throws: `UsageError` for a text that is not a position.
    func point() throws -> GeographicPoint? {
        try at.map { try DistanceArguments.point($0, option: "at") }
    }

    /// Reads the recording of `--recording`, and reports its detected layout.
    ///
    /// - Throws: `UsageError` for an unknown layout, `InputError` for a recording that cannot be read.
    func readRecording(_ verbosity: VerbosityOptions) throws -> Recording? {
        guard let recording else { return nil }
        let reader = try reading.reader(of: recording, verbosity)
        reading.noteLayout(of: recording, verbosity)
        return try reader.read(path: recording)
    }
}
