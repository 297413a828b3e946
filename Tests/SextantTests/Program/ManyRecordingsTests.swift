import Evaluation
import Foundation
import Reporting
import TestSupport
import Testing

/// `sextant evaluate` over many recordings, some of which are broken.
struct ManyRecordingsTests {
    private static let count = 500
    /// An empty file, text in a cell, and a missing file.
    private static let broken = [7: "", 250: badRow, 499: nil]
    private static let badRow = InputFixture.broadText([InputFixture.broadRow("0", ax: "fast")])

    /// Writes the recordings.
    ///
    /// - Returns: The paths.
    private static func recordings(in folder: TemporaryFolder, count: Int) throws -> [String] {
        let good = InputFixture.broadText((0..<30).map { InputFixture.broadRow("0.\(10 + $0)") })
        return try (0..<count).map { index in
            let name = "trial-\(index).csv"
            guard let text = broken[index, default: good] else { return folder.url.appendingPathComponent(name).path }
            return try folder.write(text, to: name)
        }
    }

    private static let options = ["--layout", "broad", "--pipeline", "triad"]

    @Test func `Of 500 recordings three broken ones are named and 497 are evaluated`() async throws {
        let folder = try TemporaryFolder()
        let paths = try Self.recordings(in: folder, count: Self.count)
        let directory = folder.url.appendingPathComponent("out")
        let outcome = try await Command.run(["evaluate"] + paths + Self.options + ["--output", directory.path])
        #expect(outcome.code == Refusal.badData)
        let lines = outcome.error.split(separator: "\n").map(String.init)
        let starts = [7: ":1: the file has no header line", 250: ":2:3: 'fast' in column", 499: ": no such file"]
            .sorted { $0.key < $1.key }.map { "sextant: \(paths[$0.key])\($0.value)" }
        #expect(lines.count == 4)
        for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
        #expect(lines.last == "sextant: 3 of 500 recordings could not be evaluated and are excluded")
        #expect(outcome.output.contains("failed: 3 of 500 recordings"))
        let json = try Data(contentsOf: directory.appendingPathComponent("results.json"))
        let results = try JSONReport().decode(json, file: "results.json")
        #expect(results.runs.count == 497)
        #expect(results.failed.map(\.path) == [7, 250, 499].map { paths[$0] })
        #expect(results.failed.map { "sextant: \($0.error)" } == Array(lines.prefix(3)))
        let page = try String(contentsOf: directory.appendingPathComponent("report.md"), encoding: .utf8)
        #expect(page.contains("## Failed recordings"))
    }

    @Test func `With --fail-fast the first broken recording ends the command, and nothing is written`() async throws {
        let folder = try TemporaryFolder()
        let paths = try Self.recordings(in: folder, count: 20)
        let directory = folder.url.appendingPathComponent("out")
        let outcome = try await Command.run(
            ["evaluate", "--fail-fast", "--jobs", "3"] + paths + Self.options + ["--output", directory.path]
        )
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error.hasPrefix("sextant: \(paths[7]):1: the file has no header line"))
        #expect(outcome.output == "")
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }
}
