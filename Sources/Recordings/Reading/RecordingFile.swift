import SensorModel

/// One file of a recording and the streams that it holds.
struct RecordingFile {
    private let path: String
    private let name: String
    private var streams: [StreamLayout]

    /// The files that a recording has, in the order in which the layout names them. A missing file is there if it is
    /// required.
    static func files(of variant: Layout.Variant, in folder: RecordingFolder) -> [RecordingFile] {
        var files: [RecordingFile] = []
        for stream in variant.streams {
            if let file = stream.file, !stream.isRequired, !folder.has(file) { continue }
            let path = folder.path(of: stream.file)
            if let index = files.firstIndex(where: { $0.path == path && $0.streams[0].format == stream.format }) {
                files[index].streams.append(stream)
            } else {
                let name = stream.file ?? path.split(separator: "/").last.map(String.init) ?? path
                files.append(RecordingFile(path: path, name: name, streams: [stream]))
            }
        }
        return files
    }

    /// Reads the file in one pass and puts its streams into the recording.
    func read(
        into recording: inout Recording,
        metadata: RecordingMetadata,
        fingerprint: Fingerprint,
        reportsUnread: Bool
    ) throws(InputError) {
        let reader = try DelimitedReader(path: path, format: streams[0].format, fingerprint: fingerprint)
        var selection: [DelimitedColumn] = []
        var assemblers: [any StreamAssembler] = []
        for stream in streams {
            let plan = plan(for: stream, reader: reader, metadata: metadata, selection: &selection)
            assemblers.append(plan.makeAssembler())
        }
        var rowCount = 0
        try reader.forEachBlock(of: selection) { block throws(InputError) in
            rowCount += block.rowCount
            for assembler in assemblers { try assembler.append(block) }
        }
        guard rowCount > 0 else { throw noRows() }
        for assembler in assemblers { assembler.store(in: &recording) }
        for stream in streams { recording.files[stream.kind] = name }
        if reportsUnread { report(reader.header ?? [], except: selection, in: &recording) }
    }

    /// Names the columns that nothing reads: one of them may be a column that is missed, misspelt.
    private func report(_ header: [String], except selection: [DelimitedColumn], in recording: inout Recording) {
        for column in header where !selection.contains(.named(column)) {
            recording.leftOut["\(name): column '\(column)', which the layout does not read"] = 1
        }
    }

    /// Says where a stream's columns stand in the file's blocks, and asks for those that are new.
    private func plan(
        for stream: StreamLayout,
        reader: DelimitedReader,
        metadata: RecordingMetadata,
        selection: inout [DelimitedColumn]
    ) -> AssemblyPlan {
        let clock = StreamClock(
            column: Self.place(of: stream.time.column, in: &selection),
            unit: stream.time.unit,
            offset: (stream.time.usesClockOffset ? metadata.clockOffset : 0) + (metadata.clockOffsets[stream.kind] ?? 0)
        )
        var columns: [ColumnRole: Int] = [:]
        for role in ColumnRole.allCases {
            guard let column = stream.columns[role] else { continue }
            if stream.optionalColumns.contains(role), reader.firstIndex(of: column) == nil { continue }
            columns[role] = Self.place(of: column, in: &selection)
        }
        var stream = stream
        if stream.kind == .attitude, let north = metadata.attitudeNorth { stream.frame.north = north }
        return AssemblyPlan(
            stream: stream,
            fileName: name,
            clock: clock,
            columns: columns,
            declination: metadata.declination
        )
    }

    private static func place(of column: DelimitedColumn, in selection: inout [DelimitedColumn]) -> Int {
        if let place = selection.firstIndex(of: column) { return place }
        selection.append(column)
        return selection.count - 1
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
