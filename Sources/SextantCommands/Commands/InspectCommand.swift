import ArgumentParser
import Diagnosis
import Evaluation
import Experiments
import Foundation
import Recordings
import Reporting
import SensorModel

struct InspectCommand: ParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Check recordings: show rates, gaps, ranges, noise and faults.",
        discussion: """
            Units, signs and clocks are compared with physics. Contradictions are marked !!, with a unit, sign or \
            clock that fits. A CSV that is not a recording, or any CSV with --columns, is summarised by column in \
            constant memory.
            """
    )

    @Argument(help: "Recordings: folders or files; or CSV files with a header line.")
    var recordings: [String]

    @Flag(help: "Summarise the columns of files, even of recordings.")
    var columns = false

    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write the noise at rest as a description for 'simulate --noise'.",
            valueName: "FILE.yaml"
        )
    )
    var fitNoise: String?

    @Flag(help: "Treat the whole recording as rest, even if the readings are too coarse to detect rest.")
    var atRest = false

    @OptionGroup var strictness: StrictOptions

    @OptionGroup var reading: RecordingOptions

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if columns, reading.layout != nil {
            throw ValidationError("--columns and --layout exclude each other; remove one.")
        }
        if columns, atRest { throw ValidationError("--columns and --at-rest exclude each other; remove one.") }
        guard let fitNoise else { return }
        if columns || recordings.count != 1 {
            throw ValidationError(
                "--fit-noise requires exactly one recording and excludes --columns; "
                    + "name one recording, and remove --columns."
            )
        }
        if NoiseDescriptionFile.name(of: fitNoise) == nil {
            throw ValidationError("--fit-noise is '\(fitNoise)'; name a file that ends in .yaml.")
        }
    }

    func run() throws {
        if let fitNoise { try OutputGate.checkFile(fitNoise) }
        let known = try reading.reader(verbosity)
        var inspections: [RecordingInspection] = []
        var tables: [TableInspection] = []
        var failures: [(path: String, error: InputError)] = []
        for path in recordings {
            do {
                if try isTable(path) {
                    if fitNoise != nil { throw NoiseDescriptionFile.refusal(ofTable: path) }
                    let format = TextForm(unusualTable: path)?.format
                    tables.append(TableInspection(try summary(of: path, format)))
                } else {
                    inspections.append(try inspection(of: path, known))
                }
            } catch let error as InputError where recordings.count > 1 {
                failures.append((path, error))
            }
        }
        for table in tables where !columns {
            guard let found = NextStep.adviceOnTable(at: table.path) else { continue }
            let advice = CommandLineText.naming(table.path, in: found)
            verbosity.note("\(table.path): no sensor is checked, because the layout is unknown; \(advice)")
        }
        let report = InspectionReport(
            recordings: inspections,
            tables: tables,
            failures: failures,
            options: CommandLineText.joined(reading.arguments)
        )
        try verbosity.show(report.text, json: json ? report.json() : nil)
        if !failures.isEmpty { throw IncompleteInspection(failures: failures.map(\.error), total: recordings.count) }
        guard strictness.strict else { return }
        for inspection in inspections {
            if let first = inspection.mismatches.first { throw first.error(in: inspection.path) }
        }
    }

    /// Summarises a table. If the table cannot be read, the error advises how to read the file as a log.
    private func summary(of path: String, _ format: DelimitedFormat?) throws(InputError) -> TableSummary {
        do {
            return try TableSummary(path: path, format: format, reading: reading.parser.reading)
        } catch {
            var completed = error
            completed.advice = NextStep.adviceOnTable(at: path, after: error) ?? error.advice
            throw completed
        }
    }

    private func inspection(of path: String, _ known: RecordingReader) throws -> RecordingInspection {
        reading.noteLayout(of: path, verbosity)
        let reader = reading.guess ? try reading.reader(of: path, verbosity) : known
        let recording = try reader.read(path: path)
        let inspection = RecordingInspection(recording, path: path, isAtRest: atRest)
        if strictness.strict, fitNoise != nil, let first = inspection.mismatches.first { throw first.error(in: path) }
        if let fitNoise {
            let fit = try NoiseFit(recording, path: path, isAtRest: atRest)
            try NoiseDescriptionFile.write(fit, to: fitNoise, verbosity)
        }
        return inspection
    }

    /// Returns whether to summarise a file as a table of columns, instead of reading it as a recording.
    ///
    /// The file is summarised with `--columns`, if its layout is unknown, or if it is too large for memory.
    private func isTable(_ path: String) throws -> Bool {
        guard reading.layout == nil, columns || !reading.guess, let kind = FileKind(path: path), kind != .folder
        else { return false }
        if columns { return true }
        if RecordingReader.isArchive(path: path) || RecordingReader.isMatrixFile(path: path) { return false }
        // A file format that is neither a recording nor a table gets its own error message.
        if RecordingReader.isForeignExport(path: path) { return false }
        guard let detection = try? LayoutDetection(path: path, among: CommandExtension.catalogue.layouts) else {
            return true
        }
        guard try InputFile.size(of: path) ?? 0 > Self.maximumSize else { return false }
        verbosity.explain(
            "\(path) is long, so its columns are summarised; use --layout \(detection.layout.name) for all checks"
        )
        return true
    }

    /// The maximum size in bytes of a file that is read into memory without `--layout`.
    private static let maximumSize = 1 << 28
}

/// The noise description that `inspect --fit-noise` writes.
enum NoiseDescriptionFile {
    /// Returns the name of the noise model in a noise description file: the file name without its extension. Returns
    /// `nil` unless the extension is `yaml` or `yml`, because `simulate` rejects other extensions.
    static func name(of path: String) -> String? {
        let file = URL(fileURLWithPath: path)
        guard ["yaml", "yml"].contains(file.pathExtension) else { return nil }
        return file.deletingPathExtension().lastPathComponent
    }

    /// Writes the fitted noise to a file, completely or not at all. Parameters that could not be fitted are listed on
    /// standard error.
    static func write(_ fit: NoiseFit, to path: String, _ verbosity: VerbosityOptions) throws {
        try OutputFile.write(Array(fit.yaml(name: name(of: path) ?? path).utf8), to: path, makesFolder: true)
        for reason in fit.leftOut { verbosity.note("\(path): left out: \(reason)") }
        verbosity.explain("wrote \(path)")
    }

    /// Returns the error for a noise description of a table. Without a layout, the sensors of the table's columns are
    /// unknown.
    static func refusal(ofTable path: String) -> InputError {
        InputError(
            file: path,
            message: "the noise cannot be fitted without a layout, because the sensors of the columns are unknown",
            advice: "add the file's layout with --layout"
        )
    }
}

/// The error of an inspection in which some recordings could not be read.
struct IncompleteInspection: Error, CustomStringConvertible {
    let failures: [InputError]
    /// The number of all recordings.
    let total: Int

    /// A Boolean value that indicates whether all failures are due to the environment: the disk, permissions or another
    /// process.
    var isEnvironment: Bool { failures.allSatisfy(\.isEnvironment) }

    /// The failures, followed by a line with their number.
    var description: String {
        let last = "sextant: \(failures.count) of \(total) recordings could not be read"
        return (failures.map { ErrorText.lines($0) } + [last]).joined(separator: "\n")
    }
}
