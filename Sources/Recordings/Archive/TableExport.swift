package import SensorModel

/// A format of files that contain tables: JSON, SQLite, or samples in labelled text.
///
/// The tables are exported as CSV files to a temporary folder. The folder is then read like the folder of a recording.
package enum TableExport {
    case json
    case sqlite
    case labelledText

    private static let headBytes = 256
    private static let spaces = Set<UInt8>([0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF])

    /// Detects the format of a file from its first bytes. The result is `nil` if the path is a folder or a file of
    /// another format.
    package init?(path: String) {
        guard let head = try? ByteSource.head(of: path, bytes: Self.headBytes) else { return nil }
        if head.starts(with: Array("SQLite format 3".utf8)) {
            self = .sqlite
        } else if Self.isJSON(head) {
            self = .json
        } else if let start = try? ByteSource.head(of: path, bytes: LabelledText.headBytes),
            LabelledText.accepts(head: start)
        {
            self = .labelledText
        } else {
            return nil
        }
    }

    /// Returns a Boolean value that indicates whether a file starts like a JSON object, or an array of objects or arrays.
    static func isJSON(path: String) -> Bool {
        (try? ByteSource.head(of: path, bytes: headBytes)).map(isJSON) ?? false
    }

    private static func isJSON(_ head: [UInt8]) -> Bool {
        let text = head.filter { !spaces.contains($0) }
        return ["{\"", "[{"].contains { text.starts(with: Array($0.utf8)) }
            || text.starts(with: Array("[[".utf8)) && text.contains(UInt8(ascii: ","))
    }

    /// The name of the format as messages show it, such as `an SQLite database`.
    var words: String {
        switch self {
        case .json: "JSON"
        case .sqlite: "an SQLite database"
        case .labelledText: "labelled text"
        }
    }

    /// A function that receives bytes of a CSV table.
    package typealias Sink = (UnsafeRawBufferPointer) throws(InputError) -> Void
    /// A function that is called for each table. It receives the table's name, and a function `table`. Calling `table`
    /// with a sink passes the bytes of the table to the sink.
    package typealias TableBody = (_ name: String, _ table: (Sink) throws(InputError) -> Void) throws(InputError) ->
        Void

    /// Passes the tables of a file to `body`.
    ///
    /// - Throws: `InputError` if the file is damaged or has no tables, or if the tables exceed the limits.
    func forEachTable(of path: String, limits: ArchiveLimits, _ body: TableBody) throws(InputError) {
        switch self {
        case .json: try JSONTables(path: path).forEachTable(body)
        case .sqlite: try SQLiteTables(path: path, limits: limits).forEachTable(body)
        case .labelledText: try LabelledText(path: path).forEachTable(body)
        }
    }

    /// Returns the file name for a table: the table's name without characters that file systems reserve.
    static func fileName(_ name: String) -> String {
        let safe = String(name.map { "/\\:".contains($0) || $0.isNewline || $0 == "\0" ? "_" : $0 })
        let visible = safe.hasPrefix(".") || safe.isEmpty ? "_" + safe : safe
        // A file name has at most 255 bytes, but a character can have any number of bytes.
        var name = ""
        for character in visible.prefix(maximumNameCharacters) {
            guard name.utf8.count + character.utf8.count <= maximumNameBytes else { break }
            name.append(character)
        }
        return name.isEmpty ? "_" : name
    }

    private static let maximumNameCharacters = 60
    private static let maximumNameBytes = 240
}

/// A CSV table that is built row by row. Each row can add columns.
struct GrowingTable {
    /// The names of the columns.
    private var names: [[UInt8]] = []
    private var columns: [[UInt8]: Int] = [:]
    /// The completed rows, in segments. All rows of a segment have the same number of columns.
    private var segments: [(columnCount: Int, bytes: [UInt8])] = []
    private var writer = DelimitedWriter()
    private var writtenColumns = 0
    /// The cells of the current row.
    private var cells: [ArraySlice<UInt8>] = []
    /// The index of the column after the previous cell's column. The next cell is most likely in this column.
    private var next = 0
    /// The number of bytes of all rows, each counted when it ended. The delimiters for columns that were added later
    /// are not included.
    private var rowBytes = 0
    private var rowCount = 0

    static let maximumColumns = 4096
    /// The maximum size of all tables, as a multiple of the file's size. If rows have different members, most cells of
    /// the tables are empty, and the tables can be much larger than the file.
    private static let maximumExpansion = 8
    /// The number of table bytes that is always allowed. A short file may need more than ``maximumExpansion`` permits.
    private static let freeBytes = 1 << 20

    /// Returns the maximum size of all tables of a file with `count` bytes.
    static func maximumBytes(forFileOf count: Int) -> Int { max(freeBytes, maximumExpansion * count) }

    static func tooLarge(_ path: String, _ format: String) -> InputError {
        InputError(
            file: path,
            message: "converted to tables, the \(format) would be more than \(maximumExpansion) times as large, "
                + "because most cells would be empty",
            advice: "export the recording again as CSV"
        )
    }

    /// An upper limit for the number of bytes of all rows, assuming that every row has a delimiter for each column.
    var maximumBytes: Int { rowBytes + rowCount * names.count }

    /// Sets a cell of the current row. Returns `false` if the table would have more than the maximum number of columns.
    mutating func set(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool {
        guard let column = column(name) else { return false }
        while cells.count < names.count { cells.append([]) }
        cells[column] = value
        next = column + 1
        return true
    }

    private mutating func column(_ name: ArraySlice<UInt8>) -> Int? {
        if next < names.count, name.elementsEqual(names[next]) { return next }
        let name = Array(name)
        if let known = columns[name] { return known }
        guard names.count < Self.maximumColumns else { return nil }
        columns[name] = names.count
        names.append(name)
        return names.count - 1
    }

    /// Ends the current row.
    mutating func endRow() {
        if writtenColumns != names.count {
            if writer.count > 0 { segments.append((writtenColumns, writer.take())) }
            writtenColumns = names.count
        }
        rowCount += 1
        let start = writer.count
        for column in cells.indices {
            append(cells[column])
            cells[column] = []
        }
        writer.endRow()
        rowBytes += writer.count - start
        next = 0
    }

    /// Appends a cell. Line breaks become spaces, so that each row is one line.
    private mutating func append(_ cell: ArraySlice<UInt8>) {
        let isPlain = !cell.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        guard isPlain else { return append(ArraySlice(cell.map { $0 == 10 || $0 == 13 ? UInt8(ascii: " ") : $0 })) }
        cell.withUnsafeBufferPointer { writer.append(verbatim: $0) }
    }

    /// Passes the header and the rows to a sink. Missing cells of earlier rows become empty.
    func write(to sink: TableExport.Sink) throws(InputError) {
        var header = DelimitedWriter()
        for name in names { name.withUnsafeBufferPointer { header.append(verbatim: $0) } }
        header.endRow()
        try header.drain(to: sink)
        for segment in segments { try Self.write(segment.bytes, missing: names.count - segment.columnCount, to: sink) }
        var last = writer
        try Self.write(last.take(), missing: names.count - writtenColumns, to: sink)
    }

    private static func write(_ rows: [UInt8], missing: Int, to sink: TableExport.Sink) throws(InputError) {
        var padded = DelimitedWriter()
        if missing == 0 {
            padded.bytes = rows
        } else {
            let delimiters = [UInt8](repeating: UInt8(ascii: ","), count: missing)
            for line in rows.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
                padded.bytes += line
                padded.bytes += delimiters
                padded.endRow()
            }
        }
        try padded.drain(to: sink)
    }
}

/// The tables of a JSON file.
///
/// An array of objects, or JSON Lines, is a table with one row per object. An object with a string in `sensor`,
/// `sensorName`, `dataType`, `name` or `type` is a row of the table with that name. Members of nested objects become columns such
/// as `values.x`, and elements of numeric arrays become columns such as `values.1`. In an object whose members are
/// arrays of numbers, each member is a column.
package struct JSONTables {
    private let path: String
    private var tables: [(name: String, table: GrowingTable)] = []
    /// The index of the table that contains the previous row.
    private var last = 0
    /// The maximum and the current number of bytes of all tables together.
    private var bytes = (maximum: 0, count: 0)

    private static let maximumTables = 256
    private static let tableKeys = ["sensor", "sensorName", "dataType", "name", "type"].map { Array($0.utf8) }
    /// The name of the table for rows without a name.
    private static let unnamed = "rows"
    /// The name of the table for single values, which are members of an object but neither arrays nor objects.
    private static let single = "Metadata"

    /// Reads a file.
    ///
    /// - Throws: `InputError` with line and column if the text is not JSON, is too long, or has no table.
    package init(path: String) throws(InputError) {
        self.path = path
        var values = try JSONSequence(ByteSource(path: path, fingerprint: nil, access: .repeatable))
        guard let first = try values.next()?.value else { throw noTable() }
        bytes.maximum = GrowingTable.maximumBytes(forFileOf: first.text.bytes.count)
        if let second = try values.next()?.value {
            // JSON Lines: each value is a record.
            try record(first, path: "")
            try record(second, path: "")
            while let value = try values.next()?.value { try record(value, path: "") }
        } else if first.kind == .object {
            try container(first, path: "")
            if let index = tables.firstIndex(where: { $0.name == Self.single }) { tables[index].table.endRow() }
        } else {
            try array(first, path: "")
        }
        guard !tables.isEmpty else { throw noTable() }
    }

    /// Passes the tables to `body` in the order of their first rows.
    package func forEachTable(_ body: TableExport.TableBody) throws(InputError) {
        for (name, table) in tables { try body(name, table.write) }
    }

    private func noTable() -> InputError {
        InputError(
            file: path,
            message: "the JSON has no table (an array of objects, or arrays of numbers)",
            advice: "export the recording again as CSV"
        )
    }

    /// Adds the tables inside an object that is not a row of a table.
    private mutating func container(_ object: JSONValue, path: String) throws(InputError) {
        var columns: [(name: String, cells: [ArraySlice<UInt8>])] = []
        var singles: [(name: String, cell: ArraySlice<UInt8>)] = []
        let acquisition = try SampledAcquisition(object)
        if let acquisition { try add(acquisition, path: path, object) }
        try object.forEachMember { name, value throws(InputError) in
            let name = name.string ?? ""
            let full = path.isEmpty ? name : "\(path).\(name)"
            switch value.kind {
            case .object: try container(value, path: full)
            case .array:
                guard let first = value.firstElement, !(acquisition?.contains(value) ?? false) else { return }
                if first.kind == .object || first.kind == .array { return try array(value, path: full) }
                var cells: [ArraySlice<UInt8>] = []
                try value.forEachElement { cells.append($0.cell) }
                columns.append((name, cells))
            default: singles.append((full, value.cell))
            }
        }
        if !singles.isEmpty {
            let index = try table(Self.single, at: object)
            for (name, cell) in singles { try set(Array(name.utf8)[...], cell, in: index, at: object) }
        }
        try add(columns, path: path, object)
    }

    /// Adds a table with the samples of an acquisition, and their times.
    private mutating func add(
        _ acquisition: SampledAcquisition,
        path: String,
        _ object: JSONValue
    ) throws(InputError) {
        let index = try table(path.isEmpty ? Self.unnamed : path, at: object)
        var row = 0
        try acquisition.samples.forEachElement { sample throws(InputError) in
            let time = "\(Double(row) * acquisition.interval)"
            try set(Array("time_ms".utf8)[...], Array(time.utf8)[...], in: index, at: sample)
            var column = 0
            try sample.forEachElement { value throws(InputError) in
                defer { column += 1 }
                let isNamed = column < acquisition.names.count
                let name = isNamed ? acquisition.names[column] : Array("\(column + 1)".utf8)
                try set(name[...], value.cell, in: index, at: value)
            }
            try endRow(of: index, at: sample)
            row += 1
        }
    }

    /// The number of values below which arrays whose lengths differ from those of others are constants.
    private static let minimumSamples = 10

    /// Adds a table with the given columns, without short arrays of constants.
    ///
    /// - Throws: `InputError` if the columns have different lengths.
    private mutating func add(
        _ all: [(name: String, cells: [ArraySlice<UInt8>])],
        path: String,
        _ object: JSONValue
    ) throws(InputError) {
        let differ = Set(all.map(\.cells.count)).count > 1
        let columns = differ ? all.filter { $0.cells.count >= Self.minimumSamples } : all
        guard let first = columns.first else { return }
        for column in columns where column.cells.count != first.cells.count {
            let (count, otherCount) = (first.cells.count, column.cells.count)
            let (array, otherArray) = (first.name, column.name)
            throw object.error(
                message: "the array '\(array)' has \(count) values, but '\(otherArray)' has \(otherCount)",
                advice: "export the recording again with arrays of equal length, or with one object per row"
            )
        }
        let index = try table(path.isEmpty ? Self.unnamed : path, at: object)
        let names = columns.map { Array($0.name.utf8)[...] }
        for row in first.cells.indices {
            for (name, column) in zip(names, columns) { try set(name, column.cells[row], in: index, at: object) }
            try endRow(of: index, at: object)
        }
    }

    /// Adds a row for each element of an array of objects or arrays. Arrays of objects inside the array are parts of the
    /// same table.
    private mutating func array(_ value: JSONValue, path: String) throws(InputError) {
        try value.forEachElement { element throws(InputError) in
            if element.firstElement?.kind == .object {
                try array(element, path: path)
            } else {
                try record(element, path: path)
            }
        }
    }

    /// Adds a row with the members of an object or the elements of an array. If the object has arrays of many samples, it
    /// is a row for each sample.
    private mutating func record(_ value: JSONValue, path: String) throws(InputError) {
        guard value.kind == .object || value.kind == .array else { return }
        let samples = try sampleArrays(of: value)
        let key = value.tableKey(among: Self.tableKeys)
        let name = key.map { String(decoding: $0.cell, as: UTF8.self) } ?? (path.isEmpty ? Self.unnamed : path)
        let index = try table(name, at: value)
        guard let first = samples.first else {
            try cells(of: value, prefix: [], except: key?.offset, in: index, path: path)
            return try endRow(of: index, at: value)
        }
        for row in first.cells.indices {
            try value.forEachMember { name, member throws(InputError) in
                guard member.kind != .array, member.offset != key?.offset else { return }
                try cell(member, name.cell, in: index, path: path)
            }
            for (name, cells) in samples { try set(name, cells[row], in: index, at: value) }
            try endRow(of: index, at: value)
        }
    }

    /// The minimum number of arrays of equal length that are the channels of a sensor.
    private static let minimumChannels = 3

    /// Returns the arrays of single values in an object, if they have many values, and all the same number. Otherwise, the
    /// result is empty.
    private func sampleArrays(
        of object: JSONValue
    ) throws(InputError) -> [(name: ArraySlice<UInt8>, cells: [ArraySlice<UInt8>])] {
        guard object.kind == .object else { return [] }
        var arrays: [(name: ArraySlice<UInt8>, cells: [ArraySlice<UInt8>])] = []
        try object.forEachMember { name, value throws(InputError) in
            guard let first = value.firstElement, first.kind != .object, first.kind != .array else { return }
            var cells: [ArraySlice<UInt8>] = []
            try value.forEachElement { cells.append($0.cell) }
            arrays.append((name.cell, cells))
        }
        let counts = Set(arrays.map(\.cells.count))
        let isTable =
            arrays.count >= Self.minimumChannels && counts.count == 1 && counts.first ?? 0 >= Self.minimumSamples
        return isTable ? arrays : []
    }

    /// Ends a row, and checks the total size of all tables. Without this limit, many columns and many short rows could
    /// exhaust the memory.
    private mutating func endRow(of index: Int, at value: JSONValue) throws(InputError) {
        bytes.count -= tables[index].table.maximumBytes
        tables[index].table.endRow()
        bytes.count += tables[index].table.maximumBytes
        guard bytes.count > bytes.maximum else { return }
        let fault = GrowingTable.tooLarge(path, "JSON")
        throw value.error(message: fault.message, advice: fault.advice ?? "")
    }

    /// Sets the cells of the current row from the members of an object or the elements of an array.
    private mutating func cells(
        of value: JSONValue,
        prefix: [UInt8],
        except key: Int?,
        in index: Int,
        path: String
    ) throws(InputError) {
        var number = 0
        let point = prefix.isEmpty ? [] : prefix + [UInt8(ascii: ".")]
        try value.forEachElement { element throws(InputError) in
            number += 1
            try cell(element, (point + Array("\(number)".utf8))[...], in: index, path: path)
        }
        try value.forEachMember { name, member throws(InputError) in
            guard member.offset != key else { return }
            try cell(member, point.isEmpty ? name.cell : (point + name.cell)[...], in: index, path: path)
        }
    }

    private mutating func cell(
        _ value: JSONValue,
        _ name: ArraySlice<UInt8>,
        in index: Int,
        path: String
    ) throws(InputError) {
        switch value.kind {
        case .object: try cells(of: value, prefix: Array(name), except: nil, in: index, path: path)
        case .array:
            guard value.firstElement?.kind != .object else {
                let name = String(decoding: name, as: UTF8.self)
                return try array(value, path: path.isEmpty ? name : "\(path).\(name)")
            }
            try cells(of: value, prefix: Array(name), except: nil, in: index, path: path)
        default: try set(name, value.cell, in: index, at: value)
        }
    }

    /// Sets a cell of the current row of a table.
    private mutating func set(
        _ name: ArraySlice<UInt8>,
        _ cell: ArraySlice<UInt8>,
        in index: Int,
        at value: JSONValue
    ) throws(InputError) {
        guard tables[index].table.set(name, cell) else {
            throw value.error(
                message: "a table has more than \(GrowingTable.maximumColumns) columns",
                advice: "export the recording again as CSV"
            )
        }
    }

    /// Returns the index of the table with the given name. Adds the table if it does not exist.
    private mutating func table(_ name: String, at value: JSONValue) throws(InputError) -> Int {
        let name = TableExport.fileName(name)
        if last < tables.count, tables[last].name == name { return last }
        if let known = tables.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) {
            last = known
            return known
        }
        guard tables.count < Self.maximumTables else {
            throw value.error(
                message: "the file has more than \(Self.maximumTables) tables",
                advice: "export the recording again as CSV"
            )
        }
        tables.append((name, GrowingTable()))
        last = tables.count - 1
        return last
    }
}

/// Samples with a constant interval, as in the data acquisition format of Edge Impulse: an object with `interval_ms`,
/// the names and units of the `sensors`, and one array per row in `values`.
private struct SampledAcquisition {
    /// The interval of the samples in milliseconds.
    let interval: Double
    /// The names of the columns with their units, such as `accX (m/s2)`.
    let names: [[UInt8]]
    let samples: JSONValue
    private let sensors: JSONValue

    /// Creates the acquisition from its object. Returns `nil` for an object in another format.
    init?(_ object: JSONValue) throws(InputError) {
        let members = object.members
        guard let interval = members["interval_ms"]?.number, interval > 0, let sensors = members["sensors"],
            let samples = members["values"], samples.firstElement?.kind == .array
        else { return nil }
        var names: [[UInt8]] = []
        try sensors.forEachElement { sensor in
            let members = sensor.members
            let unit = members["units"]?.string.map { " (\($0))" } ?? ""
            names.append(Array(((members["name"]?.string ?? "\(names.count + 1)") + unit).utf8))
        }
        (self.interval, self.names, self.samples, self.sensors) = (interval, names, samples, sensors)
    }

    func contains(_ value: JSONValue) -> Bool { [sensors.offset, samples.offset].contains(value.offset) }
}

extension JSONValue {
    /// The text of the value in a table cell: a string without quotation marks, or an empty text for null.
    fileprivate var cell: ArraySlice<UInt8> {
        switch kind {
        case .string:
            let content = text.bytes[(offset + 1)..<(end - 1)]
            return content.contains(UInt8(ascii: "\\")) ? Array((string ?? "").utf8)[...] : content
        case .null: return []
        default: return text.bytes[offset..<end]
        }
    }

    /// The first element of a nonempty array, or `nil` for any other value.
    fileprivate var firstElement: JSONValue? {
        guard kind == .array else { return nil }
        let first = JSONChecker.skipSpaces(text.bytes, from: offset + 1)
        return text.bytes[first] == UInt8(ascii: "]") ? nil : JSONValue(text: text, offset: first)
    }

    /// Looks up the keys in order, and returns the first value that is a string. Returns `nil` if no value is a string.
    fileprivate func tableKey(among keys: [[UInt8]]) -> JSONValue? {
        var found: (rank: Int, value: JSONValue)?
        forEachMember { name, value in
            guard value.kind == .string, let rank = keys.firstIndex(where: { name.cell.elementsEqual($0) }) else {
                return
            }
            if rank < found?.rank ?? .max { found = (rank, value) }
        }
        return found?.value
    }
}

/// The tables of an SQLite database.
struct SQLiteTables {
    private let path: String
    private let connection: SQLiteConnection
    private let limits: ArchiveLimits
    private let maximumBytes: Int
    private let names: [String]

    private static let maximumTables = 1000
    private static let blockBytes = 1 << 17

    /// Opens a database for reading.
    ///
    /// - Throws: `InputError` if the database is damaged or has no tables.
    init(path: String, limits: ArchiveLimits) throws(InputError) {
        self.path = path
        self.limits = limits
        let size = try InputFile.size(of: path) ?? 0
        let (maximum, isTooLarge) = size.multipliedReportingOverflow(by: limits.ratio)
        maximumBytes = min(limits.bytes, max(isTooLarge ? .max : maximum, limits.freeBytes))
        do {
            connection = try SQLiteConnection(path: SpooledInput.openablePath(path), isReadOnly: true)
            // A view could return rows without end, and a virtual table could run other code.
            let list = """
                SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite^_%' ESCAPE '^'
                AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY rowid LIMIT \(Self.maximumTables)
                """
            names = try connection.statement(list).values()
        } catch {
            throw Self.damaged(path, error)
        }
        guard names.isEmpty else { return }
        throw InputError(
            file: path,
            message: "the SQLite database has no tables",
            advice: "export the database again"
        )
    }

    /// Passes the tables to `body`. The rows of each table are in stored order.
    func forEachTable(_ body: TableExport.TableBody) throws(InputError) {
        var written = 0
        var used: Set<String> = []
        for name in names {
            var file = TableExport.fileName(name)
            while !used.insert(file.lowercased()).inserted { file += "_" }
            try body(file) { sink throws(InputError) in try write(name, to: sink, &written) }
        }
    }

    private func write(_ table: String, to sink: TableExport.Sink, _ written: inout Int) throws(InputError) {
        do {
            let columns: [String] = try connection.statement("SELECT name FROM pragma_table_info(?)").values([table])
            var writer = DelimitedWriter()
            for var column in columns { column.withUTF8 { writer.append(verbatim: $0) } }
            writer.endRow()
            let quoted = table.replacing("\"", with: "\"\"")
            try connection.statement("SELECT * FROM \"\(quoted)\"").forEachRow { row in
                for column in columns.indices { writer.append(row[column]) }
                writer.endRow()
                if writer.count > Self.blockBytes { try drain(&writer, to: sink, &written) }
            }
            try drain(&writer, to: sink, &written)
        } catch let error as InputError {
            throw error
        } catch {
            throw Self.damaged(path, error)
        }
    }

    private func drain(
        _ writer: inout DelimitedWriter,
        to sink: TableExport.Sink,
        _ written: inout Int
    ) throws(InputError) {
        written += writer.count
        guard written <= maximumBytes else {
            let limit = maximumBytes >> 20
            throw InputError(
                file: path,
                message: "the tables of the database exceed \(limit) MiB",
                advice: "export the recording again as CSV"
            )
        }
        try writer.drain(to: sink)
    }

    private static func damaged(_ path: String, _ error: any Error) -> InputError {
        let reason = (error as? SQLiteError)?.message ?? "\(error)"
        return InputError(
            file: path,
            message: "cannot read the SQLite database: \(reason)",
            advice: "close the program that writes the database, then copy or export the database again"
        )
    }
}

extension DelimitedWriter {
    /// Appends a value of a database. Null values and blobs become empty cells.
    fileprivate mutating func append(_ value: SQLiteValue) {
        switch value {
        case .integer(let number): append(number)
        case .real(let number): append(number)
        case .text(var text): text.withUTF8 { append(verbatim: $0) }
        case .null, .blob: append(Double?.none)
        }
    }
}
