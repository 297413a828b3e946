public import Pipelines
public import Recordings

/// Several recordings through the same pipelines, some at a time.
///
/// What comes out does not depend on how many run at a time: each recording is evaluated by itself, and outcomes stand
/// in the order recordings × pipelines were given.
public struct BatchEvaluation: Sendable {
    public var pipelines: [PipelineSpecification]
    public var options: EvaluationOptions
    /// Recordings evaluated at a time, at least 1.
    public var jobs: Int
    /// Whether outcomes keep their orientations. Without, memory stays that of the recordings at work.
    public var keepsEstimates: Bool

    public init(
        pipelines: [PipelineSpecification],
        options: EvaluationOptions = EvaluationOptions(),
        jobs: Int = 1,
        keepsEstimates: Bool = false
    ) {
        precondition(jobs > 0, "somebody has to do the work")
        self.pipelines = pipelines
        self.options = options
        self.jobs = jobs
        self.keepsEstimates = keepsEstimates
    }

    /// Reads and evaluates each recording once.
    ///
    /// - Parameters:
    ///   - paths: the recordings.
    ///   - read: reads one recording.
    ///   - report: told after each recording, in the order in which they finish.
    /// - Throws: what `read` throws, for the first recording in the given order that cannot be read.
    public func evaluate(
        _ paths: [String],
        read: @escaping @Sendable (String) throws(InputError) -> Recording,
        report: (EvaluationProgress) -> Void = { _ in }
    ) async throws(InputError) -> [RecordingEvaluation.Outcome] {
        let results = await withTaskGroup(
            of: (Int, String, Result<[RecordingEvaluation.Outcome], InputError>).self
        ) { group in
            var results: [Result<[RecordingEvaluation.Outcome], InputError>?] = Array(
                repeating: nil,
                count: paths.count
            )
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
                // A recording that cannot be read ends the evaluation: those before it are still needed to say which is
                // first.
                if case .failure = result { next = paths.count }
                addTask()
            }
            return results
        }
        var outcomes: [RecordingEvaluation.Outcome] = []
        for case let result? in results { outcomes += try result.get() }
        return outcomes
    }

    private func evaluated(
        _ path: String,
        read: (String) throws(InputError) -> Recording
    ) -> Result<[RecordingEvaluation.Outcome], InputError> {
        do throws(InputError) {
            var outcomes = try outcomes(of: try read(path), at: path)
            if !keepsEstimates {
                for index in outcomes.indices { outcomes[index].estimates = Estimates() }
            }
            return .success(outcomes)
        } catch {
            return .failure(error)
        }
    }

    private func outcomes(of recording: Recording, at path: String) throws(InputError) -> [RecordingEvaluation.Outcome]
    {
        do {
            return try RecordingEvaluation.evaluate(recording, pipelines: pipelines, options: options)
        } catch {
            throw InputError(
                file: path,
                found: "a layout whose parameters do not fit: \(error.found)",
                expected: error.expected,
                remedy: "mend 'estimators' in the layout"
            )
        }
    }
}
