import Evaluation
import Foundation
import SensorModel
import Statistics
import TrajectoryEvaluation

extension TrajectoryReport {
    /// The comparison in about twenty lines of at most 80 columns, unless a path is longer.
    public func terminal() -> String {
        var lines = [title, ""]
        lines.append("reference  \(summary(reference))")
        lines.append("estimate   \(summary(estimate))")
        lines.append("matched    \(matchText)")
        for note in unmatchedTexts { lines.append("           \(note)") }
        for (index, note) in alignmentTexts.enumerated() {
            lines.append((index == 0 ? "aligned    " : "           ") + note)
        }
        lines.append("")
        let unit = comparison.part.unit.map { $0 == "deg" ? "°" : $0 }
        let named = comparison.statistics.named.map { ($0.name, $0.value, unit) }
        for (name, value, unit) in named + [("sse", comparison.statistics.sse, unit.map { $0 + "²" })] {
            let line = name.rightPadded(to: 11) + Self.digits(value) + (unit.map { " \($0)" } ?? "")
            lines.append(line)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private var title: String {
        let part =
            switch comparison.part {
            case .translation: "translation, metres"
            case .rotation: "rotation angle, degrees"
            case .full: "full pose, translation and rotation combined, no unit"
            case .distance: "distance between points, metres"
            }
        switch comparison.metric {
        case .absolute: return "absolute pose error (APE): \(part)"
        case .relative(let pairing):
            let count = comparison.errors.count
            let which = pairing.usesAllPairs ? "all pairs" : "consecutive pairs"
            return "relative pose error (RPE): \(part)\n"
                + "over \(NumberText.exact(pairing.delta)) \(pairing.unit.rawValue), \(which): \(count)"
        }
    }

    private func summary(_ source: TrajectorySummary) -> String {
        let count = Self.poses(source.poseCount)
        let duration = source.duration.map { ", \(NumberText.duration($0))" } ?? ""
        let skipped = source.leftOut.sorted { $0.key < $1.key }.map { "; left out: \($0.value) \($0.key)" }
        let name = source.path.withoutControlCharacters
        return "\(name) (\(source.format)): \(count)\(duration)\(skipped.joined())"
    }

    private var matchText: String {
        let association = comparison.association
        guard association.times != nil else { return "\(Self.poses(association.count)), by order" }
        let limit = NumberText.exact(comparison.matching.maximumDifference)
        let offset = comparison.matching.offset
        let how =
            switch comparison.matching.method {
            case .nearest: "nearest stamp within \(limit) s"
            case .exact: "equal stamps"
            case .interpolated: "interpolated within \(limit) s"
            }
        let shifted = offset == 0 ? "" : ", estimate shifted by \(NumberText.exact(offset)) s"
        return "\(Self.poses(association.count)), \(how)\(shifted)"
    }

    private static func poses(_ count: Int) -> String { NumberText.count(count, "pose") }

    private var unmatchedTexts: [String] {
        let association = comparison.association
        var notes: [String] = []
        if association.referenceLeftOut + association.estimateLeftOut > 0 {
            notes.append(
                "without a partner: \(association.referenceLeftOut) of the reference, "
                    + "\(association.estimateLeftOut) of the estimate"
            )
        }
        if association.repeated > 0 {
            notes.append("with the same partner as another pose: \(association.repeated)")
        }
        return notes
    }

    private var alignmentTexts: [String] {
        let transform = comparison.transform
        let t = transform.translation
        let turn = transform.rotation.rotationVector.normalised ?? .zero
        let rotation =
            "rotation \(Self.digits(transform.rotation.rotationAngle.degrees))° about "
            + "(\([turn.x, turn.y, turn.z].map(Self.digits).joined(separator: ", ")))"
        let translation = "translation (\([t.x, t.y, t.z].map(Self.digits).joined(separator: ", "))) m"
        let scale = "scale \(Self.digits(transform.scale))"
        switch comparison.alignment {
        case .none: return ["no (--align none)"]
        case .scale: return ["scale: \(scale)"]
        case .origin, .yaw, .se3: return ["\(comparison.alignment.rawValue): \(rotation)", translation]
        case .sim3: return ["sim3: \(rotation)", translation, scale]
        }
    }

    /// The number with six significant digits.
    private static func digits(_ value: Double) -> String {
        String(format: "%.6g", value == 0 ? 0 : value)
    }
}
