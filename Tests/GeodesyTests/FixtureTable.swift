import TestSupport
import Testing

/// The rows of a CSV file of numbers in `Fixtures`, without the header. The script that created the file is in the same
/// folder.
enum FixtureTable {
    static func rows(_ name: String, columns: Int) throws -> [[Double]] {
        let rows = try NumberTable.rows("Tests/GeodesyTests/Fixtures/\(name)")
        try #require(rows.allSatisfy { $0.count == columns })
        return rows
    }
}
