public import Pipelines
public import Recordings

/// Several recordings through the same pipelines, some at a time.
///
/// What comes out does not depend on how many run at a time: each recording is evaluated by itself, and outcomes stand
/// in the order recordings × pipelines were given.
public struct BatchEvaluation: Sendable {
    /// What is evaluated over each recording.
    public var subjects: [EvaluationSubject]
    /// What described systems among them show.
    public var scene = SystemScene()
    public var options: EvaluationOptions
    /// Recordings evaluated at a time, at least 1.
    public var jobs: Int
    /// Whether outcomes keep their orientations. Without, memory stays that of the recordings at work.
    public var keepsEstimates: Bool
    /// Whether no further recording is begun when one cannot be evaluated.
    public var failsFast: Bool
    /// Whether a recording that does not agree with physics counts as one that cannot be evaluated.
    public var isStrict: Bool

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

    public init(
        subjects: [EvaluationSubject],
        scene: SystemScene = SystemScene(),
        options: EvaluationOptions = EvaluationOptions(),
        jobs: Int = 1,
        keepsEstimates: Bool = false,
        failsFast: Bool = false,
        isStrict: Bool = false
    ) {
        precondition(jobs > 0, "somebody has to do the work")
        self.subjects = subjects
        self.scene = scene
        self.options = options
        self.jobs = jobs
        self.keepsEstimates = keepsEstimates
        self.failsFast = failsFast
        self.isStrict = isStrict
    }

    /// Reads and evaluates each recording once. One that cannot be read is listed; the others are evaluated all the
    /// same, unless ``failsFast``.
    ///
    /// - Parameters:
    ///   - paths: the recordings.
    ///   - read: reads one recording.
    ///   - report: told after each recording, in the order in which they finish.
    /// - Returns: with ``failsFast`` the first failure in the given order comes first, whatever finished earlier.
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
                // Those before it are at work or done: which failure is the first does not depend on who is faster.
                if failsFast, case .failure = result { next = paths.count }
                addTask()
            }
            return results
        }
        var batch = BatchOutcome()
        for case (let path, let result?) in zip(paths, results) {
            switch result {
            case .success(let checked):
                batch.outcomes += checked.outcomes
                batch.warnings += checked.mismatches.map { BatchOutcome.Warning(path: path, mismatch: $0) }
            case .failure(let error): batch.failures.append(BatchOutcome.Failure(path: path, error: error))
            }
        }
        return batch
    }

    private struct Checked {
        var outcomes: [RecordingEvaluation.Outcome]
        let mismatches: [RecordingMismatch]
    }

    private func evaluated(
        _ path: String,
        read: (String) throws(InputError) -> Recording
    ) -> Result<Checked, InputError> {
        do throws(InputError) {
            let recording = try read(path)
            let clock = RecordingClock(recording)
            let found = RecordingChecks.mismatches(in: recording, clock: clock, isAligned: options.alignsClocks)
            let mismatches = found.compactMap(\.mismatch)
            if isStrict, let first = mismatches.first { throw first.error(in: path) }
            let remarks = RecordingChecks.remarks(on: found)
            let prepared = PreparedRecording(recording, clock: clock, options: options)
            var outcomes = try outcomes(of: prepared, at: path)
            for index in outcomes.indices {
                outcomes[index].run.remarks += remarks
            }
            return .success(Checked(outcomes: outcomes, mismatches: mismatches))
        } catch {
            return .failure(error)
        }
    }

    private func outcomes(
        of prepared: PreparedRecording,
        at path: String
    ) throws(InputError) -> [RecordingEvaluation.Outcome] {
        do {
            return try RecordingEvaluation.evaluate(
                prepared,
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
