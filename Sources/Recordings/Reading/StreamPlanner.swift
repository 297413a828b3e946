import SensorModel

/// The planner of the columns to read from a file: it selects fields and maps the roles of streams to columns.
struct StreamPlanner {
    let header: DelimitedHeader
    let fileName: String
    let context: RecordingFile.Context
    private(set) var selection: [FieldSelection] = []
    /// Reads the only value of a field; nil for a file of delimited text.
    var number: ((Int) throws(InputError) -> Double)?

    init(header: DelimitedHeader, fileName: String, context: RecordingFile.Context) {
        self.header = header
        self.fileName = fileName
        self.context = context
    }

    /// Makes the plan for a stream and selects its fields.
    ///
    /// - Throws: ``InputError`` for a missing column and for an unknown unit.
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
            columns[role] = place(of: FieldSelection(field: found.field))
            if stream.kind.isVector { factors[role] = try factor(found, of: stream) * stream.sign * stream.scale }
        }
        var filter: Int?
        if let condition = stream.filter {
            let field = try find(condition.columns).field
            filter = place(of: FieldSelection(field: field, content: .word(condition.text)))
        }
        return AssemblyPlan(
            stream: stream,
            alternative: choice.alternative,
            fileName: fileName,
            clock: clock,
            columns: columns,
            factors: factors,
            filter: filter,
            declination: metadata.declination,
            keepsLines: context.keepsLines
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
                // For powers of ten the quotient equals the literal, such as 1e-3.
                return .numbers(column: place(of: FieldSelection(field: field)), unit: Double(nanoseconds) / 1e9)
            }
            var unix: Int?
            if let layout = time.unixColumn {
                let (field, notation) = try timeField(layout)
                unix = place(of: FieldSelection(field: field, content: .stamp(notation)))
            }
            let column = place(of: FieldSelection(field: field, content: .stamp(notation)))
            return .stamps(column: column, notation: notation, origin: time.origin, unix: unix, wrap: time.wrap)
        }
    }

    private func rate(in columns: [DelimitedColumn]) throws(InputError) -> Hertz {
        let field = try find(columns).field
        guard let rate = try number?(field) else {
            throw InputError(
                file: header.file,
                found: "a rate in \(columns[0])",
                expected: "a number in the layout, because the file is delimited text",
                remedy: "write the rows per second as a number"
            )
        }
        guard Setting.rowRate.accepts(rate) else {
            throw InputError(
                file: header.file,
                found: "the rate \(rate) in \(columns[0])",
                expected: "rows per second, \(Setting.rowRate.range.words)",
                remedy: "correct the file, or write the rate in the layout"
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
        InputError(
            file: header.file,
            line: header.line,
            found: "the unit '\(unit)' in column '\(header.names?[found.field] ?? "")'",
            expected: "one of \(known.joined(separator: ", "))",
            remedy: "correct the header, or use a custom layout"
        )
    }

    private func find(_ columns: [DelimitedColumn]) throws(InputError) -> DelimitedHeader.Match {
        guard let found = try header.find(columns) else { throw header.missing(columns[0]) }
        return found
    }

    /// The column of the block for a field, which is selected if it is new.
    private mutating func place(of field: FieldSelection) -> Int {
        if let place = selection.firstIndex(of: field) { return place }
        selection.append(field)
        return selection.count - 1
    }
}
