import Evaluation
import Recordings
import SensorSimulation

/// A metric of a pipeline or a described system over a simulated scenario, once for each seed.
package struct ClaimRuns: Sendable {
    /// The scenario in the form of `--scenario`.
    var scenario: String
    /// The noise in the form of `--noise`.
    var noise: String
    /// The simulations, one for each seed. The seeds are consecutive and ascending.
    var simulations: [Simulation]
    /// The pipeline or described system.
    var subject: EvaluationSubject
    var metric: Metric
    var options: EvaluationOptions

    /// Returns commands that reproduce the runs, one for each combination of scenario, noise and options.
    static func commands(_ runs: [ClaimRuns]) -> [String] {
        runs.map(\.recordings).distinct().map { recordings in
            let group = runs.filter { $0.recordings == recordings }
            let option = group[0].isSystem ? "--system" : "--pipeline"
            var words = [recordings] + group.map { "\(option) \(quoted($0.subject.text))" }.distinct()
            if !group[0].isSystem {
                words.append("--metrics " + group.map(\.metric.name).distinct().joined(separator: ","))
            }
            return words.joined(separator: " ")
        }
    }

    /// The beginning of the command that reproduces the runs: the subcommand, the recordings and the options.
    private var recordings: String {
        var words = ["sextant", isSystem ? "systems" : "evaluate", "--scenario", Self.quoted(scenario)]
        words += ["--noise", noise]
        if let seed = simulations.first?.seed, seed != 1 { words += ["--seed", "\(seed)"] }
        if simulations.count > 1 { words += ["--seeds", "\(simulations.count)"] }
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
        case .runs(let runs): runs.simulations.count
        case .scenes(let scenes): scenes.simulations.count
        case .fixes(let fixes): fixes.simulations.count
        }
    }
}
