import Foundation
import ReaderRoads

/// Reads random tables on every road, by one thread and by several, and holds what comes out against libcsv.
///
///     compare-roads [CASES [FIRST]]
///
/// The n-th case is the one of the seed FIRST + n: a case that differs is met again with `compare-roads 1 SEED`. Ends
/// with 1 where any differs.
@main
struct CompareRoads {
    /// So many that differ are enough to look at.
    private static let most = 20

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let count = arguments.first ?? 100_000
        let first = arguments.dropFirst().first ?? 1
        let memory = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let path = memory + "/sextant-roads-\(ProcessInfo.processInfo.processIdentifier).csv"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let comparison = RoadComparison(path: path)
        var differing = 0
        for seed in first..<first + count where differing < most {
            let input = RandomTable.input(seed: seed)
            if let difference = input.withUnsafeBufferPointer({ comparison.difference(in: $0) }) {
                differing += 1
                let text = String(decoding: input.dropFirst(3), as: UTF8.self)
                print("seed \(seed), \(input.prefix(3)), \(text.debugDescription): \(difference)")
            }
            if comparison.tally.cases % 100_000 == 0 { report(comparison.tally, differing, to: .standardError) }
        }
        report(comparison.tally, differing, to: .standardOutput)
        if differing > 0 { exit(1) }
    }

    private static func report(_ tally: RoadTally, _ differing: Int, to file: FileHandle) {
        func share(_ count: Int) -> String {
            String(format: "%.1f %%", 100 * Double(count) / Double(max(tally.cases, 1)))
        }
        let shares = "\(share(tally.withRows)) give rows, \(share(tally.errors)) end with an error"
        try? file.write(
            contentsOf: Data("\(tally.cases) cases: \(shares), \(tally.rows) rows; \(differing) differ\n".utf8)
        )
    }
}
