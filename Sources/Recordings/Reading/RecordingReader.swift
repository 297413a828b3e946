import SensorModel

/// Reads recordings from files: each file is parsed once, whatever number of streams it holds.
public struct RecordingReader: Sendable {
    /// How the recording is written; nil means a native recording: a folder with a `recording.yaml`.
    public var layout: Layout?

    public init(layout: Layout? = nil) {
        self.layout = layout
    }

    /// Reads the recording at `path`, a folder or a file as the layout says.
    ///
    /// Time and memory grow with the number of samples; besides the samples, only a few hundred kilobytes are used.
    public func read(path: String) throws(InputError) -> Recording {
        let folder = try RecordingFolder(path: path)
        let layout = if let given = self.layout { given } else { try Self.defaultLayout(for: folder) }
        try Self.check(folder, against: layout)
        let fingerprint = Fingerprint()
        var metadata = RecordingMetadata()
        if let description = layout.metadata {
            metadata = try RecordingMetadata(layout: description, folder: folder, fingerprint: fingerprint)
        }
        let variant = try Self.variant(of: layout, for: folder)
        var recording = Recording(name: metadata.name ?? folder.name, declination: metadata.declination)
        recording.source = metadata.source ?? layout.source
        recording.estimators = layout.estimators
        recording.licence = metadata.licence ?? layout.licence
        for file in RecordingFile.files(of: variant, in: folder) {
            try file.read(
                into: &recording,
                metadata: metadata,
                fingerprint: fingerprint,
                reportsUnread: layout.reportedExtension != nil
            )
        }
        recording.reference?.mask(evaluated: metadata.evaluated, excluded: metadata.excluded)
        try Self.checkStreams(of: recording, in: folder, variant: variant)
        try Self.reportUnread(layout, variant, folder, in: &recording)
        recording.sha256 = fingerprint.hexadecimal
        return recording
    }

    private static func defaultLayout(for folder: RecordingFolder) throws(InputError) -> Layout {
        if folder.isFolder, folder.has("recording.yaml"),
            let native = LayoutCatalogue.builtIn.first(where: { $0.name == "native" })
        {
            return native
        }
        let names = LayoutCatalogue.builtIn.map(\.name).joined(separator: ", ")
        throw InputError(
            file: folder.path,
            found: folder.isFolder ? "a folder without a recording.yaml" : "a file",
            expected: "a native recording, because no layout was given",
            remedy: "give --layout with one of \(names), or with the path of a layout's .yaml file"
        )
    }

    private static func check(_ folder: RecordingFolder, against layout: Layout) throws(InputError) {
        guard folder.isFolder != (layout.container == .folder) else { return }
        throw InputError(
            file: folder.path,
            found: folder.isFolder ? "a directory" : "a file",
            expected: "a \(layout.container.rawValue), as the layout \(layout.name) says",
            remedy: layout.expects.isEmpty ? "choose another layout" : "give \(layout.expects)"
        )
    }

    private static func variant(of layout: Layout, for folder: RecordingFolder) throws(InputError) -> Layout.Variant {
        if let found = layout.variants.first(where: { $0.marker.map(folder.has) ?? true }) { return found }
        let markers = layout.variants.compactMap(\.marker)
        throw InputError(
            file: folder.path,
            found: "neither \(markers.joined(separator: " nor "))",
            expected: "one of them, as the layout \(layout.name) says",
            remedy: "check the folder, or choose another layout"
        )
    }

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
        let files = variant.streams.compactMap(\.file)
        throw InputError(
            file: folder.path,
            found: "no stream",
            expected: "at least one of \(files.joined(separator: ", "))",
            remedy: "add the recorded samples"
        )
    }

    /// Names the files of the folder that look like streams but are none that the layout knows.
    private static func reportUnread(
        _ layout: Layout,
        _ variant: Layout.Variant,
        _ folder: RecordingFolder,
        in recording: inout Recording
    ) throws(InputError) {
        guard let suffix = layout.reportedExtension, folder.isFolder else { return }
        let known = Set(variant.streams.compactMap(\.file))
        for file in try folder.files(endingIn: suffix) where !known.contains(file) {
            let hint = NearestName.suggestion(for: file, among: known.sorted()).map { ", did you mean \($0)?" } ?? ""
            recording.leftOut["\(file): a file that the layout \(layout.name) does not read\(hint)"] = 1
        }
    }
}
