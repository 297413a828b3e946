import CSQLite
import Foundation
import Recordings
import TestSupport
import Testing

struct SQLiteConnectionTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appendingPathComponent("entries.sqlite").path
    }

    /// A connection to a database with the table `entry`. It does not wait for others.
    private func connect(isReadOnly: Bool = false) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, isReadOnly: isReadOnly, busyTimeoutSeconds: 0)
        if !isReadOnly {
            try connection.execute(
                "PRAGMA journal_mode = WAL; CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY)"
            )
        }
        return connection
    }

    private func count(in connection: SQLiteConnection) throws -> Int? {
        try connection.statement("SELECT count(*) FROM entry").value()
    }

    private struct Stop: Error {}

    @Test func `A transaction that throws changes nothing`() throws {
        let connection = try connect()
        #expect(throws: Stop.self) {
            try connection.transaction(.immediate) {
                try connection.execute("INSERT INTO entry VALUES (1); INSERT INTO entry VALUES (2)")
                #expect(try count(in: connection) == 2)
                throw Stop()
            }
        }
        #expect(try count(in: connection) == 0)
        try connection.transaction(.immediate) { try connection.execute("INSERT INTO entry VALUES (3)") }
        #expect(try count(in: connect()) == 1)
    }

    @Test func `A transaction inside of another one is an error`() throws {
        let connection = try connect()
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction(.deferred) { try connection.transaction(.deferred) {} }
        }
        #expect(error?.message == "cannot start a transaction within a transaction")
        #expect(try count(in: connection) == 0)
    }

    @Test func `A failed deferred constraint rolls the transaction back at its end`() throws {
        let connection = try connect()
        try connection.execute(
            "CREATE TABLE part (entry INTEGER REFERENCES entry (id) DEFERRABLE INITIALLY DEFERRED)"
        )
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction(.immediate) { try connection.execute("INSERT INTO part VALUES (1)") }
        }
        #expect(error?.message == "FOREIGN KEY constraint failed")
        #expect(try connection.statement("SELECT count(*) FROM part").value() == 0)
    }

    @Test func `A second writer gets the code for a busy database`() throws {
        let (first, second) = (try connect(), try connect())
        try first.transaction(.immediate) {
            let error = #expect(throws: SQLiteError.self) { try second.transaction(.immediate) {} }
            #expect(error?.code == SQLITE_BUSY)
        }
        try second.transaction(.immediate) { try second.execute("INSERT INTO entry VALUES (1)") }
        #expect(try count(in: first) == 1)
    }

    @Test func `The reads of a deferred transaction see one state`() throws {
        let (reader, writer) = (try connect(), try connect())
        try reader.transaction(.deferred) {
            #expect(try count(in: reader) == 0)
            try writer.execute("INSERT INTO entry VALUES (1)")
            #expect(try count(in: reader) == 0)
        }
        #expect(try count(in: reader) == 1)
    }

    @Test func `Reading only neither creates nor changes a file`() throws {
        let missing = #expect(throws: SQLiteError.self) { try connect(isReadOnly: true) }
        #expect(missing?.code == SQLITE_CANTOPEN)
        #expect(!FileManager.default.fileExists(atPath: path))
        _ = try connect()
        let connection = try connect(isReadOnly: true)
        let error = #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO entry VALUES (1)") }
        #expect(error?.code == SQLITE_READONLY)
    }

    @Test func `A file of another format is reported by the first statement`() throws {
        try folder.write(String(repeating: "latitude,longitude\n", count: 100), to: "entries.sqlite")
        let connection = try SQLiteConnection(path: path)
        let error = #expect(throws: SQLiteError.self) { try connection.execute("SELECT * FROM sqlite_schema") }
        #expect(error?.code == SQLITE_NOTADB)
    }
}
