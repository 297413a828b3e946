import SensorModel

/// A file of a recording, and the streams to read from it.
struct RecordingFile {
    let path: String
    /// The name of the file, relative to the folder of the recording.
    let name: String
    private(set) var choices: [StreamChoice]
    private let folder: RecordingFolder

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
            let path = try folder.member(choice.file)
            let format = choice.stream.format
            if let index = files.firstIndex(where: { $0.path == path && $0.choices[0].stream.format == format }) {
                files[index].choices.append(choice)
            } else {
                let name = choice.file ?? path.split(separator: "/").last.map(String.init) ?? path
                files.append(RecordingFile(path: path, name: name, choices: [choice], folder: folder))
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
        /// Whether the line of each sample is kept.
        let keepsLines: Bool
    }

    /// Reads the file in one pass and stores its streams.
    ///
    /// - Throws: ``InputError`` for a faulty file and for a required stream without rows.
    ///
    /// - Parameters:
    ///   - assembled: the streams that have been read so far.
    ///   - context: data of the recording.
    ///   - isHashed: whether the bytes are added to the digest. They are not if the file has been read before.
    func read(into assembled: inout AssembledStreams, _ context: Context, isHashed: Bool) throws(InputError) {
        if let file = try folder.matrix(at: path) {
            if isHashed { try ByteSource.hash(path, into: context.fingerprint) }
            return try read(file, into: &assembled, context)
        }
        let reader = try DelimitedReader(
            member: path,
            format: choices[0].stream.format,
            reading: context.reading,
            fingerprint: isHashed ? context.fingerprint : nil
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
        if !reader.rowTypes.isEmpty { assembled.rowTypes[name] = reader.rowTypes }
        for choice in choices { assembled.recording.files[choice.stream.kind] = name }
        if context.reportsUnread { report(reader.header ?? [], except: planner.selection, in: &assembled.recording) }
    }

    /// Reads the streams from a MATLAB or HDF5 file, each with its own count of rows.
    private func read(
        _ file: MatrixFile,
        into assembled: inout AssembledStreams,
        _ context: Context
    ) throws(InputError) {
        var plans: [(choice: StreamChoice, assembler: any StreamAssembler, selection: [FieldSelection])] = []
        let header = file.header
        for choice in choices {
            var planner = StreamPlanner(header: header, fileName: name, context: context)
            planner.number = file.number
            let assembler = try planner.plan(for: choice).makeAssembler()
            plans.append((choice, assembler, planner.selection))
        }
        let selection = plans.flatMap(\.selection)
        try file.load(selection.map(\.field), threads: context.reading.threads)
        defer { file.discard() }
        for plan in plans {
            let rows = try MatrixRows(file: file, selection: plan.selection)
            guard rows.rowCount > 0 || plan.choice.stream.skipsEmpty else { throw noRows() }
            try rows.forEachBlock(plan.assembler.append)
            plan.assembler.store(in: &assembled)
            assembled.recording.files[plan.choice.stream.kind] = name
        }
        if context.reportsUnread { report(header.names ?? [], except: selection, in: &assembled.recording) }
    }

    /// The number of columns of a file that are reported by name.
    private static let mostReported = 100

    /// Reports columns that are not read. One of them may be a misspelt name of an optional column.
    private func report(_ header: [String], except selection: [FieldSelection], in recording: inout Recording) {
        let read = Set(selection.map(\.field))
        let unread = header.indices.filter { !read.contains($0) }
        for field in unread.prefix(Self.mostReported) {
            let column = header[field].excerpt
            recording.leftOut["\(name): column '\(column)', which the layout does not read"] = 1
        }
        guard unread.count > Self.mostReported else { return }
        recording.leftOut["\(name): further columns, which the layout does not read"] = unread.count - Self.mostReported
    }

    /// The type of the rows that became streams; empty if the rows have no types.
    fileprivate func types(in assembled: AssembledStreams) -> [String] {
        guard let type = choices[0].stream.format.rowType else { return [] }
        return used(in: assembled.recording) == nil ? [] : [type.text]
    }

    /// The file with the choices from which streams were read; nil without such choices.
    func used(in recording: Recording) -> RecordingFile? {
        var used = self
        used.choices.removeAll { !$0.isUsed(in: recording) }
        return used.choices.isEmpty ? nil : used
    }

    /// The names or positions of the columns that are not read.
    ///
    /// - Throws: ``InputError`` if the header of the file has changed since it was read.
    func unusedColumns(in folder: RecordingFolder, _ context: Context) throws(InputError) -> [String] {
        let header = try folder.header(of: choices[0].file, format: choices[0].stream.format)
        var planner = StreamPlanner(header: header, fileName: name, context: context)
        planner.number = { _ in 1 }
        for choice in choices { _ = try planner.plan(for: choice) }
        var read = Set(planner.selection.map(\.field))
        if let type = choices[0].stream.format.rowType { read.insert(type.column - 1) }
        return (0..<header.fieldCount).filter { !read.contains($0) }.compactMap { field in
            guard let names = header.names else { return "column \(field + 1)" }
            return names[field].isEmpty ? nil : names[field]
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

    /// Reads all files and converts their times to one clock.
    func read(into assembled: inout AssembledStreams, _ context: RecordingFile.Context) throws(InputError) {
        for (index, file) in files.enumerated() {
            let isHashed = !files[..<index].contains { $0.path == file.path }
            try file.read(into: &assembled, context, isHashed: isHashed)
        }
        if layout.form == .gpx { try GPXReader.read(path: folder.path, into: &assembled, context) }
        try assembled.finish(context.clock, path: folder.path)
        for (name, counts) in assembled.rowTypes {
            let read = Set(files.filter { $0.name == name }.flatMap { $0.types(in: assembled) })
            for (type, count) in counts where !read.contains(type) {
                assembled.recording.leftOut["\(name): rows of the type '\(type)', which the layout does not read"] =
                    count
            }
        }
    }
}

extension ByteSource {
    /// Adds every byte of a file to a digest.
    fileprivate static func hash(_ path: String, into fingerprint: Fingerprint) throws(InputError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
        defer { buffer.deallocate() }
        let file = try ByteSource(path: path, fingerprint: fingerprint, access: .member)
        while try file.read(into: buffer) > 0 {}
    }
}
