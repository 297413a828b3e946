extension EvaluationRun: Codable {
    private enum Key: String, CodingKey {
        case recording
        case reference
        case pipeline
        case orientations
        case accuracy
        case jitter
        case latency
        case screen
        case location
        case frequencyResponse = "frequency_response"
        case series
        case scene
        case intervals
        case skipped
        case notes
        case remarks

        init(_ group: MetricGroup) {
            switch group {
            case .accuracy: self = .accuracy
            case .jitter: self = .jitter
            case .latency: self = .latency
            case .screen: self = .screen
            case .location: self = .location
            }
        }
    }

    private struct MetricKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: MetricName) { stringValue = name.rawValue }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes a run. Values of a metric are under the metric's group.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let notes = try container.decodeIfPresent([String: String].self, forKey: .notes) ?? [:]
        let intervals =
            try container.decodeIfPresent([String: BootstrapInterval].self, forKey: .intervals) ?? [:]
        var metrics = MetricValues()
        for group in MetricGroup.allCases {
            // Older results have no groups for described systems.
            guard container.contains(Key(group)) || group.isOfOrientation else { continue }
            let values = try container.nestedContainer(keyedBy: MetricKey.self, forKey: Key(group))
            for metric in MetricCatalogue.metrics(in: group) {
                let note = notes[metric.name.rawValue]
                if let value = try values.decodeIfPresent(Double.self, forKey: MetricKey(metric.name)) {
                    guard value.magnitude <= MetricValues.largest else {
                        throw DecodingError.dataCorruptedError(
                            forKey: MetricKey(metric.name),
                            in: values,
                            debugDescription: "found \(value), expected a number from -1e100 to 1e100"
                        )
                    }
                    metrics.set(metric.name, to: value, note: note, interval: intervals[metric.name.rawValue])
                } else if let note {
                    metrics.setUnmeasured(metric.name, because: note)
                }
            }
        }
        let points = try container.decodeIfPresent([FrequencyPoint].self, forKey: .frequencyResponse)
        let note = notes[Key.frequencyResponse.rawValue]
        let hasResponse = points != nil || note != nil
        self.init(
            recording: try container.decode(RecordingSummary.self, forKey: .recording),
            reference: try container.decodeIfPresent(ReferenceSummary.self, forKey: .reference),
            pipeline: try container.decode(PipelineSummary.self, forKey: .pipeline),
            orientations: try container.decodeIfPresent(Int.self, forKey: .orientations) ?? 0,
            metrics: metrics,
            frequencyResponse: hasResponse ? FrequencyResponse(points: points ?? [], note: note) : nil,
            series: try container.decodeIfPresent(RunSeries.self, forKey: .series),
            scene: try container.decodeIfPresent(SceneSummary.self, forKey: .scene),
            skipped: try container.decodeIfPresent([String: Int].self, forKey: .skipped) ?? [:],
            remarks: try container.decodeIfPresent([String].self, forKey: .remarks) ?? []
        )
    }

    /// Encodes a run. Every metric of the catalogue is a number, or null with its reason under `notes`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(recording, forKey: .recording)
        try container.encodeIfPresent(reference, forKey: .reference)
        try container.encode(pipeline, forKey: .pipeline)
        try container.encode(orientations, forKey: .orientations)
        for group in MetricGroup.allCases {
            var values = container.nestedContainer(keyedBy: MetricKey.self, forKey: Key(group))
            for metric in MetricCatalogue.metrics(in: group) {
                try encode(metric, into: &values)
            }
        }
        var notes = Dictionary(uniqueKeysWithValues: metrics.notes.map { ($0.key.rawValue, $0.value) })
        if let frequencyResponse {
            let points = frequencyResponse.points
            try container.encode(points.isEmpty ? nil : points, forKey: .frequencyResponse)
            notes[Key.frequencyResponse.rawValue] = frequencyResponse.note
        }
        let intervals = metrics.intervals.map { ($0.key.rawValue, $0.value) }
        if !intervals.isEmpty {
            try container.encode(Dictionary(uniqueKeysWithValues: intervals), forKey: .intervals)
        }
        try container.encodeIfPresent(series, forKey: .series)
        try container.encodeIfPresent(scene, forKey: .scene)
        try container.encode(skipped, forKey: .skipped)
        try container.encode(notes, forKey: .notes)
        try container.encode(remarks, forKey: .remarks)
    }

    private func encode(_ metric: Metric, into container: inout KeyedEncodingContainer<MetricKey>) throws {
        let key = MetricKey(metric.name)
        guard let value = metrics[metric.name] else { return try container.encodeNil(forKey: key) }
        if metric.isCount, let count = Int(exactly: value) {
            try container.encode(count, forKey: key)
        } else {
            try container.encode(value, forKey: key)
        }
    }
}
