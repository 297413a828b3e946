package import Evaluation
import Pipelines
import Recordings
package import SensorModel

/// Runs the cells of an experiment that are missing in its store, several in parallel.
///
/// The final content of the store does not depend on interruptions, the number of jobs, or the number of processes that
/// share the store. Memory is proportional to the number of jobs, and does not depend on the number of cells.
public struct ExperimentRunner<Store: CellStore>: Sendable {
    /// The experiment whose cells are run.
    public let experiment: Experiment
    /// The store in which cells are saved.
    public let store: Store
    /// The numbers of the cells that are run.
    public let cells: Range<Int>
    /// The number of parallel jobs; at least 1.
    public let jobs: Int
    /// A text that identifies the experiment and its recordings. Concurrent processes with the same text distribute the
    /// recordings among themselves. `nil` if processes do not coordinate.
    public let plan: String?

    /// Creates a runner. The parameters are described at the properties.
    public init(_ experiment: Experiment, store: Store, cells: Range<Int>, jobs: Int, plan: String? = nil) {
        precondition(jobs > 0, "at least one job is required")
        precondition(
            0 <= cells.lowerBound && cells.upperBound <= experiment.cellCount,
            "the cells must belong to the experiment"
        )
        self.experiment = experiment
        self.store = store
        self.cells = cells
        self.jobs = jobs
        self.plan = plan
    }

    /// Runs all cells. If a recording cannot be read, the failure is recorded, and the other cells are run.
    ///
    /// - Parameters:
    ///   - shouldStop: closure that returns whether to stop, called before each batch of cells. Running batches are
    ///     completed.
    ///   - report: closure that receives the progress after each batch. Several jobs may call this closure at the same
    ///     time.
    /// - Throws: The store's error if cells cannot be saved.
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
        var cells: (pipelines: [CellPipeline], specifications: [any PipelineDescription]) = ([], [])
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
                run.failure.map { (setting, $0.over(recording.path)) }
            }
        }
        return await queue.count(claim, failed: failed, of: stretch)
    }

    /// Evaluates estimates from a file as one cell.
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

/// The number of cells in a batch, adapted to their run time.
///
/// Large batches reduce the cost of claims and saves. Small batches lose little work at an interruption, and keep all
/// jobs busy until the end.
enum BatchSize {
    static let first = 8
    private static let maximum = 512
    private static let targetDuration = Duration.milliseconds(500)

    static func next(after count: Int, which took: Duration) -> Int {
        if took < targetDuration { return min(count * 2, maximum) }
        return took > targetDuration * 4 ? max(count / 2, 1) : count
    }
}

/// The remaining cells of an experiment, with a cache of their recordings.
package actor ExperimentQueue {
    package typealias Stretch = Experiment.Stretch

    /// Identifies a recording before any preparation, together with the form of its sensor values: raw, or with a
    /// calibration.
    private struct SourceKey: Hashable {
        let input: Int
        let form: ExperimentInput.SensorForm
    }

    /// Identifies a recording together with the preparation applied to it.
    struct RecordingKey: Hashable {
        let input: Int
        let preparation: Int
    }

    private let experiment: Experiment
    private let store: any CellStore
    /// A text that identifies the experiment and its recordings; `nil` if processes do not coordinate.
    private let plan: String?
    /// The range of cells that this process has not reached yet. It consists of whole blocks; a block is all cells of
    /// one recording in one preparation.
    private var unvisited: Range<Int>
    /// The blocks that another process had begun before this process reached them. This process runs them last.
    private var begunElsewhere: [Range<Int>] = []
    /// The remaining cells of the current block.
    private var current: Range<Int>
    /// The blocks with unfinished cells that this process has begun, by their index in the experiment.
    private var opened: [Int: (cells: Range<Int>, unfinished: Int)] = [:]
    /// The ranges of cells that another process was running when this process tried to claim them.
    private var held: [Stretch] = []
    /// The number of running attempts to claim cells that were in ``held``.
    private var claims = 0
    /// The number of consecutive failed claims. A claim fails if other processes are still running all of its cells.
    private var vainClaims = 0
    private var pause = Pause()
    /// The most recently used recordings. Each job also keeps a reference to its recording.
    private var recordings: TaskShelf<RecordingKey, ExperimentRecording>
    /// The most recently used recordings, as they were before any preparation. The collection stays empty if the
    /// experiment has only one preparation.
    private var sources: TaskShelf<SourceKey, ExperimentSource>
    private var failures: [Int: InputError] = [:]
    /// The failure with the lowest cell number for each pipeline on each recording. The keys are the indices of the
    /// recording and of the pipeline.
    private var failedRuns: [Int: [Int: (cell: Int, error: InputError)]] = [:]
    private var mismatches: [Int: [RecordingMismatch]] = [:]
    package private(set) var progress: ExperimentProgress

    package init(_ experiment: Experiment, store: any CellStore, plan: String?, cells: Range<Int>, jobs: Int) {
        self.experiment = experiment
        self.store = store
        self.plan = plan
        unvisited = cells
        current = cells.lowerBound..<cells.lowerBound
        recordings = TaskShelf(length: jobs + 1)
        sources = TaskShelf(length: experiment.preparations.count > 1 ? 2 * (jobs + 1) : 0)
        progress = ExperimentProgress(total: cells.count)
    }

    package enum Answer {
        case run(Stretch)
        /// Cells to claim again. Another process was running them, but may have finished or released them in the
        /// meantime.
        case claimAgain(Stretch)
        /// The time to wait before the next request. Other processes are running all remaining cells.
        case wait(Duration)
        case end
    }

    /// Returns at most `count` cells to run next. If the pipeline or the recording of `last` is different, the run time
    /// of the next cells is unknown. At most `BatchSize.first` cells are then returned.
    package func next(_ count: Int, after last: Stretch?) -> Answer {
        while !current.isEmpty || openBlock() {
            let one = experiment.stretch(from: current.lowerBound, upTo: 1, before: current.upperBound)
            let isAlike = last?.family == one.family && last?.input == one.input
            let stretch = experiment.stretch(
                from: current.lowerBound,
                upTo: isAlike ? count : min(count, BatchSize.first),
                before: current.upperBound
            )
            current = stretch.cells.upperBound..<current.upperBound
            if failures[stretch.input] == nil { return .run(stretch) }
            progress.failed += stretch.cells.count
        }
        return nextHeld()
    }

    /// Begins the next block. Returns `false` if no block is left.
    ///
    /// Blocks that no other process has begun come first. The other blocks follow, beginning with the block that was
    /// begun the smallest number of times. Finished blocks are skipped without reading their recordings.
    private func openBlock() -> Bool {
        while !unvisited.isEmpty {
            let block = experiment.block(from: unvisited.lowerBound, before: unvisited.upperBound)
            unvisited = block.upperBound..<unvisited.upperBound
            switch state(of: block) {
            case .finished: progress.found += block.count
            case .begun(times: 0):
                open(block)
                return true
            case .begun: begunElsewhere.append(block)
            }
        }
        var open: [(block: Range<Int>, times: Int)] = []
        for block in begunElsewhere {
            switch state(of: block) {
            case .finished: progress.found += block.count
            case .begun(let times): open.append((block, times))
            }
        }
        begunElsewhere = open.map(\.block)
        guard let next = open.indices.min(by: { open[$0].times < open[$1].times }) else { return false }
        self.open(begunElsewhere.remove(at: next))
        return true
    }

    private func open(_ block: Range<Int>) {
        current = block
        opened[index(ofBlockWith: block.lowerBound)] = (block, block.count)
        if let key = key(of: block) { store.announce(.begun(times: 1), of: key) }
    }

    private func index(ofBlockWith cell: Int) -> Int { cell / experiment.settingCount }

    private func state(of block: Range<Int>) -> BlockState {
        key(of: block).map { store.state(of: $0) } ?? .begun(times: 0)
    }

    private func key(of block: Range<Int>) -> String? {
        plan.map { "\($0) \(block.lowerBound)..<\(block.upperBound)" }
    }

    /// Returns a range of cells to claim again, because another process was running these cells. Between two pauses,
    /// each cell is returned at most once.
    private func nextHeld() -> Answer {
        let now = ContinuousClock.now
        if let rest = pause.rest(at: now) { return .wait(rest) }
        while !held.isEmpty {
            guard vainClaims < held.count + claims else {
                vainClaims = 0
                return .wait(pause.begin(at: now))
            }
            let stretch = held.removeFirst()
            let block = opened[index(ofBlockWith: stretch.first)]?.cells
            guard let block, state(of: block) == .finished else {
                claims += 1
                return .claimAgain(stretch)
            }
            progress.found += stretch.cells.count
        }
        return .end
    }

    /// Records the end of a repeated claim: a claim for cells that another process was running before.
    ///
    /// - Parameter isVain: whether other processes are still running all cells of the claim.
    package func endClaim(isVain: Bool) {
        claims -= 1
        vainClaims = isVain ? vainClaims + 1 : 0
        if !isVain { pause = Pause() }
    }

    /// Adds the result of a claim to the progress. Cells that another process is running are kept, to be claimed again
    /// later.
    ///
    /// - Parameters:
    ///   - claim: result of the claim.
    ///   - failed: cells whose estimator failed, by their index in the range.
    ///   - stretch: range of claimed cells.
    package func count(
        _ claim: CellClaim,
        failed: [(setting: Int, error: InputError)],
        of stretch: Stretch
    ) -> ExperimentProgress {
        progress.ran += claim.granted.count - failed.count
        progress.failed += failed.count
        for (setting, error) in failed {
            let cell = stretch.first + setting
            if let known = failedRuns[stretch.input]?[stretch.family], known.cell < cell { continue }
            failedRuns[stretch.input, default: [:]][stretch.family] = (cell, error)
        }
        progress.found += claim.done
        for indices in Self.runs(of: claim.elsewhere) {
            var cells = stretch
            cells.first += indices.lowerBound
            let start = stretch.settings.lowerBound
            cells.settings = start + indices.lowerBound..<start + indices.upperBound
            held.append(cells)
        }
        finish(claim.granted.count - failed.count + claim.done, of: stretch)
        return progress
    }

    /// Combines consecutive indices into ranges.
    private static func runs(of indices: [Int]) -> [Range<Int>] {
        indices.reduce(into: []) { runs, index in
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
    }

    /// Records that a number of cells of a block are done. When no cell remains, the block is announced as finished,
    /// and other processes skip it. A block with a failure is never announced, so that every other process also runs
    /// the block and reports the failure.
    private func finish(_ cells: Int, of stretch: Stretch) {
        let index = index(ofBlockWith: stretch.first)
        guard let (block, unfinished) = opened[index] else { return }
        opened[index]?.unfinished = unfinished - cells
        if unfinished == cells, let key = key(of: block) { store.announce(.finished, of: key) }
    }

    func fail(_ stretch: Stretch, _ error: InputError) -> ExperimentProgress {
        if failures[stretch.input] == nil { failures[stretch.input] = error }
        progress.failed += stretch.cells.count
        return progress
    }

    /// Returns the task that prepares the recording for a range of cells. The first caller starts the task. Later
    /// callers that need the same recording get the same task.
    package func recording(for stretch: Stretch) -> Task<Result<ExperimentRecording, InputError>, Never> {
        let key = RecordingKey(input: stretch.input, preparation: stretch.preparation)
        let experiment = experiment
        return recordings.task(for: key) { () async throws(InputError) in
            try await ExperimentRecording(experiment, input: key.input, preparation: key.preparation) {
                await self.source(key.input, $0).value
            }
        }
    }

    /// Returns a task that reads a recording without preparing it. The first caller starts the task, which all callers
    /// share.
    private func source(
        _ input: Int,
        _ form: ExperimentInput.SensorForm
    ) -> Task<Result<ExperimentSource, InputError>, Never> {
        let (source, options) = (experiment.inputs[input], experiment.options(of: input))
        return sources.task(for: SourceKey(input: input, form: form)) { () async throws(InputError) in
            try ExperimentSource(source, form: form, options: options)
        }
    }

    package func note(_ found: [RecordingMismatch], of input: Int) { mismatches[input] = found }

    package func outcome(isStopped: Bool) -> ExperimentOutcome {
        var outcome = ExperimentOutcome(progress: progress)
        outcome.isStopped = isStopped && progress.done < progress.total
        for (input, error) in failures.sorted(by: { $0.key < $1.key }) {
            outcome.failures.append(BatchOutcome.Failure(path: experiment.inputs[input].name, error: error))
        }
        for (input, errors) in failedRuns.sorted(by: { $0.key < $1.key }) {
            let path = experiment.inputs[input].name
            for (_, failed) in errors.sorted(by: { $0.key < $1.key }) {
                outcome.failedRuns.append(BatchOutcome.Failure(path: path, error: failed.error))
            }
        }
        for (input, found) in mismatches.sorted(by: { $0.key < $1.key }) {
            let path = experiment.inputs[input].name
            outcome.warnings += found.map { BatchOutcome.Warning(path: path, mismatch: $0) }
        }
        return outcome
    }
}

/// The pauses between attempts to claim cells that another process is running. Each pause is longer than the previous
/// one, up to a maximum. After a successful attempt, pauses are short again.
struct Pause {
    static let first = Duration.milliseconds(2)
    static let maximum = Duration.milliseconds(100)

    private var length = Self.first
    private var end: ContinuousClock.Instant?

    /// Returns the remaining time of the pause; `nil` if no pause is in progress.
    mutating func rest(at now: ContinuousClock.Instant) -> Duration? {
        guard let end, now < end else { return nil }
        return now.duration(to: end)
    }

    /// Begins a pause that is twice as long as the previous one, up to ``maximum``.
    mutating func begin(at now: ContinuousClock.Instant) -> Duration {
        defer { length = min(length * 2, Self.maximum) }
        end = now + length
        return length
    }
}

/// A recording of an experiment before its preparation, with the results of its checks.
///
/// All preparations use the same results, because clocks, units and signs are properties of the recorded data.
struct ExperimentSource: Sendable {
    let recording: Recording
    /// The comparison of the clocks; `nil` for raw values, and if there are no clocks to compare.
    let clock: RecordingClockComparison?
    let mismatches: [RecordingMismatch]
    /// The remarks that are added to every evaluation of the recording.
    let remarks: [String]

    /// Reads a recording and checks it. Raw values, without the device's own calibration, are not checked.
    init(
        _ input: ExperimentInput,
        form: ExperimentInput.SensorForm,
        options: EvaluationOptions
    ) throws(InputError) {
        recording = try input.recording(form)
        guard form != .raw else {
            (clock, mismatches, remarks) = (nil, [], [])
            return
        }
        clock = RecordingClockComparison(recording)
        let found = RecordingChecks.findings(in: recording, clock: clock, options: options)
        mismatches = found.compactMap(\.mismatch)
        remarks = RecordingChecks.remarks(on: found)
    }
}

/// A cache of the most recently used tasks, by key. Several callers can share the result of a task.
struct TaskShelf<Key: Hashable, Value: Sendable> {
    typealias SharedTask = Task<Result<Value, InputError>, Never>

    /// The maximum number of cached tasks. Older tasks are removed, but continue to run.
    private let length: Int
    /// The cached tasks, the most recently used last.
    private var tasks: [(key: Key, task: SharedTask)] = []

    init(length: Int) { self.length = length }

    /// Returns the task for a key. The first call starts the task. O(n) for n cached tasks.
    mutating func task(
        for key: Key,
        _ work: @escaping @Sendable () async throws(InputError) -> Value
    ) -> SharedTask {
        if let index = tasks.firstIndex(where: { $0.key == key }) {
            let known = tasks.remove(at: index)
            tasks.append(known)
            return known.task
        }
        let task = SharedTask.detached {
            do throws(InputError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        tasks.append((key, task))
        if tasks.count > length { tasks.removeFirst() }
        return task
    }
}
