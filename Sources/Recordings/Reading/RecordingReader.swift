import Foundation
public import SensorModel

/// A reader of recordings. Each file is parsed once, even if it contains several streams.
///
/// ```swift
/// let recording = try RecordingReader().read(path: "walk")
/// print(recording.name, recording.gyroscope?.count ?? 0)
/// ```
public struct RecordingReader: Sendable {
    /// The layout of the recordings, or `nil` to detect the layout from the files; see ``LayoutDetection``.
    public var layout: Layout?

    /// The layouts to detect. A `recording.yaml` can name one of them.
    public var layouts: LayoutCatalogue

    /// The parser and the number of threads for delimited files.
    public var reading: DelimitedReading

    /// The calibration of the device. If `nil`, the calibration that the metadata or the layout names is used, if there
    /// is one.
    public var calibration: RecordingCalibration?

    /// A Boolean value that indicates whether to use a calibration that the metadata or the layout names.
    public var usesNamedCalibration = true

    /// The streams for which values without the device's own calibration are preferred. Streams whose ``calibration``
    /// applies to such values are included automatically.
    public var uncalibrated: Set<StreamKind> = []

    /// A Boolean value that indicates whether the line number of each sample is stored.
    var keepsLines = false

    /// Creates a reader. The parameters are described at the properties.
    public init(
        layout: Layout? = nil,
        layouts: LayoutCatalogue = .builtIn,
        reading: DelimitedReading = DelimitedReading(),
        calibration: RecordingCalibration? = nil
    ) {
        self.layout = layout
        self.layouts = layouts
        self.reading = reading
        self.calibration = calibration
    }

    /// Reads a recording. The layout determines whether a recording is a folder or a file. The folder or file may be in
    /// a zip. A JSON or SQLite file, and labelled text, are read like a folder with their tables.
    ///
    /// - Throws: `InputError` if the recording does not match its layout or a file is invalid.
    /// - Complexity: O(*n*) in the number of samples. Besides the samples, reading needs a few hundred kilobytes of
    ///   memory.
    public func read(path: String) throws(InputError) -> Recording {
        var recording = try readOnce(path: path)
        if !keepsLines { recording.sampleLines = lines(at: path) }
        return recording
    }

    private func readOnce(path: String) throws(InputError) -> Recording {
        let hasGeoPoses = layout.map { $0.form == .geopose } ?? GeoPoseReader.accepts(path)
        guard !hasGeoPoses, let archive = try UnpackedArchive.open(path: path) else {
            return try read(layout == nil ? RecordingFolder.candidates(at: path) : [RecordingFolder(path: path)])
        }
        return try archive.naming { () throws(InputError) in
            var recording = try read(archive.recordings())
            recording.leftOut.merge(archive.leftOut) { $1 }
            return recording
        }
    }

    /// Returns a function that finds the line numbers of samples by reading the files again. A recording therefore need
    /// not store line numbers.
    private func lines(at path: String) -> @Sendable () -> [StreamKind: [Int]] {
        var reader = self
        reader.keepsLines = true
        return { [reader] in (try? reader.readOnce(path: path))?.keptLines ?? [:] }
    }

    /// Returns whether a file is a zip or gzip file, which may contain a recording.
    public static func isArchive(path: String) -> Bool { ZipArchive.isZip(path: path) || GzipFile.isGzip(path: path) }

    /// Returns whether a file is a MATLAB or HDF5 file.
    public static func isMatrixFile(path: String) -> Bool { MatrixLibrary(path: path) != nil }

    /// Returns whether a file is an export in JSON, SQLite or an unsupported format.
    public static func isForeignExport(path: String) -> Bool {
        TableExport(path: path) != nil || ForeignExport.error(at: path) != nil
    }

    /// Reads the first of the possible recordings that matches the layout.
    package func read(_ candidates: [RecordingFolder]) throws(InputError) -> Recording {
        guard let layout else {
            let (given, detection) = try LayoutDetection.first(of: candidates, among: layouts)
            return try read(given, detection.layout)
        }
        let fitting = candidates.first { layout.container.takes(folder: $0.isFolder) }
        return try read(fitting ?? candidates[0], layout)
    }

    private func read(_ given: RecordingFolder, _ selected: Layout) throws(InputError) -> Recording {
        let override = try LayoutOverride(of: given, layouts)
        let layout = override?.base == selected.name ? try override?.layout() ?? selected : selected
        try Self.check(given, against: layout)
        let folder = given.seen(by: layout.container)
        let fingerprint = Fingerprint()
        var metadata = RecordingMetadata()
        if let description = layout.metadata, folder.needs(description) || folder.has(description.file) {
            metadata = try RecordingMetadata(layout: description, folder: folder, fingerprint: fingerprint)
        } else if let description = layout.metadata {
            metadata = try RecordingMetadata(valuesOf: description, folder: folder, fingerprint: fingerprint)
        }
        let variant = try Self.variant(of: layout, for: folder, metadata)
        var recording = Recording(name: metadata.name ?? given.name, declination: metadata.declination)
        recording.source = metadata.source ?? layout.source
        var remarks = [layout.remark, variant.remark].compactMap(\.self)
        if let description = layout.metadata, let missing = description.missingRemark, !folder.has(description.file) {
            remarks.append(missing)
        }
        recording.remark = remarks.isEmpty ? nil : remarks.joined(separator: "; ")
        recording.estimators = layout.estimators
        recording.licence = metadata.licence ?? layout.licence
        recording.simulation = metadata.simulation
        recording.origin = metadata.origin
        var assembled = AssembledStreams(recording: recording)
        let context = RecordingFile.Context(
            metadata: metadata,
            fingerprint: fingerprint,
            clock: ClockOrigins(),
            reading: reading,
            reportsUnread: layout.reportedExtension != nil,
            keepsLines: keepsLines
        )
        let calibration = try calibration(of: folder, layout, metadata, fingerprint)
        let wanted = uncalibrated.union(calibration?.uncalibrated ?? [])
        let files = try RecordingFile.files(of: variant, in: folder, uncalibrated: wanted)
        let source = StreamSource(layout: layout, folder: folder, files: files)
        try source.read(into: &assembled, context)
        let sha256 = fingerprint.hexadecimal
        recording = assembled.recording
        let choices = files.flatMap(\.choices)
        if choices.contains(where: { $0.stream.takesSignFromAttitude && $0.isUsed(in: recording) }) {
            try recording.takeSignFromAttitude(path: folder.path)
        }
        recording.evaluated = metadata.evaluated
        recording.excluded = metadata.excluded
        let excluded = metadata.excluded + metadata.excludedReference
        recording.reference?.mask(evaluated: metadata.evaluated, excluded: excluded)
        recording.applyMagneticModel(year: metadata.year)
        recording.uncalibrated = RecordingFile.uncalibrated(files).filter { recording.vectors(of: $0) != nil }
        try calibration?.apply(to: &recording, at: folder.path)
        try Self.checkStreams(of: recording, in: folder, variant: variant)
        for file in Set(variant.streams.compactMap(\.file)) where folder.has(file) && folder.isEmpty(file) {
            recording.leftOut["\(file): an empty file"] = 1
        }
        for stream in variant.streams where stream.kind.isVector && recording.vectors(of: stream.kind) == nil {
            guard let file = stream.file, folder.has(file), let other = stream.addends.first?.file, !folder.has(other)
            else { continue }
            recording.leftOut["\(file): the \(stream.kind.rawValue) also needs \(other), which is missing"] = 1
        }
        try Self.reportUnread(layout, files, folder, in: &recording)
        if layout.reportedExtension == nil { recording.unused = try Self.unused(source, recording, context) }
        if let override, override.base != layout.name { recording.leftOut[override.unusedWords] = 1 }
        recording.sha256 = sha256
        return recording
    }

    /// Returns the calibration to use: ``calibration`` if it is set, or the calibration that the metadata or the layout
    /// names.
    private func calibration(
        of folder: RecordingFolder,
        _ layout: Layout,
        _ metadata: RecordingMetadata,
        _ fingerprint: Fingerprint
    ) throws(InputError) -> RecordingCalibration? {
        if let calibration { return calibration }
        guard usesNamedCalibration else { return nil }
        if let file = metadata.calibration {
            let path = try folder.member(file, isOfLayout: false)
            return try RecordingCalibration(ofRecording: path, fingerprint)
        }
        return try layout.calibration.map { path throws(InputError) in try RecordingCalibration(path: path) }
    }

    private static func check(_ folder: RecordingFolder, against layout: Layout) throws(InputError) {
        guard !layout.container.takes(folder: folder.isFolder) else { return }
        let unknown = folder.isFolder ? "name the files in it, such as \(folder.path)/*" : "choose another layout"
        throw InputError(
            file: folder.path,
            message: "this is \(folder.isFolder ? "a directory" : "a file"), but recordings of the layout "
                + "\(layout.name) are \(layout.container.rawValue)s",
            advice: layout.expects.isEmpty ? unknown : "use \(layout.expects)"
        )
    }

    private static func variant(
        of layout: Layout,
        for folder: RecordingFolder,
        _ metadata: RecordingMetadata
    ) throws(InputError) -> Layout.Variant {
        for variant in layout.variants {
            guard let condition = variant.condition else { return variant }
            if condition.holds(for: folder, metadata) { return variant }
        }
        let words = layout.variants.compactMap(\.condition?.words)
        let conditions = words.joined(separator: " or ")
        guard conditions.count > maximumConditionCharacters else {
            throw InputError(
                file: folder.path,
                message: "the folder does not fit the layout \(layout.name), which needs \(conditions)",
                advice: "check the folder, or choose another layout"
            )
        }
        throw InputError(
            file: folder.path,
            message: "no variant of the layout \(layout.name) fits the folder: the first variant needs \(words[0])",
            advice: "check \(layout.metadata?.file ?? "the folder"), or choose another layout"
        )
    }

    /// The maximum number of characters for a layout's conditions in a message.
    private static let maximumConditionCharacters = 100

    /// The maximum number of files or columns that a message lists.
    private static let maximumWanted = 4

    private static func checkStreams(
        of recording: Recording,
        in folder: RecordingFolder,
        variant: Layout.Variant
    ) throws(InputError) {
        let hasStreams =
            recording.accelerometer != nil || recording.gyroscope != nil || recording.magnetometer != nil
            || recording.heading != nil || recording.location != nil || recording.attitude != nil
            || recording.pose != nil || recording.reference != nil || recording.waypoints != nil
        guard !hasStreams else { return }
        // A layout may contain one description of a stream for each language of an app. Therefore only the first file
        // of each stream is listed.
        var kinds: Set<StreamKind> = []
        let first = variant.streams.filter { kinds.insert($0.kind).inserted }
        var wanted = first.compactMap(\.file)
        if wanted.isEmpty { wanted = first.compactMap(\.firstColumn) }
        let more = wanted.count - maximumWanted
        let list = wanted.prefix(maximumWanted).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
        var error = InputError(
            file: folder.path,
            message: "the recording has no stream that the layout describes: at least one of \(list) is needed",
            advice: "add the recorded samples"
        )
        error.hasUnknownLayout = true
        throw error
    }
}

/// Reports about content that a layout does not read.
extension RecordingReader {
    private static let maximumFiles = 200

    /// Returns the files and columns that the layout does not read.
    static func unused(
        _ source: StreamSource,
        _ recording: Recording,
        _ context: RecordingFile.Context
    ) throws(InputError) -> UnusedContent {
        var unused = UnusedContent()
        let files = source.files.compactMap { $0.used(in: recording) }
        let read = Set(files.map(\.name) + [source.layout.metadata?.file].compactMap(\.self))
        if source.folder.isFolder {
            let folders = Set(read.compactMap { $0.contains("/") ? String($0.prefix { $0 != "/" }) + "/" : nil })
            let members = source.folder.members.filter { !read.contains($0) && !folders.contains($0) }
            unused.files = Array(members.prefix(maximumFiles))
        }
        for file in files {
            let columns = try file.unusedColumns(in: source.folder, context)
            let names = Set(columns)
            let type = file.choices[0].stream.format.rowType.map { " (\($0.text))" } ?? ""
            let name = file.name + type
            // A file that is read twice has two lists of unread columns. Only the columns in both lists are unused.
            unused.columns[name] = unused.columns[name].map { $0.filter(names.contains) } ?? columns
        }
        unused.columns = unused.columns.filter { !$0.value.isEmpty }
        return unused
    }

    /// Reports files that the layout does not read: files whose names are not UTF-8, and files with the layout's
    /// `reportedExtension`.
    static func reportUnread(
        _ layout: Layout,
        _ files: [RecordingFile],
        _ folder: RecordingFolder,
        in recording: inout Recording
    ) throws(InputError) {
        for name in folder.undecodable {
            recording.leftOut["\(name): the name is not UTF-8; rename the file if it belongs to the recording"] = 1
        }
        guard let suffix = layout.reportedExtension, folder.isFolder else { return }
        let read = Set(files.map(\.name))
        let known = Set(layout.variants.flatMap(\.streams).compactMap(\.file))
        for file in try folder.files(endingIn: suffix) where !read.contains(file) && !known.contains(file) {
            let hint = NearestName.suggestion(for: file, among: known.sorted()).map { ", did you mean \($0)?" } ?? ""
            recording.leftOut["\(file): a file that the layout \(layout.name) does not read\(hint)"] = 1
        }
    }
}

/// The files and columns of a recording that the layout does not read.
public struct UnusedContent: Sendable, Hashable, Codable {
    /// The names of files, relative to the recording's folder. Names of folders end with a slash.
    public var files: [String]
    /// The names or positions of unused columns, by file.
    public var columns: [String: [String]]

    /// Creates a description of unused content. By default, all content is used.
    public init(files: [String] = [], columns: [String: [String]] = [:]) {
        self.files = files
        self.columns = columns
    }

    /// The total number of unused columns.
    public var columnCount: Int { columns.values.reduce(0) { $0 + $1.count } }

    /// The counts as text, such as "2 files and 15 columns", or `nil` if all content is used.
    public var words: String? {
        let parts = [(files.count, "file"), (columnCount, "column")].filter { $0.0 > 0 }
        guard !parts.isEmpty else { return nil }
        return parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " and ")
    }
}

@_spi(Fuzzing)
extension RecordingReader {
    /// Reads a recording from the records that a child process returns for a MATLAB or HDF5 file. The fuzzer passes
    /// arbitrary bytes instead.
    ///
    /// - Parameters:
    ///   - list: the record with the list of variables.
    ///   - values: the records with the requested variables.
    ///   - isColumnMajor: whether the first dimension of a matrix varies fastest.
    ///   - path: any file. Only the digest of the recording depends on its bytes.
    /// - Throws: `InputError` if the recording does not match its layout or the records are damaged.
    public func read(list: [UInt8], values: [UInt8], isColumnMajor: Bool, path: String) throws(InputError) -> Recording
    {
        let folder = try RecordingFolder(path: path)
        let (list, values) = (Data(list), Data(values))
        let file = try MatrixFile(path: path, isColumnMajor: isColumnMajor) { names in names == nil ? list : values }
        folder.use(file, at: path)
        return try read([folder])
    }
}

extension Recording {
    /// The minimum proportion of samples that must agree on the sign of the acceleration.
    private static let agreement = 0.75

    /// Changes the sign of all accelerations if the attitude shows that they point down, and adds a remark.
    ///
    /// At rest, an accelerometer measures an upward acceleration. Some systems report the opposite sign, which is the
    /// sign of gravity. Logs do not always name the system that wrote them.
    ///
    /// - Throws: `InputError` if no acceleration has an attitude that is at most one second old, or if the samples
    ///   contradict each other.
    mutating func takeSignFromAttitude(path: String) throws(InputError) {
        guard let measured = accelerometer else { return }
        let votes = verticalParts(of: measured)
        guard !votes.isEmpty else {
            throw InputError(
                file: path,
                message: "the sign of the accelerations is unknown, because there is no attitude at the same times",
                advice: "write 'sign: 1' in the layout if the accelerations at rest point up, otherwise 'sign: -1'"
            )
        }
        let up = Double(votes.count { $0 > 0 }) / Double(votes.count)
        guard max(up, 1 - up) >= Self.agreement else {
            throw InputError(
                file: path,
                message: "according to the attitude, accelerations point up in "
                    + "\(DecimalText.fixed(up * 100, decimals: 0)) % of the samples, so their sign is ambiguous",
                advice: "check the layout's axes and angles, or write 'sign: 1' if the accelerations at rest point up, "
                    + "otherwise 'sign: -1'"
            )
        }
        guard up < 0.5 else { return }
        accelerometer = SensorStream(times: measured.times, values: measured.values.map { -$0 })
        let words = "accelerations were inverted, because they had the sign of gravity according to the attitude"
        remark = remark.map { "\($0); \(words)" } ?? words
    }

    /// Returns the upward component of each acceleration, computed from the latest attitude before it. Accelerations
    /// without an attitude in the previous second are skipped.
    private func verticalParts(of measured: SensorStream<Vector3>) -> [Double] {
        guard let attitude, attitude.count > 0 else { return [] }
        var parts: [Double] = []
        var index = -1
        for (time, value) in zip(measured.times, measured.values) {
            while index + 1 < attitude.count, attitude.times[index + 1] <= time { index += 1 }
            guard index >= 0, time - attitude.times[index] <= 1 else { continue }
            let part = attitude.values[index].rotate(value).z
            if part.isFinite, part != 0 { parts.append(part) }
        }
        return parts
    }
}
