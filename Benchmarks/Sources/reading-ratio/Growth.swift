import Foundation
import ReadingWorkload

/// What ten times the rows cost: ten times the time, and when streaming no more memory.
struct Growth {
    let short: SyntheticFile
    /// Ten times as long.
    let long: SyntheticFile
    let rounds: Int

    private static let timed: [ReadingWay] = [.streaming, .fast1, .fast2, .libcsv1, .libcsv2, .recording]
    private static let measured: [ReadingWay] = [.streaming, .streamingLibcsv]

    func report() throws {
        ReadingRatio.report("")
        ReadingRatio.report("\(long.rowCount) rows, time by that of \(short.rowCount), within 5 % of 10:")
        for way in Self.timed {
            var ratios: [Double] = []
            // The first round warms the caches up.
            for round in 0...rounds {
                // Ten readings take as long as the one that they are held against.
                let tenth = try ReadingRatio.seconds { for _ in 0..<10 { try way.run(short.path) } } / 10
                let whole = try ReadingRatio.seconds { try way.run(long.path) }
                if round > 0 { ratios.append(whole / tenth) }
            }
            ReadingRatio.report(ReadingRatio.line(way.words, String(format: "%.2f", ReadingRatio.median(ratios))))
        }
        ReadingRatio.report("")
        ReadingRatio.report("memory, the same for any number of rows:")
        for way in Self.measured {
            for file in [short, long] { try runMemory(way, file) }
        }
    }

    /// In a process of its own, whose peak is only its own.
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
