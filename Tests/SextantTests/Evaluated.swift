import Evaluation
import Foundation
import Reporting
import TestSupport
import Testing

/// A run of `sextant evaluate --output` that has to succeed without a word on standard error, and what it wrote.
struct Evaluated: Sendable {
    let outcome: Command.Outcome
    let results: EvaluationResults
    /// The files in the output directory, by their paths in it.
    let files: [String: Data]

    init(_ arguments: [String], environment: [String: String] = [:]) async throws {
        let folder = try TemporaryFolder()
        let directory = folder.url.appendingPathComponent("out")
        outcome = try await Command.run(
            ["evaluate"] + arguments + ["--output", directory.path],
            environment: environment
        )
        try #require(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.error == "")
        files = try Self.files(in: directory)
        results = try JSONReport().decode(#require(files["results.json"]), file: "results.json")
    }

    func text(of file: String) throws -> String {
        String(decoding: try #require(files[file], "there is no \(file)"), as: UTF8.self)
    }

    /// `results.json` without what depends on the machine, the moment and the command line: the host, the command, and
    /// how long computing took.
    var lasting: String {
        get throws {
            var isHost = false
            let lines = try text(of: "results.json").split(separator: "\n", omittingEmptySubsequences: false)
            let kept = lines.filter { line in
                if line == "  \"host\" : {" { isHost = true }
                defer { if line == "  }," { isHost = false } }
                return !isHost && !line.hasPrefix("  \"command\" :") && !Self.isTime(line)
            }
            return kept.joined(separator: "\n")
        }
    }

    /// Whether the line is a figure of time; the description of such a metric is none.
    private static func isTime(_ line: Substring) -> Bool { line.contains("\"compute_ns_") && !line.hasSuffix("{") }

    private static func files(in directory: URL) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: directory.path) {
            let file = directory.appendingPathComponent(path)
            let type = try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
            if type == .typeRegular { files[path] = try Data(contentsOf: file) }
        }
        return files
    }
}
