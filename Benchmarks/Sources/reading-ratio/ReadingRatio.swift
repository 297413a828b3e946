import Foundation
import ReadingWorkload

/// Prints how fast a file becomes columns next to libcsv alone, and how much memory streaming takes.
///
/// `reading-ratio [ROUNDS]` measures all; `reading-ratio memory FILE` streams a file and prints the process's peak.
@main
enum ReadingRatio {
    /// About 200 MB.
    static let rowCount = 1_300_000

    static func main() throws {
        let arguments = CommandLine.arguments
        if arguments.count == 3, arguments[1] == "memory" { return try printMemory(path: arguments[2]) }
        try printRatio(rounds: arguments.dropFirst().first.flatMap { Int($0) } ?? 5)
        for rows in [rowCount / 2, rowCount] { try runMemory(rows: rows) }
    }

    private static func printRatio(rounds: Int) throws {
        let methods: [(name: String, run: (String) throws -> Void)] = [
            ("libcsv alone", { _ = try ReadingMethod.libcsvAlone($0) }),
            ("columns", { _ = try ReadingMethod.columns($0) }),
            ("columns, SHA-256", { _ = try ReadingMethod.columnsAndDigest($0) }),
            ("streaming", { _ = try ReadingMethod.streaming($0) }),
        ]
        try withFile(rows: rowCount) { file in
            let bytes = try file.byteCount
            var times = [[Double]](repeating: [], count: methods.count)
            for _ in 0..<rounds {
                for (index, method) in methods.enumerated() {
                    times[index].append(try seconds { try method.run(file.path) })
                }
            }
            report("\(bytes) bytes, \(file.rowCount) rows of \(SyntheticFile.columnNames.count), medians of \(rounds)")
            for (method, times) in zip(methods, times.map { (own: median($0), alone: median(times[0])) }) {
                let rate = Double(bytes) / times.own / 1e6
                let numbers = String(format: "%.3f s, %.0f MB/s, ratio %.3f", times.own, rate, times.alone / times.own)
                report("\(method.name.padding(toLength: 18, withPad: " ", startingAt: 0))\(numbers)")
            }
        }
    }

    /// In a process of its own, whose peak is only its own.
    private static func runMemory(rows: Int) throws {
        try withFile(rows: rows) { file in
            report("\(rows) rows, \(try file.byteCount) bytes:")
            let process = Process()
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            process.arguments = ["memory", file.path]
            try process.run()
            process.waitUntilExit()
        }
    }

    private static func printMemory(path: String) throws {
        let before = try peakMemory()
        _ = try ReadingMethod.streaming(path)
        report("streaming: peak \(try peakMemory()), before it \(before)")
    }

    /// At once, so that lines of child processes stand where they belong.
    private static func report(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// The highest resident memory of this process so far (`VmHWM`, Linux only).
    private static func peakMemory() throws -> String {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.map { $0.dropFirst(6).trimmingCharacters(in: .whitespaces) } ?? "not known"
    }

    private static func withFile(rows: Int, _ body: (SyntheticFile) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("sextant-\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: url) }
        try body(SyntheticFile(path: url.path, rowCount: rows))
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let duration = try ContinuousClock().measure(body)
        return duration / .seconds(1)
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
