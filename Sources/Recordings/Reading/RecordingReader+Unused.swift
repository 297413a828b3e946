import SensorModel

/// Reports what a layout does not read.
extension RecordingReader {
    private static let maximumFiles = 200

    /// The files and columns that no stream reads.
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
            // A file that is read twice has two lists: a column is unused if it is in both.
            unused.columns[name] = unused.columns[name].map { $0.filter(names.contains) } ?? columns
        }
        unused.columns = unused.columns.filter { !$0.value.isEmpty }
        return unused
    }

    /// Reports files of the folder that have the extension of streams, but that the layout does not read.
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
