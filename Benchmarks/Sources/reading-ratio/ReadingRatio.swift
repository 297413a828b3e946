import Foundation
import Measuring
import ReadingWorkload
import Recordings

/// Prints the time to read a file as columns, its growth with the number of rows, and the memory of streaming. The
/// time is compared with libcsv alone and with a plain scan.
///
/// - `reading-ratio [ROUNDS [ROWS]]` prints all comparisons.
/// - `reading-ratio write FILE [ROWS]` writes the file that is read.
/// - `reading-ratio serve WAY FILE` reads the file once for each line of standard input, and prints the seconds.
/// - `reading-ratio memory WAY FILE` reads the file and prints the peak memory of the process.
@main
enum ReadingRatio {
    /// The default number of rows, which results in about 40 MB.
    static let rowCount = 260_000

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("memory", 3): try printMemory(arguments[1], path: arguments[2])
        case ("write", 2...): _ = try SyntheticFile(path: arguments[1], rowCount: number(arguments, 2) ?? rowCount)
        case ("serve", 3): try serve(arguments[1], path: arguments[2])
        default:
            let rows = number(arguments, 1) ?? rowCount
            let rounds = number(arguments, 0) ?? 7
            try withFile(rows: rows) { file in
                try printRatios(file, rounds: rounds)
                try withFile(rows: rows * 10) { try Growth(short: file, long: $0, rounds: rounds).report() }
            }
        }
    }

    private static func number(_ arguments: [String], _ index: Int) -> Int? {
        arguments.indices.contains(index) ? Int(arguments[index]) : nil
    }

    private static func printRatios(_ file: SyntheticFile, rounds: Int) throws {
        let bytes = try file.byteCount
        report("\(bytes) bytes, \(file.rowCount) rows of \(SyntheticFile.columnNames.count), medians of \(rounds)")
        var times: [ReadingWay: [Double]] = [:]
        // The first round fills the caches.
        for round in 0...rounds {
            for way in ReadingWay.allCases {
                let time = try seconds { try way.run(file.path) }
                if round > 0 { times[way, default: []].append(time) }
            }
        }
        for way in ReadingWay.allCases {
            let time = (times[way] ?? []).median
            report(line(way.words, String(format: "%.3f s, %.0f MB/s", time, Double(bytes) / time / 1e6)))
        }
        printPairs(times)
    }

    private static func printPairs(_ times: [ReadingWay: [Double]]) {
        func ratio(_ first: [Double]?, _ second: [Double]?) -> String {
            // The ratio is computed for each round, because a slower machine slows both methods.
            String(format: "%.2f", zip(first ?? [], second ?? []).map { $0 / $1 }.median)
        }
        report("")
        report(line("libcsv parser : libcsv", ratio(times[.libcsv1], times[.libcsvAlone]) + ", at most 1.6"))
        report(line("libcsv parser, 1 thread : 2", ratio(times[.libcsv1], times[.libcsv2]) + ", at least 1.7"))
        report(line("fast parser : plain scan", ratio(times[.fast1], times[.plainScan]) + ", at most 2"))
        report(line("fast parser, 1 thread : 2", ratio(times[.fast1], times[.fast2])))
    }

    static func line(_ name: String, _ figures: String) -> String {
        name.padding(toLength: 34, withPad: " ", startingAt: 0) + figures
    }

    private static func serve(_ name: String, path: String) throws {
        let way = try way(named: name)
        while readLine() != nil { report("\(try seconds { try way.run(path) })") }
    }

    private static func way(named name: String) throws -> ReadingWay {
        if let way = ReadingWay(rawValue: name) { return way }
        report("unknown way '\(name)'; one of \(ReadingWay.allCases.map(\.rawValue).joined(separator: ", "))")
        exit(2)
    }

    private static func printMemory(_ name: String, path: String) throws {
        let way = try way(named: name)
        let before = try peakMemory()
        try way.run(path)
        report("peak \(try peakMemory()), before it \(before)")
    }

    /// The peak resident memory of this process so far (`VmHWM`, Linux only).
    private static func peakMemory() throws -> String {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.map { $0.dropFirst(6).trimmingCharacters(in: .whitespaces) } ?? "not known"
    }

    /// Writes a line without buffering, so that lines of child processes appear in order.
    static func report(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private static func withFile(rows: Int, _ body: (SyntheticFile) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("sextant-\(UUID().uuidString).csv")
        defer { try? FileManager.default.removeItem(at: url) }
        try body(SyntheticFile(path: url.path, rowCount: rows))
    }

    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let duration = try ContinuousClock().measure(body)
        return duration / .seconds(1)
    }
}
