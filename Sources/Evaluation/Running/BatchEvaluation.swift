public import Pipelines
public import Recordings

/// The evaluation of the same pipelines over several recordings, some of them in parallel.
///
/// The outcome does not depend on the number of parallel jobs. Each recording is evaluated independently, and outcomes
/// have the order recordings × pipelines of the input.
///
/// ```swift
/// let batch = BatchEvaluation(pipelines: [try PipelineSpecification(parsing: "madgwick")], jobs: 4)
/// let outcome = await batch.evaluate(paths) { path throws(InputError) in try RecordingReader().read(path: path) }
/// ```
public struct BatchEvaluation: Sendable {
    /// The pipelines, described systems and estimates to evaluate over each recording.
    public var subjects: [EvaluationSubject]
    /// The scene that described systems show.
    public var scene = SystemScene()
    /// The options of every run.
    public var options: EvaluationOptions
    /// The number of recordings evaluated in parallel; at least 1.
    public var jobs: Int
    /// Whether outcomes keep their orientations. If not, memory is that of the recordings in progress.
    public var keepsEstimates: Bool
    /// Whether the evaluation starts no further recording after one fails.
    public var failsFast: Bool
    /// Whether a recording that disagrees with physics counts as a failure.
    public var isStrict: Bool
    /// A further remark on estimates from a file, by their run, their source and the recording; none by default.
    package var remarkOnEstimates: (@Sendable (EvaluationRun, EstimateSource, Recording) -> String?)?

    /// Creates an evaluation of pipelines.
    public init(
        pipelines: [PipelineSpecification],
        options: EvaluationOptions = EvaluationOptions(),
        jobs: Int = 1,
        keepsEstimates: Bool = false,
        failsFast: Bool = false,
        isStrict: Bool = false
    ) {
        self.init(
            subjects: pipelines.map(EvaluationSubject.pipeline),
            options: options,
            jobs: jobs,
            keepsEstimates: keepsEstimates,
            failsFast: failsFast,
            isStrict: isStrict
        )
    }

    /// Creates an evaluation of pipelines and described systems.
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

    /// Reads and evaluates each recording once. A recording that cannot be read is listed as a failure; the evaluation
    /// continues unless ``failsFast`` is set.
    ///
    /// - Parameters:
    ///   - paths: the paths of the recordings.
    ///   - read: reads the recording at a path.
    ///   - report: receives the progress after each recording, in the order in which recordings finish.
    /// - Returns: the runs, failures and warnings. With ``failsFast`` the first failure in the given order comes first,
    ///   whichever finished earlier.
    public func evaluate(
        _ paths: [String],
        read: @escaping @Sendable (String) throws(InputError) -> Recording,
        report: (EvaluationProgress) -> Void = { _ in }
    ) async -> BatchOutcome {
        let results = await withTaskGroup(
            of: (Int, String, Result<Checked, InputError>).self
        ) { group in
            var results: [Result<Checked, InputError>?] = Array(repeating: nil, count: paths.count)
            var next = 0
            var done = 0
            func addTask() {
                guard next < paths.count else { return }
                let index = next
                group.addTask { (index, paths[index], evaluated(paths[index], read: read)) }
                next += 1
            }
            for _ in 0..<min(jobs, paths.count) { addTask() }
            for await (index, path, result) in group {
                results[index] = result
                done += 1
                report(EvaluationProgress(done: done, total: paths.count, name: path))
                // Earlier recordings are in progress or done, so the first failure does not depend on speed.
                if failsFast, Self.hasFailed(result) { next = paths.count }
                addTask()
            }
            return results
        }
        var batch = BatchOutcome()
        for case (let path, let result?) in zip(paths, results) {
            switch result {
            case .success(let checked):
                batch.outcomes += checked.outcomes
                batch.failedRuns += checked.outcomes.compactMap { outcome in
                    let error = outcome.failure ?? outcome.run.failure.map { InputError($0, over: path) }
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
        /// The content of the recording that was not used, in words; nil if everything was used.
        let unused: String?
    }

    /// The name of a file or folder without its extension.
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
                outcomes[index].run.remarks += furtherRemarks(on: outcomes[index], subjects[index], prepared.recording)
            }
            return .success(Checked(outcomes: outcomes, mismatches: mismatches, unused: recording.unusedWords))
        } catch {
            return .failure(error)
        }
    }

    /// Adds a remark to the runs of which a figure changes without the outliers.
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
            let samples = count == 1 ? "sample that is named above" : "\(count) samples that are named above"
            outcomes[index].run.remarks.append(
                "warning: without the \(samples), \(changes.joined(separator: ", "))"
            )
        }
    }

    private func furtherRemarks(
        on outcome: RecordingEvaluation.Outcome,
        _ subject: EvaluationSubject,
        _ recording: Recording
    ) -> [String] {
        guard case .estimate(let source) = subject, outcome.failure == nil, let remarkOnEstimates else { return [] }
        return remarkOnEstimates(outcome.run, source, recording).map { [$0] } ?? []
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
    /// The smallest relative change of a figure that is reported.
    private static let smallestChange = 0.01
    /// The number of figures that a remark names.
    private static let mostChanges = 3

    /// The figures of this run that are different in another run, in words.
    fileprivate func changes(to other: EvaluationRun) -> [String] {
        let changed = MetricCatalogue.ofOrientation.compactMap { metric -> String? in
            guard !MetricCatalogue.ofTime.contains(metric), let own = metrics[metric],
                let others = other.metrics[metric],
                abs(own - others) > Self.smallestChange * max(abs(own), abs(others))
            else { return nil }
            return "\(metric.rawValue) is \(CheckText.number(others)) instead of \(CheckText.number(own))"
        }
        return Array(changed.prefix(Self.mostChanges))
    }
}
