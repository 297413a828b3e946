import Foundation
import ReadingWorkload

extension MeasuredCase {
    /// Readers of a file of 5,000 rows and fifteen columns, which the system caches in memory.
    static let reading = [
        measured("libcsvAlone") { try ReadingMethod.libcsvAlone($0) },
        measured("columns") { try ReadingMethod.columns($0) },
        measured("columnsAndDigest") { try ReadingMethod.columnsAndDigest($0).count },
        measured("streaming") { Int(try ReadingMethod.streaming($0)) },
    ]

    private static func measured(
        _ name: String,
        _ read: @escaping @Sendable (_ path: String) throws -> Int
    ) -> MeasuredCase {
        MeasuredCase(.reading, [name], per: "5,000 rows") {
            let file = try TemporaryFile(rowCount: 5000)
            return { count in
                var sum = 0
                for _ in 0..<count { sum &+= try read(file.path) }
                return sum
            }
        }
    }
}

/// A temporary file that is removed when its last reader is released.
private final class TemporaryFile {
    let path: String

    init(rowCount: Int) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("sextant-\(UUID().uuidString).csv").path
        _ = try SyntheticFile(path: path, rowCount: rowCount)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
