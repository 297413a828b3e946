import GRDB

/// The tables that a store has to have, so that reading it ends and gives values of the kinds that are expected.
///
/// A view that is called like a table could go on for ever, and a table without types could hold anything.
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

    /// - Parameter statements: those that make an empty database a store.
    init(of statements: String) throws {
        tables = try DatabaseQueue().write { database in
            try database.execute(sql: statements)
            return try Self.tables(in: database)
        }
    }

    /// - Throws: ``StoreError`` where one of the tables is missing, or is something else.
    func check(_ database: Database, _ path: String, _ kind: StoreKind) throws {
        let found = try Self.tables(in: database)
        for table in tables where !found.contains(table) {
            let isThere = found.contains { $0.name == table.name }
            throw StoreError(
                file: path,
                found: isThere
                    ? "a table '\(table.name)' with other columns" : "no table '\(table.name)'",
                expected: kind.name,
                remedy: kind.renewal
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
