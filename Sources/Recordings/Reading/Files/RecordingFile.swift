import SensorModel

/// A file of a recording, and the streams to read from it.
struct RecordingFile {
    let path: String
    /// The name of the file, relative to the folder of the recording.
    let name: String
    private(set) var choices: [StreamChoice]

    /// The files of a recording in the order of the layout. Required files are included even if they are missing.
    ///
    /// - Parameter uncalibrated: the kinds of which values before the device's own calibration are preferred.
    /// - Throws: ``InputError`` for a missing or faulty required stream.
    static func files(
        of variant: Layout.Variant,
        in folder: RecordingFolder,
        uncalibrated: Set<StreamKind>
    ) throws(InputError) -> [RecordingFile] {
        var files: [RecordingFile] = []
        for choice in try StreamChoice.streams(of: variant, in: folder, uncalibrated: uncalibrated) {
            let path = folder.path(of: choice.file)
            let format = choice.stream.format
            if let index = files.firstIndex(where: { $0.path == path && $0.choices[0].stream.format == format }) {
                files[index].choices.append(choice)
            } else {
                let name = choice.file ?? path.split(separator: "/").last.map(String.init) ?? path
                files.append(RecordingFile(path: path, name: name, choices: [choice]))
            }
        }
        return files
    }

    /// The kinds of streams that are read without the device's own calibration.
    static func uncalibrated(_ files: [RecordingFile]) -> Set<StreamKind> {
        let choices = files.flatMap(\.choices)
        return Set(choices.filter(\.stream.isUncalibrated).map(\.stream.kind))
            .subtracting(choices.filter { !$0.stream.isUncalibrated }.map(\.stream.kind))
    }

    /// Data of the recording that reading a file needs.
    struct Context {
        let metadata: RecordingMetadata
        let fingerprint: Fingerprint
        let clock: ClockOrigins
        let reading: DelimitedReading
        /// Whether columns that the layout does not read are reported.
        let reportsUnread: Bool
    }

    /// Reads the file in one pass and stores its streams.
    ///
    /// - Throws: ``InputError`` for a faulty file and for a required stream without rows.
    func read(into assembled: inout AssembledStreams, _ context: Context) throws(InputError) {
        let reader = try DelimitedReader(
            member: path,
            format: choices[0].stream.format,
            reading: context.reading,
            fingerprint: context.fingerprint
        )
        var planner = StreamPlanner(header: reader.columns, fileName: name, context: context)
        var assemblers: [any StreamAssembler] = []
        for choice in choices { assemblers.append(try planner.plan(for: choice).makeAssembler()) }
        var rowCount = 0
        try reader.forEachBlock(of: planner.selection) { block throws(InputError) in
            rowCount += block.rowCount
            for assembler in assemblers { try assembler.append(block) }
        }
        guard rowCount > 0 || choices.allSatisfy(\.stream.skipsEmpty) else { throw noRows() }
        for assembler in assemblers { assembler.store(in: &assembled) }
        for choice in choices { assembled.recording.files[choice.stream.kind] = name }
        if context.reportsUnread { report(reader.header ?? [], except: planner.selection, in: &assembled.recording) }
    }

    /// Reports columns that are not read. One of them may be a misspelt name of an optional column.
    private func report(_ header: [String], except selection: [FieldSelection], in recording: inout Recording) {
        let read = Set(selection.map(\.field))
        for (field, column) in header.enumerated() where !read.contains(field) {
            recording.leftOut["\(name): column '\(column)', which the layout does not read"] = 1
        }
    }

    private func noRows() -> InputError {
        InputError(
            file: path,
            found: "no rows",
            expected: "samples",
            remedy: "check that the file was written to its end, or remove it"
        )
    }
}

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
