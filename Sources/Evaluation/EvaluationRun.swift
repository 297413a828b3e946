public import SensorModel

/// One pipeline over one recording: what it was, and what came out.
public struct EvaluationRun: Sendable, Hashable {
    public struct RecordingSummary: Sendable, Hashable, Codable {
        public var name: String
        public var sha256: String
        /// Moments at which at least one sensor was sampled.
        public var samples: Int
        /// From the recording's first sensor sample to its last.
        public var durationSeconds: Double
        /// How the sensors' clock stands to that of the truth or the poses; nil where there is nothing to compare.
        public var clock: ClockSummary?

        public init(
            name: String,
            sha256: String,
            samples: Int,
            durationSeconds: Double,
            clock: ClockSummary? = nil
        ) {
            self.name = name
            self.sha256 = sha256
            self.samples = samples
            self.durationSeconds = durationSeconds
            self.clock = clock
        }

        enum CodingKeys: String, CodingKey {
            case name
            case sha256
            case samples
            case durationSeconds = "duration_s"
            case clock
        }
    }

    public struct PipelineSummary: Sendable, Hashable, Codable {
        /// The SPEC as it was given.
        public var name: String
        /// Every parameter with its value, defaults too.
        public var parameters: [String: ParameterValue]

        public init(name: String, parameters: [String: ParameterValue]) {
            self.name = name
            self.parameters = parameters
        }
    }

    public var recording: RecordingSummary
    public var pipeline: PipelineSummary
    /// What the run was held against; nil in results that do not say.
    public var reference: ReferenceSummary?
    /// How many orientations the pipeline gave.
    public var orientations: Int
    public var metrics: MetricValues
    /// How it answers swings; nil in results that do not say.
    public var frequencyResponse: FrequencyResponse?
    /// What its pictures are made of; nil where it was not asked for.
    public var series: RunSeries?
    /// What became of the axes of the scene that it tracks; nil where it tracks none.
    public var scene: SceneSummary?
    /// What was left out on the way, by the reason in words. Reasons that never occurred are not listed.
    public var skipped: [String: Int]
    /// What else a reader must know, in sentences: the declination that was applied, the driving sensor.
    public var remarks: [String]

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
