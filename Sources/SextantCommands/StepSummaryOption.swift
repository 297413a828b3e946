import ArgumentParser
import Evaluation
import Foundation
import Reporting

/// The summary of a job of GitHub Actions.
struct StepSummaryOption: ParsableArguments {
    private static let variable = "GITHUB_STEP_SUMMARY"
    /// What GitHub takes from one step, less some room.
    private static let mostBytes = 1_000_000

    @Flag(name: .customLong("step-summary"), help: "Append a summary to the job's page on GitHub Actions.")
    var isAsked = false

    /// The file, before there is anything to write.
    func file() throws(UsageError) -> String? {
        guard isAsked else { return nil }
        guard let path = ProcessInfo.processInfo.environment[Self.variable], !path.isEmpty else {
            throw UsageError(
                "--step-summary: found no \(Self.variable) in the environment, expected a job of GitHub Actions; "
                    + "take it out, or write a file with --format summary"
            )
        }
        return path
    }

    /// Appends what there is room for.
    func append(_ results: EvaluationResults, to path: String) throws(OutputError) {
        let limit = min(SummaryReport.mostBytes, Self.room(in: path))
        try append(SummaryReport(limit: limit).render(results), to: path)
    }

    /// Appends a page, or, where there is no room for it, nothing.
    func append(_ page: String, to path: String) throws(OutputError) {
        guard page.utf8.count <= Self.room(in: path) else { return }
        guard let file = fopen(path, "a") else { throw OutputError(reason: Self.reason, file: path) }
        let bytes = Array(page.utf8)
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else { throw OutputError(reason: Self.reason, file: path) }
    }

    private static func room(in path: String) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return max(0, mostBytes - (attributes?[.size] as? Int ?? 0))
    }

    private static var reason: String { String(cString: strerror(errno)) }
}
