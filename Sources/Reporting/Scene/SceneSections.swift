import Evaluation
import SensorModel

/// How a scene was tied to the Earth, as lines for a terminal.
struct SceneSections {
    let width: Int
    let style: TerminalStyle

    func lines(_ scene: SceneEvaluation) -> [String] {
        let sections = [heading(scene), corrections(scene), remarks(scene)]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private func heading(_ scene: SceneEvaluation) -> [String] {
        let title = "\(scene.recording) · \(scene.fixes) fixes · \(scene.estimates) estimates"
        var facts: [String] = []
        if scene.addedTurn != .zero { facts.append("turned by \(degrees(scene.addedTurn)) before") }
        if let heading = scene.heading, let uncertainty = scene.uncertainty {
            facts.append("found: the scene's -Z looks to \(degrees(heading)) ± \(degrees(uncertainty))")
        } else {
            facts.append("found: cannot tell: \(scene.reasonWithoutHeading ?? "")")
        }
        if let reference = scene.reference {
            let source =
                switch reference.source {
                case .simulation: "the simulation's truth"
                case .truth: "the truth's positions, tied to the Earth by all fixes"
                case .fixes: "all fixes at once; there is no truth"
                }
            facts.append("held against: \(degrees(reference.heading)) ± \(degrees(reference.uncertainty)) by \(source)")
            let before = scene.errorBefore.map(signed) ?? "–"
            let after = scene.error.map { "before, \(signed($0)) at the end" } ?? "and left as it is"
            facts.append("yaw error: \(before) \(after)")
        } else {
            facts.append("held against nothing: \(SceneEvaluation.reasonWithoutReference)")
        }
        if let location = scene.location {
            let (best, last) = (metres(location.bestEstimate), metres(location.lastFix))
            facts.append("position error: \(best) by the best estimate, \(last) by the last fix (RMS)")
        }
        return wrapped(title).map(style.heading) + facts.flatMap { wrapped("  " + $0, indent: 4) }
    }

    private func corrections(_ scene: SceneEvaluation) -> [String] {
        var table = PlainTable(
            header: ["round", "at s", "estimates", "pairs", "correction", "±", "spread", "yaw error"]
        )
        for (index, round) in scene.rounds.enumerated() {
            guard let correction = round.correction, let uncertainty = round.uncertainty, let spread = round.spread
            else { continue }
            table.rows.append([
                "\(index + 1)", InspectionText.fixed(round.time, decimals: 0), "\(round.used)", "\(round.pairs)",
                signed(correction), degrees(uncertainty), degrees(spread),
                round.error.map(signed) ?? "–",
            ])
        }
        return table.rows.isEmpty ? [] : table.lines(style: style, indent: 2)
    }

    private func remarks(_ scene: SceneEvaluation) -> [String] {
        var remarks: [String] = []
        let parts = [
            (SceneRoundSummary.Verdict.tooUncertain, "known too badly"),
            (.tooFewEstimates, "fewer than two estimates left"), (.noDirection, "directions cancel"),
        ].map { verdict, words in (count: scene.rounds.count { $0.verdict == verdict }, words: words) }
        let words = parts.filter { $0.count > 0 }.map { "\($0.count) × \($0.words)" }.joined(separator: ", ")
        if !words.isEmpty {
            let undetermined = scene.rounds.count - scene.corrections.count
            let waiting = scene.corrections.isEmpty ? "" : "; their estimates wait for more"
            remarks.append("\(undetermined) of \(scene.rounds.count) rounds cannot tell: \(words)\(waiting)")
        }
        if let last = scene.rounds.last, scene.corrections.isEmpty {
            remarks.append("of the last \(last.buffered): \(last.poor) × accuracy too poor, \(last.close) × too close")
        }
        let convergence = scene.convergence
        if let steady = convergence.steadyAfter, let scatter = convergence.scatter {
            let later = convergence.corrections - steady
            remarks.append(
                "converged: behind correction \(steady) the \(later == 1 ? "other" : "\(later) others") stay"
                    + "\(later == 1 ? "s" : "") within ±\(degrees(scene.band)) (RMS \(degrees(scatter)))"
            )
        } else if convergence.corrections > 1 {
            remarks.append("not converged: the last correction is larger than ±\(degrees(scene.band))")
        }
        remarks += scene.leftOut.sorted { $0.key < $1.key }.map { "left out: \($0.value) × \($0.key)" }
        return remarks.flatMap { wrapped("  " + $0, indent: 4) }
    }

    private func degrees(_ angle: Angle) -> String { InspectionText.fixed(angle.degrees, decimals: 1) + "°" }

    private func metres(_ length: Metres) -> String { InspectionText.fixed(length, decimals: 1) + " m" }

    private func signed(_ angle: Angle) -> String { (angle.radians < 0 ? "" : "+") + degrees(angle) }

    private func wrapped(_ text: String, indent: Int = 2) -> [String] {
        TextWrapping.lines(text, width: width, indent: indent)
    }
}
