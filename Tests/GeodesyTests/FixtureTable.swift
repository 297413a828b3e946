import Foundation
import TestSupport
import Testing

/// The rows of a CSV of numbers in `Fixtures`, without its header. The script that made it lies beside it.
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
