import Foundation
import ReaderFuzzing

/// Reads random tables with every parser, on one thread and on several threads, and compares the results with those
/// of libcsv.
///
///     compare-parsers [CASES [FIRST]]
///
/// Case n uses the seed FIRST + n, so that `compare-parsers 1 SEED` repeats a case. The exit code is 1 if a case
/// differs.
@main
struct CompareParsers {
    /// The maximum number of differing cases. After it, the program stops.
    private static let maximumDifferences = 20

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let count = arguments.first ?? 100_000
        let first = arguments.dropFirst().first ?? 1
        let memory = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let path = memory + "/sextant-parsers-\(ProcessInfo.processInfo.processIdentifier).csv"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let comparison = ParserComparison(path: path)
        var differing = 0
        for seed in first..<first + count where differing < maximumDifferences {
            let input = RandomTable.input(seed: seed)
            if let difference = input.withUnsafeBufferPointer({ comparison.difference(in: $0) }) {
                differing += 1
                let text = String(decoding: input.dropFirst(3), as: UTF8.self)
                print("seed \(seed), \(input.prefix(3)), \(text.debugDescription): \(difference)")
            }
            if comparison.counts.cases % 100_000 == 0 { report(comparison.counts, differing, to: .standardError) }
        }
        report(comparison.counts, differing, to: .standardOutput)
        if differing > 0 { exit(1) }
    }

    private static func report(_ counts: ComparisonCounts, _ differing: Int, to file: FileHandle) {
        func share(_ count: Int) -> String {
            String(format: "%.1f %%", 100 * Double(count) / Double(max(counts.cases, 1)))
        }
        let shares = "\(share(counts.withRows)) have rows, \(share(counts.errors)) end with an error"
        try? file.write(
            contentsOf: Data("\(counts.cases) cases: \(shares), \(counts.rows) rows; \(differing) differ\n".utf8)
        )
    }
}
