import Evaluation
import Positions
import SensorModel

/// The content of `ape.json` and `rpe.json`, schema 1. The keys contain the units.
struct TrajectoryDocument: Encodable {
    static let schemaName = "sextant.trajectory/1"

    private let report: TrajectoryReport

    init(_ report: TrajectoryReport) {
        self.report = report
    }

    /// A key, followed by its unit if it has one.
    static func key(_ name: String, _ unit: String?) -> String { unit.map { "\(name)_\($0)" } ?? name }

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: TextKey.self)
        try root.encode(Self.schemaName, forKey: TextKey("schema"))
        try root.encode(report.tool, forKey: TextKey("tool"))
        let figures = TrajectoryFiguresDocument(
            figures: report.figures,
            reference: report.reference,
            estimate: report.estimate
        )
        try figures.encode(to: encoder)
    }
}

/// The results of one estimate as keys of a JSON object.
struct TrajectoryFiguresDocument: Encodable {
    let figures: TrajectoryFigures
    let reference: TrajectorySummary
    let estimate: TrajectorySummary

    private typealias Container = KeyedEncodingContainer<TextKey>

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: TextKey.self)
        try root.encode(figures.metric.name, forKey: TextKey("metric"))
        try root.encode(figures.part.rawValue, forKey: TextKey("part"))
        for (name, source) in [("reference", reference), ("estimate", estimate)] {
            try encode(source, into: root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey(name)))
        }
        try encodeAssociation(into: root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("association")))
        if let correction = figures.correction {
            try encode(correction, into: root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("correction")))
        }
        try encodeAlignment(into: root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("alignment")))
        if case .relative(let pairing) = figures.metric {
            try encode(pairing, into: root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("pairs")))
        }
        try encodeStatistics(into: root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("statistics")))
        guard !figures.axes.isEmpty else { return }
        var axes = root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("axes"))
        for axis in figures.axes {
            let own = axes.nestedContainer(keyedBy: TextKey.self, forKey: TextKey(axis.axis.rawValue))
            try encode(axis.statistics.ofSigned, unit: axis.axis.unit, into: own)
        }
    }

    private func encode(_ source: TrajectorySummary, into container: Container) throws {
        var container = container
        try container.encode(source.path, forKey: TextKey("path"))
        try container.encode(source.format, forKey: TextKey("format"))
        try container.encode(source.poseCount, forKey: TextKey("poses"))
        // The duration is null for a file without times.
        try container.encode(source.duration, forKey: TextKey("duration_s"))
        try container.encode(source.leftOut, forKey: TextKey("skipped"))
    }

    private func encodeAssociation(into container: Container) throws {
        var container = container
        let (matching, isByOrder) = (figures.matching, figures.isMatchedByOrder)
        try container.encode(isByOrder ? "order" : matching.method.rawValue, forKey: TextKey("method"))
        if !isByOrder {
            try container.encode(matching.maximumDifference, forKey: TextKey("maximum_difference_s"))
            try container.encode(matching.offset, forKey: TextKey("offset_s"))
        }
        try container.encode(figures.matched, forKey: TextKey("matched"))
        try container.encode(figures.referenceLeftOut, forKey: TextKey("reference_left_out"))
        try container.encode(figures.estimateLeftOut, forKey: TextKey("estimate_left_out"))
        try container.encode(figures.repeated, forKey: TextKey("repeated"))
    }

    private func encodeAlignment(into container: Container) throws {
        var container = container
        let transform = figures.transform
        let (q, t) = (transform.rotation, transform.translation)
        try container.encode(figures.alignment.rawValue, forKey: TextKey("method"))
        try container.encode([q.w, q.x, q.y, q.z], forKey: TextKey("rotation_wxyz"))
        try container.encode(q.rotationAngle.degrees, forKey: TextKey("rotation_deg"))
        try container.encode([t.x, t.y, t.z], forKey: TextKey("translation_m"))
        try container.encode(transform.scale, forKey: TextKey("scale"))
    }

    private func encode(_ pairing: PosePairing, into container: Container) throws {
        var container = container
        try container.encode(pairing.delta, forKey: TextKey("delta"))
        try container.encode(pairing.unit.rawValue, forKey: TextKey("unit"))
        try container.encode(pairing.usesAllPairs, forKey: TextKey("all"))
        try container.encode(pairing.tolerance, forKey: TextKey("tolerance"))
    }

    private func encode(_ correction: TrajectoryCorrection, into container: Container) throws {
        var container = container
        if let clock = correction.clock {
            var own = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("clock"))
            try own.encode(clock.offset, forKey: TextKey("offset_s"))
            try own.encode(clock.uncertainty, forKey: TextKey("uncertainty_s"))
            try own.encode(clock.correlation, forKey: TextKey("correlation"))
            try own.encodeIfPresent(correction.comparedSignals, forKey: TextKey("compared"))
        }
        guard let body = correction.body else { return }
        let q = correction.bodyRotation
        var own = container.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("body"))
        try own.encode([q.w, q.x, q.y, q.z], forKey: TextKey("rotation_wxyz"))
        try own.encode(body.angle, forKey: TextKey("rotation_deg"))
        try own.encode(body.uncertainty, forKey: TextKey("uncertainty_deg"))
        try own.encode(body.residual, forKey: TextKey("residual_deg_per_s"))
    }

    private func encodeStatistics(into container: Container) throws {
        let (statistics, unit) = (figures.statistics, figures.part.unit)
        try encode(statistics.named, unit: unit, into: container)
        var container = container
        try container.encode(statistics.sse, forKey: TextKey(TrajectoryDocument.key("sse", unit.map { $0 + "2" })))
        try container.encode(statistics.count, forKey: TextKey("count"))
    }

    private func encode(_ values: [(name: String, value: Double)], unit: String?, into container: Container) throws {
        var container = container
        for (name, value) in values {
            try container.encode(value, forKey: TextKey(TrajectoryDocument.key(name, unit)))
        }
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

    /// The statistics that describe signed errors.
    var ofSigned: [(name: String, value: Double)] { named.filter { $0.name != "p95" } }
}
