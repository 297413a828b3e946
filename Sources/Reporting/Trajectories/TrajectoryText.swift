import Evaluation
import Foundation
import Positions
import SensorModel

/// Texts that occur in the report on one estimate and in the tables of several estimates.
enum TrajectoryText {
    /// The metric and the error component, in one line for absolute errors and two lines for relative errors.
    static func title(_ metric: TrajectoryMetric, of part: PosePart) -> String {
        let part =
            switch part {
            case .translation: "translation, metres"
            case .rotation: "rotation angle, degrees"
            case .full: "full pose, translation and rotation combined, no unit"
            case .distance: "distance between points, metres"
            }
        switch metric {
        case .absolute: return "absolute pose error (APE): \(part)"
        case .relative(let pairing):
            let which = pairing.usesAllPairs ? "all pairs" : "consecutive pairs"
            return "relative pose error (RPE): \(part)\n"
                + "over \(NumberText.exact(pairing.delta)) \(pairing.unit.rawValue), \(which)"
        }
    }

    /// The file of a trajectory, with its number of poses, its duration and the skipped rows.
    static func summary(_ source: TrajectorySummary) -> String {
        let duration = source.duration.map { ", \(NumberText.duration($0))" } ?? ""
        let skipped = source.leftOut.sorted { $0.key < $1.key }.map { "; left out: \($0.value) \($0.key)" }
        let name = source.path.withoutControlCharacters
        return "\(name) (\(source.format)): \(poses(source.poseCount))\(duration)\(skipped.joined())"
    }

    /// The rule by which poses of the estimate were matched to poses of the reference.
    static func matching(_ figures: TrajectoryFigures, showsOffset: Bool = true) -> String {
        guard !figures.isMatchedByOrder else { return "by order" }
        let limit = NumberText.exact(figures.matching.maximumDifference)
        let offset = figures.matching.offset
        let how =
            switch figures.matching.method {
            case .nearest: "nearest timestamp within \(limit) s"
            case .exact: "equal timestamps"
            case .interpolated: "interpolated within \(limit) s"
            }
        // Microseconds are far below the uncertainty of an estimated offset.
        let shown = figures.correction?.clock == nil ? offset : (offset * 1e6).rounded() / 1e6
        let shifted = offset == 0 || !showsOffset ? "" : ", estimate shifted by \(NumberText.exact(shown)) s"
        return how + shifted
    }

    static func poses(_ count: Int) -> String { NumberText.count(count, "pose") }

    /// The number with the given number of significant digits.
    static func digits(_ value: Double, _ count: Int) -> String {
        String(format: "%.\(count)g", value == 0 ? 0 : value)
    }

    /// The offset of a clock with its uncertainty, in milliseconds.
    static func offset(_ clock: ClockOffset) -> String {
        let (offset, uncertainty) = (clock.offset * 1_000, clock.uncertainty * 1_000)
        return "\(NumberText.signed(offset, decimals: 1)) ± \(NumberText.fixed(uncertainty, decimals: 1)) ms"
    }

    /// The rotation of a body frame with its uncertainty, in degrees.
    static func rotation(_ body: FrameFit.Part) -> String {
        "\(NumberText.fixed(body.angle, decimals: 2)) ± \(NumberText.fixed(body.uncertainty, decimals: 2))°"
    }
}

extension TrajectoryFigures {
    /// The applied corrections, one per line.
    var correctionTexts: [String] {
        var texts: [String] = []
        if let clock = correction?.clock {
            let signals = correction?.comparedSignals ?? ""
            texts.append(
                "clock      shifted by \(TrajectoryText.offset(clock)) "
                    + "(r = \(NumberText.fixed(clock.correlation, decimals: 3)); compared: \(signals))"
            )
        }
        if let body = correction?.body {
            let axis = body.axis.map { NumberText.signed($0, decimals: 2) }.joined(separator: ", ")
            texts.append("body       rotated by \(TrajectoryText.rotation(body)) about (\(axis))")
            texts.append("           residual \(NumberText.short(body.residual))°/s")
        }
        return texts
    }
}
