public import Pipelines
public import Recordings
public import SensorModel

/// The evaluation of the same pipelines over several recordings, optionally in parallel.
///
/// The outcome does not depend on the number of parallel jobs. Outcomes are ordered by recording and then by pipeline.
///
/// ```swift
/// let pipeline = try PipelineSpecification(parsing: "madgwick")
/// let batch = BatchEvaluation(subjects: [.pipeline(pipeline)], jobs: 4)
/// let outcome = await batch.evaluate(paths) { path throws(InputError) in try RecordingReader().read(path: path) }
/// ```
public struct BatchEvaluation: Sendable {
    /// The pipelines, AR systems and sources of estimates to evaluate on each recording.
    public var subjects: [EvaluationSubject]
    /// The places to draw and the user's position, for AR systems.
    public var scene = SystemScene()
    /// The options of every run.
    public var options: EvaluationOptions
    /// The number of recordings evaluated in parallel; at least 1.
    public var jobs: Int
    /// A Boolean value that indicates whether outcomes keep their orientations. Without orientations, memory does not
    /// grow with the number of recordings.
    public var keepsEstimates: Bool
    /// A Boolean value that indicates whether a failed recording prevents the evaluation of further recordings.
    public var failsFast: Bool
    /// A Boolean value that indicates whether a physically implausible recording counts as a failure.
    public var isStrict: Bool
    /// A function that returns an additional remark on estimates from a file; `nil` by default. Its arguments are the
    /// run, the source of the estimates and the recording.
    package var remarkOnEstimates: (@Sendable (EvaluationRun, EstimateSource, Recording) -> String?)?

    /// Creates an evaluation of pipelines, AR systems and sources of estimates.
    public init(
        subjects: [EvaluationSubject],
        scene: SystemScene = SystemScene(),
        options: EvaluationOptions = EvaluationOptions(),
        jobs: Int = 1,
        keepsEstimates: Bool = false,
        failsFast: Bool = false,
        isStrict: Bool = false
    ) {
        precondition(jobs > 0, "at least one job is required")
        self.subjects = subjects
        self.scene = scene
        self.options = options
        self.jobs = jobs
        self.keepsEstimates = keepsEstimates
        self.failsFast = failsFast
        self.isStrict = isStrict
    }

    /// Reads and evaluates each recording once. A recording that cannot be read is listed as a failure.
    ///
    /// After a failure, the evaluation continues unless ``failsFast`` is set.
    ///
    /// - Parameters:
    ///   - paths: the paths of the recordings.
    ///   - read: a function that reads the recording at a path.
    ///   - report: a function that receives the progress after each recording, in the order in which recordings finish.
    ///   - isStopped: a function that returns `true` to stop the evaluation before the next recording. The remaining
    ///     recordings are then listed as failures.
    /// - Returns: the runs, failures and warnings, in the order of `paths`.
    public func evaluate(
        _ paths: [String],
        read: @escaping @Sendable (String) throws(InputError) -> Recording,
        report: (EvaluationProgress) -> Void = { _ in },
        isStopped: () -> Bool = { false }
    ) async -> BatchOutcome {
        var done = 0
        let results = await parallelMap(paths, jobs: jobs) { path in
            evaluated(path, read: read)
        } finish: { path, result in
            done += 1
            report(EvaluationProgress(done: done, total: paths.count, name: path))
            // Recordings start in order, so the first failure in this order does not depend on speed.
            return !isStopped() && (!failsFast || !Self.hasFailed(result))
        }
        let wasStopped = isStopped()
        var batch = BatchOutcome()
        for (path, result) in zip(paths, results) {
            switch result {
            case nil where wasStopped:
                let error = InputError(file: path, message: "not evaluated, because the evaluation was interrupted")
                batch.failures.append(BatchOutcome.Failure(path: path, error: error))
            case nil: break
            case .success(let checked):
                batch.outcomes += checked.outcomes
                batch.failedRuns += checked.outcomes.compactMap { outcome in
                    let error = outcome.failure ?? outcome.run.failure.map { $0.over(path) }
                    return error.map { BatchOutcome.Failure(path: path, error: $0) }
                }
                if let words = checked.unused { batch.unused.append(BatchOutcome.Unused(path: path, words: words)) }
                batch.warnings += checked.mismatches.map { BatchOutcome.Warning(path: path, mismatch: $0) }
            case .failure(let error): batch.failures.append(BatchOutcome.Failure(path: path, error: error))
            }
        }
        return batch
    }

    private struct Checked {
        var outcomes: [RecordingEvaluation.Outcome]
        let mismatches: [RecordingMismatch]
        /// A description of the recording's unused files, columns and rows; `nil` if everything was used.
        let unused: String?
    }

    /// Returns the name of a file or folder without its extension.
    package static func stem(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? String(name[..<$0]) : nil } ?? name
    }

    private static func hasFailed(_ result: Result<Checked, InputError>) -> Bool {
        switch result {
        case .success(let checked): checked.outcomes.contains { $0.failure != nil }
        case .failure: true
        }
    }

    private func evaluated(
        _ path: String,
        read: (String) throws(InputError) -> Recording
    ) -> Result<Checked, InputError> {
        do throws(InputError) {
            var recording = try read(path)
            var clock = RecordingClockComparison(recording)
            let found = RecordingChecks.findings(in: recording, clock: clock, options: options)
            let mismatches = found.compactMap(\.mismatch)
            if isStrict, let first = mismatches.first { throw first.error(in: path) }
            let remarks = RecordingChecks.remarks(on: found)
            let outliers = mismatches.flatMap(\.samples)
            let rest = outliers.isEmpty ? nil : recording.excluding(outliers)
            if let rest {
                clock = RecordingClockComparison(rest)
                if options.excludesOutliers { recording = rest }
            }
            let prepared = PreparedRecording(recording, clock: clock, options: options)
            var outcomes = try outcomes(of: prepared, at: path, options)
            if let rest, !options.excludesOutliers {
                try noteInfluence(of: outliers.count, on: &outcomes, without: rest, at: path)
            }
            for index in outcomes.indices {
                outcomes[index].run.remarks += remarks
                guard case .estimate(let source) = subjects[index], outcomes[index].failure == nil else { continue }
                let remark = remarkOnEstimates?(outcomes[index].run, source, prepared.recording)
                outcomes[index].run.remarks += [remark].compactMap(\.self)
            }
            return .success(Checked(outcomes: outcomes, mismatches: mismatches, unused: recording.unusedWords))
        } catch {
            return .failure(error)
        }
    }

    /// Adds a remark to each run whose metrics change if the outliers are excluded.
    private func noteInfluence(
        of count: Int,
        on outcomes: inout [RecordingEvaluation.Outcome],
        without rest: Recording,
        at path: String
    ) throws(InputError) {
        var options = options
        options.keepsSeries = false
        options.withinRecordingIntervals = false
        let others = try self.outcomes(of: PreparedRecording(rest, options: options), at: path, options)
        for index in outcomes.indices {
            let changes = outcomes[index].run.changes(to: others[index].run)
            guard !changes.isEmpty else { continue }
            let samples = count == 1 ? "outlier" : "\(count) outliers"
            outcomes[index].run.remarks.append(
                "warning: without the \(samples), \(changes.joined(separator: ", "))"
            )
        }
    }

    private func outcomes(
        of prepared: PreparedRecording,
        at path: String,
        _ options: EvaluationOptions
    ) throws(InputError) -> [RecordingEvaluation.Outcome] {
        do {
            return try RecordingEvaluation.evaluate(
                prepared,
                file: Self.stem(of: path),
                subjects: subjects,
                scene: scene,
                options: options,
                keepsEstimates: keepsEstimates
            )
        } catch {
            throw InputError(layoutOf: path, error)
        }
    }
}

extension EvaluationRun {
    /// The minimum relative change of a metric's value for which a remark is added.
    private static let smallestChange = 0.01
    /// The maximum number of metrics in a remark.
    private static let maximumChanges = 3

    /// Returns a description of each metric that differs between this run and another run.
    fileprivate func changes(to other: EvaluationRun) -> [String] {
        let changed = MetricCatalogue.ofOrientation.compactMap { metric -> String? in
            guard !MetricCatalogue.ofTime.contains(metric), let own = metrics[metric],
                let others = other.metrics[metric],
                abs(own - others) > Self.smallestChange * max(abs(own), abs(others))
            else { return nil }
            return "\(metric.name) is \(CheckText.number(others)) instead of \(CheckText.number(own))"
        }
        return Array(changed.prefix(Self.maximumChanges))
    }
}

/// The outcome of a ``BatchEvaluation``: the runs, and the recordings that could not be evaluated.
public struct BatchOutcome: Sendable {
    /// A recording that could not be evaluated, or a run that failed.
    public struct Failure: Sendable {
        /// The recording's path, as given by the user.
        public var path: String
        /// The error that prevented the evaluation.
        public var error: InputError

        package init(path: String, error: InputError) {
            self.path = path
            self.error = error
        }
    }

    /// A recording that was evaluated although it is physically implausible.
    public struct Warning: Sendable, Hashable {
        /// The recording's path, as given by the user.
        public var path: String
        /// The implausible property of the recording.
        public var mismatch: RecordingMismatch

        package init(path: String, mismatch: RecordingMismatch) {
            self.path = path
            self.mismatch = mismatch
        }
    }

    /// The files, columns and rows of a recording that the evaluation did not use.
    public struct Unused: Sendable, Hashable {
        /// The recording's path, as given by the user.
        public var path: String
        /// A description of the unused files, columns and rows.
        public var words: String
    }

    /// The runs of all evaluated recordings, ordered by recording and then by pipeline.
    public internal(set) var outcomes: [RecordingEvaluation.Outcome] = []
    /// The recordings that could not be evaluated, in the order of the recordings.
    public internal(set) var failures: [Failure] = []
    /// The runs whose external estimator or file of estimates failed, in the order of ``outcomes``. These runs have no
    /// metric values.
    public internal(set) var failedRuns: [Failure] = []
    /// The warnings, ordered by recording and then by check.
    public internal(set) var warnings: [Warning] = []
    /// The recordings with unused files, columns or rows, in the order of the recordings.
    public internal(set) var unused: [Unused] = []
}

/// The progress of an evaluation.
public struct EvaluationProgress: Sendable, Hashable {
    /// The number of recordings that are finished.
    public let done: Int
    /// The total number of recordings.
    public let total: Int
    /// The path of the recording that finished last.
    public let name: String
}

/// The options of an evaluation.
public struct EvaluationOptions: Sendable, Hashable {
    /// The constant heading difference that is removed before errors are computed.
    ///
    /// The default is ``HeadingAlignment/none`` for estimates with a known north. Without a magnetometer, the heading
    /// of an estimate starts at an arbitrary angle. For such an estimate, the default is ``HeadingAlignment/constant``.
    public var headingAlignment: HeadingAlignment
    /// The rate of the display frames in hertz; 30 Hz by default.
    public let displayRate: Hertz
    /// A Boolean value that indicates whether the sensors' times are shifted to align them with the clock of the
    /// reference or the poses; `false` by default.
    public var alignsClocks = false

    /// A Boolean value that indicates whether outliers are excluded; `false` by default. Outliers are always reported.
    public var excludesOutliers = false

    /// The rule that matches reference samples with estimates; interpolation by default.
    public var association = Association.interpolated()
    /// A Boolean value that indicates whether the constant rotations between the reference's and the device's frames
    /// are fitted and removed; `false` by default. See ``FrameFit``.
    public var fitsFrames = false
    /// The kind of reference. If the kind is `nil`, the first available kind is used: the recording's reference
    /// orientation, the gyroscope, or the device's own attitude.
    public var reference: ReferenceKind?
    /// The time in seconds after the first sensor sample that is excluded from all metrics; 0 by default. Pipelines
    /// still process the excluded samples.
    public var skip: Seconds = 0
    /// A Boolean value that indicates whether results include the curves for plots; `false` by default.
    public var keepsSeries = false
    /// The number of plot columns to which the curve of the error is reduced; ``RunSeries/columns`` by default.
    public var seriesColumns = RunSeries.columns
    /// The metrics to measure; `nil`, the default, for all metrics.
    public var metrics: Set<Metric>?
    /// The metrics outside ``MetricCatalogue`` that are measured in addition to the built-in metrics; empty by default.
    public var addedMetrics: [Metric] = []
    /// A Boolean value that indicates whether root mean squares have 95 % intervals that are estimated within the
    /// recording; `true` by default. With intervals, a remark lists the metrics that depend mostly on the first seconds
    /// of the recording.
    public var withinRecordingIntervals = true
    /// The length of the spans for the short-term error, in seconds; 2 s by default. If the gyroscope is the reference,
    /// it is integrated over spans of this length.
    public let span: Seconds

    /// Creates options. All properties without an argument have their default values.
    public init(headingAlignment: HeadingAlignment = .none, displayRate: Hertz = 30, span: Seconds = 2) {
        precondition(displayRate > 0 && displayRate <= 1_000, "the display rate is above 0 and at most 1000 Hz")
        self.headingAlignment = headingAlignment
        precondition(Self.spans.contains(span), "the span is from 0.5 to 60 s")
        self.displayRate = displayRate
        self.span = span
    }

    /// The accepted values of ``span``, in seconds.
    public static let spans: ClosedRange<Seconds> = 0.5...60

    /// The metrics that apply to all orientation estimates, including ``addedMetrics``.
    public var ofOrientation: [Metric] { MetricCatalogue.ofOrientation + addedMetrics }

    /// Returns whether the options request at least one of the given metrics.
    func asks(for names: some Sequence<Metric>) -> Bool {
        guard let metrics else { return true }
        return names.contains(where: metrics.contains)
    }

    /// The longest interval between two reference samples across which the reference is interpolated, in seconds. This
    /// is the length of six frames of motion capture at 60 Hz, or of one frame at 10 Hz.
    package static let longestReferenceGap: Seconds = 0.101
}

/// The constant heading difference that is removed before errors are computed.
public enum HeadingAlignment: String, Sendable, Hashable, CaseIterable, Codable {
    /// No difference is removed. The estimate's north is compared with the reference's north.
    case none
    /// The mean heading difference over the evaluated samples is removed.
    case constant
    /// The heading difference at the first evaluated sample is removed.
    case first
}

/// A recording that is prepared for evaluation: clocks are compared and optionally aligned, and the reference is
/// chosen.
struct PreparedRecording {
    let recording: Recording
    let clock: ClockSummary?
    let reference: ComparisonReference
    /// The remarks on the recording, its clocks and its frames, for every run.
    let remarks: [String]

    init(_ original: Recording, options: EvaluationOptions) {
        self.init(original, clock: RecordingClockComparison(original), options: options)
    }

    /// Prepares a recording.
    ///
    /// - Parameters:
    ///   - original: the recording.
    ///   - clock: the comparison of the recording's clocks; `nil` if there are no clocks to compare.
    ///   - options: the options of the evaluation.
    init(_ original: Recording, clock: RecordingClockComparison?, options: EvaluationOptions) {
        let aligned = Self.aligning(clock, of: original, isWanted: options.alignsClocks)
        recording = aligned.recording
        self.clock = aligned.clock
        var reference = ComparisonReference(
            recording,
            wanted: options.reference,
            span: options.span,
            skip: options.skip
        )
        let frames = options.fitsFrames ? reference.fitFrames(to: recording) : nil
        self.reference = reference
        remarks =
            [original.remark].compactMap(\.self) + original.notes
            + [aligned.remark, frames, Self.remarkOnLead(reference, recording)].compactMap(\.self)
    }

    /// Returns the remark on the lead of filters in recordings with a low sampling rate.
    private static func remarkOnLead(_ reference: ComparisonReference, _ recording: Recording) -> String? {
        guard reference.kind != .device, reference.stream != nil,
            let interval = recording.gyroscope.flatMap({ StreamTiming.medianInterval(of: $0.times) }),
            500 * interval > 1.5 * Metric.lag.negligibleDifference
        else { return nil }
        let (rate, lead) = (CheckText.number(1 / interval), CheckText.number(500 * interval))
        return
            "at \(rate) Hz, most filters apply each angular rate to the interval before its sample, so their estimates may "
            + "lead the motion by half an interval (\(lead) ms); 'movingAverage:window=2+FILTER' averages adjacent rates "
            + "and avoids this"
    }

    private static func aligning(
        _ clock: RecordingClockComparison?,
        of recording: Recording,
        isWanted: Bool
    ) -> (recording: Recording, clock: ClockSummary?, remark: String?) {
        guard let comparison = clock else {
            let remark = "clocks were not aligned: \(RecordingClockComparison.reasonWithout)"
            return (recording, nil, isWanted ? remark : nil)
        }
        var summary = ClockSummary(
            isApplied: false,
            compared: comparison.compared,
            estimate: comparison.estimate
        )
        var result = recording
        if isWanted, case .found(let offset) = comparison.estimate {
            result = recording.movingSensors(by: offset.offset, keepingAttitude: comparison.keepsAttitude)
            summary.isApplied = true
        }
        return (result, summary, summary.remark(isWanted: isWanted))
    }
}

extension PreparedRecording {
    /// The coverage of the reference, in percent, from which the reference counts as complete. Only a smaller coverage
    /// is reported.
    private static let fullCoverage = 95.0

    /// Returns the summary of the recording for results.
    ///
    /// - Parameter samples: the number of distinct times with at least one sensor sample.
    func summary(samples: Int) -> EvaluationRun.RecordingSummary {
        EvaluationRun.RecordingSummary(
            name: recording.name,
            sha256: recording.sha256,
            samples: samples,
            durationSeconds: recording.sensorDuration,
            clock: clock,
            referenceCoverage: partialCoverage
        )
    }

    /// The percentage of the sensors' recording time in which the true orientation is known and evaluated. `nil` if the
    /// percentage is at least 95 %, or if the recording contains no reference orientation.
    private var partialCoverage: Double? {
        guard reference.kind == .truth, let stream = reference.stream, recording.sensorDuration > 0,
            let start = recording.sensorStart
        else { return nil }
        let end = start + recording.sensorDuration
        let intervals = zip(stream.times.indices, stream.times.indices.dropFirst())
        var known: Seconds = 0
        for (index, next) in intervals where isKnown(index, stream) && isKnown(next, stream) {
            let (from, to) = (max(stream.times[index], start), min(stream.times[next], end))
            if to > from, stream.times[next] - stream.times[index] <= EvaluationOptions.longestReferenceGap {
                known += to - from
            }
        }
        let share = 100 * known / recording.sensorDuration
        return share < Self.fullCoverage ? share : nil
    }

    private func isKnown(_ index: Int, _ stream: ReferenceStream) -> Bool {
        stream.isValid[index] && stream.isEvaluated?[index] ?? true
    }
}

/// A recording that is prepared once to evaluate many pipelines, such as a grid of parameters.
///
/// The results equal the results of separate evaluations of the pipelines. Memory does not grow with the number of
/// pipelines. Metrics have no within-recording intervals.
public struct RecordingSweep: Sendable {
    /// The summary of the recording.
    public let recording: EvaluationRun.RecordingSummary
    private let prepared: PreparedRecording
    private let measurement: RunMeasurement
    private let options: EvaluationOptions
    private let frames: [SensorFrame]

    /// Prepares a recording. O(samples).
    public init(_ original: Recording, options: EvaluationOptions = EvaluationOptions()) {
        self.init(original, clock: RecordingClockComparison(original), options: options)
    }

    /// Prepares a recording whose clocks have already been compared. O(samples).
    ///
    /// - Parameters:
    ///   - original: the recording.
    ///   - clock: the comparison of the recording's clocks; `nil` if there are no clocks to compare.
    ///   - options: the options of the evaluation.
    package init(_ original: Recording, clock: RecordingClockComparison?, options: EvaluationOptions) {
        var options = options
        options.withinRecordingIntervals = false
        prepared = PreparedRecording(original, clock: clock, options: options)
        measurement = RunMeasurement(prepared, options: options)
        frames = Array(FrameMerge(prepared.recording))
        self.options = options
        recording = prepared.summary(samples: frames.count)
    }

    /// Runs pipelines over the recording and measures the runs. O(pipelines · samples).
    ///
    /// - Parameter specifications: the pipelines to evaluate.
    /// - Returns: runs in the order of `specifications`.
    /// - Throws: `InputError` if the recording's layout contains invalid parameters of an estimator.
    public func evaluate(_ specifications: [PipelineSpecification]) throws(InputError) -> [EvaluationRun] {
        let rates = prepared.recording.sensorRates
        let isTimed = options.asks(for: MetricCatalogue.ofTime)
        var shared: SharedTimes?
        return try specifications.map { specification throws(InputError) in
            let filled = try prepared.recording.fitted(specification)
            let pipeline = Pipeline(filled, rates: rates, declination: prepared.recording.declination)
            var run = PipelineRun(pipeline, isTimed: isTimed, expecting: prepared.recording.maximumSamplesOfASensor)
            run.process(frames)
            run.finish(isThorough: false)
            return measurement.measure(run, of: recording, sharing: &shared)
        }
    }

    /// Runs location pipelines over the recording and measures the runs. O(pipelines · samples).
    ///
    /// - Parameter specifications: the pipelines to evaluate.
    /// - Returns: runs in the order of `specifications`.
    /// - Throws: `InputError` if the recording's layout contains invalid parameters of the estimator that `pdr` uses.
    public func evaluate(_ specifications: [LocationPipelineSpecification]) throws(InputError) -> [EvaluationRun] {
        let locations = LocationEvaluation(prepared, options: options, isNeeded: true)
        return try specifications.map { specification throws(InputError) in
            locations.measure(try locations.run(specification, isThorough: false), of: recording).run
        }
    }

    /// Reads the estimates of the recording from a file.
    ///
    /// - Parameters:
    ///   - source: the file or folder with the estimates.
    ///   - file: the name of the recording's file or folder without its extension, used to find the estimates in a
    ///     folder.
    package func read(_ source: EstimateSource, file: String) -> EstimateRun {
        EstimateRun(source, of: prepared, named: [prepared.recording.name, file])
    }

    /// Computes the metrics of estimates that `read(_:file:)` returned.
    package func measure(_ run: EstimateRun) -> EvaluationRun {
        let locations = LocationEvaluation(prepared, options: options, isNeeded: run.positions != nil)
        if let location = locations.run(run) { return locations.measure(location, of: recording).run }
        var shared: SharedTimes?
        return measurement.measure(run, of: recording, sharing: &shared)
    }
}
