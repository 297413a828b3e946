import Evaluation
import Experiments
import Recordings
import SensorModel
import SensorSimulation

/// A value that describes how well the axes of a tracked scene were corrected, for each seed of a simulated scenario.
package struct ClaimScenes: Sendable {
    /// A value of a scene's evaluation.
    enum Figure: String, Sendable, Hashable, CaseIterable {
        /// The absolute yaw error in degrees, after a correction round or at the end.
        case errorDegrees = "error_deg"
        /// The absolute correction in a round, in degrees.
        case correctionDegrees = "correction_deg"
        /// The RMS error of the position that is computed from the best estimate, in metres.
        case bestEstimate = "best_estimate_m"
        /// The RMS error of the position of the last fix, in metres.
        case lastFix = "last_fix_m"

        /// The unit of the value.
        var unit: String {
            switch self {
            case .errorDegrees, .correctionDegrees: "°"
            case .bestEstimate, .lastFix: "m"
            }
        }
    }

    var recordings: ClaimRecordings
    /// The method that corrects the axes.
    var method: SceneTable.Method
    var figure: Figure
    /// The number of the correction round, from 1, or `nil` for the last round.
    var round: Int?

    /// The commands that show the value for the first seed.
    var commands: [String] {
        guard let first = recordings.simulations.first else { return [] }
        let duration = "--duration \(CheckText.number(first.scenario.duration))"
        let arguments = method.arguments.isEmpty ? "" : " \(method.arguments)"
        let (scenario, noise) = (recordings.scenario, recordings.noise)
        return [
            "sextant simulate \(scenario) --noise \(noise) \(duration) --seed \(first.seed) --output out/scene",
            "sextant scene out/scene\(arguments)",
        ]
    }

    /// Returns the value of one scene, or the reason why it is missing.
    func value(of scene: SceneEvaluation) -> ClaimValue {
        switch figure {
        case .errorDegrees:
            guard scene.reference != nil else { return .missing(SceneEvaluation.reasonWithoutReference) }
            return value((round.map { index(scene.rounds, $0) } ?? scene.rounds.last)?.error?.degrees)
        case .correctionDegrees:
            return value((round.map { index(scene.rounds, $0) } ?? scene.rounds.last)?.correction?.degrees)
        case .bestEstimate: return position(scene.location?.bestEstimate)
        case .lastFix: return position(scene.location?.lastFix)
        }
    }

    private func index(_ rounds: [SceneRoundSummary], _ number: Int) -> SceneRoundSummary? {
        rounds.indices.contains(number - 1) ? rounds[number - 1] : nil
    }

    private func value(_ degrees: Double?) -> ClaimValue {
        degrees.map { .number(abs($0)) } ?? .missing("a recording has fewer rounds, or no correction in this one")
    }

    private func position(_ metres: Double?) -> ClaimValue {
        metres.map { .number($0) } ?? .missing(SceneLocationErrors.reasonWithout)
    }
}
