/// What an evaluation gives: the content of `results.json`, schema 1.
public struct EvaluationResults: Sendable, Hashable {
    /// The name and number of the schema. Keys may be added under the same number, never renamed.
    public static let schemaName = "sextant.results/1"

    public struct Tool: Sendable, Hashable, Codable {
        public var version: String
        /// The source revision that the binary was built from; "unknown" where the build did not say.
        public var revision: String

        public init(version: String, revision: String) {
            self.version = version
            self.revision = revision
        }
    }

    /// Where and how the evaluation ran. Figures of time depend on it; figures of accuracy and jitter do not.
    public struct Host: Sendable, Hashable, Codable {
        public var system: String
        public var architecture: String
        public var cores: Int
        /// "release" or "debug".
        public var build: String
        public var jobs: Int
        /// ISO 8601, UTC.
        public var startedAt: String
        public var elapsedSeconds: Double

        public init(
            system: String,
            architecture: String,
            cores: Int,
            build: String,
            jobs: Int,
            startedAt: String,
            elapsedSeconds: Double
        ) {
            self.system = system
            self.architecture = architecture
            self.cores = cores
            self.build = build
            self.jobs = jobs
            self.startedAt = startedAt
            self.elapsedSeconds = elapsedSeconds
        }

        enum CodingKeys: String, CodingKey {
            case system
            case architecture
            case cores
            case build
            case jobs
            case startedAt = "started_at"
            case elapsedSeconds = "elapsed_s"
        }
    }

    public var schema: String
    public var tool: Tool
    public var host: Host
    /// In the order recordings × pipelines were given.
    public var runs: [EvaluationRun]
    /// The recordings that could not be evaluated, in the order in which they were given.
    public var failed: [FailedRecording]

    public init(tool: Tool, host: Host, runs: [EvaluationRun], failed: [FailedRecording] = []) {
        self.schema = Self.schemaName
        self.tool = tool
        self.host = host
        self.runs = runs
        self.failed = failed
    }
}
