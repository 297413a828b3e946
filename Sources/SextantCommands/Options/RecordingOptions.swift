import ArgumentParser
import Diagnosis
import Experiments
import Foundation
import Recordings
import SensorModel

/// The options for reading recordings: layout, calibration and parser. The choice of the parser does not affect
/// results.
struct RecordingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Layout of the recordings, a name of 'sextant list layouts' or a YAML file (default: detected).",
            valueName: "NAME|FILE"
        )
    )
    var layout: String?

    @OptionGroup var calibration: CalibrationOption

    @Flag(help: "Guess the layout of recordings in an unknown layout, and print each guess; see 'sextant layout'.")
    var guess = false

    @OptionGroup var parser: ReaderOption

    /// The options `--layout` and `--guess` as given. With them, a suggested command reads the recordings in the same
    /// layout.
    var arguments: [String] { (layout.map { ["--layout", $0] } ?? []) + (guess ? ["--guess"] : []) }

    /// Returns a reader of recordings in the given layout or, if no layout is given, in the detected layout.
    ///
    /// - Throws: `UsageError` for an unknown layout, or `InputError` for an invalid layout file.
    func reader(_ verbosity: VerbosityOptions) throws -> RecordingReader {
        RecordingReader(
            layout: try layout.map(LayoutArgument.read),
            layouts: CommandExtension.catalogue.layouts,
            reading: parser.reading,
            calibration: try calibration.read()
        )
    }

    func validate() throws {
        if guess, layout != nil { throw ValidationError("--guess and --layout exclude each other; remove one.") }
    }

    /// Returns a reader of one recording, in the given, detected or guessed layout.
    ///
    /// - Throws: The errors of ``reader(_:)``, and `InputError` for a layout that cannot be guessed.
    func reader(of path: String, _ verbosity: VerbosityOptions) throws -> RecordingReader {
        var reader = try reader(verbosity)
        if guess, let guessed = try GuessedLayout.read(path, verbosity) { reader.layout = guessed }
        return reader
    }

    /// Reports the detected layout of a recording, unless the user specified a layout.
    func noteLayout(of path: String, _ verbosity: VerbosityOptions) {
        guard layout == nil, let detection = try? LayoutDetection(path: path, among: CommandExtension.catalogue.layouts)
        else { return }
        verbosity.noteLayouts([(path, detection)])
    }
}

/// The file with the calibration of the device's sensors.
struct CalibrationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Correct the sensors with a file of 'sextant calibrate'.", valueName: "FILE.yaml")
    )
    var calibration: String?

    func validate() throws {
        if calibration?.isEmpty ?? false { throw ValidationError("--calibration is empty; name a file.") }
    }

    /// Reads the calibration, or returns `nil` if the user specified no calibration.
    ///
    /// - Throws: `InputError` for a file that is not a calibration.
    func read() throws(InputError) -> RecordingCalibration? {
        try calibration.map { path throws(InputError) in try RecordingCalibration(path: path) }
    }
}

/// The parser of delimited text. The option is hidden from help, because it does not affect results.
struct ReaderOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Parser of delimited text: fast, or libcsv for comparison.",
            valueName: "NAME",
            visibility: .hidden
        )
    )
    var reader: DelimitedReading.Parser = .fast

    /// The settings of the reader of delimited text.
    var reading: DelimitedReading { DelimitedReading(parser: reader) }

    /// Opens a file of delimited text, or standard input for `-`.
    func open(_ path: String, format: DelimitedFormat = .commaSeparated) throws(InputError) -> DelimitedReader {
        guard path == "-" else { return try DelimitedReader(path: path, format: format, reading: reading) }
        return try DelimitedReader(
            descriptor: FileHandle.standardInput.fileDescriptor,
            name: "standard input",
            format: format,
            reading: reading
        )
    }
}

/// The option `--strict`, which turns a recording that contradicts physics into an error.
struct StrictOptions: ParsableArguments {
    @Flag(help: "Fail on a recording whose units, signs or clocks contradict physics.")
    var strict = false
}

/// The value of `--layout`: the name of a layout, or the path of a YAML file.
enum LayoutArgument {
    /// Reads a layout.
    ///
    /// - Throws: `UsageError` for an unknown name, `InputError` for a file that is not a layout.
    static func read(_ argument: String) throws -> Layout {
        let layouts = CommandExtension.catalogue.layouts
        let names = layouts.names
        let isPath = argument.contains("/") || argument.hasSuffix(".yaml") || argument.hasSuffix(".yml")
        guard isPath || names.contains(argument) else {
            let hint = NearestName.hint(for: argument, among: names)
            throw UsageError(
                "--layout: unknown layout '\(argument)'; "
                    + (hint ?? "see 'sextant list layouts', or name a .yaml file")
            )
        }
        return try layouts.layout(named: argument)
    }
}

/// Guesses of the layouts of recordings, for `--guess`.
enum GuessedLayout {
    /// Guesses the layout of a recording, and prints the guesses. Returns `nil` if the recording has a known layout.
    ///
    /// - Throws: `InputError` that names a setting of the layout, if the data do not determine this setting.
    static func read(_ path: String, _ verbosity: VerbosityOptions) throws(InputError) -> Layout? {
        guard (try? LayoutDetection(path: path, among: CommandExtension.catalogue.layouts)) == nil else { return nil }
        let proposal = try LayoutProposal(path: path)
        let layout = try proposal.layout()
        for guess in proposal.guesses { verbosity.note("\(path): guessed \(guess.description)") }
        for item in proposal.unused { verbosity.note("\(path): not used: \(item)") }
        return layout
    }
}
