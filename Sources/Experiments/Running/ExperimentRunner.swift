import Evaluation
import Pipelines
import Recordings

/// The parallel run of an experiment's cells that are missing in its store.
///
/// The final content of the store does not depend on the number of jobs, on interruptions, or on the number of
/// processes that share it. Memory is that of a few recordings, whatever the number of cells.
public struct ExperimentRunner<Store: CellStore>: Sendable {
    /// The experiment.
    public let experiment: Experiment
    /// The store of cells.
    public let store: Store
    /// The cells that this runner processes.
    public let cells: Range<Int>
    /// The number of parallel jobs; at least 1.
    public let jobs: Int
    /// The identity of the experiment, equal in all processes that run it at the same time; nil for none.
    public let plan: String?

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - experiment: the experiment.
    ///   - store: the store of cells.
    ///   - cells: the cells to process.
    ///   - jobs: the number of parallel jobs; at least 1.
    ///   - plan: a text that only runs of the same experiment over the same recordings share. With it, processes that
    ///     run at the same time distribute the recordings; without it, each reads all of them.
    public init(_ experiment: Experiment, store: Store, cells: Range<Int>, jobs: Int, plan: String? = nil) {
        precondition(jobs > 0, "at least one job is required")
        precondition(
            0 <= cells.lowerBound && cells.upperBound <= experiment.cellCount,
            "the cells belong to the experiment"
        )
        self.experiment = experiment
        self.store = store
        self.cells = cells
        self.jobs = jobs
        self.plan = plan
    }

    /// Runs all cells. A recording that cannot be read is listed as a failure; the remaining cells are still run.
    ///
    /// - Parameters:
    ///   - shouldStop: whether to stop; called before each batch of cells. Batches in progress are finished.
    ///   - report: receives the progress after each batch, one call at a time.
    /// - Throws: the store's error if it cannot save cells.
    public func run(
        shouldStop: @escaping @Sendable () -> Bool = { false },
        report: @escaping @Sendable (ExperimentProgress) -> Void = { _ in }
    ) async throws(Store.Failure) -> ExperimentOutcome {
        let queue = ExperimentQueue(experiment, store: store, plan: plan, cells: cells, jobs: jobs)
        let failure = await withTaskGroup(of: Store.Failure?.self) { group in
            for _ in 0..<jobs {
                group.addTask {
                    do throws(Store.Failure) {
                        try await work(queue, shouldStop: shouldStop, report: report)
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            var first: Store.Failure?
            for await failure in group where first == nil {
                first = failure
                if failure != nil { group.cancelAll() }
            }
            return first
        }
        if let failure { throw failure }
        return await queue.outcome(isStopped: shouldStop())
    }

    private func work(
        _ queue: ExperimentQueue,
        shouldStop: () -> Bool,
        report: (ExperimentProgress) -> Void
    ) async throws(Store.Failure) {
        var batch = BatchSize.first
        var last: Experiment.Stretch?
        while !shouldStop(), !Task.isCancelled {
            switch await queue.next(batch, after: last) {
            case .end: return
            case .wait(let pause): try? await Task.sleep(for: pause)
            case .claimAgain(let stretch):
                let before = await queue.progress.done
                let progress = try await run(stretch, queue)
                report(progress)
                await queue.endClaim(isVain: progress.done == before)
            case .run(let stretch):
                if last?.family != stretch.family || last?.input != stretch.input { batch = BatchSize.first }
                last = stretch
                let start = ContinuousClock.now
                report(try await run(stretch, queue))
                batch = BatchSize.next(after: batch, which: start.duration(to: .now))
            }
        }
    }

    private func run(
        _ stretch: Experiment.Stretch,
        _ queue: ExperimentQueue
    ) async throws(Store.Failure) -> ExperimentProgress {
        let recording: ExperimentRecording
        var estimate: EstimateRun?
        var cells: (pipelines: [CellPipeline], specifications: [PipelineSpecification]) = ([], [])
        do throws(InputError) {
            recording = try await queue.recording(for: stretch).value.get()
            await queue.note(recording.mismatches, of: stretch.input)
            if let source = experiment.estimate(of: stretch) {
                estimate = recording.read(source)
            } else {
                cells = try recording.cells(of: stretch, in: experiment)
            }
        } catch {
            return await queue.fail(stretch, error)
        }
        if let estimate { return try await run(estimate, over: recording, stretch, queue) }
        let claim = try store.claim(cells.pipelines, over: recording.cell)
        var failed: [(setting: Int, error: InputError)] = []
        if !claim.granted.isEmpty {
            let runs: [EvaluationRun]
            do throws(InputError) {
                runs = try recording.evaluate(claim.granted.map { cells.specifications[$0] })
            } catch {
                return await queue.fail(stretch, error)
            }
            let finished = zip(claim.granted, runs).filter { $0.1.failure == nil }
            try store.save(finished.map(\.1), of: finished.map { cells.pipelines[$0.0] }, over: recording.cell)
            failed = zip(claim.granted, runs).compactMap { setting, run in
                run.failure.map { (setting, InputError($0, over: recording.path)) }
            }
        }
        return await queue.count(claim, failed: failed, of: stretch)
    }

    /// Measures estimates from a file.
    private func run(
        _ estimate: EstimateRun,
        over recording: ExperimentRecording,
        _ stretch: Experiment.Stretch,
        _ queue: ExperimentQueue
    ) async throws(Store.Failure) -> ExperimentProgress {
        if let failure = estimate.failure {
            return await queue.count(CellClaim(granted: [0]), failed: [(setting: 0, error: failure)], of: stretch)
        }
        let cell = recording.cell(of: estimate, at: stretch, in: experiment)
        let claim = try store.claim([cell], over: recording.cell)
        if !claim.granted.isEmpty {
            try store.save([recording.measure(estimate)], of: [cell], over: recording.cell)
        }
        return await queue.count(claim, failed: [], of: stretch)
    }
}

/// The number of cells in a batch: large enough to make claims and saves cheap, small enough to lose little at an
/// interruption and to keep all workers busy until the end.
enum BatchSize {
    static let first = 8
    private static let longest = 512
    private static let wanted = Duration.milliseconds(500)

    static func next(after count: Int, which took: Duration) -> Int {
        if took < wanted { return min(count * 2, longest) }
        return took > wanted * 4 ? max(count / 2, 1) : count
    }
}
