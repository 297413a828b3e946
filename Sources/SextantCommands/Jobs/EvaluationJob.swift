import Evaluation
import Experiments
import Foundation
import Recordings
import Reporting
import SensorModel
import SensorSimulation

/// The evaluation of recordings that are read or simulated.
struct EvaluationJob {
    let recordings: [String]
    let simulations: [(name: String, simulation: Simulation)]
    /// The given or detected layout of each path.
    let layouts: [String: Layout]
    /// The errors of layouts that could not be guessed, by path.
    private let refusals: [String: InputError]
    let reading: DelimitedReading
    /// The options `--layout` and `--guess` of this command. With them, a suggested command reads the recordings in the
    /// same layout.
    let arguments: [String]
    let calibration: RecordingCalibration?
    let verbosity: VerbosityOptions
    /// The true positions for evaluating estimated positions, or `nil` to use each recording's own reference.
    var truePositions: TruePositions?

    /// The results, and the recordings that failed.
    struct Outcome {
        let results: EvaluationResults
        let outcomes: [RecordingEvaluation.Outcome]
        /// The recordings that failed or have no value, or `nil` if every recording has a value.
        let incomplete: IncompleteEvaluation?
    }

    /// Finds the layouts of the recordings.
    ///
    /// - Throws: `UsageError` for an unknown scenario or layout.
    init(
        recordings: [String],
        simulated: ScenarioOptions,
        _ options: RecordingOptions,
        _ verbosity: VerbosityOptions
    ) throws {
        self.recordings = recordings
        self.verbosity = verbosity
        reading = options.parser.reading
        arguments = options.arguments
        calibration = try options.calibration.read()
        simulations = try simulated.simulations()
        (layouts, refusals) = try Self.layouts(of: recordings, options, verbosity)
    }

    /// Evaluates all recordings.
    ///
    /// - Parameters:
    ///   - batch: the evaluation.
    ///   - stop: the request to start no further recordings.
    /// - Throws: `IncompleteEvaluation` if there is nothing to report, or at the first failure with `--fail-fast`.
    func run(_ batch: BatchEvaluation, until stop: StopRequest.Wish) async throws -> Outcome {
        let inputs = inputs
        let started = Date()
        let progress = ProgressLine(isQuiet: verbosity.quiet)
        progress.show("reading \(NumberText.count(inputs.count, "recording")) …")
        defer { progress.end() }
        let outcome = await batch.evaluate(
            inputs,
            read: reader,
            report: { progress.update(done: $0.done, of: $0.total, "recordings", name: $0.name) },
            isStopped: { stop.isMade }
        )
        progress.end()
        let runs = outcome.outcomes.map(\.run)
        let incomplete = IncompleteEvaluation(
            outcome.failures,
            failedRuns: outcome.failedRuns,
            runs: runs,
            of: inputs.count,
            failsFast: batch.failsFast
        )
        if !verbosity.quiet {
            CheckWarnings.show(outcome.warnings)
            UnusedNotes.show(outcome.unused, arguments)
        }
        let hasFailed = batch.failsFast && !outcome.failures.isEmpty
        if let incomplete, hasFailed || outcome.outcomes.isEmpty { throw incomplete }
        let results = EvaluationResults(
            tool: ToolVersion.tool,
            host: HostDescription.host(jobs: batch.jobs, started: started),
            runs: runs,
            failed: outcome.failures.map {
                FailedRecording(path: $0.path, error: $0.error.description)
            },
            command: CommandLineText.current
        )
        return Outcome(results: results, outcomes: outcome.outcomes, incomplete: incomplete)
    }

    /// The paths of the recordings, followed by the names of the simulations. The suffix "(simulated)" distinguishes a
    /// simulation from a folder whose path equals the simulation's name.
    var inputs: [String] { recordings + simulations.map { "\($0.name) (simulated)" } }

    /// A closure that reads or simulates one of the inputs.
    var reader: @Sendable (String) throws(InputError) -> Recording {
        let simulated = Dictionary(uniqueKeysWithValues: simulations.map { ("\($0.name) (simulated)", $0) })
        let (layouts, refusals, reading, calibration) = (layouts, refusals, reading, calibration)
        let catalogue = CommandExtension.catalogue.layouts
        let truePositions = truePositions
        return { path throws(InputError) in
            guard let (name, simulation) = simulated[path] else {
                if let refusal = refusals[path] { throw refusal }
                var recording = try RecordingReader(
                    layout: layouts[path],
                    layouts: catalogue,
                    reading: reading,
                    calibration: calibration
                ).read(path: path)
                let others = RecordingReader(layouts: catalogue, reading: reading)
                try truePositions?.add(to: &recording, stem: BatchEvaluation.stem(of: path), reader: others)
                return recording
            }
            var recording = simulation.recording()
            recording.name = name
            return recording
        }
    }

    /// Returns the given, detected or guessed layout of each recording, and the errors of layouts that could not be
    /// guessed.
    private static func layouts(
        of recordings: [String],
        _ options: RecordingOptions,
        _ verbosity: VerbosityOptions
    ) throws -> (layouts: [String: Layout], refusals: [String: InputError]) {
        var layouts: [String: Layout] = [:]
        var refusals: [String: InputError] = [:]
        if let layout = options.layout {
            let given = try LayoutArgument.read(layout)
            for path in recordings { layouts[path] = given }
            return (layouts, refusals)
        }
        var detected: [(path: String, detection: LayoutDetection)] = []
        for path in recordings where layouts[path] == nil {
            // The recording's reader reports unknown layouts.
            guard let detection = try? LayoutDetection(path: path, among: CommandExtension.catalogue.layouts) else {
                guard options.guess else { continue }
                do throws(InputError) {
                    layouts[path] = try GuessedLayout.read(path, verbosity)
                } catch {
                    refusals[path] = error
                }
                continue
            }
            layouts[path] = detection.layout
            detected.append((path, detection))
        }
        verbosity.noteLayouts(detected)
        return (layouts, refusals)
    }
}

/// Warnings about recordings that contradict physics, on standard error.
enum CheckWarnings {
    /// The maximum number of printed warnings. Reports contain all of them.
    private static let maximumCount = 20

    static func show(_ warnings: [BatchOutcome.Warning]) {
        for warning in warnings.prefix(maximumCount) {
            let mismatch = warning.mismatch
            let error = InputError(
                file: mismatch.location(in: warning.path),
                message: mismatch.statement,
                advice: mismatch.remedy
            )
            Terminal.printError(ErrorText.lines(error, label: "warning: ") + "\n")
        }
        guard warnings.count > maximumCount else { return }
        Terminal.printError("sextant: and \(warnings.count - maximumCount) more warnings; see the reports for all\n")
    }
}

/// Notes about unused content of recordings, on standard error.
enum UnusedNotes {
    /// The maximum number of recordings in the notes.
    private static let maximumCount = 5

    static func show(_ unused: [BatchOutcome.Unused], _ arguments: [String]) {
        for recording in unused.prefix(maximumCount) {
            let command = CommandLineText.joined(["sextant", "inspect", recording.path] + arguments)
            let line = "\(recording.path): not used: \(recording.words); see '\(command)'"
            Terminal.printError("sextant: \(line.withoutControlCharacters)\n")
        }
        guard unused.count > maximumCount else { return }
        Terminal.printError(
            "sextant: and \(unused.count - maximumCount) more recordings with content that is not used\n"
        )
    }
}

/// The error of an incomplete evaluation, in which a recording or a run failed or has no value.
struct IncompleteEvaluation: Error, CustomStringConvertible {
    /// The maximum number of the message's lines about recordings without a value. If there are more such recordings,
    /// the last of these lines counts the remaining ones.
    private static let maximumUnmeasuredCount = 3
    private static let maximumLineLength = 200

    private let failures: [BatchOutcome.Failure]
    /// The runs that failed because an external estimator or a file of estimates failed.
    private let failedRuns: [BatchOutcome.Failure]
    private let unmeasured: [UnmeasuredRecording]
    private let total: Int
    private let failsFast: Bool

    /// Creates the error, or returns `nil` if every recording has a value.
    ///
    /// - Parameters:
    ///   - failures: the recordings that could not be evaluated.
    ///   - failedRuns: the runs that failed on recordings that could be evaluated.
    ///   - runs: all runs on recordings that could be evaluated.
    ///   - total: the number of all recordings.
    ///   - failsFast: whether the evaluation stopped at the first failure.
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

    /// A Boolean value that indicates whether the environment caused all failures.
    var isEnvironment: Bool { unmeasured.isEmpty && (failures + failedRuns).allSatisfy { $0.error.isEnvironment } }

    /// One line per failed recording, the number of failed recordings if there are several, and the recordings without
    /// a value.
    var description: String {
        let errors = (failures + failedRuns).map(\.error)
        var lines = errors.map { ErrorText.lines($0) }
        if failedRuns.count > 1 { lines.append("sextant: \(failedRuns.count) runs failed and have no values") }
        if total > 1, !failures.isEmpty {
            let left =
                failsFast
                ? "stopped at the first failure, because of --fail-fast"
                : "\(failures.count) of \(total) recordings could not be evaluated and are excluded"
            lines.append("sextant: \(left)")
        }
        return (lines + unmeasuredLines(besides: errors)).joined(separator: "\n")
    }

    /// Returns a line for each recording without a value, with the reasons. Reasons that `errors` already contain are
    /// left out, and recordings that have only such reasons are omitted.
    private func unmeasuredLines(besides errors: [InputError]) -> [String] {
        let known = errors.map(\.description)
        let unmeasured = unmeasured.compactMap { recording -> (name: String, reasons: [String])? in
            let reasons = recording.reasons.filter { reason in !known.contains { $0.contains(reason) } }
            return reasons.isEmpty && !recording.reasons.isEmpty ? nil : (recording.name, reasons)
        }
        let isAll = unmeasured.count <= Self.maximumUnmeasuredCount
        let named = unmeasured.prefix(isAll ? Self.maximumUnmeasuredCount : Self.maximumUnmeasuredCount - 1).map {
            recording in
            let text = "sextant: \(recording.name): nothing was measured: \(recording.reasons.joined(separator: "; "))"
            return TextWrapping.shortened(text, width: Self.maximumLineLength)
        }
        let more = "sextant: and \(unmeasured.count - named.count) more recordings over which nothing was measured"
        return isAll ? named : named + [more]
    }
}
