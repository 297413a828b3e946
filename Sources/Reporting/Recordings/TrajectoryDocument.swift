import Evaluation
import SensorModel
import Statistics
import TrajectoryEvaluation

/// The content of `ape.json` and `rpe.json`, schema 1. The keys contain the units.
struct TrajectoryDocument: Encodable {
    static let schemaName = "sextant.trajectory/1"

    private let report: TrajectoryReport

    init(_ report: TrajectoryReport) {
        self.report = report
    }

    /// A key followed by its unit, if it has one.
    static func key(_ name: String, _ unit: String?) -> String { unit.map { "\(name)_\($0)" } ?? name }

    private typealias Container = KeyedEncodingContainer<TextKey>

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: TextKey.self)
        let comparison = report.comparison
        try root.encode(Self.schemaName, forKey: TextKey("schema"))
        try root.encode(report.tool, forKey: TextKey("tool"))
        try root.encode(comparison.metric.name, forKey: TextKey("metric"))
        try root.encode(comparison.part.rawValue, forKey: TextKey("part"))
        for (name, source) in [("reference", report.reference), ("estimate", report.estimate)] {
            try encode(source, into: root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey(name)))
        }
        try encodeAssociation(into: root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("association")))
        try encodeAlignment(into: root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("alignment")))
        if case .relative(let pairing) = comparison.metric {
            try encode(pairing, into: root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("pairs")))
        }
        try encodeStatistics(into: root.nestedContainer(keyedBy: TextKey.self, forKey: TextKey("statistics")))
    }

    private func encode(_ source: TrajectorySummary, into container: Container) throws {
        var container = container
        try container.encode(source.path, forKey: TextKey("path"))
        try container.encode(source.format, forKey: TextKey("format"))
        try container.encode(source.poseCount, forKey: TextKey("poses"))
        // Null for a file without times.
        try container.encode(source.duration, forKey: TextKey("duration_s"))
        try container.encode(source.leftOut, forKey: TextKey("skipped"))
    }

    private func encodeAssociation(into container: Container) throws {
        var container = container
        let association = report.comparison.association
        let matching = report.comparison.matching
        let isByOrder = association.times == nil
        try container.encode(isByOrder ? "order" : matching.method.rawValue, forKey: TextKey("method"))
        if !isByOrder {
            try container.encode(matching.maximumDifference, forKey: TextKey("maximum_difference_s"))
            try container.encode(matching.offset, forKey: TextKey("offset_s"))
        }
        try container.encode(association.count, forKey: TextKey("matched"))
        try container.encode(association.referenceLeftOut, forKey: TextKey("reference_left_out"))
        try container.encode(association.estimateLeftOut, forKey: TextKey("estimate_left_out"))
        try container.encode(association.repeated, forKey: TextKey("repeated"))
    }

    private func encodeAlignment(into container: Container) throws {
        var container = container
        let transform = report.comparison.transform
        let (q, t) = (transform.rotation, transform.translation)
        try container.encode(report.comparison.alignment.rawValue, forKey: TextKey("method"))
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

    private func encodeStatistics(into container: Container) throws {
        var container = container
        let unit = report.comparison.part.unit
        for (name, value) in report.comparison.statistics.named {
            try container.encode(value, forKey: TextKey(Self.key(name, unit)))
        }
        let statistics = report.comparison.statistics
        try container.encode(statistics.sse, forKey: TextKey(Self.key("sse", unit.map { $0 + "2" })))
        try container.encode(statistics.count, forKey: TextKey("count"))
    }
}

extension ErrorStatistics {
    /// The statistics with the errors' unit, with their names, in the order of tables.
    var named: [(name: String, value: Double)] {
        [
            ("rmse", rmse), ("mean", mean), ("median", median), ("std", standardDeviation), ("min", minimum),
            ("p95", p95), ("max", maximum),
        ]
    }
}
