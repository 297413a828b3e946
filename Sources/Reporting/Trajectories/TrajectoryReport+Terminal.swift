import Evaluation
import Foundation
import Positions
import SensorModel

extension TrajectoryReport {
    /// The comparison in about twenty lines of at most 80 columns, unless a path is longer.
    public func terminal() -> String {
        var lines = [title, ""]
        lines.append("reference  \(TrajectoryText.summary(reference))")
        lines.append("estimate   \(TrajectoryText.summary(estimate))")
        lines.append("matched    \(TrajectoryText.poses(figures.matched)), \(TrajectoryText.matching(figures))")
        for note in unmatchedTexts { lines.append("           \(note)") }
        lines += figures.correctionTexts
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
        lines += axisLines
        return lines.map { $0 + "\n" }.joined()
    }

    private var title: String {
        TrajectoryText.title(comparison.metric, of: comparison.part)
            + (comparison.startPlaces == nil ? "" : ": \(comparison.errors.count)")
    }

    /// A blank line and a row of figures per axis; empty unless axes were measured.
    private var axisLines: [String] {
        guard !figures.axes.isEmpty else { return [] }
        let names = figures.statistics.ofSigned.map(\.name)
        var table = FigureTable(text: ["axis"], figures: names)
        for axis in figures.axes {
            let unit = axis.axis.unit == "deg" ? "°" : axis.axis.unit
            table.append(["\(axis.axis.rawValue) (\(unit))"] + axis.statistics.ofSigned.map { Self.digits($0.value) })
        }
        return [""] + table.plainLines(style: TerminalStyle(isColoured: false))
    }

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
    static func digits(_ value: Double) -> String {
        TrajectoryText.digits(value, 6)
    }
}
