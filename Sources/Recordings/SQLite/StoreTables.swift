/// The tables that a store must have.
///
/// The check guarantees that queries end and return values of the expected types. A view with the name of a table could
/// run forever, and a table without strict types could hold anything.
struct StoreTables {
    private struct Table: Equatable {
        var name: String
        var isStrict: Bool
        var columns: [Column]
    }

    private struct Column: Equatable {
        var name: String
        var type: String
        var isRequired: Bool
    }

    private let tables: [Table]

    /// - Parameter statements: SQL statements that create the tables of an empty store.
    init(of statements: String) throws {
        let database = try SQLiteConnection(path: ":memory:")
        try database.execute(statements)
        tables = try Self.tables(in: database)
    }

    /// - Throws: ``StoreError`` when a table is missing or has other columns.
    func check(_ database: SQLiteConnection, _ path: String, _ kind: StoreKind) throws {
        let found = try Self.tables(in: database)
        for table in tables where !found.contains(table) {
            let isThere = found.contains { $0.name == table.name }
            throw StoreError(
                file: path,
                found: isThere
                    ? "a table '\(table.name)' with other columns" : "no table '\(table.name)'",
                expected: kind.name,
                remedy: kind.replacementAdvice
            )
        }
    }

    private static func tables(in database: SQLiteConnection) throws -> [Table] {
        let select = "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
        let rows = try database.statement(select).rows { row in
            (name: try row.read(0, as: String.self), isStrict: try row.read(1, as: Bool.self))
        }
        let columns = try database.statement("SELECT name, type, \"notnull\" FROM pragma_table_info(?)")
        return try rows.map { row in
            Table(
                name: row.name,
                isStrict: row.isStrict,
                columns: try columns.rows([row.name]) { column in
                    Column(name: try column.read(0), type: try column.read(1), isRequired: try column.read(2))
                }
            )
        }
    }
}
