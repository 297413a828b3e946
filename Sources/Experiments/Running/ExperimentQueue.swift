package import Evaluation
package import Recordings

/// The queue of an experiment's remaining cells, with a cache of their recordings.
package actor ExperimentQueue {
    package typealias Stretch = Experiment.Stretch

    /// A recording before its preparation, with sensor values of a form.
    private struct SourceKey: Hashable {
        let input: Int
        let form: ExperimentInput.SensorForm
    }

    /// A recording in a preparation.
    struct Place: Hashable {
        let input: Int
        let preparation: Int

        init(_ stretch: Stretch) {
            input = stretch.input
            preparation = stretch.preparation
        }
    }

    private let experiment: Experiment
    private let store: any CellStore
    /// The identity of the experiment; nil if sessions cannot recognise each other's blocks.
    private let plan: String?
    /// The cells of blocks that this process has not visited.
    private var unvisited: Range<Int>
    /// The blocks that another process began first. This process helps after its own blocks.
    private var begunElsewhere: [Range<Int>] = []
    /// The rest of the block that is being handed out.
    private var current: Range<Int>
    /// The blocks with unfinished cells that this process opened, by their index in the experiment.
    private var opened: [Int: (cells: Range<Int>, unfinished: Int)] = [:]
    /// The cells that another process was running at the time of the last claim.
    private var held: [Stretch] = []
    /// The number of held stretches that are being claimed again.
    private var claims = 0
    /// The number of claims since the last one that was answered with other than "held".
    private var vainClaims = 0
    private var pause = Pause()
    /// The most recently used recordings. Workers hold references to theirs.
    private var recordings: TaskShelf<Place, ExperimentRecording>
    /// The recordings before their preparation, if there is more than one preparation.
    private var sources: TaskShelf<SourceKey, ExperimentSource>
    private var failures: [Int: InputError] = [:]
    /// The first failure of each pipeline over each recording, by the number of its cell.
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
        /// Cells that another process was running; they may have been finished or released since then.
        case claimAgain(Stretch)
        /// Other processes are running all remaining cells.
        case wait(Duration)
        case end
    }

    /// Returns the next cells, at most `count`; only a few where the pipeline or the recording changes.
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

    /// Opens the next block: one that no other process has begun, else the one that the fewest have. Blocks that another
    /// process has finished are skipped without reading their recordings.
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

    /// Returns held cells, each once before a pause.
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

    /// Notes that held cells were claimed again.
    ///
    /// - Parameter isVain: whether another process is still running all of them.
    package func endClaim(isVain: Bool) {
        claims -= 1
        vainClaims = isVain ? vainClaims + 1 : 0
        if !isVain { pause = Pause() }
    }

    /// Counts the cells of a claim. Cells that another process is running are held.
    ///
    /// - Parameter failed: the cells whose estimator failed, by their index in the claim.
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
        for places in Self.runs(of: claim.elsewhere) {
            var cells = stretch
            cells.first += places.lowerBound
            let start = stretch.settings.lowerBound
            cells.settings = start + places.lowerBound..<start + places.upperBound
            held.append(cells)
        }
        finish(claim.granted.count - failed.count + claim.done, of: stretch)
        return progress
    }

    /// The ranges of consecutive indices.
    private static func runs(of indices: [Int]) -> [Range<Int>] {
        indices.reduce(into: []) { runs, index in
            if let last = runs.last, last.upperBound == index {
                runs[runs.count - 1] = last.lowerBound..<index + 1
            } else {
                runs.append(index..<index + 1)
            }
        }
    }

    /// Announces the block when its last cell is done. A block with a failure is never announced, so that each process
    /// reports the failure.
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

    /// Returns the recording of a stretch. The first caller starts to read it; later callers wait for that task.
    package func recording(for stretch: Stretch) -> Task<Result<ExperimentRecording, InputError>, Never> {
        let place = Place(stretch)
        let experiment = experiment
        return recordings.task(for: place) { () async throws(InputError) in
            try await ExperimentRecording(experiment, input: place.input, preparation: place.preparation) {
                await self.source(place.input, $0).value
            }
        }
    }

    /// Returns the recording before its preparation, like ``recording(for:)``.
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

/// The pauses between claims of cells that another process is running. They grow while nothing changes.
struct Pause {
    static let first = Duration.milliseconds(2)
    static let longest = Duration.milliseconds(100)

    private var length = Self.first
    private var end: ContinuousClock.Instant?

    /// The rest of the pause; nil after its end.
    mutating func rest(at now: ContinuousClock.Instant) -> Duration? {
        guard let end, now < end else { return nil }
        return now.duration(to: end)
    }

    /// Begins a pause, twice as long as the one before.
    mutating func begin(at now: ContinuousClock.Instant) -> Duration {
        defer { length = min(length * 2, Self.longest) }
        end = now + length
        return length
    }
}
