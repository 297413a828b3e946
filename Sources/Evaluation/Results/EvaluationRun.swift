import Recordings
public import SensorModel

/// The evaluation of one pipeline on one recording: the inputs and the results.
public struct EvaluationRun: Sendable, Hashable {
    /// The recording's name, checksum and length, and the offset between the clocks in the recording.
    public struct RecordingSummary: Sendable, Hashable, Codable {
        /// The recording's name.
        public var name: String
        /// The SHA-256 of the recording's files in hexadecimal digits; empty for a simulation.
        public var sha256: String
        /// The number of distinct times with at least one sensor sample.
        public var samples: Int
        /// The time from the first sensor sample to the last, in seconds.
        public var durationSeconds: Double
        /// The offset between the clock of the sensors and the clock of the reference or the poses; `nil` if there are
        /// no clocks to compare.
        public var clock: ClockSummary?
        /// The share of the duration for which the reference is known and evaluated, in percent; `nil` if the share is
        /// at least 95 %, or if there is no reference.
        public var referenceCoverage: Double?

        /// Creates the summary of a recording.
        public init(
            name: String,
            sha256: String,
            samples: Int,
            durationSeconds: Double,
            clock: ClockSummary? = nil,
            referenceCoverage: Double? = nil
        ) {
            self.name = name
            self.sha256 = sha256
            self.samples = samples
            self.durationSeconds = durationSeconds
            self.clock = clock
            self.referenceCoverage = referenceCoverage
        }

        enum CodingKeys: String, CodingKey {
            case name
            case sha256
            case samples
            case durationSeconds = "duration_s"
            case clock
            case referenceCoverage = "reference_coverage_percent"
        }
    }

    /// The pipeline and its parameters.
    public struct PipelineSummary: Sendable, Hashable, Codable {
        /// The pipeline's specification as given, such as `madgwick:beta=0.1`, or the name of estimates from a file.
        public var name: String
        /// The value of every parameter, including defaults. For estimates from a file: the given conventions and the
        /// file's SHA-256.
        public var parameters: [String: ParameterValue]
        /// The path of the file from which the estimates were read; `nil` for a pipeline that Sextant ran.
        public var source: String?

        /// Creates the description of a pipeline.
        public init(name: String, parameters: [String: ParameterValue], source: String? = nil) {
            self.name = name
            self.parameters = parameters
            self.source = source
        }

        /// The description without the file's path, because this path differs between machines.
        var withoutSource: PipelineSummary { PipelineSummary(name: name, parameters: parameters) }
    }

    /// The recording of the run.
    public var recording: RecordingSummary
    /// The pipeline of the run.
    public var pipeline: PipelineSummary
    /// The reference that the estimates are compared with; `nil` in older results without this key.
    public var reference: ReferenceSummary?
    /// The number of orientations that the pipeline estimated.
    public var orientations: Int
    /// The metric values of the run.
    public var metrics: MetricValues
    /// The frequency response from the reference to the estimates; `nil` if the results contain no frequency response.
    public var frequencyResponse: FrequencyResponse?
    /// The curves for plots, such as the error over time; `nil` unless ``EvaluationOptions/keepsSeries`` is set.
    public var series: RunSeries?
    /// The corrections of the tracked scene's axes; `nil` if the system tracks no scene.
    public var scene: SceneSummary?
    /// The number of skipped samples by reason. Reasons without samples are omitted.
    public var skipped: [String: Int]
    /// Remarks for readers of a report, such as the applied declination or the sensor that triggers the estimates.
    public var remarks: [String]
    /// The error that stopped an external estimator before the recording's end; `nil` without an error.
    public var failure: InputError?

    /// Creates a run.
    public init(
        recording: RecordingSummary,
        reference: ReferenceSummary? = nil,
        pipeline: PipelineSummary,
        orientations: Int = 0,
        metrics: MetricValues,
        frequencyResponse: FrequencyResponse? = nil,
        series: RunSeries? = nil,
        scene: SceneSummary? = nil,
        skipped: [String: Int] = [:],
        remarks: [String] = []
    ) {
        self.recording = recording
        self.reference = reference
        self.pipeline = pipeline
        self.orientations = orientations
        self.metrics = metrics
        self.frequencyResponse = frequencyResponse
        self.series = series
        self.scene = scene
        self.skipped = skipped
        self.remarks = remarks
    }
}

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
        case addedMetrics = "added_metrics"
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

    /// Decodes a run. The value of each metric is stored under the name of the metric's group.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let notes = try container.decodeIfPresent([String: String].self, forKey: .notes) ?? [:]
        let intervals =
            try container.decodeIfPresent([String: BootstrapInterval].self, forKey: .intervals) ?? [:]
        let added = try container.decodeIfPresent([AddedMetric].self, forKey: .addedMetrics)?.compactMap(\.metric) ?? []
        var metrics = MetricValues()
        for group in MetricGroup.allCases {
            // Older results have no metric groups for AR systems and locations.
            guard container.contains(Key(group)) || group.isOfOrientation else { continue }
            let values = try container.nestedContainer(keyedBy: TextKey.self, forKey: Key(group))
            for metric in MetricCatalogue.metrics(in: group) + added.filter({ $0.group == group }) {
                let (key, note) = (TextKey(stringValue: metric.name), notes[metric.name])
                if let value = try values.decodeIfPresent(Double.self, forKey: key) {
                    guard value.magnitude <= MetricValues.largest else {
                        throw DecodingError.dataCorruptedError(
                            forKey: key,
                            in: values,
                            debugDescription: "\(value) is not a number from -1e100 to 1e100"
                        )
                    }
                    metrics.set(metric, to: value, note: note, interval: intervals[metric.name])
                } else if let note {
                    metrics.setUnmeasured(metric, because: note)
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

    /// Encodes a run. Each metric of the catalogue is a number, or null with the reason under `notes`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(recording, forKey: .recording)
        try container.encodeIfPresent(reference, forKey: .reference)
        try container.encode(pipeline, forKey: .pipeline)
        try container.encode(orientations, forKey: .orientations)
        let added = metrics.added
        if !added.isEmpty { try container.encode(added.map(AddedMetric.init), forKey: .addedMetrics) }
        for group in MetricGroup.allCases {
            let grouped = MetricCatalogue.metrics(in: group) + added.filter { $0.group == group }
            try container.encode(JSONObject(grouped.map { ($0.name, number($0)) }), forKey: Key(group))
        }
        var notes = Dictionary(uniqueKeysWithValues: metrics.notes.map { ($0.key.name, $0.value) })
        if let frequencyResponse {
            let points = frequencyResponse.points
            try container.encode(points.isEmpty ? nil : points, forKey: .frequencyResponse)
            notes[Key.frequencyResponse.rawValue] = frequencyResponse.note
        }
        let intervals = metrics.intervals.map { ($0.key.name, $0.value) }
        if !intervals.isEmpty {
            try container.encode(Dictionary(uniqueKeysWithValues: intervals), forKey: .intervals)
        }
        try container.encodeIfPresent(series, forKey: .series)
        try container.encodeIfPresent(scene, forKey: .scene)
        try container.encode(skipped, forKey: .skipped)
        try container.encode(notes, forKey: .notes)
        try container.encode(remarks, forKey: .remarks)
    }

    /// Returns the metric's value, converted to an integer if the metric is a count.
    private func number(_ metric: Metric) -> (any Encodable)? {
        guard let value = metrics[metric] else { return nil }
        if metric.isCount, let count = Int(exactly: value) { return count }
        return value
    }
}

extension EvaluationRun {
    /// A Boolean value that indicates whether at least one requested metric has a value.
    ///
    /// Computing times and sample counts are checked only if no other metric is requested.
    public var hasMeasured: Bool {
        let figures = requestedFigures
        return figures.isEmpty
            ? requested.contains { metrics[$0] != nil } : figures.contains { metrics[$0] != nil }
    }

    /// The reason why the first requested metric has no value; `nil` if ``hasMeasured`` is `true`.
    public var reasonUnmeasured: String? {
        guard !hasMeasured else { return nil }
        let reasons = (requestedFigures + requested).lazy.compactMap(metrics.note)
        return reasons.first { !Self.reasonsOfKind.contains($0) } ?? reasons.first ?? "no metric has a value"
    }

    /// The reasons why a kind of pipeline never has certain metrics, regardless of the recording.
    private static let reasonsOfKind = [
        LocationEvaluation.reasonWithoutOrientation, RunMeasurement.reasonWithoutScreen,
        RunMeasurement.reasonWithoutLocation,
    ]

    private var requested: [Metric] {
        (MetricCatalogue.metrics + metrics.added).filter(metrics.isRequested)
    }

    private var requestedFigures: [Metric] {
        requested.filter { !MetricCatalogue.ofTime.contains($0) && ![.count, .drawnFrames].contains($0) }
    }
}

/// A recording for which no run has a metric value.
public struct UnmeasuredRecording: Sendable, Hashable {
    /// The recording's name.
    public let name: String
    /// The distinct reasons why the runs have no metric value.
    public let reasons: [String]

    /// Returns the recordings for which no run has a metric value, in the order of each recording's first run.
    public static func all(in runs: [EvaluationRun]) -> [UnmeasuredRecording] {
        runs.grouped { [$0.recording.name, $0.recording.sha256] }.compactMap { identity, own in
            guard !own.contains(where: \.hasMeasured) else { return nil }
            return UnmeasuredRecording(name: identity[0], reasons: own.compactMap(\.reasonUnmeasured).distinct())
        }
    }
}
