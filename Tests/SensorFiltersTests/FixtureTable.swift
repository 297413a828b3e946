import Foundation
import TestSupport

/// The rows of a CSV of numbers in `Fixtures`, without its header. The script that made it lies beside it.
enum FixtureTable {
    static func rows(_ name: String) throws -> [[Double]] {
        let file = Package.root.appending(path: "Tests/SensorFiltersTests/Fixtures/\(name)")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
            line.split(separator: ",").compactMap { Double($0) }
        }
    }
}
