import Foundation
public import SensorModel

/// The layout of a recording, detected from its file names and the first lines of its files.
///
/// ```swift
/// let detection = try LayoutDetection(path: "walk")
/// print("\(detection.layout.name), because \(detection.reason)")
/// let recording = try RecordingReader(layout: detection.layout).read(path: "walk")
/// ```
public struct LayoutDetection: Sendable {
    /// The detected layout.
    public let layout: Layout
    /// The reason for the detection, as a clause that can follow "because".
    public let reason: String

    /// Detects the layout of the recording at `path`. Only the given layouts are considered.
    ///
    /// - Throws: `InputError` if no layout or several layouts match.
    public init(path: String, among layouts: [Layout]) throws(InputError) {
        try self.init(path: path, among: LayoutCatalogue(detecting: layouts))
    }

    /// Detects the layout of the recording at `path`: a folder, a file, or a zip of a folder or file.
    ///
    /// - Throws: `InputError` if no layout or several layouts match.
    public init(path: String, among catalogue: LayoutCatalogue = .builtIn) throws(InputError) {
        guard !GeoPoseReader.accepts(path),
            let archive = try UnpackedArchive.open(path: path, headBytes: Self.headBytes)
        else {
            self = try Self.first(of: RecordingFolder.candidates(at: path), among: catalogue).detection
            return
        }
        self = try archive.naming { () throws(InputError) in
            try Self.first(of: archive.recordings(), among: catalogue).detection
        }
    }

    /// The number of bytes that are unpacked from each file of a zip for detection. Headers are shorter.
    private static let headBytes = 1 << 16

    /// Returns the first of several possible recordings for which a layout can be detected, together with this layout.
    ///
    /// - Throws: the error of the last possible recording, if no layout can be detected.
    static func first(
        of candidates: [RecordingFolder],
        among catalogue: LayoutCatalogue
    ) throws(InputError) -> (recording: RecordingFolder, detection: LayoutDetection) {
        for candidate in candidates.dropLast() {
            if let detection = try? LayoutDetection(of: candidate, among: catalogue) {
                return (candidate, detection)
            }
        }
        let last = candidates[candidates.count - 1]
        return (last, try LayoutDetection(of: last, among: catalogue))
    }

    private init(
        of recording: RecordingFolder,
        among catalogue: LayoutCatalogue
    ) throws(InputError) {
        if let override = try LayoutOverride(of: recording, catalogue) {
            (layout, reason) = (try override.layout(), "its \(LayoutOverride.file) describes its streams")
            return
        }
        // The tables of other JSON files were exported to a folder.
        if !recording.isFolder, let entry = catalogue.entry(named: Layout.Form.geopose.rawValue),
            GeoPoseReader.accepts(recording.path)
        {
            (layout, reason) = (entry.layout, "the file starts with members of a GeoPose")
            return
        }
        var found: [(signature: LayoutSignature, reason: String)] = []
        for signature in catalogue.signatures where signature.container.takes(folder: recording.isFolder) {
            let folder = recording.seen(by: signature.container)
            let reasons = signature.conditions.lazy.compactMap { $0.evidence(in: folder) }
            if let reason = reasons.first { found.append((signature, reason)) }
        }
        guard let first = found.first else {
            // If no layout matches because a library is missing or the file is damaged, this call throws the cause.
            if !recording.isFolder { _ = try recording.matrix(at: recording.path) }
            throw Self.noLayout(of: recording, catalogue.signatures.map { $0.layout() })
        }
        guard found.count == 1 else {
            let candidates = found.map { "\($0.signature.name) (\($0.reason))" }
            throw InputError(
                file: recording.path,
                message: "the recording matches \(found.count) layouts: \(candidates.joined(separator: "; "))",
                advice: "select a layout with --layout"
            )
        }
        (layout, reason) = (first.signature.layout(), first.reason)
    }

    private static func noLayout(of recording: RecordingFolder, _ layouts: [Layout]) -> InputError {
        if let error = recording.outsideError { return error }
        if let error = ForeignExport.error(at: recording.path) { return error }
        let contents = contents(of: recording)
        // These limits exceed the number and the length of the names in every layout.
        let compared = contents.lazy.filter { $0.utf8.count <= maximumNameLength }.prefix(maximumNames)
        let nearest = nearest(to: Array(compared), recording, layouts)
        let kind =
            recording.contentWords.map { "\($0) with the \(recording.isFolder ? "tables" : "columns")" }
            ?? (recording.isFolder ? "a folder with" : "a file that starts with")
        let nearness = nearest.map { " (the nearest layout, \($0.name), \(needs(of: $0)))" } ?? ""
        let content = kind + " " + (contents.isEmpty ? "nothing" : LayoutCondition.shown(contents))
        var error = InputError(
            file: recording.path,
            message: "no built-in layout matches \(content)\(nearness)",
            advice: "create a layout with 'sextant layout', or select a layout with --layout"
        )
        error.hasUnknownLayout = true
        return error
    }

    /// Returns what a layout requires, as a clause that follows the layout's name.
    private static func needs(of layout: Layout) -> String {
        guard let condition = layout.signature.first(where: { !$0.columns.isEmpty || !$0.lines.isEmpty }) else {
            return "is \(layout.expects)"
        }
        return "needs \(condition.words)"
    }

    /// Returns the names of the files in a folder, or of the columns in a file.
    private static func contents(of recording: RecordingFolder) -> [String] {
        guard !recording.isFolder else { return recording.files(like: "*") }
        var format = DelimitedFormat.unknown()
        // Tables of other formats are exported with commas.
        if recording.contentWords == nil { format.alternativeDelimiters.append(UInt8(ascii: " ")) }
        return (try? recording.header(of: nil, format: format))?.names ?? []
    }

    /// The maximum number of file or column names of a recording. Further names are not compared with the layouts'
    /// names.
    private static let maximumNames = 1_000
    /// The maximum length in bytes of a name that is compared.
    private static let maximumNameLength = 200

    /// Returns the layout that shares the largest number of file or column names with the recording, or `nil` if no
    /// layout shares a name.
    private static func nearest(
        to contents: [String],
        _ recording: RecordingFolder,
        _ layouts: [Layout]
    ) -> Layout? {
        let fitting = layouts.filter { $0.container.takes(folder: recording.isFolder) && !$0.expects.isEmpty }
        let texts = contents.map { TextPattern.Text($0, form: .fileName) }
        let scored = fitting.map { layout in
            let known = Set(recording.isFolder ? layout.fileNames : layout.columnNames)
            let patterns = known.map { TextPattern($0, form: .fileName) }
            let literals = Set(patterns.compactMap(\.literal))
            let others = patterns.filter { $0.literal == nil }
            let count = texts.count { name in
                literals.contains(name) || others.contains { $0.match(name) != nil }
            }
            // If two layouts match equally many names without regard to case, the layout with more exact matches is
            // nearer.
            return (layout, count, contents.count(where: known.contains))
        }
        return scored.filter { $0.1 > 0 }.max { ($0.1, $0.2) < ($1.1, $1.2) }?.0
    }
}

/// The conditions by which a layout is detected.
///
/// Detection needs only the signatures of all layouts. A layout's streams are parsed when ``layout`` is called.
struct LayoutSignature: Sendable {
    let name: String
    let container: Layout.Container
    /// The alternative conditions. A recording has the layout if it meets at least one of them.
    let conditions: [LayoutCondition]
    let layout: @Sendable () -> Layout
}

extension Layout {
    fileprivate var fileNames: [String] {
        (variants.flatMap(\.streams).compactMap(\.file) + signature.flatMap(\.files)).filter { !$0.hasPrefix("*") }
    }

    fileprivate var columnNames: [String] {
        variants.flatMap(\.streams).flatMap(\.columns.values).joined().compactMap { column in
            if case .named(let name) = column { name.replacing("{unit}", with: "*") } else { nil }
        }
    }
}

/// The file formats that Sextant does not read, with the programs that convert them.
enum ForeignExport {
    /// An unsupported file format, the bytes by which its files are recognised, and advice for converting them.
    private struct Form {
        let name: String
        let signature: [UInt8]
        var offset = 0
        var suffixes: [String] = []
        let advice: String
    }

    private static let forms = [
        Form(
            name: "an Excel workbook",
            signature: [0xD0, 0xCF, 0x11, 0xE0],
            advice: "export the recording again as CSV, or as a zip of CSV files"
        ),
        Form(
            name: "an Excel workbook",
            signature: [0x50, 0x4B, 3, 4],
            suffixes: [".xlsx", ".xlsm", ".ods"],
            advice: "export the recording again as CSV, or as a zip of CSV files"
        ),
        Form(
            name: "a PX4 log",
            signature: Array("ULog".utf8),
            advice: "convert it with 'ulog2csv' of the Python package pyulog"
        ),
        Form(
            name: "an MCAP file",
            signature: [0x89] + Array("MCAP".utf8),
            advice: "write its messages as CSV with the Python package mcap or rosbags"
        ),
        Form(
            name: "a ROS bag",
            signature: Array("#ROSBAG".utf8),
            advice: "write its messages as CSV with the Python package rosbags"
        ),
        Form(
            name: "a Parquet file",
            signature: Array("PAR1".utf8),
            advice: "write it as CSV, for example with the Python package polars"
        ),
        Form(
            name: "a FIT file",
            signature: Array(".FIT".utf8),
            offset: 8,
            advice: "convert it with Garmin's FitCSVTool"
        ),
    ]

    private static let headBytes = 64

    /// Detects the format of a file from its first bytes. Returns an error that names the unsupported format and the
    /// next step, or `nil` for a folder or a file of another format.
    static func error(at path: String) -> InputError? {
        guard let head = try? ByteSource.head(of: path, bytes: headBytes) else { return nil }
        let found = forms.first { form in
            head.dropFirst(form.offset).starts(with: form.signature)
                && (form.suffixes.isEmpty || form.suffixes.contains(where: path.lowercased().hasSuffix))
        }
        guard let form = found else { return nil }
        return InputError(file: path, message: "this is \(form.name), which Sextant cannot read", advice: form.advice)
    }
}
