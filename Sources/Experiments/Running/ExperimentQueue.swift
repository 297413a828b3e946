import Evaluation
import Recordings

/// The queue of an experiment's remaining cells, with a cache of their recordings.
actor ExperimentQueue {
    typealias Stretch = Experiment.Stretch

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
    private let end: Int
    private var nextCell: Int
    /// The cells that another process was running at the time of the claim.
    private var postponed: [Stretch] = []
    /// The most recently used recordings. Workers hold references to theirs.
    private var recordings: TaskShelf<Place, ExperimentRecording>
    /// The recordings before their preparation, if there is more than one preparation.
    private var sources: TaskShelf<SourceKey, ExperimentSource>
    private var failures: [Int: InputError] = [:]
    /// The first failure of each pipeline over each recording, by the number of its cell.
    private var failedRuns: [Int: [Int: (cell: Int, error: InputError)]] = [:]
    private var mismatches: [Int: [RecordingMismatch]] = [:]
    private(set) var progress: ExperimentProgress

    init(_ experiment: Experiment, cells: Range<Int>, jobs: Int) {
        self.experiment = experiment
        nextCell = cells.lowerBound
        end = cells.upperBound
        recordings = TaskShelf(length: jobs + 1)
        sources = TaskShelf(length: experiment.preparations.count > 1 ? 2 * (jobs + 1) : 0)
        progress = ExperimentProgress(total: cells.count)
    }

    enum Answer {
        case run(Stretch)
        /// Another process is running the remaining cells.
        case wait
        case end
    }

    /// Returns the next cells, at most `count`; only a few where the pipeline or the recording changes.
    func next(_ count: Int, after last: Stretch?) -> Answer {
        while nextCell < end {
            let one = experiment.stretch(from: nextCell, upTo: 1, before: end)
            let isAlike = last?.family == one.family && last?.input == one.input
            let stretch = experiment.stretch(
                from: nextCell,
                upTo: isAlike ? count : min(count, BatchSize.first),
                before: end
            )
            nextCell = stretch.cells.upperBound
            if failures[stretch.input] == nil { return .run(stretch) }
            progress.failed += stretch.cells.count
        }
        return postponed.isEmpty ? .end : .wait
    }

    /// Returns the next cell that another process was running.
    func nextPostponed() -> Stretch? { postponed.isEmpty ? nil : postponed.removeFirst() }

    /// Counts the cells of a claim. Cells that another process is running are postponed.
    ///
    /// - Parameter failed: the cells whose estimator failed, by their index in the claim.
    func count(
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
        postponed += claim.elsewhere.map { place in
            var cell = stretch
            let setting = stretch.settings.lowerBound + place
            (cell.settings, cell.first) = (setting..<setting + 1, stretch.first + place)
            return cell
        }
        return progress
    }

    func fail(_ stretch: Stretch, _ error: InputError) -> ExperimentProgress {
        if failures[stretch.input] == nil { failures[stretch.input] = error }
        progress.failed += stretch.cells.count
        return progress
    }

    /// Returns the recording of a stretch. The first caller starts to read it; later callers wait for that task.
    func recording(for stretch: Stretch) -> Task<Result<ExperimentRecording, InputError>, Never> {
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

    func note(_ found: [RecordingMismatch], of input: Int) { mismatches[input] = found }

    func outcome(isStopped: Bool) -> ExperimentOutcome {
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
