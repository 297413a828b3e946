import Foundation
import TestSupport
import Testing

/// `--format html` and `--plots` without gnuplot, which is not installed on every machine.
struct HTMLCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs `sextant` without any other program in PATH.
    private func alone(_ arguments: String) async throws -> Command.Outcome {
        try await Command.shell("PATH=/nonexistent \"$(command -v sextant)\" \(arguments)")
    }

    private func page(_ name: String) throws -> String {
        try String(contentsOfFile: "\(folder.url.path)/\(name)/report.html", encoding: .utf8)
    }

    @Test func `Without gnuplot one line names the package to install, and the page is written`() async throws {
        let path = folder.url.path
        let run = try await alone(
            "evaluate --scenario step-yaw --pipeline triad --format html --output \(path)/a --plots \(path)/plots"
        )
        #expect(run.code == 0)
        let lines = Set(run.error.split(separator: "\n").filter { $0.contains("gnuplot") })
        #expect(lines.count == 1)
        #expect(lines.allSatisfy { $0.contains("gnuplot-nox") })
        #expect(!FileManager.default.fileExists(atPath: "\(path)/plots"))
        #expect(try page("a").contains("step-yaw"))
        let again = try await alone("report \(path)/a/results.json --format html --output \(path)/b")
        #expect(again.code == 0)
        #expect(try page("b") == page("a"))
    }

    @Test func `Series are stored only with --series`() async throws {
        let path = folder.url.path
        let evaluate = "evaluate --scenario step-yaw --pipeline triad --format json --quiet"
        _ = try await alone("\(evaluate) --output \(path)/without")
        _ = try await alone("\(evaluate) --series --output \(path)/with")
        func hasSeries(_ name: String) throws -> Bool {
            try String(contentsOfFile: "\(path)/\(name)/results.json", encoding: .utf8).contains("\"series\"")
        }
        #expect(try !hasSeries("without"))
        #expect(try hasSeries("with"))
    }
}
