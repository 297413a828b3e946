import Recordings

/// The cells that are still to be run, and the recordings that are at hand for them.
actor ExperimentQueue {
    typealias Stretch = Experiment.Stretch

    /// A recording at a rate.
    struct Place: Hashable {
        let input: Int
        let rate: Int

        init(_ stretch: Stretch) {
            input = stretch.input
            rate = stretch.rate
        }
    }

    private let experiment: Experiment
    private let end: Int
    private var next: Int
    /// Cells that another process was running when they came up.
    private var postponed: [Stretch] = []
    /// The recordings last asked for, the newest last: those at work hold theirs themselves.
    private var shelf: [(place: Place, recording: Task<Result<ReadyRecording, InputError>, Never>)] = []
    private let shelfLength: Int
    private var failures: [Int: InputError] = [:]
    private var mismatches: [Int: [RecordingMismatch]] = [:]
    private(set) var progress: ExperimentProgress
    /// How many are at work.
    private var working = 0

    init(_ experiment: Experiment, cells: Range<Int>, jobs: Int) {
        self.experiment = experiment
        next = cells.lowerBound
        end = cells.upperBound
        shelfLength = jobs + 1
        progress = ExperimentProgress(total: cells.count)
    }

    enum Answer {
        case run(Stretch)
        /// Another process has what is left in its hands.
        case wait
        case end
    }

    /// At most `count` cells; few where the pipeline or the recording is another one than the asker last ran.
    func take(_ count: Int, after last: Stretch?) -> Answer {
        while next < end {
            let one = experiment.stretch(from: next, upTo: 1, before: end)
            let isAlike = last?.family == one.family && last?.input == one.input
            let stretch = experiment.stretch(
                from: next,
                upTo: isAlike ? count : min(count, BatchPace.first),
                before: end
            )
            next = stretch.cells.upperBound
            if failures[stretch.input] == nil { return .run(stretch) }
            progress.failed += stretch.cells.count
        }
        return postponed.isEmpty ? .end : .wait
    }

    /// Takes one of those that another process was running.
    func takePostponed() -> Stretch? { postponed.isEmpty ? nil : postponed.removeFirst() }

    /// Counts what became of a stretch; what another process is running comes up again later.
    func count(_ claim: CellClaim, of stretch: Stretch) -> ExperimentProgress {
        progress.ran += claim.granted.count
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

    /// The recording that a stretch is about; the first to ask has it read, others wait for that.
    func recording(for stretch: Stretch) -> Task<Result<ReadyRecording, InputError>, Never> {
        let place = Place(stretch)
        if let index = shelf.firstIndex(where: { $0.place == place }) {
            let entry = shelf.remove(at: index)
            shelf.append(entry)
            return entry.recording
        }
        let experiment = experiment
        let task = Task.detached { () -> Result<ReadyRecording, InputError> in
            do throws(InputError) {
                return .success(try ReadyRecording(experiment, input: place.input, rate: place.rate))
            } catch {
                return .failure(error)
            }
        }
        shelf.append((place, task))
        if shelf.count > shelfLength { shelf.removeFirst() }
        return task
    }

    func note(_ found: [RecordingMismatch], of input: Int) { mismatches[input] = found }

    func outcome(isStopped: Bool) -> ExperimentOutcome {
        var outcome = ExperimentOutcome(progress: progress)
        outcome.isStopped = isStopped && progress.done < progress.total
        for (input, error) in failures.sorted(by: { $0.key < $1.key }) {
            outcome.failures.append(BatchOutcome.Failure(path: experiment.inputs[input].name, error: error))
        }
        for (input, found) in mismatches.sorted(by: { $0.key < $1.key }) {
            let path = experiment.inputs[input].name
            outcome.warnings += found.map { BatchOutcome.Warning(path: path, mismatch: $0) }
        }
        return outcome
    }
}
