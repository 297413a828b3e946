import Pipelines
import Recordings

/// Runs the cells of an experiment that its store does not hold, several at a time.
///
/// What the store holds in the end does not depend on how many run at a time, on how often the work was interrupted, or
/// on how many processes share it. Memory is that of a few recordings, whatever the number of cells.
public struct ExperimentRunner<Store: CellStore>: Sendable {
    public let experiment: Experiment
    public let store: Store
    /// The cells that are this runner's part.
    public let cells: Range<Int>
    /// How many batches of cells are run at a time, at least 1.
    public let jobs: Int

    public init(_ experiment: Experiment, store: Store, cells: Range<Int>, jobs: Int) {
        precondition(jobs > 0, "somebody has to do the work")
        precondition(0 <= cells.lowerBound && cells.upperBound <= experiment.cellCount, "cells of the experiment")
        self.experiment = experiment
        self.store = store
        self.cells = cells
        self.jobs = jobs
    }

    /// Runs them all. A recording that cannot be read is listed; the others' cells are run all the same.
    ///
    /// - Parameters:
    ///   - shouldStop: asked before each batch of cells: those at work are finished, and no more begun.
    ///   - report: told after each batch, one at a time.
    /// - Throws: the store's error, when it takes nothing more.
    public func run(
        shouldStop: @escaping @Sendable () -> Bool = { false },
        report: @escaping @Sendable (ExperimentProgress) -> Void = { _ in }
    ) async throws(Store.Failure) -> ExperimentOutcome {
        let queue = ExperimentQueue(experiment, cells: cells, jobs: jobs)
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
        var batch = BatchPace.first
        var last: Experiment.Stretch?
        while !shouldStop(), !Task.isCancelled {
            switch await queue.take(batch, after: last) {
            case .end: return
            case .wait:
                try? await Task.sleep(for: BatchPace.pause)
                if let stretch = await queue.takePostponed() { report(try await run(stretch, queue)) }
            case .run(let stretch):
                if last?.family != stretch.family || last?.input != stretch.input { batch = BatchPace.first }
                last = stretch
                let start = ContinuousClock.now
                report(try await run(stretch, queue))
                batch = BatchPace.next(after: batch, which: start.duration(to: .now))
            }
        }
    }

    private func run(
        _ stretch: Experiment.Stretch,
        _ queue: ExperimentQueue
    ) async throws(Store.Failure) -> ExperimentProgress {
        let recording: ReadyRecording
        let cells: (pipelines: [CellPipeline], specifications: [PipelineSpecification])
        do throws(InputError) {
            recording = try await queue.recording(for: stretch).value.get()
            await queue.note(recording.mismatches, of: stretch.input)
            cells = try recording.cells(of: stretch, in: experiment)
        } catch {
            return await queue.fail(stretch, error)
        }
        let claim = try store.claim(cells.pipelines, over: recording.cell)
        if !claim.granted.isEmpty {
            let runs: [EvaluationRun]
            do throws(InputError) {
                runs = try recording.evaluate(claim.granted.map { cells.specifications[$0] })
            } catch {
                return await queue.fail(stretch, error)
            }
            try store.save(runs, of: claim.granted.map { cells.pipelines[$0] }, over: recording.cell)
        }
        return await queue.count(claim, of: stretch)
    }
}

/// How many cells are run together: enough that asking and saving do not count, few enough that an interruption costs
/// little and that nobody works alone for long at the end.
enum BatchPace {
    static let first = 8
    private static let longest = 512
    private static let wanted = Duration.milliseconds(500)
    /// How long to wait for cells that another process is running before asking for them again.
    static let pause = Duration.milliseconds(500)

    static func next(after count: Int, which took: Duration) -> Int {
        if took < wanted { return min(count * 2, longest) }
        return took > wanted * 4 ? max(count / 2, 1) : count
    }
}
