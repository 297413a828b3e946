import SensorModel

/// A file of a recording, and the streams that are read from it.
struct RecordingFile {
    let path: String
    /// The name of the file, relative to the recording's folder.
    let name: String
    private(set) var choices: [StreamChoice]
    private let folder: RecordingFolder

    /// Returns the files of a recording in the order of the layout. Required files are included even if they are
    /// missing.
    ///
    /// - Parameter uncalibrated: the streams for which values without the device's own calibration are preferred.
    /// - Throws: `InputError` if a required stream is missing or invalid.
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

    /// Returns the kinds of streams for which the files contain only values without the device's own calibration.
    static func uncalibrated(_ files: [RecordingFile]) -> Set<StreamKind> {
        let choices = files.flatMap(\.choices)
        return Set(choices.filter(\.stream.isUncalibrated).map(\.stream.kind))
            .subtracting(choices.filter { !$0.stream.isUncalibrated }.map(\.stream.kind))
    }

    /// Properties of the recording that are needed to read a file.
    struct Context {
        let metadata: RecordingMetadata
        let fingerprint: Fingerprint
        let clock: ClockOrigins
        let reading: DelimitedReading
        /// A Boolean value that indicates whether columns that the layout does not read are reported.
        let reportsUnread: Bool
        /// A Boolean value that indicates whether the line of each sample is stored.
        let keepsLines: Bool
    }

    /// Reads the file in one pass and stores its streams.
    ///
    /// - Parameters:
    ///   - assembled: the streams of files that were read before.
    ///   - context: properties of the recording.
    ///   - isHashed: whether to add the file's bytes to the digest. Use `false` if they were added before.
    /// - Throws: `InputError` if the file is invalid, or a required stream has no rows.
    func read(into assembled: inout AssembledStreams, _ context: Context, isHashed: Bool) throws(InputError) {
        if let file = try folder.matrix(at: path) {
            if isHashed {
                try ByteSource(path: path, fingerprint: context.fingerprint, access: .member).forEachPiece { _ in }
            }
            return try read(file, into: &assembled, context)
        }
        let source = try ByteSource(path: path, fingerprint: isHashed ? context.fingerprint : nil, access: .member)
        let reader = try DelimitedReader(
            source: source,
            format: choices[0].stream.format,
            reading: context.reading
        )
        var planner = StreamPlanner(header: reader.columns, fileName: name, context: context)
        var assemblers: [any StreamAssembler] = []
        for choice in choices { assemblers.append(try planner.plan(for: choice).makeAssembler()) }
        var rowCount = 0
        try reader.forEachBlock(of: planner.selection) { block throws(InputError) in
            rowCount += block.rowCount
            for assembler in assemblers { try assembler.append(block) }
        }
        guard rowCount > 0 || choices.allSatisfy(\.stream.skipsEmpty) else { throw InputError(noRowsIn: path) }
        for assembler in assemblers { assembler.store(in: &assembled) }
        if !reader.rowTypes.isEmpty { assembled.rowTypes[name] = reader.rowTypes }
        for choice in choices { assembled.recording.files[choice.stream.kind] = name }
        if context.reportsUnread { report(reader.header ?? [], except: planner.selection, in: &assembled.recording) }
    }

    /// Reads the streams of a MATLAB, HDF5 or NumPy file. The streams may have different numbers of rows.
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
            guard rows.rowCount > 0 || plan.choice.stream.skipsEmpty else { throw InputError(noRowsIn: path) }
            try rows.forEachBlock(plan.assembler.append)
            plan.assembler.store(in: &assembled)
            assembled.recording.files[plan.choice.stream.kind] = name
        }
        if context.reportsUnread { report(header.names ?? [], except: selection, in: &assembled.recording) }
    }

    /// The maximum number of columns of a file that are reported by name.
    private static let maximumReported = 100

    /// Counts columns that are not read. Such a column may be an optional column with a misspelt name.
    private func report(_ header: [String], except selection: [FieldSelection], in recording: inout Recording) {
        let read = Set(selection.map(\.field))
        let unread = header.indices.filter { !read.contains($0) }
        for field in unread.prefix(Self.maximumReported) {
            let column = header[field].excerpt
            recording.leftOut["\(name): column '\(column)', which the layout does not read"] = 1
        }
        guard unread.count > Self.maximumReported else { return }
        recording.leftOut["\(name): further columns, which the layout does not read"] =
            unread.count - Self.maximumReported
    }

    /// Returns the type of the rows from which streams were read; empty if the rows have no types or no stream was
    /// read.
    fileprivate func types(in assembled: AssembledStreams) -> [String] {
        guard let type = choices[0].stream.format.rowType else { return [] }
        return used(in: assembled.recording) == nil ? [] : [type.text]
    }

    /// Returns a copy with only those descriptions of streams that were used, or `nil` if no stream was read from the
    /// file.
    func used(in recording: Recording) -> RecordingFile? {
        var used = self
        used.choices.removeAll { !$0.isUsed(in: recording) }
        return used.choices.isEmpty ? nil : used
    }

    /// Returns the names or positions of the columns that are not read.
    ///
    /// - Throws: `InputError` if the header of the file has changed since it was read.
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
}

/// A recording's layout, folder, and files with streams.
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
        switch layout.form {
        case .delimited: break
        case .gpx: try GPXReader.read(path: folder.path, into: &assembled, context)
        case .nmea: try NMEAReader.read(path: folder.path, into: &assembled, context)
        case .geopose: try GeoPoseReader.read(path: folder.path, into: &assembled, context)
        }
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

/// A description of a stream that was selected from a recording's layout, and the file that contains the stream. A
/// layout can contain several descriptions (alternatives) of the same kind of stream.
struct StreamChoice {
    let stream: StreamLayout
    /// The name of the file that contains the stream, or `nil` if the recording is a single file.
    let file: String?
    /// The index of this description among the layout's descriptions of the same kind of stream.
    var alternative = 0

    /// Returns whether the recording's stream was read with this description.
    func isUsed(in recording: Recording) -> Bool { recording.alternatives[stream.kind] == alternative }

    /// Returns the streams to read from a recording, in the order of the layout.
    ///
    /// A layout can contain several descriptions (alternatives) of a stream. An alternative that filters rows or allows
    /// empty cells may result in no samples. The next alternatives are then also read, and the first one with samples
    /// is used.
    ///
    /// - Parameter uncalibrated: the streams for which alternatives without the device's own calibration are preferred.
    /// - Throws: `InputError` if a required stream is missing or invalid.
    static func streams(
        of variant: Layout.Variant,
        in folder: RecordingFolder,
        uncalibrated: Set<StreamKind>
    ) throws(InputError) -> [StreamChoice] {
        var choices: [StreamChoice] = []
        for kind in StreamKind.allCases {
            var alternatives = variant.streams.filter { $0.kind == kind }.compactMap { $0.placed(in: folder) }
            if uncalibrated.contains(kind) {
                alternatives = alternatives.filter(\.isUncalibrated) + alternatives.filter { !$0.isUncalibrated }
            }
            guard let first = alternatives.first else { continue }
            if alternatives.count == 1, first.addends.isEmpty, first.isRequired, !(first.file ?? "").contains("*") {
                // Reading the file will report a missing file or column.
                let file = first.file.map { folder.files(like: $0).first ?? $0 }
                choices.append(StreamChoice(stream: first, file: file))
            } else {
                choices += try choose(among: alternatives, in: folder)
            }
        }
        return choices
    }

    private static func choose(
        among alternatives: [StreamLayout],
        in folder: RecordingFolder
    ) throws(InputError) -> [StreamChoice] {
        var chosen: [StreamChoice] = []
        var failure: InputError?
        for (number, stream) in alternatives.enumerated() {
            do throws(InputError) {
                guard var choices = try stream.choices(in: folder, isOnly: alternatives.count == 1) else { continue }
                for index in choices.indices { choices[index].alternative = number }
                chosen += choices
                if stream.filter == nil, !stream.skipsEmpty { return chosen }
            } catch {
                failure = failure ?? error
            }
        }
        guard chosen.isEmpty else { return chosen }
        if let failure { throw failure }
        guard let required = alternatives.first(where: \.isRequired) else { return [] }
        throw InputError(
            file: folder.path,
            message: "the recording has no \(required.kind.rawValue): the layout needs "
                + "\(alternatives.map(\.words).joined(separator: "; or "))",
            advice: "add the file or the columns, or choose another layout"
        )
    }
}

extension StreamLayout {
    /// Returns the layout of this stream with the name of the file that contains the stream. This method is for streams
    /// that are in a second file next to the recording's file; any other layout is returned unchanged. Returns `nil` if
    /// the second file does not exist.
    fileprivate func placed(in folder: RecordingFolder) -> StreamLayout? {
        guard let neighbour else { return self }
        var placed = self
        placed.file = folder.neighbour(neighbour)
        return placed.file == nil ? nil : placed
    }

    /// Returns the files to read for this stream: first the file of the stream, then the file of any vectors to add to
    /// the stream. Each file comes with its description. The result is `nil` if the recording lacks one of these files.
    ///
    /// - Throws: `InputError` if the columns of the file do not match and the layout has no alternative.
    fileprivate func choices(in folder: RecordingFolder, isOnly: Bool) throws(InputError) -> [StreamChoice]? {
        let isNamed = isOnly && file != nil && !isPattern
        var found: [(file: String?, choices: [StreamChoice])] = []
        for candidate in candidates(in: folder) {
            if let candidate, !isNamed || skipsEmpty, folder.isEmpty(candidate) { continue }
            guard let header = try header(of: candidate, in: folder) else { continue }
            if let missing = try firstMissing(in: header) {
                guard isNamed else { continue }
                // A file with matrices need not contain every stream.
                if !isRequired, try folder.matrix(at: folder.member(candidate)) != nil { continue }
                throw header.missing(missing)
            }
            if isPattern, try !hasKnownUnits(in: header) { continue }
            var choices = [StreamChoice(stream: self, file: candidate)]
            if let addend = addends.first {
                guard let added = try addend.choices(in: folder, isOnly: false) else { continue }
                choices += added
            }
            if allowsSeveral { return choices }
            found.append((candidate, choices))
        }
        guard found.count > 1 else { return found.first?.choices }
        let files = LayoutCondition.shown(found.compactMap(\.file))
        throw InputError(
            file: folder.path,
            message: "\(found.count) files contain the \(kind.rawValue): \(files)",
            advice: "move the files of each recording to a separate folder"
        )
    }

    /// A Boolean value that indicates whether the file name is a pattern. A pattern may also match files of other
    /// streams.
    private var isPattern: Bool { file?.contains("*") ?? false }

    /// Returns the files that may contain the stream, or a single `nil` if the recording is a single file.
    private func candidates(in folder: RecordingFolder) -> [String?] {
        guard let file else { return [nil] }
        let excluded = excludedFiles.map { TextPattern($0, form: .fileName) }
        return folder.files(like: file).filter { name in !excluded.contains { $0.match(name) != nil } }
    }

    /// Returns the columns of a file. A header that cannot be read is an error, except in two cases, in which the
    /// result is `nil`: the file name is a pattern, or the rows have types.
    private func header(of file: String?, in folder: RecordingFolder) throws(InputError) -> DelimitedHeader? {
        guard isPattern || format.rowType != nil else { return try folder.header(of: file, format: format) }
        return try? folder.header(of: file, format: format)
    }

    /// Returns `false` if the header contains a unit that is invalid for the stream's values, and `true` otherwise.
    private func hasKnownUnits(in header: DelimitedHeader) throws(InputError) -> Bool {
        guard kind.isVector else { return true }
        for role in [ColumnRole.x, .y, .z] {
            let unit = try columns[role].flatMap { names throws(InputError) in try header.find(names)?.unit }
            if let unit, kind.factor(ofHeaderUnit: unit) == nil { return false }
        }
        return true
    }

    /// Returns the first required column that is missing from a file.
    private func firstMissing(in header: DelimitedHeader) throws(InputError) -> DelimitedColumn? {
        var wanted: [[DelimitedColumn]] = []
        switch time.source {
        case .column(let time): wanted.append(time.columns)
        case .rateColumn(let columns): wanted.append(columns)
        case .rate: break
        }
        if let unix = time.unixColumn { wanted.append(unix.columns) }
        if let filter { wanted.append(filter.columns) }
        for role in ColumnRole.allCases where !optionalColumns.contains(role) {
            if let names = columns[role] { wanted.append(names) }
        }
        for names in wanted where try header.find(names) == nil { return names.first }
        return nil
    }

    /// The name of the first column with values, for messages, or `nil` if the layout identifies this column by its
    /// position.
    var firstColumn: String? {
        let first = ColumnRole.allCases.lazy.compactMap { self.columns[$0]?.first }.first
        if case .named(let name)? = first { return name }
        return nil
    }

    /// The file and columns that the stream needs, for messages.
    fileprivate var words: String {
        let names = ColumnRole.allCases.compactMap { columns[$0]?.first }.map { column in
            if case .named(let name) = column { name } else { column.description }
        }
        return (file.map { "\($0) with " } ?? "") + "the columns \(names.joined(separator: ", "))"
    }
}

/// A planner that selects the fields to read from a file. It also determines the block column from which each value of
/// a stream is read.
struct StreamPlanner {
    let header: DelimitedHeader
    let fileName: String
    let context: RecordingFile.Context
    private(set) var selection: [FieldSelection] = []
    /// A function that reads a field with a single value, such as a rate; `nil` if the file is delimited text.
    var number: ((Int) throws(InputError) -> Double)?

    /// Creates the plan for a stream and selects its fields.
    ///
    /// - Throws: `InputError` if a column is missing or its unit is unknown.
    mutating func plan(for choice: StreamChoice) throws(InputError) -> AssemblyPlan {
        let metadata = context.metadata
        var stream = choice.stream
        if stream.kind == .attitude, let north = metadata.attitudeNorth { stream.frame.north = north }
        let offset =
            (stream.time.usesClockOffset ? metadata.clockOffset : 0) + (metadata.clockOffsets[stream.kind] ?? 0)
        let clock = StreamClock(source: try source(of: stream.time), offset: offset, clock: context.clock)
        var columns: [ColumnRole: Int] = [:]
        var factors: [ColumnRole: Double] = [:]
        for role in ColumnRole.allCases {
            guard let names = stream.columns[role] else { continue }
            let found = try header.find(names)
            if found == nil, stream.optionalColumns.contains(role) { continue }
            guard let found else { throw header.missing(names[0]) }
            columns[role] = blockColumn(of: FieldSelection(field: found.field))
            if stream.kind.isVector { factors[role] = try factor(found, of: stream) * stream.sign * stream.scale }
        }
        var filter: Int?
        if let condition = stream.filter {
            let field = try find(condition.columns).field
            filter = blockColumn(of: FieldSelection(field: field, content: .word(condition.text)))
        }
        let rotations = ColumnRole.rotations.first { columns[$0[0]] != nil }
        return AssemblyPlan(
            stream: stream,
            alternative: choice.alternative,
            fileName: fileName,
            clock: clock,
            columns: columns,
            factors: factors,
            filter: filter,
            declination: metadata.declination,
            keepsLines: context.keepsLines,
            orientationColumns: (rotations ?? ColumnRole.quaternion).compactMap { columns[$0] }
        )
    }

    private mutating func source(of time: TimeLayout) throws(InputError) -> StreamClock.Source {
        switch time.source {
        case .rate(let rate): return .rate(rate)
        case .rateColumn(let columns): return .rate(try rate(in: columns))
        case .column(let layout):
            let (field, notation) = try timeField(layout)
            guard time.isExact else {
                var nanoseconds: Int64 = 1
                if case .number(let unit) = notation { nanoseconds = unit }
                // For powers of ten, the quotient equals the literal, such as 1e-3.
                return .numbers(column: blockColumn(of: FieldSelection(field: field)), unit: Double(nanoseconds) / 1e9)
            }
            var unix: Int?
            if let layout = time.unixColumn {
                let (field, notation) = try timeField(layout)
                unix = blockColumn(of: FieldSelection(field: field, content: .stamp(notation)))
            }
            let column = blockColumn(of: FieldSelection(field: field, content: .stamp(notation)))
            return .stamps(column: column, notation: notation, origin: time.origin, unix: unix, wrap: time.wrap)
        }
    }

    private func rate(in columns: [DelimitedColumn]) throws(InputError) -> Hertz {
        let (field, column) = (try find(columns).field, columns[0])
        guard let rate = try number?(field) else {
            throw InputError(
                file: header.file,
                message: "the rate in \(column) can be read only from a MATLAB, HDF5 or NumPy file",
                advice: "write the rate as a number in the layout"
            )
        }
        guard Setting.rowRate.accepts(rate) else {
            throw InputError(
                file: header.file,
                message: "the rate \(rate) in \(column) must be \(Setting.rowRate.expectation)",
                advice: "correct the file, or write the rate in the layout"
            )
        }
        return rate
    }

    private func timeField(_ time: TimeLayout.Column) throws(InputError) -> (field: Int, notation: StampNotation) {
        let found = try find(time.columns)
        guard let unit = found.unit else { return (found.field, time.notation) }
        let units: [String: Int64] = ["s": 1_000_000_000, "ms": 1_000_000, "us": 1000, "ns": 1]
        guard let nanoseconds = units[unit] else { throw unknown(unit, found, ["s", "ms", "us", "ns"]) }
        return (found.field, .number(nanoseconds: nanoseconds))
    }

    private func factor(_ found: DelimitedHeader.Match, of stream: StreamLayout) throws(InputError) -> Double {
        guard let unit = found.unit else { return stream.unitFactor }
        guard let factor = stream.kind.factor(ofHeaderUnit: unit) else {
            throw unknown(unit, found, stream.kind.units.map(\.key))
        }
        return factor
    }

    private func unknown(_ unit: String, _ found: DelimitedHeader.Match, _ known: [String]) -> InputError {
        let name = header.names?[found.field] ?? ""
        return InputError(
            file: header.file,
            line: header.line,
            message: "unknown unit '\(unit)' in column '\(name)': use one of \(known.joined(separator: ", "))",
            advice: "correct the header, or use a custom layout"
        )
    }

    private func find(_ columns: [DelimitedColumn]) throws(InputError) -> DelimitedHeader.Match {
        guard let found = try header.find(columns) else { throw header.missing(columns[0]) }
        return found
    }

    /// Returns the index of the block's column with the values of a field. Selects the field if it is not selected yet.
    private mutating func blockColumn(of field: FieldSelection) -> Int {
        if let column = selection.firstIndex(of: field) { return column }
        selection.append(field)
        return selection.count - 1
    }
}
