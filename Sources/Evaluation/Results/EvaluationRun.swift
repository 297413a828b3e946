public import SensorModel

/// The run of one pipeline over one recording: its inputs and its figures.
public struct EvaluationRun: Sendable, Hashable {
    /// The identity of the recording and of its clock.
    public struct RecordingSummary: Sendable, Hashable, Codable {
        /// The recording's name.
        public var name: String
        /// The SHA-256 of the recording's files in hexadecimal digits; empty for a simulation.
        public var sha256: String
        /// The number of distinct times with at least one sensor sample.
        public var samples: Int
        /// The time from the first sensor sample to the last, in seconds.
        public var durationSeconds: Double
        /// The offset between the sensors' clock and that of the reference or the poses; nil without clocks to compare.
        public var clock: ClockSummary?

        /// Creates the identity of a recording.
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

    /// The pipeline and its parameters.
    public struct PipelineSummary: Sendable, Hashable, Codable {
        /// The SPEC as given, or the name of estimates from a file.
        public var name: String
        /// Every parameter with its value, including defaults; for estimates from a file the given keys and its SHA-256.
        public var parameters: [String: ParameterValue]
        /// The path of the file with the estimates; nil for a pipeline that ran.
        public var source: String?

        /// Creates the description of a pipeline.
        public init(name: String, parameters: [String: ParameterValue], source: String? = nil) {
            self.name = name
            self.parameters = parameters
            self.source = source
        }

        /// The pipeline without the path of its file, which differs from machine to machine.
        var withoutSource: PipelineSummary { PipelineSummary(name: name, parameters: parameters) }
    }

    /// The recording of the run.
    public var recording: RecordingSummary
    /// The pipeline of the run.
    public var pipeline: PipelineSummary
    /// The reference that the estimates are compared with; nil in older results without it.
    public var reference: ReferenceSummary?
    /// The number of orientations that the pipeline estimated.
    public var orientations: Int
    /// The figures of the run.
    public var metrics: MetricValues
    /// The response to oscillations; nil in results without it.
    public var frequencyResponse: FrequencyResponse?
    /// The series for plots; nil unless ``EvaluationOptions/keepsSeries`` is set.
    public var series: RunSeries?
    /// The corrections of the tracked scene's axes; nil if the system tracks no scene.
    public var scene: SceneSummary?
    /// The number of skipped samples by reason. Reasons without samples are omitted.
    public var skipped: [String: Int]
    /// Further facts for the reader, in sentences: the applied declination, the driving sensor.
    public var remarks: [String]

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
