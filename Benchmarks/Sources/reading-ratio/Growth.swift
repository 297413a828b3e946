import Foundation
import Measuring
import ReadingWorkload

/// The growth of the cost with ten times the rows: ten times the time, and the same memory when streaming.
struct Growth {
    let short: SyntheticFile
    /// The file with ten times the rows.
    let long: SyntheticFile
    let rounds: Int

    private static let timed: [ReadingWay] = [.streaming, .fast1, .fast2, .libcsv1, .libcsv2, .recording]
    private static let measured: [ReadingWay] = [.streaming, .streamingLibcsv]

    func report() throws {
        ReadingRatio.report("")
        let rows = "\(long.rowCount) rows by \(short.rowCount), within 5 % of 10"
        ReadingRatio.report(ReadingRatio.line(rows, "time, the process's own time"))
        for way in Self.timed {
            var ratios: [(time: Double, own: Double)] = []
            // The first round fills the caches.
            for round in 0...rounds {
                // Ten readings of the short file take as long as one reading of the long file.
                let tenth = try Self.times { for _ in 0..<10 { try way.run(short.path) } }
                let whole = try Self.times { try way.run(long.path) }
                if round > 0 { ratios.append((10 * whole.time / tenth.time, 10 * whole.own / tenth.own)) }
            }
            let (time, own) = (ratios.map(\.time).median, ratios.map(\.own).median)
            ReadingRatio.report(ReadingRatio.line(way.words, String(format: "%.2f, %.2f", time, own)))
        }
        ReadingRatio.report("")
        ReadingRatio.report("memory, the same for any number of rows:")
        for way in Self.measured {
            for file in [short, long] { try runMemory(way, file) }
        }
    }

    /// The real time, and the user time of all threads, in seconds. User time excludes the clearing of new memory,
    /// which takes long on some systems.
    private static func times(_ body: () throws -> Void) throws -> (time: Double, own: Double) {
        let before = userSeconds
        let time = try ReadingRatio.seconds(body)
        return (time, userSeconds - before)
    }

    private static var userSeconds: Double {
        var usage = rusage()
        // The value is RUSAGE_SELF, which is an enumeration on Linux and a number on macOS.
        getrusage(0, &usage)
        return Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) / 1e6
    }

    /// Prints the peak memory of a process that only reads the file.
    private func runMemory(_ way: ReadingWay, _ file: SyntheticFile) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["memory", way.rawValue, file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let words = "\(line.trimmingCharacters(in: .newlines)), \(file.rowCount) rows"
        ReadingRatio.report(ReadingRatio.line(way.words, words))
    }
}
