import Evaluation
import SensorModel

/// What a tuning's figures say, in words.
enum TuningSentences {
    /// The choice, what it is worth, and what to distrust; a sentence each.
    static func of(_ result: TuningResult) -> [String] {
        let recordings = result.recordings.count
        var sentences = [
            "tuned is \(text(of: result.tunedSetting)), of \(count(result.settingCount, "setting")) over "
                + "\(count(recordings, "recording"))."
        ]
        if let change = result.tunedChange, let leftOut = result.leaveOneOutChange {
            sentences.append(
                "against the default: tuned, \(words(change, result)); left out, \(words(leftOut, result))."
            )
        } else if let obstacle = result.standardObstacle {
            sentences.append("no comparison: \(obstacle).")
        }
        if result.leaveOneOut == nil { sentences.append("with a single recording nothing can be left out.") }
        for edge in result.edges {
            sentences.append(
                "\(edge.parameter)=\(NumberText.exact(edge.value)) is the \(edge.side.rawValue) value tried, "
                    + "the grid's edge: a better one may lie beyond"
                    + (edge.value == 0 ? ", unless the parameter ends there." : ".")
            )
        }
        if !result.incomplete.isEmpty {
            let missing = Set(result.incomplete.flatMap(\.missing)).count
            sentences.append(
                "\(result.incomplete.count) of \(count(result.settingCount, "setting")) could not be chosen: "
                    + "no figure of \(count(missing, "recording"))."
            )
        }
        if !result.unmeasuredRecordings.isEmpty {
            sentences.append("not measured, and not counted: \(result.unmeasuredRecordings.joined(separator: ", ")).")
        }
        return sentences
    }

    /// Which settings were best where a recording was left out: how steady the choice is.
    static func choices(of result: TuningResult) -> [String] {
        var counts: [(text: String, count: Int)] = []
        for choice in result.recordings.compactMap(\.leaveOneOut) {
            let text = text(of: choice.setting)
            if let place = counts.firstIndex(where: { $0.text == text }) {
                counts[place].count += 1
            } else {
                counts.append((text, 1))
            }
        }
        guard !counts.isEmpty else { return [] }
        let all = counts.map { "\($0.text) (\($0.count)×)" }.joined(separator: ", ")
        return ["Best with one recording left out: \(all)."]
    }

    /// The free parameters, or the SPEC of a setting that has none.
    static func text(of setting: CellTable.Setting) -> String {
        guard !setting.parameters.isEmpty else { return setting.spec }
        return setting.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }
            .joined(separator: ",")
    }

    /// `better by 1.20° [0.50, 1.90]`, or `no difference shown, -0.10° [-0.50, 0.40]`.
    private static func words(_ change: TuningFigures, _ result: TuningResult) -> String {
        let unit = MetricCatalogue.metric(result.metric).unit
        let shown = unit == "deg" ? "°" : unit.isEmpty ? "" : " \(unit)"
        let verdict = result.verdict(on: change)
        let interval = change.interval.map { "[\(NumberText.short($0.lower)), \(NumberText.short($0.upper))]" }
        switch verdict {
        case .better, .worse:
            let ends = change.interval.map { [abs($0.lower), abs($0.upper)].sorted() } ?? []
            let range = ends.map(NumberText.short).joined(separator: ", ")
            return "\(verdict.rawValue) by \(NumberText.short(abs(change.mean)))\(shown) [\(range)]"
        case .noDifference, .unknown:
            return [verdict.rawValue, "\(NumberText.short(change.mean))\(shown) \(interval ?? "")"]
                .map(\.withoutTrailingBlanks).joined(separator: ", ")
        }
    }

    /// `1 setting`, `2 settings`.
    static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
