import Dispatch
import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

struct StoreFileTests {
    private static let kind = StoreKind(
        name: "a store of counts",
        application: 0x5378_5473,
        version: 1,
        fullDiskNote: "counts are kept",
        retryAdvice: "count again",
        replacementAdvice: "count into a new file",
        creationAdvice: "count to create a store"
    )

    private let folder: TemporaryFolder
    private let file: StoreFile

    init() throws {
        folder = try TemporaryFolder()
        file = try StoreFile(
            path: folder.url.appendingPathComponent("counts.sqlite").path,
            kind: Self.kind,
            tables: "CREATE TABLE count (value INTEGER NOT NULL) STRICT; INSERT INTO count VALUES (0)",
            durability: .normal
        )
    }

    private func value() throws -> Int? {
        try file.read { try $0.statement("SELECT value FROM count").value() }
    }

    @Test func `Threads change one store in turn`() throws {
        let changes = 200
        let file = file
        DispatchQueue.concurrentPerform(iterations: changes) { _ in
            #expect(throws: Never.self) {
                try file.write { database in
                    let value = try database.statement("SELECT value FROM count").value(as: Int.self) ?? 0
                    try database.execute("UPDATE count SET value = ?", [value + 1])
                }
            }
        }
        #expect(try value() == changes)
    }

    @Test func `A query inside of another one is an error and no deadlock`() throws {
        let error = #expect(throws: InputError.self) { try file.write { _ in try value() } }
        #expect(error?.message == "SQLite reports error 1: cannot start a transaction within a transaction")
        #expect(try value() == 0)
    }

    @Test func `A value of an unexpected type is a damaged store`() throws {
        let error = #expect(throws: InputError.self) {
            try file.read { try $0.statement("SELECT 'x' FROM count").value(as: Int.self) }
        }
        #expect(error?.message == "the database is damaged")
        #expect(error?.isEnvironment == false)
    }

    @Test func `A change that fails leaves the store unchanged`() throws {
        struct Stop: Error {}
        let error = #expect(throws: InputError.self) {
            try file.write { database in
                try database.execute("UPDATE count SET value = 5")
                throw Stop()
            }
        }
        #expect(error?.message == "Stop()")
        #expect(try value() == 0)
    }

    @Test func `A store opens while other connections create and close it`() throws {
        let (stores, openings) = (20, 16)
        let path = folder.url.path
        DispatchQueue.concurrentPerform(iterations: stores * openings) { number in
            #expect(throws: Never.self) {
                let file = try StoreFile(
                    path: "\(path)/\(number / openings).sqlite",
                    kind: Self.kind,
                    tables: "CREATE TABLE count (value INTEGER NOT NULL) STRICT; INSERT INTO count VALUES (0)",
                    durability: .normal
                )
                try file.write { try $0.execute("UPDATE count SET value = value + 1") }
            }
        }
        for store in 0..<stores {
            let file = try StoreFile(
                reading: "\(path)/\(store).sqlite",
                kind: Self.kind,
                tables: "CREATE TABLE count (value INTEGER NOT NULL) STRICT; INSERT INTO count VALUES (0)"
            )
            #expect(try file.read { try $0.statement("SELECT value FROM count").value() } == openings)
        }
    }
}
