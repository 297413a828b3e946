import Evaluation
import Experiments
import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// Stores whose tables were replaced by other objects.
struct HostileStoreTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appendingPathComponent("results.sqlite").path
        _ = try ExperimentStore(path: path, tool: ProgramVersion(version: "1", revision: "2"))
    }

    private func expectRefusal(_ found: String, at location: SourceLocation = #_sourceLocation) {
        let tool = ProgramVersion(version: "1", revision: "2")
        for open in [{ try ExperimentStore(reading: path) }, { try ExperimentStore(path: path, tool: tool) }] {
            let error = #expect(throws: InputError.self, sourceLocation: location) { try open().cellCount() }
            #expect(error?.message == found, sourceLocation: location)
            #expect(error?.isEnvironment == false, sourceLocation: location)
        }
    }

    @Test func `A view in place of a table is refused`() throws {
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, i, i FROM n"
        try StoreFixture.execute(
            "DROP TABLE part; CREATE VIEW part(first, last, total) AS \(endless)",
            in: path
        )
        expectRefusal("the database is not a store of an experiment's results: the table 'part' is missing")
    }

    @Test func `A table without strict types is refused`() throws {
        try StoreFixture.execute("DROP TABLE part; CREATE TABLE part (first, last, total)", in: path)
        expectRefusal("the database is not a store of an experiment's results: the table 'part' has unexpected columns")
    }

    @Test func `Cell ranges that overflow are limited`() throws {
        try StoreFixture.execute(
            "INSERT INTO part VALUES (-9223372036854775808, 9223372036854775807, 9223372036854775807)",
            in: path
        )
        let parts = try ExperimentStore(reading: path).parts()
        #expect(parts.cells.map(\.count) == [1 << 53])
        #expect(parts.total == 1 << 53)
    }
}

/// Changes a store as another program would.
enum StoreFixture {
    static func execute(_ sql: String, in path: String) throws {
        try SQLiteConnection(path: path).execute(sql)
    }
}
