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

    /// One of several results that were put together.
    public struct Source: Sendable, Hashable, Codable {
        public var tool: Tool
        public var host: Host
        public var command: String?
        /// How many of ``EvaluationResults/runs`` came from it: the first so many that the sources before it left.
        public var runs: Int

        public init(tool: Tool, host: Host, command: String?, runs: Int) {
            self.tool = tool
            self.host = host
            self.command = command
            self.runs = runs
        }
    }

    public var schema: String
    public var tool: Tool
    public var host: Host
    /// In the order recordings × pipelines were given.
    public var runs: [EvaluationRun]
    /// The recordings that could not be evaluated, in the order in which they were given.
    public var failed: [FailedRecording]
    /// The command line that makes the same results again; nil where there is none.
    public var command: String?
    /// Where the runs of results that were put together came from, in their order; empty for those of one evaluation.
    /// ``tool``, ``host`` and ``command`` are then those of the first.
    public var sources: [Source]

    public init(
        tool: Tool,
        host: Host,
        runs: [EvaluationRun],
        failed: [FailedRecording] = [],
        command: String? = nil,
        sources: [Source] = []
    ) {
        self.schema = Self.schemaName
        self.command = command
        self.sources = sources
        self.tool = tool
        self.host = host
        self.runs = runs
        self.failed = failed
    }

    /// Tool and host of each run.
    public var origins: [(tool: Tool, host: Host)] {
        let known = sources.flatMap { source in
            Array(repeating: (tool: source.tool, host: source.host), count: max(0, source.runs))
        }
        return runs.indices.map { known.indices.contains($0) ? known[$0] : (tool, host) }
    }
}
