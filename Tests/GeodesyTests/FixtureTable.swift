import Foundation
import TestSupport
import Testing

/// The rows of a CSV file of numbers in `Fixtures`, without the header. The script that created the file is in the same
/// folder.
enum FixtureTable {
    static func rows(_ name: String, columns: Int) throws -> [[Double]] {
        let file = Package.root.appending(path: "Tests/GeodesyTests/Fixtures/\(name)")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            line.split(separator: ",").compactMap { Double($0) }
        }
        try #require(!rows.isEmpty && rows.allSatisfy { $0.count == columns })
        return rows
    }
}
