import SensorModel

/// A reader of recordings. It parses each file once, even if the file contains several streams.
///
/// ```swift
/// let recording = try RecordingReader().read(path: "walk")
/// print(recording.name, recording.gyroscope?.count ?? 0)
/// ```
public struct RecordingReader: Sendable {
    /// The layout of the recordings; nil to detect it from the files, see ``LayoutDetection``.
    public var layout: Layout?

    /// The parser and the number of threads for the rows of files.
    public var reading: DelimitedReading

    /// The calibration of the device; nil for the one that the metadata or the layout names, if any.
    public var calibration: RecordingCalibration?

    /// Whether a calibration that the metadata or the layout names is used.
    public var usesNamedCalibration = true

    /// The streams of which values before the device's own calibration are read where the recording has them. The
    /// streams that ``calibration`` requires are added.
    public var uncalibrated: Set<StreamKind> = []

    /// Whether the recording keeps the line of each sample.
    var keepsLines = false

    /// Makes a reader. See the properties for the parameters.
    public init(
        layout: Layout? = nil,
        reading: DelimitedReading = DelimitedReading(),
        calibration: RecordingCalibration? = nil
    ) {
        self.layout = layout
        self.reading = reading
        self.calibration = calibration
    }

    /// Reads a recording from a folder or a file, depending on the layout, from a zip of either, or from the tables of a
    /// JSON or SQLite file.
    ///
    /// - Throws: ``InputError`` if the recording does not match its layout or a file is faulty.
    /// - Complexity: O(*n*) in the number of samples. Besides the samples, it needs a few hundred kilobytes of memory.
    public func read(path: String) throws(InputError) -> Recording {
        var recording = try readOnce(path: path)
        if !keepsLines { recording.sampleLines = lines(at: path) }
        return recording
    }

    private func readOnce(path: String) throws(InputError) -> Recording {
        guard let archive = try UnpackedArchive.open(path: path) else {
            return try read(layout == nil ? RecordingFolder.candidates(at: path) : [RecordingFolder(path: path)])
        }
        return try archive.naming { () throws(InputError) in try read(archive.recordings()) }
    }

    /// The lines of the samples, which are found by reading the files again, so that recordings do not store them.
    private func lines(at path: String) -> SampleLines {
        var reader = self
        reader.keepsLines = true
        return SampleLines { [reader] in (try? reader.readOnce(path: path))?.keptLines ?? [:] }
    }

    /// Whether a file is a zip, which may contain a recording.
    public static func isArchive(path: String) -> Bool { ZipArchive.isZip(path: path) }

    /// Whether a file is a MATLAB or HDF5 file.
    public static func isMatrixFile(path: String) -> Bool { MatrixLibrary(path: path) != nil }

    /// Whether a file is an export of an app in a form other than CSV: JSON or SQLite, or one that is not read.
    public static func isForeignExport(path: String) -> Bool {
        TableExport(path: path) != nil || ForeignExport(path: path) != nil
    }

    /// Reads the first of the candidates that the layout accepts.
    package func read(_ candidates: [RecordingFolder]) throws(InputError) -> Recording {
        guard let layout else {
            let (given, detection) = try LayoutDetection.first(of: candidates)
            return try read(given, detection.layout)
        }
        let fitting = candidates.first { layout.container.takes(folder: $0.isFolder) }
        return try read(fitting ?? candidates[0], layout)
    }

    private func read(_ given: RecordingFolder, _ selected: Layout) throws(InputError) -> Recording {
        let override = try LayoutOverride(of: given)
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
            recording.leftOut["\(file): a file without a byte"] = 1
        }
        try Self.reportUnread(layout, files, folder, in: &recording)
        if layout.reportedExtension == nil { recording.unused = try Self.unused(source, recording, context) }
        if let override, override.base != layout.name { recording.leftOut[override.unusedWords] = 1 }
        recording.sha256 = sha256
        return recording
    }

    /// The calibration to use: the given one, that of the metadata, or that of the layout.
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
        throw InputError(
            file: folder.path,
            found: folder.isFolder ? "a directory" : "a file",
            expected: "a \(layout.container.rawValue), as the layout \(layout.name) says",
            remedy: layout.expects.isEmpty ? "choose another layout" : "use \(layout.expects)"
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
        let conditions = words.joined(separator: " nor ")
        guard conditions.count > maximumConditionCharacters else {
            throw InputError(
                file: folder.path,
                found: "neither \(conditions)",
                expected: "one of them, as the layout \(layout.name) says",
                remedy: "check the folder, or choose another layout"
            )
        }
        throw InputError(
            file: folder.path,
            found: "no file or metadata that selects a variant of the layout \(layout.name)",
            expected: "\(words[0]), for example",
            remedy: "check \(layout.metadata?.file ?? "the folder"), or choose another layout"
        )
    }

    /// The maximum length of the conditions of a layout in a message.
    private static let maximumConditionCharacters = 100

    /// The maximum number of files or columns of a layout in a message.
    private static let maximumWanted = 4

    private static func checkStreams(
        of recording: Recording,
        in folder: RecordingFolder,
        variant: Layout.Variant
    ) throws(InputError) {
        let hasStreams =
            recording.accelerometer != nil || recording.gyroscope != nil || recording.magnetometer != nil
            || recording.heading != nil || recording.location != nil || recording.attitude != nil
            || recording.pose != nil || recording.reference != nil
        guard !hasStreams else { return }
        // A stream can have a file for each language of an app: the first of each sensor suffices.
        var kinds: Set<StreamKind> = []
        let first = variant.streams.filter { kinds.insert($0.kind).inserted }
        var wanted = first.compactMap(\.file)
        if wanted.isEmpty { wanted = first.compactMap(\.firstColumn) }
        let more = wanted.count - maximumWanted
        throw InputError(
            file: folder.path,
            found: "no stream",
            expected: "at least one of \(wanted.prefix(maximumWanted).joined(separator: ", "))"
                + (more > 0 ? " and \(more) more" : ""),
            remedy: "add the recorded samples"
        )
    }
}
