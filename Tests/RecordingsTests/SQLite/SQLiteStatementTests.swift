import CSQLite
import Recordings
import Testing

struct SQLiteStatementTests {
    private let connection: SQLiteConnection

    init() throws {
        connection = try SQLiteConnection(path: ":memory:")
        try connection.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
    }

    private func expectError(
        _ code: Int32,
        _ message: String,
        at location: SourceLocation = #_sourceLocation,
        _ work: () throws -> Void
    ) {
        let error = #expect(throws: SQLiteError.self, sourceLocation: location) { try work() }
        #expect(error?.code == code, sourceLocation: location)
        #expect(error?.message == message, sourceLocation: location)
    }

    @Test(
        arguments: [
            .null, .integer(.min), .integer(.max), .real(-0.0), .real(.leastNonzeroMagnitude), .real(-.infinity),
            .text(""),
            .text("a\0b"), .text("\u{1F5FA}\u{FE0F} 東京 '; --"), .blob([]), .blob([0, 255]),
        ] as [SQLiteValue]
    )
    func `A value is read as it was stored`(value: SQLiteValue) throws {
        try connection.execute("CREATE TABLE cell (value ANY) STRICT")
        try connection.execute("INSERT INTO cell VALUES (?)", [Stored(value)])
        #expect(try connection.statement("SELECT value FROM cell").firstRow { $0[0] } == value)
    }

    /// Passes a value of any storage class as an argument.
    private struct Stored: SQLiteConvertible {
        let sqliteValue: SQLiteValue

        init(_ value: SQLiteValue) { sqliteValue = value }
        init?(sqliteValue: SQLiteValue) { self.sqliteValue = sqliteValue }
    }

    @Test func `A negative zero keeps its sign, and NaN is stored as null`() throws {
        let select = try connection.statement("SELECT ?")
        #expect(try select.value([-0.0], as: Double.self)?.sign == .minus)
        #expect(try select.firstRow([Double.nan]) { $0[0] } == .null)
    }

    @Test func `Integers are read as numbers and truth values, and null as nil`() throws {
        let integers = try connection.statement("SELECT 7 UNION ALL SELECT 0")
        #expect(try integers.values(as: Double.self) == [7, 0])
        #expect(try integers.values(as: Int32.self) == [7, 0])
        #expect(try integers.values(as: Bool.self) == [true, false])
        let select = try connection.statement("SELECT ?")
        #expect(try select.value([true], as: Int.self) == 1)
        #expect(try select.value([nil as Int?], as: Int.self) == nil)
        #expect(try select.values([nil as Double?], as: Double?.self) == [nil])
        #expect(try select.values([1.5], as: Double?.self) == [1.5])
        #expect(try connection.statement("SELECT id FROM entry").value(as: Int.self) == nil)
    }

    @Test func `Consecutive columns are read as numbers`() throws {
        let select = try connection.statement("SELECT 'x', 1.5, NULL, 7")
        #expect(try select.firstRow { try $0.numbers(1..<4) } == [1.5, nil, 7])
        expectError(SQLITE_MISMATCH, "column 0 contains \"x\", which is not Optional<Double>") {
            _ = try select.firstRow { try $0.numbers(0..<2) }
        }
    }

    @Test func `A value of another type is an error`() throws {
        let select = try connection.statement("SELECT ?")
        expectError(SQLITE_MISMATCH, "column 0 contains \"x\", which is not Int64") {
            _ = try select.values(["x"], as: Int64.self)
        }
        expectError(SQLITE_MISMATCH, "column 0 contains 1.5, which is not Int") {
            _ = try select.values([1.5], as: Int.self)
        }
        expectError(SQLITE_MISMATCH, "column 0 contains NULL, which is not String") {
            _ = try select.values([nil as String?], as: String.self)
        }
        expectError(SQLITE_MISMATCH, "column 0 contains 2147483648, which is not Int32") {
            _ = try select.values([1 << 31], as: Int32.self)
        }
        #expect(try select.values([1], as: Int32.self) == [1])
    }

    @Test func `A statement can run again after an error`() throws {
        let insert = "INSERT INTO entry (name) VALUES (?)"
        try connection.execute(insert, ["a"])
        let error = #expect(throws: SQLiteError.self) { try connection.execute(insert, ["a"]) }
        #expect(error?.extendedCode == SQLITE_CONSTRAINT | 8 << 8)
        #expect(error?.message == "UNIQUE constraint failed: entry.name")
        try connection.execute(insert, ["b"])
        #expect(try connection.statement(insert) === connection.statement(insert))
        #expect(connection.lastInsertedRowID == 2 && connection.changedRowCount == 1)

        struct Stop: Error {}
        let select = try connection.statement("SELECT name FROM entry ORDER BY id")
        #expect(throws: Stop.self) { try select.forEachRow { _ in throw Stop() } }
        #expect(try select.values() == ["a", "b"])
    }

    @Test func `A statement cannot run while its rows are read`() throws {
        let select = try connection.statement("SELECT 1 UNION ALL SELECT 2")
        var rows: [Int] = []
        try select.forEachRow { row in
            rows.append(try row.read(0))
            expectError(SQLITE_MISUSE, "the statement is running") { try select.execute() }
        }
        #expect(rows == [1, 2])
    }

    @Test func `A statement needs an argument for each parameter`() throws {
        let select = try connection.statement("SELECT ?, ?")
        expectError(SQLITE_MISUSE, "the statement expects 2 arguments, found 1") {
            try select.execute([1])
        }
    }

    @Test func `A text with no or several statements, or with an unknown name, is an error`() {
        expectError(SQLITE_MISUSE, "the SQL text contains no statement") { _ = try connection.statement(" -- none") }
        expectError(SQLITE_MISUSE, "the SQL text contains more than one statement") {
            _ = try connection.statement("SELECT 1; SELECT 2")
        }
        expectError(SQLITE_ERROR, "near \"SELEKT\": syntax error") { try connection.execute("SELEKT 1") }
        expectError(SQLITE_ERROR, "no such column: nam") { try connection.execute("SELECT \"nam\" FROM entry") }
    }
}
