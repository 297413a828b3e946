import Evaluation
import Recordings
import SensorSimulation

/// A metric of a pipeline or a described system over a simulated scenario, once for each seed.
package struct ClaimRuns: Sendable {
    /// The properties that determine which runs are evaluated together.
    struct Key: Hashable {
        let recordings: ClaimRecordings.Key
        let options: EvaluationOptions
    }

    /// The simulated recordings. Their seeds are consecutive and ascending.
    var recordings: ClaimRecordings
    /// The pipeline or described system.
    var subject: EvaluationSubject
    var metric: Metric
    var options: EvaluationOptions

    var key: Key { Key(recordings: recordings.key, options: options) }

    /// Returns commands that reproduce the runs, one for each combination of scenario, noise and options.
    static func commands(_ runs: [ClaimRuns]) -> [String] {
        runs.map(\.beginning).distinct().map { beginning in
            let group = runs.filter { $0.beginning == beginning }
            let option = group[0].isSystem ? "--system" : "--pipeline"
            var words = [beginning] + group.map { "\(option) \(quoted($0.subject.text))" }.distinct()
            if !group[0].isSystem {
                words.append("--metrics " + group.map(\.metric.name).distinct().joined(separator: ","))
            }
            return words.joined(separator: " ")
        }
    }

    /// The beginning of the command that reproduces the runs: the subcommand, the recordings and the options.
    private var beginning: String {
        var words = ["sextant", isSystem ? "systems" : "evaluate", "--scenario", Self.quoted(recordings.scenario)]
        words += ["--noise", recordings.noise]
        if let seed = recordings.simulations.first?.seed, seed != 1 { words += ["--seed", "\(seed)"] }
        if recordings.simulations.count > 1 { words += ["--seeds", "\(recordings.simulations.count)"] }
        if options.headingAlignment != .none { words += ["--heading-alignment", options.headingAlignment.rawValue] }
        if !isSystem, let reference = options.reference { words += ["--reference", reference.rawValue] }
        return words.joined(separator: " ")
    }

    var isSystem: Bool {
        switch subject {
        case .pipeline, .estimate, .location: false
        case .system: true
        }
    }

    private static func quoted(_ word: String) -> String {
        word.allSatisfy { $0.isLetter || $0.isNumber || ":=,.+-_/".contains($0) } ? word : "'\(word)'"
    }
}

/// The simulated recordings of a measurement: one scenario and noise, once for each seed.
struct ClaimRecordings: Sendable {
    /// The properties that determine the recordings.
    struct Key: Hashable {
        let scenario: String
        let noise: String
        let duration: Double?
        let seeds: [UInt64]
    }

    /// The scenario in the form of `--scenario`.
    var scenario: String
    /// The noise in the form of `--noise`.
    var noise: String
    /// The simulations in the order of their seeds.
    var simulations: [Simulation]

    var key: Key {
        Key(
            scenario: scenario,
            noise: noise,
            duration: simulations.first?.scenario.duration,
            seeds: simulations.map(\.seed)
        )
    }
}

/// The values of simulated recordings, one for each seed.
package enum ClaimSeries: Sendable {
    /// A metric of a pipeline or a described system.
    case runs(ClaimRuns)
    /// A value of a tracked scene.
    case scenes(ClaimScenes)
    /// A value of filtered fixes.
    case fixes(ClaimFixes)

    /// The unit of the values.
    var unit: String {
        switch self {
        case .runs(let runs): runs.metric.unit
        case .scenes(let scenes): scenes.figure.unit
        case .fixes: "m"
        }
    }

    /// The number of seeds.
    var count: Int {
        switch self {
        case .runs(let runs): runs.recordings.simulations.count
        case .scenes(let scenes): scenes.recordings.simulations.count
        case .fixes(let fixes): fixes.recordings.simulations.count
        }
    }
}
