import Evaluation
import Positions
import SensorModel

/// The content of `ape.json` and `rpe.json` for several estimates, schema 1.
struct TrajectoriesDocument: Encodable {
    static let schemaName = "sextant.trajectories/1"

    private let report: TrajectoryComparisons

    init(_ report: TrajectoryComparisons) { self.report = report }

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: TextKey.self)
        try root.encode(Self.schemaName, forKey: TextKey("schema"))
        try root.encode(report.tool, forKey: TextKey("tool"))
        try root.encode(report.metric.name, forKey: TextKey("metric"))
        try root.encode(report.part.rawValue, forKey: TextKey("part"))
        try root.encodeIfPresent(report.runs, forKey: TextKey("runs"))
        try root.encode(report.rows.map { Row(report, $0) }, forKey: TextKey("comparisons"))
        guard report.runs != nil else { return }
        try root.encode(report.unpaired, forKey: TextKey("unpaired"))
        let means = report.estimates.indices.map { Means(report: report, estimate: $0) }
        try root.encode(means, forKey: TextKey("means"))
    }

    /// One estimate of one run. Without figures, `figures` is null and there is a reason.
    private struct Row: Encodable {
        let name: String
        let run: String?
        let figures: TrajectoryFiguresDocument?
        let reason: String?

        init(_ report: TrajectoryComparisons, _ row: TrajectoryComparisons.Row) {
            name = report.estimates[row.estimate]
            run = report.runs.map { $0[row.run] }
            figures = row.measured.map {
                TrajectoryFiguresDocument(figures: $0.figures, reference: $0.reference, estimate: $0.estimate)
            }
            reason = row.reason
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: TextKey.self)
            try container.encode(name, forKey: TextKey("name"))
            try container.encodeIfPresent(run, forKey: TextKey("run"))
            try container.encode(figures, forKey: TextKey("figures"))
            try container.encodeIfPresent(reason, forKey: TextKey("reason"))
        }
    }

    /// The means of one estimate over the runs in which it has figures.
    private struct Means: Encodable {
        let report: TrajectoryComparisons
        let estimate: Int

        func encode(to encoder: any Encoder) throws {
            var root = encoder.container(keyedBy: TextKey.self)
            try root.encode(report.estimates[estimate], forKey: TextKey("name"))
            let own = report.rows(of: estimate).compactMap(\.measured)
            try root.encode(own.count, forKey: TextKey("runs"))
            if own.count < BootstrapInterval.fewestValues {
                let reason = "an interval needs at least \(BootstrapInterval.fewestValues) runs"
                try root.encode(reason, forKey: TextKey("interval_reason"))
            }
            for (index, entry) in (own.first?.figures.statistics.named ?? []).enumerated() {
                let key = TextKey(TrajectoryDocument.key(entry.name, report.part.unit))
                try root.encode(mean { $0.statistics.named[index].value }, forKey: key)
            }
            for (index, axis) in (own.first?.figures.axes ?? []).enumerated() {
                let key = TextKey(TrajectoryDocument.key("\(axis.axis.rawValue)_rmse", axis.axis.unit))
                try root.encode(
                    mean { $0.axes.indices.contains(index) ? $0.axes[index].statistics.rmse : nil },
                    forKey: key
                )
            }
        }

        private func mean(_ figure: (TrajectoryFigures) -> Double?) -> [String: Double?] {
            guard let mean = report.mean(of: estimate, figure) else { return [:] }
            return ["mean": mean.value, "lower": mean.interval?.lower, "upper": mean.interval?.upper]
        }
    }
}
