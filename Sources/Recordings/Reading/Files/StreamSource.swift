/// The files that a recording's streams are read from, and how they are written.
struct StreamSource {
    let layout: Layout
    let folder: RecordingFolder
    let files: [RecordingFile]

    /// Every file's path, in the order of reading.
    var paths: [String] { files.map(\.path) + (layout.form == .gpx ? [folder.path] : []) }

    /// Reads all of them, and brings their times to one clock.
    func read(into assembled: inout AssembledStreams, _ context: RecordingFile.Context) throws(InputError) {
        for file in files { try file.read(into: &assembled, context) }
        if layout.form == .gpx { try GPXReader.read(path: folder.path, into: &assembled, context) }
        try assembled.finish(context.clock, path: folder.path)
    }
}
