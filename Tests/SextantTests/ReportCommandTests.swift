import Evaluation
import Foundation
import Reporting
import TestSupport
import Testing

/// `sextant report`.
struct ReportCommandTests {
    private static let formats = "md,csv,json,html,tex,junit,summary,github-benchmark,bencher"

    /// A folder with the results of two pipelines over a recording, in every format.
    private static func evaluated(
        _ folder: TemporaryFolder,
        _ name: String,
        _ pipelines: [String]
    ) async throws -> String {
        let path = folder.url.appendingPathComponent(name).path
        let outcome = try await Command.run(
            ["evaluate", InputFixture.pan, "--output", path, "--format", formats, "--quiet"]
                + EvaluateCommandTests.options(pipelines)
        )
        try #require(outcome.code == 0, "\(outcome.error)")
        return path
    }

    @Test func `Every format has the same bytes as evaluate's report`() async throws {
        let folder = try TemporaryFolder()
        let original = try await Self.evaluated(folder, "a", ["triad", "madgwick"])
        let again = folder.url.appendingPathComponent("b").path
        let outcome = try await Command.run(["report", original, "--output", again, "--format", Self.formats])
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        let names = try FileTree.names(in: original)
        #expect(names.count == 9)
        #expect(try FileTree.names(in: again) == names)
        for name in names {
            let contents = [original, again].map { FileManager.default.contents(atPath: "\($0)/\(name)") }
            #expect(contents[0] == contents[1], "\(name)")
        }
        let printed = try await Command.run(["report", "\(original)/results.json", "--format", "csv"])
        #expect(printed.output == (try String(contentsOfFile: "\(original)/report.csv", encoding: .utf8)))
    }

    @Test func `Results are merged, and repeated runs are reported once`() async throws {
        let folder = try TemporaryFolder()
        let first = try await Self.evaluated(folder, "a", ["triad", "madgwick"])
        let second = try await Self.evaluated(folder, "b", ["triad", "mahony"])
        let outcome = try await Command.run(["report", first, second, "--format", "json"])
        #expect(outcome.code == 0)
        #expect(
            outcome.error
                == "sextant: 1 run occurs in several results with equal values, and is reported once\n"
        )
        let results = try JSONReport().decode(Data(outcome.output.utf8), file: "standard output")
        #expect(results.runs.map(\.pipeline.name) == ["triad", "madgwick", "mahony"])
        #expect(results.sources.map(\.runs) == [2, 1])
    }

    @Test func `The same run with different figures is bad data`() async throws {
        let folder = try TemporaryFolder()
        let first = try await Self.evaluated(folder, "a", ["triad"])
        let text = try String(contentsOfFile: "\(first)/results.json", encoding: .utf8)
        let changed = text.replacing(#/"lag_ms" : [-0-9.e]+/#, with: "\"lag_ms\" : 1234")
        let second = try folder.write(changed, to: "changed.json")
        let outcome = try await Command.run(["report", first, second])
        #expect(outcome.code == 3)
        #expect(outcome.error.contains("lag_ms of 'triad' on 'pan' is "))
    }

    @Test func `A defined table is written to standard output or to a file`() async throws {
        let folder = try TemporaryFolder()
        let path = try await Self.evaluated(folder, "a", ["triad", "madgwick"])
        let chosen = [
            "report", path, "--group", "recording,pipeline", "--columns", "total_rmse_deg,lag_ms", "--sort",
            "total_rmse_deg",
        ]
        let printed = try await Command.run(chosen + ["--format", "csv"])
        let lines = printed.output.split(separator: "\n")
        #expect(lines[0] == "recording,pipeline,total_rmse_deg,total_rmse_deg_count,lag_ms,lag_ms_count")
        #expect(lines.dropFirst().map { $0.hasPrefix("pan,madgwick,") } == [true, false])
        let output = folder.url.appendingPathComponent("table").path
        let written = try await Command.run(chosen + ["--format", "csv,md", "--output", output])
        #expect(written.code == 0)
        #expect(try String(contentsOfFile: "\(output)/table.csv", encoding: .utf8) == printed.output)
        #expect(try FileTree.names(in: output) == ["table.csv", "table.md"])
        let terminal = try await Command.run(chosen)
        for line in terminal.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test func `A summary is appended to the job's page only with --step-summary`() async throws {
        let folder = try TemporaryFolder()
        let path = try await Self.evaluated(folder, "a", ["triad"])
        let page = try folder.write("before\n", to: "page.md")
        let environment = ["GITHUB_STEP_SUMMARY": page]
        _ = try await Command.run(["report", path, "--quiet"], environment: environment)
        #expect(try String(contentsOfFile: page, encoding: .utf8) == "before\n")
        let outcome = try await Command.run(["report", path, "--quiet", "--step-summary"], environment: environment)
        #expect(outcome.code == 0)
        let summary = try String(contentsOfFile: "\(path)/summary.md", encoding: .utf8)
        #expect(try String(contentsOfFile: page, encoding: .utf8) == "before\n" + summary)
        let arguments = ["report", path, "--step-summary"]
        let elsewhere = try await Command.run(arguments, environment: ["GITHUB_STEP_SUMMARY": ""])
        #expect(elsewhere.code == 2)
        #expect(elsewhere.error.contains("GITHUB_STEP_SUMMARY is not set, because this is not a job of GitHub Actions"))
    }

    @Test(arguments: [
        (["report"], 2, "There is nothing to report"),
        (["report", "/nowhere/results.json"], 3, "/nowhere/results.json: the file does not exist"),
        (["report", "x", "--format", "md,csv"], 2, "standard output accepts only one format"),
        (
            ["report", "x", "--pivot", "recording×pipeline:lag_ms", "--group", "recording"], 2,
            "--pivot and --group exclude each other"
        ),
    ])
    func `Wrong arguments and missing files are rejected`(arguments: [String], code: Int32, words: String) async throws
    {
        let outcome = try await Command.run(arguments)
        #expect(outcome.code == code)
        #expect(outcome.error.contains(words), "\(outcome.error)")
        #expect(outcome.output == "")
    }

    @Test func `Merged results do not replace their inputs`() async throws {
        let folder = try TemporaryFolder()
        let first = try await Self.evaluated(folder, "a", ["triad"])
        let second = try await Self.evaluated(folder, "b", ["madgwick"])
        let before = FileManager.default.contents(atPath: "\(first)/results.json")
        let outcome = try await Command.run(["report", first, second, "--output", first])
        #expect(outcome.code == 2)
        #expect(FileManager.default.contents(atPath: "\(first)/results.json") == before)
    }
}
