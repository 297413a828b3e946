import Evaluation
import Foundation
import Recordings

/// What commands that evaluate have in common: recordings that are read or simulated, one batch, one result.
struct EvaluationJob {
    let recordings: [String]
    let simulations: [(name: String, simulation: Simulation)]
    let layouts: [String: Layout]
    let reading: DelimitedReading
    let cache: RecordingCache?
    let verbosity: VerbosityOptions

    struct Outcome {
        let results: EvaluationResults
        let outcomes: [RecordingEvaluation.Outcome]
        /// nil where every recording could be evaluated.
        let incomplete: IncompleteEvaluation?
    }

    /// - Parameter layout: nil to tell each recording's layout from its files.
    init(
        recordings: [String],
        simulated: ScenarioOptions,
        layout: String?,
        reading: DelimitedReading = DelimitedReading(),
        cache: RecordingCache?,
        verbosity: VerbosityOptions
    ) throws {
        self.recordings = recordings
        self.reading = reading
        self.cache = cache
        self.verbosity = verbosity
        simulations = try simulated.simulations()
        layouts = try Self.layouts(of: recordings, given: layout, verbosity)
    }

    /// - Throws: `IncompleteEvaluation` where there is nothing to report.
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
        let incomplete = IncompleteEvaluation(outcome.failures, of: inputs.count, failsFast: batch.failsFast)
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

    /// Paths, and simulations as they are called in messages: told apart from a folder of that name.
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

    /// The layout of each recording: that which was given, or that which its files tell.
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
        var told: [(path: String, detection: LayoutDetection)] = []
        for path in recordings where layouts[path] == nil {
            // What cannot be told is said by whoever reads the recording.
            guard let detection = try? LayoutDetection(path: path) else { continue }
            layouts[path] = detection.layout
            told.append((path, detection))
        }
        verbosity.noteLayouts(told)
        return layouts
    }
}
