import Evaluation
import Foundation
import Reporting
import TestSupport
import Testing

/// A successful run of `sextant evaluate --output` without messages on standard error, and the written files.
struct Evaluated: Sendable {
    let outcome: Command.Outcome
    let results: EvaluationResults
    /// The contents of the output directory by relative path.
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
        String(decoding: try #require(files[file], "\(file) is missing"), as: UTF8.self)
    }

    /// `results.json` without the parts that depend on the machine, the time and the command line: host, command and
    /// computing times.
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

    /// Whether the line is a computing time. The description of such a metric is not.
    private static func isTime(_ line: Substring) -> Bool { line.contains("\"compute_ns_") && !line.hasSuffix("{") }

    private static func files(in directory: URL) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: directory.path) {
            let file = directory.appendingPathComponent(path)
            let type = try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
            // The list of these files.
            if type == .typeRegular, path != ".sextant-files" { files[path] = try Data(contentsOf: file) }
        }
        return files
    }
}
