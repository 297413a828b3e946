import Evaluation
import Experiments
import Recordings
import SensorModel

/// Sentences on the result of tuning.
enum TuningSentences {
    /// One sentence each on the chosen setting, its benefit, and reasons for doubt.
    static func of(_ result: TuningResult) -> [String] {
        let recordings = result.recordings.count
        var sentences = [
            "tuned is \(text(of: result.tunedSetting)), of \(NumberText.count(result.settingCount, "setting")) over "
                + "\(NumberText.count(recordings, "recording"))."
        ]
        if let change = result.tunedChange, let leftOut = result.leaveOneOutChange {
            sentences.append(
                "compared with the default: tuned, \(text(of: change, result)); left out, \(text(of: leftOut, result))."
            )
        } else if let obstacle = result.standardObstacle {
            sentences.append("no comparison with the default: \(obstacle).")
        }
        if result.leaveOneOut == nil { sentences.append("a single recording cannot be left out.") }
        for edge in result.edges {
            sentences.append(
                "\(edge.parameter)=\(NumberText.exact(edge.value)) is the \(edge.side.rawValue) value of the grid; "
                    + "a value beyond it may be better"
                    + (edge.value == 0 ? ", unless 0 is the parameter's limit." : ".")
            )
        }
        if !result.incomplete.isEmpty {
            let missing = Set(result.incomplete.flatMap(\.missing)).count
            sentences.append(
                "\(result.incomplete.count) of \(NumberText.count(result.settingCount, "setting")) were excluded: "
                    + "no figure for \(NumberText.count(missing, "recording"))."
            )
        }
        if !result.unmeasuredRecordings.isEmpty {
            sentences.append("excluded because not measured: \(result.unmeasuredRecordings.joined(separator: ", ")).")
        }
        return sentences
    }

    /// The best settings when each recording is left out in turn, which shows how stable the choice is.
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

    /// The free parameters, or the SPEC of a setting without free parameters.
    static func text(of setting: CellTable.Setting) -> String {
        guard !setting.parameters.isEmpty else { return setting.spec }
        return setting.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.text)" }
            .joined(separator: ",")
    }

    /// The change, such as `better by 1.20° [0.50, 1.90]` or `no difference shown, -0.10° [-0.50, 0.40]`.
    private static func text(of change: TuningFigures, _ result: TuningResult) -> String {
        let unit = MetricCatalogue.metric(result.metric).unit
        let shown = unit == "deg" ? "°" : unit.isEmpty ? "" : " \(unit)"
        let verdict = result.verdict(on: change)
        let interval = change.interval.map(NumberText.interval)
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
}
