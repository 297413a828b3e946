import Evaluation
import SensorModel

/// `ape.json` and `rpe.json`, schema 1. Units stand in the keys.
struct TrajectoryDocument: Encodable {
    static let schemaName = "sextant.trajectory/1"

    private let report: TrajectoryReport

    init(_ report: TrajectoryReport) {
        self.report = report
    }

    /// A key with its unit behind it.
    static func key(_ name: String, _ unit: String?) -> String { unit.map { "\(name)_\($0)" } ?? name }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private typealias Container = KeyedEncodingContainer<Key>

    func encode(to encoder: any Encoder) throws {
        var root = encoder.container(keyedBy: Key.self)
        let comparison = report.comparison
        try root.encode(Self.schemaName, forKey: Key("schema"))
        try root.encode(report.tool, forKey: Key("tool"))
        try root.encode(comparison.metric.name, forKey: Key("metric"))
        try root.encode(comparison.part.rawValue, forKey: Key("part"))
        for (name, source) in [("reference", report.reference), ("estimate", report.estimate)] {
            try encode(source, into: root.nestedContainer(keyedBy: Key.self, forKey: Key(name)))
        }
        try encodeAssociation(into: root.nestedContainer(keyedBy: Key.self, forKey: Key("association")))
        try encodeAlignment(into: root.nestedContainer(keyedBy: Key.self, forKey: Key("alignment")))
        if case .relative(let pairing) = comparison.metric {
            try encode(pairing, into: root.nestedContainer(keyedBy: Key.self, forKey: Key("pairs")))
        }
        try encodeStatistics(into: root.nestedContainer(keyedBy: Key.self, forKey: Key("statistics")))
    }

    private func encode(_ source: TrajectorySummary, into container: Container) throws {
        var container = container
        try container.encode(source.path, forKey: Key("path"))
        try container.encode(source.format, forKey: Key("format"))
        try container.encode(source.poseCount, forKey: Key("poses"))
        // Null where the file says no times.
        try container.encode(source.duration, forKey: Key("duration_s"))
        try container.encode(source.leftOut, forKey: Key("skipped"))
    }

    private func encodeAssociation(into container: Container) throws {
        var container = container
        let association = report.comparison.association
        let matching = report.comparison.matching
        let isByOrder = association.times == nil
        try container.encode(isByOrder ? "order" : matching.method.rawValue, forKey: Key("method"))
        if !isByOrder {
            try container.encode(matching.maximumDifference, forKey: Key("maximum_difference_s"))
            try container.encode(matching.offset, forKey: Key("offset_s"))
        }
        try container.encode(association.count, forKey: Key("matched"))
        try container.encode(association.referenceLeftOut, forKey: Key("reference_left_out"))
        try container.encode(association.estimateLeftOut, forKey: Key("estimate_left_out"))
        try container.encode(association.repeated, forKey: Key("repeated"))
    }

    private func encodeAlignment(into container: Container) throws {
        var container = container
        let transform = report.comparison.transform
        let (q, t) = (transform.rotation, transform.translation)
        try container.encode(report.comparison.alignment.rawValue, forKey: Key("method"))
        try container.encode([q.w, q.x, q.y, q.z], forKey: Key("rotation_wxyz"))
        try container.encode(q.rotationAngle.degrees, forKey: Key("rotation_deg"))
        try container.encode([t.x, t.y, t.z], forKey: Key("translation_m"))
        try container.encode(transform.scale, forKey: Key("scale"))
    }

    private func encode(_ pairing: PosePairing, into container: Container) throws {
        var container = container
        try container.encode(pairing.delta, forKey: Key("delta"))
        try container.encode(pairing.unit.rawValue, forKey: Key("unit"))
        try container.encode(pairing.usesAllPairs, forKey: Key("all"))
        try container.encode(pairing.tolerance, forKey: Key("tolerance"))
    }

    private func encodeStatistics(into container: Container) throws {
        var container = container
        let unit = report.comparison.part.unit
        for (name, value) in report.comparison.statistics.named {
            try container.encode(value, forKey: Key(Self.key(name, unit)))
        }
        let statistics = report.comparison.statistics
        try container.encode(statistics.sse, forKey: Key(Self.key("sse", unit.map { $0 + "2" })))
        try container.encode(statistics.count, forKey: Key("count"))
    }
}

extension ErrorStatistics {
    /// What has the errors' unit, by name, in the order of tables.
    var named: [(name: String, value: Double)] {
        [
            ("rmse", rmse), ("mean", mean), ("median", median), ("std", standardDeviation), ("min", minimum),
            ("p95", p95), ("max", maximum),
        ]
    }
}
