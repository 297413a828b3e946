import Evaluation
import Positions
import Recordings
import SensorModel

/// The content of `ape.json` and `rpe.json`, schema 1. The keys contain the units.
enum TrajectoryDocument {
    /// The content for one estimate.
    static func content(_ report: TrajectoryReport) -> JSONObject {
        var object = figures(report.figures, reference: report.reference, estimate: report.estimate)
        if !report.comparison.recalls.isEmpty { object.add("recall", recalls(report)) }
        object.add("schema", "sextant.trajectory/1")
        object.add("tool", report.tool)
        return object
    }

    private static func recalls(_ report: TrajectoryReport) -> [JSONObject] {
        report.comparison.recalls.map { recall in
            [
                "position_m": recall.metres,
                "rotation_deg": recall.degrees,
                "poses": recall.count,
                "matched_percent": 100 * Double(recall.count) / Double(report.figures.matched),
                "reference_percent": 100 * Double(recall.count) / Double(report.referencePoses),
            ]
        }
    }

    /// A key, followed by its unit if it has one.
    static func key(_ name: String, _ unit: String?) -> String { unit.map { "\(name)_\($0)" } ?? name }

    /// The results of one estimate: errors, matching, alignment and corrections.
    static func figures(
        _ figures: TrajectoryFigures,
        reference: TrajectorySummary,
        estimate: TrajectorySummary
    ) -> JSONObject {
        var object: JSONObject = [
            "metric": figures.metric.name,
            "part": figures.part.rawValue,
            "reference": summary(reference),
            "estimate": summary(estimate),
            "association": association(figures),
            "alignment": alignment(figures),
            "statistics": statistics(figures),
        ]
        object.add("correction", figures.correction.map(correction))
        if case .relative(let pairing) = figures.metric { object.add("pairs", pairs(pairing)) }
        if !figures.axes.isEmpty {
            var axes: JSONObject = [:]
            for axis in figures.axes {
                axes.add(axis.axis.rawValue, values(axis.statistics.ofSigned, unit: axis.axis.unit))
            }
            object.add("axes", axes)
        }
        return object
    }

    private static func summary(_ source: TrajectorySummary) -> JSONObject {
        [
            "path": source.path,
            "format": source.format,
            "poses": source.poseCount,
            // Null for a file without times.
            "duration_s": source.duration,
            "skipped": source.leftOut,
        ]
    }

    private static func association(_ figures: TrajectoryFigures) -> JSONObject {
        let (matching, isByOrder) = (figures.matching, figures.isMatchedByOrder)
        var object: JSONObject = [
            "method": isByOrder ? "order" : matching.method.rawValue,
            "matched": figures.matched,
            "reference_left_out": figures.referenceLeftOut,
            "estimate_left_out": figures.estimateLeftOut,
            "repeated": figures.repeated,
        ]
        if !isByOrder {
            object.add("maximum_difference_s", matching.maximumDifference)
            object.add("offset_s", matching.offset)
        }
        return object
    }

    private static func alignment(_ figures: TrajectoryFigures) -> JSONObject {
        let transform = figures.transform
        let (q, t) = (transform.rotation, transform.translation)
        return [
            "method": figures.alignment.rawValue,
            "rotation_wxyz": [q.w, q.x, q.y, q.z],
            "rotation_deg": q.rotationAngle.degrees,
            "translation_m": [t.x, t.y, t.z],
            "scale": transform.scale,
        ]
    }

    private static func pairs(_ pairing: PosePairing) -> JSONObject {
        [
            "delta": pairing.delta,
            "unit": pairing.unit.rawValue,
            "all": pairing.usesAllPairs,
            "tolerance": pairing.tolerance,
        ]
    }

    private static func correction(_ correction: TrajectoryCorrection) -> JSONObject {
        var object: JSONObject = [:]
        if let clock = correction.clock {
            let own = JSONObject(known: [
                "offset_s": clock.offset,
                "uncertainty_s": clock.uncertainty,
                "correlation": clock.correlation,
                "compared": correction.comparedSignals,
            ])
            object.add("clock", own)
        }
        if let body = correction.body {
            let q = correction.bodyRotation
            let own: JSONObject = [
                "rotation_wxyz": [q.w, q.x, q.y, q.z],
                "rotation_deg": body.angle,
                "uncertainty_deg": body.uncertainty,
                "residual_deg_per_s": body.residual,
            ]
            object.add("body", own)
        }
        return object
    }

    private static func statistics(_ figures: TrajectoryFigures) -> JSONObject {
        let (statistics, unit) = (figures.statistics, figures.part.unit)
        var object = values(statistics.named, unit: unit)
        object.add(key("sse", unit.map { $0 + "2" }), statistics.sse)
        object.add("count", statistics.count)
        return object
    }

    private static func values(_ values: [(name: String, value: Double)], unit: String?) -> JSONObject {
        JSONObject(values.map { (key($0.name, unit), $0.value) })
    }
}

extension ErrorStatistics {
    /// The statistics in the unit of the errors, with their names, in the order of the tables.
    var named: [(name: String, value: Double)] {
        [
            ("rmse", rmse), ("mean", mean), ("median", median), ("std", standardDeviation), ("min", minimum),
            ("p95", p95), ("max", maximum),
        ]
    }

    /// The statistics for signed errors: all except the 95th percentile.
    var ofSigned: [(name: String, value: Double)] { named.filter { $0.name != "p95" } }
}
