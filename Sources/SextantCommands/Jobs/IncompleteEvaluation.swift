import Evaluation
import Recordings
import Reporting

/// The error of an evaluation in which some recordings or runs failed, or were evaluated without a single figure.
struct IncompleteEvaluation: Error, CustomStringConvertible {
    /// The number of recordings without a figure that are named, and the length of their lines.
    private static let mostUnmeasured = 3
    private static let longestLine = 200

    private let failures: [BatchOutcome.Failure]
    /// The runs in which an estimate or an estimator of another program failed.
    private let failedRuns: [BatchOutcome.Failure]
    private let unmeasured: [UnmeasuredRecording]
    private let total: Int
    private let failsFast: Bool

    /// Nil if every recording has a figure.
    ///
    /// - Parameters:
    ///   - failures: The recordings that could not be evaluated.
    ///   - failedRuns: The runs that failed over other recordings.
    ///   - runs: All runs over other recordings.
    ///   - total: The number of all recordings.
    init?(
        _ failures: [BatchOutcome.Failure],
        failedRuns: [BatchOutcome.Failure] = [],
        runs: [EvaluationRun] = [],
        of total: Int,
        failsFast: Bool
    ) {
        unmeasured = UnmeasuredRecording.all(in: runs)
        guard !failures.isEmpty || !failedRuns.isEmpty || !unmeasured.isEmpty else { return nil }
        self.failedRuns = failsFast && !failures.isEmpty ? [] : failedRuns
        self.failures = failsFast ? Array(failures.prefix(1)) : failures
        self.total = total
        self.failsFast = failsFast
    }

    /// Whether the environment caused all failures.
    var isEnvironment: Bool { unmeasured.isEmpty && (failures + failedRuns).allSatisfy { $0.error.isEnvironment } }

    /// One line per failed recording, and with several recordings a line with their number; then the recordings without
    /// a figure.
    var description: String {
        var lines = (failures + failedRuns).map { ErrorText.lines($0.error) }
        if failedRuns.count > 1 { lines.append("sextant: \(failedRuns.count) runs failed and have no figures") }
        if total > 1, !failures.isEmpty {
            let left =
                failsFast
                ? "stopped at the first failure, because of --fail-fast"
                : "\(failures.count) of \(total) recordings could not be evaluated and are excluded"
            lines.append("sextant: \(left)")
        }
        return (lines + unmeasuredLines).joined(separator: "\n")
    }

    private var unmeasuredLines: [String] {
        let isAll = unmeasured.count <= Self.mostUnmeasured
        let named = unmeasured.prefix(isAll ? Self.mostUnmeasured : Self.mostUnmeasured - 1).map { recording in
            let text = "sextant: \(recording.name): nothing was measured: \(recording.reasons.joined(separator: "; "))"
            return TextWrapping.shortened(text, width: Self.longestLine)
        }
        let more = "sextant: and \(unmeasured.count - named.count) more recordings over which nothing was measured"
        return isAll ? named : named + [more]
    }
}
