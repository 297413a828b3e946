import Evaluation
import Foundation
import Recordings

/// The evaluation of recordings that are read or simulated.
struct EvaluationJob {
    let recordings: [String]
    let simulations: [(name: String, simulation: Simulation)]
    /// The given or detected layout of each path.
    let layouts: [String: Layout]
    let reading: DelimitedReading
    let cache: RecordingCache?
    let verbosity: VerbosityOptions

    /// The results, and the recordings that failed.
    struct Outcome {
        let results: EvaluationResults
        let outcomes: [RecordingEvaluation.Outcome]
        /// The failed recordings; nil if all were evaluated.
        let incomplete: IncompleteEvaluation?
    }

    /// - Throws: `UsageError` for an unknown scenario or layout, `InputError` for an unusable cache.
    init(
        recordings: [String],
        simulated: ScenarioOptions,
        _ options: RecordingOptions,
        _ verbosity: VerbosityOptions
    ) throws {
        self.recordings = recordings
        self.verbosity = verbosity
        reading = options.parser.reading
        cache = try options.storage.open(verbosity)
        simulations = try simulated.simulations()
        layouts = try Self.layouts(of: recordings, given: options.layout, verbosity)
    }

    /// Evaluates all recordings.
    ///
    /// - Throws: `IncompleteEvaluation` if there is nothing to report, or at the first failure with `--fail-fast`.
    func run(_ batch: BatchEvaluation) async throws -> Outcome {
        let inputs = inputs
        let started = Date()
        let progress = ProgressLine(isQuiet: verbosity.quiet)
        progress.begin(inputs.count)
        defer { progress.end() }
        let outcome = await batch.evaluate(
            inputs,
            read: reader,
            report: progress.update
        )
        progress.end()
        let incomplete = IncompleteEvaluation(
            outcome.failures,
            runs: outcome.failedRuns,
            of: inputs.count,
            failsFast: batch.failsFast
        )
        if !verbosity.quiet { CheckWarnings.show(outcome.warnings) }
        if let incomplete, batch.failsFast || outcome.outcomes.isEmpty { throw incomplete }
        let results = EvaluationResults(
            tool: ToolVersion.tool,
            host: HostDescription.host(jobs: batch.jobs, started: started),
            runs: outcome.outcomes.map(\.run),
            failed: outcome.failures.map { FailedRecording(path: $0.path, error: $0.error.description) },
            command: CommandLineText.joined(["sextant"] + CommandLine.arguments.dropFirst())
        )
        return Outcome(results: results, outcomes: outcome.outcomes, incomplete: incomplete)
    }

    /// Paths, and simulations with the suffix "(simulated)", which distinguishes them from folders.
    var inputs: [String] { recordings + simulations.map { "\($0.name) (simulated)" } }

    /// Reads or simulates one of the inputs.
    var reader: @Sendable (String) throws(InputError) -> Recording {
        let simulated = Dictionary(uniqueKeysWithValues: simulations.map { ("\($0.name) (simulated)", $0) })
        let (layouts, reading, cache) = (layouts, reading, cache)
        return { path throws(InputError) in
            guard let (name, simulation) = simulated[path] else {
                return try RecordingReader(layout: layouts[path], reading: reading, cache: cache).read(path: path)
            }
            var recording = simulation.recording()
            recording.name = name
            return recording
        }
    }

    /// The layout of each recording: the given one, or the detected one.
    private static func layouts(
        of recordings: [String],
        given layout: String?,
        _ verbosity: VerbosityOptions
    ) throws -> [String: Layout] {
        var layouts: [String: Layout] = [:]
        if let layout {
            let given = try LayoutArgument.read(layout)
            for path in recordings { layouts[path] = given }
            return layouts
        }
        var detected: [(path: String, detection: LayoutDetection)] = []
        for path in recordings where layouts[path] == nil {
            // The reader of the recording reports an unknown layout.
            guard let detection = try? LayoutDetection(path: path) else { continue }
            layouts[path] = detection.layout
            detected.append((path, detection))
        }
        verbosity.noteLayouts(detected)
        return layouts
    }
}

/// The error of an evaluation in which some recordings failed.
struct IncompleteEvaluation: Error, CustomStringConvertible {
    private let failures: [BatchOutcome.Failure]
    /// The runs in which an estimator from outside failed.
    private let runs: [BatchOutcome.Failure]
    private let total: Int
    private let failsFast: Bool

    /// Nil without failures.
    init?(
        _ failures: [BatchOutcome.Failure],
        runs: [BatchOutcome.Failure] = [],
        of total: Int,
        failsFast: Bool
    ) {
        guard !failures.isEmpty || !runs.isEmpty else { return nil }
        self.failures = failsFast ? Array(failures.prefix(1)) : failures
        self.runs = failsFast && !failures.isEmpty ? [] : runs
        self.total = total
        self.failsFast = failsFast
    }

    /// Whether the environment caused all failures.
    var isEnvironment: Bool { (failures + runs).allSatisfy { $0.error.isEnvironment } }

    /// One line per failed recording, and with several recordings a line with their number.
    var description: String {
        var lines = (failures + runs).map { "sextant: \($0.error)" }
        if runs.count > 1 { lines.append("sextant: \(runs.count) runs failed and have no figures") }
        guard total > 1, !failures.isEmpty else { return lines.joined(separator: "\n") }
        let left =
            failsFast
            ? "stopped at the first failure, because of --fail-fast"
            : "\(failures.count) of \(total) recordings could not be evaluated and are excluded"
        return (lines + ["sextant: \(left)"]).joined(separator: "\n")
    }
}

/// Warnings about recordings that contradict physics, on standard error.
enum CheckWarnings {
    /// The number of printed warnings; reports contain all of them.
    private static let most = 20

    static func show(_ warnings: [BatchOutcome.Warning]) {
        for warning in warnings.prefix(most) {
            Terminal.printError("sextant: warning: \(warning.path): \(warning.mismatch)\n")
        }
        guard warnings.count > most else { return }
        Terminal.printError("sextant: and \(warnings.count - most) more warnings; see the reports for all\n")
    }
}
