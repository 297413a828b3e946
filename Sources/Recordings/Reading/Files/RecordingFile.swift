import SensorModel

/// One file of a recording and the streams that it holds.
struct RecordingFile {
    let path: String
    /// The file's name in the recording's folder.
    let name: String
    private(set) var choices: [StreamChoice]

    /// The files that a recording has, in the order in which the layout names them. A missing file is there if it is
    /// required.
    static func files(of variant: Layout.Variant, in folder: RecordingFolder) throws(InputError) -> [RecordingFile] {
        var files: [RecordingFile] = []
        for choice in try StreamChoice.streams(of: variant, in: folder) {
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

    /// What reading a file needs to know about its recording.
    struct Context {
        let metadata: RecordingMetadata
        let fingerprint: Fingerprint
        let clock: RecordingClock
        let reading: DelimitedReading
        let reportsUnread: Bool
    }

    /// Reads the file in one pass and puts its streams where they belong.
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

    /// Names the columns that nothing reads: one of them may be a column that is missed, misspelt.
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
