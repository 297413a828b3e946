public import Recordings

/// The results of an evaluation: the content of `results.json`, schema 1.
public struct EvaluationResults: Sendable, Hashable {
    /// The name and number of the schema. Under the same number keys may be added but never renamed.
    public static let schemaName = "sextant.results/1"

    /// The machine and settings of the evaluation. Figures of time depend on them; figures of accuracy and jitter do
    /// not.
    public struct Host: Sendable, Hashable, Codable {
        /// The operating system.
        public var system: String
        /// The processor architecture, such as "x86_64".
        public var architecture: String
        /// The number of processor cores.
        public var cores: Int
        /// The build configuration, "release" or "debug".
        public var build: String
        /// The number of recordings evaluated in parallel.
        public var jobs: Int
        /// The start of the evaluation, ISO 8601 in UTC.
        public var startedAt: String
        /// The duration of the evaluation in seconds.
        public var elapsedSeconds: Double

        /// Creates a description of the machine and settings.
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

    /// The origin of some runs in merged results.
    public struct Source: Sendable, Hashable, Codable {
        /// The program that wrote these runs.
        public var tool: ProgramVersion
        /// The machine and settings of these runs.
        public var host: Host
        /// The command line that reproduces these runs; nil if unknown.
        public var command: String?
        /// The number of ``EvaluationResults/runs`` from this source. They follow the runs of the sources before it.
        public var runs: Int

        /// Creates the origin of a number of runs.
        public init(tool: ProgramVersion, host: Host, command: String?, runs: Int) {
            self.tool = tool
            self.host = host
            self.command = command
            self.runs = runs
        }
    }

    /// The schema of the file, as ``schemaName``.
    public var schema: String
    /// The program that wrote the results.
    public var tool: ProgramVersion
    /// The machine and settings of the evaluation.
    public var host: Host
    /// The runs in the order recordings × pipelines.
    public var runs: [EvaluationRun]
    /// The recordings that could not be evaluated, in the order of the input.
    public var failed: [FailedRecording]
    /// The command line that reproduces the results; nil if unknown.
    public var command: String?
    /// The origins of merged results, in order; empty for one evaluation. ``tool``, ``host`` and ``command`` of merged
    /// results are those of the first source.
    public var sources: [Source]

    /// Creates results with the current schema.
    public init(
        tool: ProgramVersion,
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

    /// The program and machine of each run. O(runs).
    public var origins: [(tool: ProgramVersion, host: Host)] {
        let known = sources.flatMap { source in
            Array(repeating: (tool: source.tool, host: source.host), count: max(0, source.runs))
        }
        return runs.indices.map { known.indices.contains($0) ? known[$0] : (tool, host) }
    }
}

/// A recording that could not be evaluated.
public struct FailedRecording: Sendable, Hashable, Codable {
    /// The path as given.
    public var path: String
    /// The error in one line: where, what was found, what was expected, and what to do.
    public var error: String

    /// Creates a failed recording.
    public init(path: String, error: String) {
        self.path = path
        self.error = error
    }
}
