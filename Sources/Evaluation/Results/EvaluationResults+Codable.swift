import Recordings

extension EvaluationResults: Codable {
    private enum Key: String, CodingKey {
        case schema
        case tool
        case host
        case runs
        case failed
        case command
        case sources
        case metrics
    }

    /// The unit and polarity of a metric, for readers of the file without Sextant.
    private struct MetricKind: Encodable {
        let unit: String
        let polarity: String
    }

    /// Decodes results. A file without `failed` predates that key and has no failures.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            tool: try container.decode(ProgramVersion.self, forKey: .tool),
            host: try container.decode(Host.self, forKey: .host),
            runs: try container.decode([EvaluationRun].self, forKey: .runs),
            failed: try container.decodeIfPresent([FailedRecording].self, forKey: .failed) ?? [],
            command: try container.decodeIfPresent(String.self, forKey: .command),
            sources: try container.decodeIfPresent([Source].self, forKey: .sources) ?? []
        )
        schema = try container.decode(String.self, forKey: .schema)
    }

    /// Encodes results, with the unit and polarity of each metric.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(schema, forKey: .schema)
        try container.encode(tool, forKey: .tool)
        try container.encode(host, forKey: .host)
        try container.encode(runs, forKey: .runs)
        try container.encode(failed, forKey: .failed)
        try container.encodeIfPresent(command, forKey: .command)
        if !sources.isEmpty { try container.encode(sources, forKey: .sources) }
        let kinds = MetricCatalogue.metrics.map { metric in
            (metric.name.rawValue, MetricKind(unit: metric.unit, polarity: metric.polarity.rawValue))
        }
        try container.encode(Dictionary(uniqueKeysWithValues: kinds), forKey: .metrics)
    }
}
