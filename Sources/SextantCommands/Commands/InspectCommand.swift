import ArgumentParser
import Evaluation
import Foundation
import Recordings
import Reporting

/// `sextant inspect`.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Show what recordings hold: rates, gaps, ranges, noise, and what is wrong with them.",
        discussion: """
            Units, signs and clocks are checked against physics; what does not agree is marked !! with what fits instead. A CSV \
            that is no recording, or any with --columns, is summarised column by column in constant memory.
            """
    )

    @Argument(help: "Recordings as for evaluate, or any CSV file with a header line.")
    var recordings: [String]

    @Option(help: ArgumentHelp("How the recordings are laid out.", valueName: "NAME|FILE"))
    var layout: String?

    @Flag(help: "Summarise the columns of files, whatever recording they are.")
    var columns = false

    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write the sensors' noise at rest as a description for 'simulate --noise'.",
            valueName: "FILE.yaml"
        )
    )
    var fitNoise: String?

    @Flag(help: "With --fit-noise: the device lies still all the time, even if its readings are too coarse to show it.")
    var atRest = false

    @OptionGroup var strictness: StrictOptions

    @OptionGroup var rows: ReaderOption

    @OptionGroup var kept: CacheOption

    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        if columns, layout != nil {
            throw ValidationError("--columns reads a file without a layout; take --layout or --columns out.")
        }
        if atRest, fitNoise == nil { throw ValidationError("--at-rest goes with --fit-noise; add it, or take it out.") }
        guard let fitNoise else { return }
        if columns || recordings.count != 1 {
            throw ValidationError("--fit-noise is fitted to one recording; name one, without --columns.")
        }
        if NoiseDescriptionFile.name(of: fitNoise) == nil {
            throw ValidationError("--fit-noise: found '\(fitNoise)', expected a file that ends in .yaml; rename it.")
        }
    }

    func run() throws {
        let reader = RecordingReader(
            layout: try layout.map(LayoutArgument.read),
            reading: rows.reading,
            cache: try kept.open(verbosity)
        )
        var inspections: [RecordingInspection] = []
        var tables: [TableInspection] = []
        for path in recordings {
            if try isTable(path) {
                try NoiseDescriptionFile.refuseTable(path, wanted: fitNoise != nil)
                tables.append(TableInspection(try TableSummary(path: path, reading: rows.reading)))
            } else {
                if layout == nil, let told = try? LayoutDetection(path: path) { verbosity.noteLayouts([(path, told)]) }
                let recording = try reader.read(path: path)
                let inspection = RecordingInspection(recording, path: path)
                if strictness.strict, fitNoise != nil, let first = inspection.mismatches.first {
                    throw first.error(in: path)
                }
                if let fitNoise {
                    let fit = try NoiseFit(recording, path: path, isAtRest: atRest)
                    try NoiseDescriptionFile.write(fit, to: fitNoise, verbosity)
                }
                inspections.append(inspection)
            }
        }
        let report = InspectionReport(recordings: inspections, tables: tables)
        if json {
            try Terminal.write(Array(try report.json()))
        } else if !verbosity.quiet {
            try Terminal.print(report.text(width: Terminal.width, colour: Terminal.wantsColour))
        }
        guard strictness.strict else { return }
        for inspection in inspections {
            if let first = inspection.mismatches.first { throw first.error(in: inspection.path) }
        }
    }

    /// Whether a path is a file whose columns are summarised: one that was asked for, that no layout knows, or that is
    /// too long to be held.
    private func isTable(_ path: String) throws -> Bool {
        var isFolder: ObjCBool = false
        guard layout == nil, FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue
        else { return false }
        if columns { return true }
        if RecordingReader.isArchive(path: path) { return false }
        guard let detection = try? LayoutDetection(path: path) else { return true }
        guard try InputFile.size(of: path) ?? 0 > Self.mostBytes else { return false }
        verbosity.explain("\(path) is long: its columns are summarised; give --layout \(detection.layout.name) for all")
        return true
    }

    private static let mostBytes = 1 << 28
}
