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
    /// - Throws: ``InputError`` for a damaged database and for one without tables.
    init(path: String, limits: ArchiveLimits) throws(InputError) {
        self.path = path
        self.limits = limits
        let size = try InputFile.size(of: path) ?? 0
        let (most, isTooLarge) = size.multipliedReportingOverflow(by: limits.ratio)
        maximumBytes = min(limits.bytes, max(isTooLarge ? .max : most, limits.freeBytes))
        do {
            connection = try SQLiteConnection(path: SpooledInput.openablePath(path), isReadOnly: true)
            // A view could compute rows without end, and a virtual table run other code.
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
            found: "an SQLite database without tables",
            expected: "a recording",
            remedy: "export it again"
        )
    }

    /// Passes the tables to `body`. The rows of a table are in the order in which they were stored.
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
            throw InputError(
                file: path,
                found: "tables of more than \(maximumBytes >> 20) MiB",
                expected: "a smaller database",
                remedy: "export the recording again as CSV"
            )
        }
        try writer.drain(to: sink)
    }

    private static func damaged(_ path: String, _ error: any Error) -> InputError {
        InputError(
            file: path,
            found: "an SQLite database that cannot be read: \((error as? SQLiteError)?.message ?? "\(error)")",
            expected: "a whole database",
            remedy: "copy or export it again, and close the program that writes it"
        )
    }
}

extension DelimitedWriter {
    /// Appends a value of a database; null and blobs are empty cells.
    fileprivate mutating func append(_ value: SQLiteValue) {
        switch value {
        case .integer(let number): append(number)
        case .real(let number): append(number)
        case .text(var text): text.withUTF8 { append(verbatim: $0) }
        case .null, .blob: append(Double?.none)
        }
    }
}
