import Evaluation
import SensorModel

extension Metric {
    /// The share of reference samples with a total error of at most 2°.
    static let withinTwoDegrees = Metric(
        "within_2_percent",
        .accuracy,
        unit: "%",
        polarity: .largerIsBetter,
        summary: "Share of reference samples with a total error of at most 2°."
    ) { run in
        guard !run.errors.isEmpty else { return .unmeasured(because: "no reference sample has an estimate") }
        let within = run.errors.count { $0.error.rotationAngle.degrees <= 2 }
        return .value(100 * Double(within) / Double(run.errors.count))
    }
}
