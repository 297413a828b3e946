public import Evaluation
public import Foundation
import Pipelines
import Recordings
import SensorModel

/// The output of `sextant scene`: text for a terminal, or one JSON object.
public struct SceneReport: Sendable {
    private let scenes: [SceneEvaluation]

    /// Creates a report on scenes.
    public init(_ scenes: [SceneEvaluation]) { self.scenes = scenes }

    /// The report for a terminal, with a line end after every line. Wrapped lines have at most `width` columns.
    public func text(width: Int, colour: Bool) -> String {
        let sections = SceneSections(
            width: max(width, TerminalReport.minimumWidth),
            style: TerminalStyle(isColoured: colour)
        )
        return scenes.map(sections.lines).joined(separator: [""]).map { $0 + "\n" }.joined()
    }

    /// The report as one JSON object of schema `sextant.scene/1` with sorted keys.
    ///
    /// Unknown values are null and have a reason.
    ///
    /// - Throws: ``ReportError/undrawable(_:)`` if a value cannot be encoded.
    public func json() throws(ReportError) -> Data {
        let content: JSONObject = ["schema": "sextant.scene/1", "scenes": scenes]
        return try TidyJSON.data(content, file: "JSON")
    }
}

/// The alignment of a scene with the Earth, as lines for a terminal.
struct SceneSections {
    let width: Int
    let style: TerminalStyle

    func lines(_ scene: SceneEvaluation) -> [String] {
        let table = Self.corrections(scene)
        let sections = [
            wrapped(Self.title(scene)).map(style.heading)
                + Self.facts(scene).flatMap { wrapped("  " + $0, indent: 4) },
            table.rows.isEmpty ? [] : table.plainLines(style: style, indent: 2),
            Self.remarks(scene).flatMap { wrapped("  " + $0, indent: 4) },
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    /// The heading for a recording: its name, the number of fixes and the number of estimates.
    static func title(_ scene: SceneEvaluation) -> String {
        "\(scene.recording) · \(scene.fixes) fixes · \(scene.estimates) estimates"
    }

    /// The result, the reference and the errors, one sentence each.
    static func facts(_ scene: SceneEvaluation) -> [String] {
        var facts: [String] = []
        if scene.addedTurn != .zero { facts.append("rotated by \(degrees(scene.addedTurn)) before the evaluation") }
        if let heading = scene.heading, let uncertainty = scene.uncertainty {
            facts.append("result: the scene's -Z points to \(degrees(heading)) ± \(degrees(uncertainty))")
        } else {
            facts.append("result: unknown: \(scene.reasonWithoutHeading ?? "")")
        }
        if let reference = scene.reference {
            let source =
                switch reference.source {
                case .simulation: "the simulation's reference"
                case .truth: "the reference positions, aligned with the Earth by all fixes"
                case .fixes: "all fixes together, without reference positions"
                }
            facts.append(
                "compared with: \(degrees(reference.heading)) ± \(degrees(reference.uncertainty)) by \(source)"
            )
            let before = scene.errorBefore.map(signed) ?? "–"
            let after = scene.error.map { "before, \(signed($0)) at the end" } ?? "without a correction"
            facts.append("yaw error: \(before) \(after)")
        } else {
            facts.append("no reference: \(SceneEvaluation.reasonWithoutReference)")
        }
        if let location = scene.location {
            let (best, last) = (metres(location.bestEstimate), metres(location.lastFix))
            facts.append("position error: \(best) with the best estimate, \(last) with the last fix (RMS)")
        }
        return facts
    }

    /// A table of the rounds (attempts to correct the scene's axes) that gave a correction.
    static func corrections(_ scene: SceneEvaluation) -> FigureTable {
        var table = FigureTable(
            text: ["round"],
            figures: ["at s", "estimates", "pairs", "correction", "±", "spread", "yaw error"]
        )
        for (index, summary) in scene.rounds.enumerated() {
            let round = summary.round
            guard let found = round.correction.found else { continue }
            let (correction, uncertainty, spread) = (found.angle, found.uncertainty, found.spread)
            let cells: [(String, Double?)] = [
                ("\(index + 1)", nil), (NumberText.signed(round.time, decimals: 0), round.time),
                ("\(round.used)", Double(round.used)), ("\(round.pairs)", Double(round.pairs)),
                (signed(correction), correction.degrees), (degrees(uncertainty), uncertainty.degrees),
                (degrees(spread), spread.degrees), (summary.error.map(signed) ?? "–", summary.error?.degrees),
            ]
            table.rows.append(cells.map { FigureTable.Cell(text: $0, value: $1) })
        }
        return table
    }

    /// Returns a sentence for each remark: on the rounds without a correction, on the convergence, and on the unused
    /// fixes. A round is an attempt to correct the scene's axes.
    static func remarks(_ scene: SceneEvaluation) -> [String] {
        var remarks: [String] = []
        let parts = [
            (SceneRoundSummary.Verdict.tooUncertain, "uncertainty too large"),
            (.tooFewEstimates, "fewer than two estimates left"), (.noDirection, "directions cancel"),
        ].map { verdict, words in (count: scene.rounds.count { $0.verdict == verdict }, words: words) }
        let words = parts.filter { $0.count > 0 }.map { "\($0.count) × \($0.words)" }.joined(separator: ", ")
        if !words.isEmpty {
            let undetermined = scene.rounds.count - scene.corrections.count
            let waiting = scene.corrections.isEmpty ? "" : "; later rounds use their estimates"
            remarks.append("\(undetermined) of \(scene.rounds.count) rounds have no result: \(words)\(waiting)")
        }
        if let last = scene.rounds.last?.round, scene.corrections.isEmpty {
            remarks.append(
                "of the last \(last.buffered) estimates: \(last.poor) × accuracy too poor, \(last.close) × too close"
            )
        }
        let convergence = scene.convergence
        if let steady = convergence.steadyAfter, let scatter = convergence.scatter {
            let later = convergence.corrections - steady
            remarks.append(
                "converged: after correction \(steady), the \(later == 1 ? "last one stays" : "last \(later) stay") "
                    + "within ±\(degrees(scene.band)) (RMS \(degrees(scatter)))"
            )
        } else if convergence.corrections > 1 {
            remarks.append("not converged: the last correction is larger than ±\(degrees(scene.band))")
        }
        remarks += scene.leftOut.sorted { $0.key < $1.key }.map { "left out: \($0.value) × \($0.key)" }
        return remarks
    }

    private static func degrees(_ angle: Angle) -> String { NumberText.signed(angle.degrees, decimals: 1) + "°" }

    private static func metres(_ length: Metres) -> String { NumberText.signed(length, decimals: 1) + " m" }

    private static func signed(_ angle: Angle) -> String { (angle.radians < 0 ? "" : "+") + degrees(angle) }

    private func wrapped(_ text: String, indent: Int = 2) -> [String] {
        TextWrapping.lines(text, width: width, indent: indent)
    }
}
