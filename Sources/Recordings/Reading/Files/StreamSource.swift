/// The files of a recording's streams, and their layout.
struct StreamSource {
    let layout: Layout
    let folder: RecordingFolder
    let files: [RecordingFile]

    /// The paths of all files in the order of reading.
    var paths: [String] { files.map(\.path) + (layout.form == .gpx ? [folder.path] : []) }

    /// Reads all files and converts their times to one clock.
    func read(into assembled: inout AssembledStreams, _ context: RecordingFile.Context) throws(InputError) {
        for file in files { try file.read(into: &assembled, context) }
        if layout.form == .gpx { try GPXReader.read(path: folder.path, into: &assembled, context) }
        try assembled.finish(context.clock, path: folder.path)
    }

    /// Adds every byte of every file to a digest, in the order of reading.
    func hash(into fingerprint: Fingerprint) throws(InputError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: CacheFormat.chunkBytes, alignment: 64)
        defer { buffer.deallocate() }
        for path in paths {
            let file = try ByteSource(path: path, fingerprint: fingerprint, access: .member)
            while try file.read(into: buffer) > 0 {}
        }
    }
}
