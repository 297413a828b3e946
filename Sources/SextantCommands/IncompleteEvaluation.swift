import Evaluation
import Recordings

/// Some of the recordings that were asked for could not be evaluated.
struct IncompleteEvaluation: Error, CustomStringConvertible {
    private let failures: [BatchOutcome.Failure]
    private let total: Int
    private let failsFast: Bool

    /// Nil where none failed.
    init?(_ failures: [BatchOutcome.Failure], of total: Int, failsFast: Bool) {
        guard !failures.isEmpty else { return nil }
        self.failures = failsFast ? Array(failures.prefix(1)) : failures
        self.total = total
        self.failsFast = failsFast
    }

    /// Whether the surroundings are at fault rather than any recording.
    var isEnvironment: Bool { failures.allSatisfy { $0.error.isEnvironment } }

    /// A line per recording; where there are several, how many of how many.
    var description: String {
        let lines = failures.map { "sextant: \($0.error)" }
        guard total > 1 else { return lines.joined() }
        let left =
            failsFast
            ? "stopped there, as --fail-fast says; the other recordings were not looked at to the end"
            : "\(failures.count) of \(total) recordings could not be evaluated and are left out"
        return (lines + ["sextant: \(left)"]).joined(separator: "\n")
    }
}
