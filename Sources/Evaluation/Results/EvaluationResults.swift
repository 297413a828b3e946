public import Recordings
import SensorModel

/// The results of an evaluation: the content of `results.json`, schema 1.
public struct EvaluationResults: Sendable, Hashable {
    /// The name and version of the schema of `results.json`. Later releases may add keys to a version, but do not
    /// remove keys.
    public static let schemaName = "sextant.results/1"

    /// The machine and settings of an evaluation. Computing times depend on the machine and settings; accuracy and
    /// jitter do not.
    public struct Host: Sendable, Hashable, Codable {
        /// The operating system and its version.
        public var system: String
        /// The processor architecture, such as "x86_64".
        public var architecture: String
        /// The number of processor cores.
        public var cores: Int
        /// The build configuration, "release" or "debug".
        public var build: String
        /// The number of recordings evaluated in parallel.
        public var jobs: Int
        /// The time at which the evaluation started: ISO 8601 text in UTC.
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

    /// The program, machine and command that produced some of the runs in merged results.
    public struct Source: Sendable, Hashable, Codable {
        /// The program that produced the runs of this source.
        public var tool: ProgramVersion
        /// The machine and settings with which the runs of this source were evaluated.
        public var host: Host
        /// The command line that reproduces the runs of this source; `nil` if the command line is unknown.
        public var command: String?
        /// The number of runs from this source. In ``EvaluationResults/runs``, the runs are ordered by source.
        public var runs: Int

        /// Creates a source that produced `runs` consecutive elements of ``EvaluationResults/runs``.
        public init(tool: ProgramVersion, host: Host, command: String?, runs: Int) {
            self.tool = tool
            self.host = host
            self.command = command
            self.runs = runs
        }
    }

    /// The schema's name and version in the file; ``schemaName`` for new results.
    public var schema: String
    /// The program that wrote the results.
    public var tool: ProgramVersion
    /// The machine and settings of the evaluation.
    public var host: Host
    /// The runs, ordered by recording and then by pipeline.
    public var runs: [EvaluationRun]
    /// The recordings that could not be evaluated, in the order of the input.
    public var failed: [FailedRecording]
    /// The command line that reproduces the results; `nil` if the command line is unknown.
    public var command: String?
    /// The origins of merged results, in the order of ``runs``; empty for a single evaluation. Merged results have the
    /// ``tool``, ``host`` and ``command`` of the first source.
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

    /// The program and machine that produced each run, in the order of ``runs``. O(runs).
    public var origins: [(tool: ProgramVersion, host: Host)] {
        let known = sources.flatMap { source in
            Array(repeating: (tool: source.tool, host: source.host), count: source.runs)
        }
        return runs.indices.map { known.indices.contains($0) ? known[$0] : (tool, host) }
    }
}

/// A recording that could not be evaluated.
public struct FailedRecording: Sendable, Hashable, Codable {
    /// The recording's path, as given by the user.
    public var path: String
    /// The error message in one line: the location, the problem and the remedy.
    public var error: String

    /// Creates the description of a recording that could not be evaluated.
    public init(path: String, error: String) {
        self.path = path
        self.error = error
    }
}

extension EvaluationResults {
    /// An invalid number in results that were read from a file.
    public struct Fault: Error, Sendable, Hashable {
        /// The key of the invalid number, such as `runs[3].recording.samples`.
        public let place: String
        /// A description of the problem with the number.
        public let reason: String
    }

    /// The maximum accepted count. Counts up to 2⁵³ are exact in a `Double`, and sums of such counts fit an `Int`.
    private static let largestCount = 1 << 53

    /// Checks that all numbers are in the range that an evaluation can produce. O(numbers).
    ///
    /// Counts must be from 0 to 2⁵³. Times and other values must be finite and have a magnitude of at most 1e100. The
    /// lower bound of an interval must not exceed the upper bound.
    ///
    /// - Throws: ``Fault`` for the first invalid number.
    public func check() throws(Fault) {
        try Self.check(count: host.cores, "host.cores")
        try Self.check(count: host.jobs, "host.jobs")
        try Self.check(host.elapsedSeconds, "host.elapsed_s", minimum: 0)
        for (index, run) in runs.enumerated() { try Self.check(run, "runs[\(index)]") }
    }

    private static func check(_ run: EvaluationRun, _ path: String) throws(Fault) {
        try check(count: run.recording.samples, "\(path).recording.samples")
        try check(run.recording.durationSeconds, "\(path).recording.duration_s", minimum: 0)
        try check(count: run.orientations, "\(path).orientations")
        for (name, count) in run.skipped { try check(count: count, "\(path).skipped.\(name)") }
        for (name, interval) in run.metrics.intervals {
            let key = "\(path).intervals.\(name.name)"
            try checkAll([interval.lower, interval.upper], key)
            guard interval.lower <= interval.upper else {
                throw Fault(place: key, reason: "the interval's lower bound is above its upper bound")
            }
        }
        if let span = run.reference?.span { try check(span, "\(path).reference.span_s", minimum: 0) }
        if let fit = run.reference?.frames {
            for part in [fit.body, fit.world] {
                try checkAll([part.angle, part.residual, part.uncertainty] + part.axis, "\(path).reference.frames")
            }
            if let single = fit.singleAxis {
                try checkAll(single.axis + [single.wobble, single.effect], "\(path).reference.frames")
            }
        }
        if case .found(let offset)? = run.recording.clock?.estimate {
            try checkAll([offset.offset, offset.uncertainty, offset.correlation], "\(path).recording.clock")
        }
        for point in run.frequencyResponse?.points ?? [] {
            let numbers = [point.frequency, point.gain ?? 0, point.phase?.degrees ?? 0, point.coherence]
            try checkAll(numbers, "\(path).frequency_response")
        }
        if let scene = run.scene {
            for count in [scene.rounds, scene.corrections, scene.steadyAfter ?? 0] {
                try check(count: count, "\(path).scene")
            }
            let angles = [
                scene.heading, scene.uncertainty, scene.referenceHeading, scene.referenceUncertainty, scene.errorBefore,
            ]
            try checkAll(angles.compactMap(\.self) + scene.errors, "\(path).scene")
        }
        if let series = run.series { try check(series, "\(path).series") }
    }

    private static func check(_ series: RunSeries, _ path: String) throws(Fault) {
        for curve in [series.error, series.spectrum, series.step, series.stepTruth].compactMap(\.self) {
            try checkAll(curve.x.stretches.joined(), path)
            try checkAll(curve.y.stretches.joined(), path)
        }
        try checkAll(series.errorQuantiles + series.claims, path)
        for range in series.rests + series.disturbances { try checkAll([range.lowerBound, range.upperBound], path) }
    }

    private static func checkAll(_ numbers: some Sequence<Double>, _ path: String) throws(Fault) {
        for number in numbers { try check(number, path) }
    }

    private static func check(_ number: Double, _ path: String, minimum: Double = -MetricValues.largest) throws(Fault) {
        guard number >= minimum, number <= MetricValues.largest else {
            let from = minimum == 0 ? "0" : "-1e100"
            throw Fault(place: path, reason: "\(number) is not a number from \(from) to 1e100")
        }
    }

    private static func check(count: Int, _ path: String) throws(Fault) {
        guard (0...largestCount).contains(count) else {
            throw Fault(place: path, reason: "\(count) is not a count from 0 to 2^53")
        }
    }
}

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

    /// The unit and polarity of a metric, for programs that read the file without Sextant.
    private struct MetricKind: Encodable {
        let unit: String
        let polarity: String
    }

    /// Decodes results. If the key `failed` is missing, as in older files, there are no failed recordings.
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
        var rest = runs.count
        for source in sources {
            guard (0...rest).contains(source.runs) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .sources,
                    in: container,
                    debugDescription: "the sources have more runs than the results, or a negative number of runs"
                )
            }
            rest -= source.runs
        }
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
        let kinds = MetricCatalogue.metrics(in: runs).map { metric in
            (metric.name, MetricKind(unit: metric.unit, polarity: metric.polarity.rawValue))
        }
        try container.encode(Dictionary(uniqueKeysWithValues: kinds), forKey: .metrics)
    }
}
