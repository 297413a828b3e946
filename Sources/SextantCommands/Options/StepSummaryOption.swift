import ArgumentParser
import Evaluation
import Foundation
import Recordings
import Reporting

/// The job summary of GitHub Actions.
struct StepSummaryOption: ParsableArguments {
    private static let variable = "GITHUB_STEP_SUMMARY"
    /// GitHub accepts 1 MiB per step; the difference is a margin.
    private static let mostBytes = 1_000_000

    @Flag(name: .customLong("step-summary"), help: "Append a summary to the job's page on GitHub Actions.")
    var isAsked = false

    /// The path of the summary; nil without the flag.
    ///
    /// - Throws: `UsageError` outside GitHub Actions.
    func file() throws(UsageError) -> String? {
        guard isAsked else { return nil }
        guard let path = ProcessInfo.processInfo.environment[Self.variable], !path.isEmpty else {
            throw UsageError(
                "--step-summary: found no \(Self.variable) in the environment, expected a job of GitHub Actions; "
                    + "remove it, or write a file with --format summary"
            )
        }
        return path
    }

    /// Appends a summary that is shortened to the space left.
    func append(_ results: EvaluationResults, to path: String) throws(OutputError) {
        let limit = min(SummaryReport.mostBytes, Self.room(in: path))
        try append(SummaryReport(limit: limit).render(results), to: path)
    }

    /// Appends a page; appends nothing if the space left is too small.
    func append(_ page: String, to path: String) throws(OutputError) {
        guard page.utf8.count <= Self.room(in: path) else { return }
        if OutputGate.isInput(path) { throw OutputError(reason: "the file is an input of this command", file: path) }
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
