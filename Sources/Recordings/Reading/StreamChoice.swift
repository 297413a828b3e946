/// A stream that a recording has, selected among the alternatives of the layout, and its file.
struct StreamChoice {
    let stream: StreamLayout
    /// The name of the file in the folder; nil if the recording is a single file.
    let file: String?
    /// The number of the alternative among those of its kind.
    var alternative = 0

    /// Whether the stream of the recording was read from this alternative.
    func isUsed(in recording: Recording) -> Bool { recording.alternatives[stream.kind] == alternative }

    /// The streams to read from a recording, in the order of the layout.
    ///
    /// An alternative that filters rows or allows empty cells may have no samples. The later alternatives are read,
    /// too, and the first with samples is used.
    ///
    /// - Parameter uncalibrated: the kinds of which an alternative before the device's own calibration is preferred.
    /// - Throws: ``InputError`` for a missing or faulty required stream.
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
                // Reading the file reports a missing file or column.
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
            found: "no \(required.kind.rawValue)",
            expected: alternatives.map(\.words).joined(separator: "; or "),
            remedy: "add it, or choose another layout"
        )
    }
}

extension StreamLayout {
    /// The stream with the name of its related file; nil if that file does not exist.
    fileprivate func placed(in folder: RecordingFolder) -> StreamLayout? {
        guard let neighbour else { return self }
        var placed = self
        placed.file = folder.neighbour(neighbour)
        return placed.file == nil ? nil : placed
    }

    /// The files of this stream and its addends; nil if the recording does not have them.
    ///
    /// - Throws: ``InputError`` if the layout has no alternative and the columns of the file do not match.
    fileprivate func choices(in folder: RecordingFolder, isOnly: Bool) throws(InputError) -> [StreamChoice]? {
        let isNamed = isOnly && file != nil && !isPattern
        var found: [(file: String?, choices: [StreamChoice])] = []
        for candidate in candidates(in: folder) {
            if let candidate, !isNamed || skipsEmpty, folder.isEmpty(candidate) { continue }
            guard let header = try header(of: candidate, in: folder) else { continue }
            if let missing = try firstMissing(in: header) {
                guard isNamed else { continue }
                if !isRequired, try isOfMatrices(candidate, in: folder) { continue }
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
        throw InputError(
            file: folder.path,
            found: "\(found.count) files with the \(kind.rawValue): \(LayoutCondition.shown(found.compactMap(\.file)))",
            expected: "the files of one recording",
            remedy: "move the files of each recording to a folder of its own"
        )
    }

    /// Whether a file contains matrices, which need not belong to every stream.
    private func isOfMatrices(_ file: String?, in folder: RecordingFolder) throws(InputError) -> Bool {
        try folder.matrix(at: folder.member(file)) != nil
    }

    /// Whether the name of the file is a pattern, which files of other streams may match, too.
    private var isPattern: Bool { file?.contains("*") ?? false }

    /// The files that may contain the stream; a single nil if the recording is a single file.
    private func candidates(in folder: RecordingFolder) -> [String?] {
        guard let file else { return [nil] }
        let excluded = excludedFiles.map { TextPattern($0, form: .fileName) }
        return folder.files(like: file).filter { name in !excluded.contains { $0.match(name) != nil } }
    }

    /// The columns of a file; nil if it is one of many files, or has no rows of the stream's type.
    private func header(of file: String?, in folder: RecordingFolder) throws(InputError) -> DelimitedHeader? {
        guard isPattern || format.rowType != nil else { return try folder.header(of: file, format: format) }
        return try? folder.header(of: file, format: format)
    }

    /// Whether the units that the header names are units of the stream.
    private func hasKnownUnits(in header: DelimitedHeader) throws(InputError) -> Bool {
        guard kind.isVector else { return true }
        for role in [ColumnRole.x, .y, .z] {
            let unit = try columns[role].flatMap { names throws(InputError) in try header.find(names)?.unit }
            if let unit, kind.factor(ofHeaderUnit: unit) == nil { return false }
        }
        return true
    }

    /// The first required column that a file does not have.
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

    /// The name of the first column of values, for messages; nil for a position.
    var firstColumn: String? {
        let first = ColumnRole.allCases.lazy.compactMap { self.columns[$0]?.first }.first
        if case .named(let name)? = first { return name }
        return nil
    }

    /// The requirements of the stream in words, for messages.
    fileprivate var words: String {
        let names = ColumnRole.allCases.compactMap { columns[$0]?.first }.map { column in
            if case .named(let name) = column { name } else { column.description }
        }
        return (file.map { "\($0) with " } ?? "") + "the columns \(names.joined(separator: ", "))"
    }
}
