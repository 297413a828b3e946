import GRDB

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
        tables = try DatabaseQueue().write { database in
            try database.execute(sql: statements)
            return try Self.tables(in: database)
        }
    }

    /// - Throws: ``StoreError`` when a table is missing or has other columns.
    func check(_ database: Database, _ path: String, _ kind: StoreKind) throws {
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

    private static func tables(in database: Database) throws -> [Table] {
        let select = "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
        return try Row.fetchAll(database, sql: select).map { row in
            let name: String = row[0]
            let columns = try Row.fetchAll(
                database,
                sql: "SELECT name, type, \"notnull\" FROM pragma_table_info(?)",
                arguments: [name]
            )
            return Table(
                name: name,
                isStrict: row[1],
                columns: columns.map { Column(name: $0[0], type: $0[1], isRequired: $0[2]) }
            )
        }
    }
}
