import Evaluation
import Experiments
import Foundation
import Pipelines
import Recordings
import SensorModel
import SensorSimulation
import Synchronization
import TestSupport
import Testing

struct ExperimentStoreTests {
    private let folder: TemporaryFolder
    private let path: String
    private static let tool = ProgramVersion(version: "1", revision: "a")

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appendingPathComponent("results.sqlite").path
    }

    private static func experiment(seeds: [UInt64] = [1, 2], alphas: Int = 20) throws -> Experiment {
        let scenario = try ScenarioCatalogue.scenario("pan", duration: 2)
        let noise = try NoiseCatalogue.noise(named: "nexus5")
        let axis = GridAxis(name: "alpha", values: .steps(first: 0.01, step: 0.01, count: alphas, .linear))
        var options = EvaluationOptions()
        options.metrics = [.totalRMSE, .stillRMS, .lag, .stepRise]
        return Experiment(
            name: "pans",
            inputs: seeds.map { seed in
                let simulation = Simulation(scenario, noise: noise, seed: seed)
                return ExperimentInput(name: "pan, seed \(seed)", tags: ["pan"], source: .simulation(simulation))
            },
            preparations: [RecordingPreparation(), RecordingPreparation(sampling: .decimated(50))],
            families: [try PipelineFamily("triad+lowPass", axes: [axis]), try PipelineFamily("triad")],
            options: options
        )
    }

    private static func run(_ experiment: Experiment, jobs: Int = 2, at path: String) async throws -> ExperimentOutcome
    {
        let store = try ExperimentStore(path: path, tool: tool)
        return try await ExperimentRunner(experiment, store: store, cells: 0..<experiment.cellCount, jobs: jobs).run()
    }

    /// The rows in order, without the identifiers that link tables.
    private func rows(_ path: String) throws -> [String] {
        var rows: [String] = []
        let store = try ExperimentStore(reading: path)
        try store.forEachCell { cell in
            let values = MetricCatalogue.metrics.map { name in cell.values[name].map { "\($0)" } ?? "" }
            rows.append(
                "\(cell.recording) \(cell.pipeline.setting.spec) "
                    + "\(cell.pipeline.parameters.sorted { $0.key < $1.key }) \(values)"
            )
        }
        return rows
    }

    @Test func `Every cell has a row, and the first 20 rows have the values of an evaluation`() async throws {
        let experiment = try Self.experiment()
        let outcome = try await Self.run(experiment, at: path)
        #expect(outcome.progress.ran == experiment.cellCount && outcome.failures.isEmpty)
        let store = try ExperimentStore(reading: path)
        var cells: [StoredCell] = []
        try store.forEachCell { cells.append($0) }
        #expect(cells.count == experiment.cellCount)
        let runs = try store.runs(of: cells)
        let recording = try experiment.inputs[0].recording()
        let expected = try RecordingEvaluation.evaluate(
            recording,
            pipelines: try (0..<20).map {
                try PipelineSpecification(parsing: experiment.families[0].specification(at: $0).text)
            },
            options: experiment.options
        ).map(\.run)
        try #require(expected.count == 20 && runs.count >= 20)
        for (run, other) in zip(runs, expected) {
            #expect(run.pipeline == other.pipeline)
            #expect(run.metrics[.totalRMSE] == other.metrics[.totalRMSE])
            #expect(run.metrics.notes == other.metrics.notes)
            #expect(run.skipped == other.skipped)
        }
        // The reference of a pan never rests. A metric that cannot be measured is null with its reason, not 0.
        #expect(runs.allSatisfy { $0.metrics[.stepRise] == nil && $0.metrics.note(for: .stepRise) != nil })
        #expect(runs.contains { $0.remarks.contains { $0.hasPrefix("resampled to 50 Hz") } })
    }

    @Test func `Stored cells are not run again, and new cells are run`() async throws {
        _ = try await Self.run(try Self.experiment(), at: path)
        let again = try await Self.run(try Self.experiment(), at: path)
        #expect(again.progress.ran == 0 && again.progress.found == again.progress.total)
        let more = try Self.experiment(seeds: [1, 2, 3], alphas: 21)
        let outcome = try await Self.run(more, at: path)
        // One more setting for two recordings, and one more recording, at two rates each.
        #expect(outcome.progress.ran == 2 * 2 + 2 * more.settingCount)
        let counts = try ExperimentStore(reading: path).claimCounts()
        #expect(counts.claims == counts.cells)
    }

    @Test func `Another revision and other conditions make different cells`() async throws {
        let experiment = try Self.experiment(seeds: [1], alphas: 2)
        _ = try await Self.run(experiment, at: path)
        let other = try ExperimentStore(path: path, tool: ProgramVersion(version: "1", revision: "b"))
        let runner = ExperimentRunner(experiment, store: other, cells: 0..<experiment.cellCount, jobs: 1)
        #expect(try await runner.run().progress.ran == experiment.cellCount)
        var aligned = experiment
        aligned.options.headingAlignment = .constant
        #expect(try await Self.run(aligned, at: path).progress.ran == experiment.cellCount)
    }

    @Test func `The number of jobs and interruptions do not change the store`() async throws {
        let experiment = try Self.experiment()
        _ = try await Self.run(experiment, jobs: 1, at: path)
        let whole = try rows(path)
        let other = folder.url.appendingPathComponent("other.sqlite").path
        var generator = SeededGenerator(seed: 9102)
        for _ in 0..<6 {
            let store = try ExperimentStore(path: other, tool: Self.tool)
            let limit = Int.random(in: 0..<experiment.cellCount, using: &generator)
            let asked = Atomic(0)
            let runner = ExperimentRunner(experiment, store: store, cells: 0..<experiment.cellCount, jobs: 3)
            _ = try await runner.run(shouldStop: { asked.add(8, ordering: .relaxed).newValue > limit })
        }
        _ = try await Self.run(experiment, jobs: 4, at: other)
        #expect(try rows(other) == whole)
    }

    @Test func `Two processes on one store share the cells`() async throws {
        let (experiment, path) = (try Self.experiment(seeds: [1, 2, 3]), path)
        async let one = Self.run(experiment, jobs: 1, at: path)
        async let two = Self.run(experiment, jobs: 1, at: path)
        let outcomes = try await [one, two]
        #expect(outcomes.reduce(0) { $0 + $1.progress.ran } == experiment.cellCount)
        for outcome in outcomes { #expect(outcome.progress.done == experiment.cellCount) }
        let counts = try ExperimentStore(reading: path).claimCounts()
        #expect(counts.claims == experiment.cellCount && counts.cells == experiment.cellCount)
    }

    @Test func `Claims of an ended session are released, and claims of a running session are not`() async throws {
        let experiment = try Self.experiment(seeds: [1], alphas: 3)
        let pipelines = try (0..<3).map { index in
            let specification = try experiment.families[0].specification(at: index)
            let setting = experiment.families[0].setting(of: specification)
            return CellPipeline(setting: setting, parameters: specification.parameters, index: index)
        }
        let recording = CellRecording(
            name: "pan",
            sha256: "",
            content: "c",
            conditions: "",
            tags: [],
            index: 0
        )
        var first: ExperimentStore? = try ExperimentStore(path: path, tool: Self.tool)
        let second = try ExperimentStore(path: path, tool: Self.tool)
        #expect(try first?.claim([pipelines[0]], over: recording) == CellClaim(granted: [0]))
        #expect(try second.claim(pipelines, over: recording) == CellClaim(granted: [1, 2], elsewhere: [0]))
        first = nil
        // A child process that another test starts has a copy of the locks until it runs its program.
        var claim = try second.claim([pipelines[0]], over: recording)
        for _ in 0..<500 where claim.granted.isEmpty {
            usleep(10_000)
            claim = try second.claim([pipelines[0]], over: recording)
        }
        #expect(claim == CellClaim(granted: [0]))
        // The last session to close the store deletes the file of locks.
        #expect(FileManager.default.fileExists(atPath: path + "-sessions"))
    }

    @Test func `Merged shards equal the whole experiment`() async throws {
        let experiment = try Self.experiment()
        _ = try await Self.run(experiment, at: path)
        let merged = try ExperimentStore(
            path: folder.url.appendingPathComponent("merged.sqlite").path,
            tool: Self.tool
        )
        for shard in 1...4 {
            let path = folder.url.appendingPathComponent("shard\(shard).sqlite").path
            let cells = experiment.cells(ofShard: shard, of: 4)
            do {
                let store = try ExperimentStore(path: path, tool: Self.tool)
                try store.note(name: "pans", definition: "", cells: cells, of: experiment.cellCount)
                _ = try await ExperimentRunner(experiment, store: store, cells: cells, jobs: 1).run()
            }
            let counts = try merged.merge(try ExperimentStore(reading: path))
            #expect(counts.added == cells.count && counts.known == 0)
        }
        #expect(try rows(merged.path) == rows(path))
        let again = try merged.merge(try ExperimentStore(reading: path))
        #expect(again.added == 0 && again.known == experiment.cellCount)
        let parts = try merged.parts()
        #expect(parts.total == experiment.cellCount)
        #expect(parts.cells == (1...4).map { experiment.cells(ofShard: $0, of: 4) })
    }

    @Test func `Merging a cell with different values names the cell and changes nothing`() async throws {
        let experiment = try Self.experiment(seeds: [1], alphas: 2)
        _ = try await Self.run(experiment, at: path)
        let other = folder.url.appendingPathComponent("other.sqlite").path
        _ = try await Self.run(experiment, at: other)
        func condition(_ spec: String) -> String { "pipeline = (SELECT id FROM pipeline WHERE spec = '\(spec)')" }
        let wrong = "UPDATE cell SET total_rmse_deg = 99 WHERE \(condition("triad+lowPass:alpha=0.02"))"
        try StoreFixture.execute(wrong, in: other)
        try StoreFixture.execute("DELETE FROM cell WHERE \(condition("triad"))", in: path)
        let before = try rows(path)
        let store = try ExperimentStore(path: path, tool: Self.tool)
        let part = try ExperimentStore(reading: other)
        let conflict = #expect(throws: ExperimentStore.Conflict.self) { try store.merge(part) }
        #expect(conflict?.file == other)
        #expect(conflict?.recording == "pan, seed 1")
        #expect(conflict?.spec == "triad+lowPass:alpha=0.02")
        #expect(try rows(path) == before)
    }

    @Test func `Slices are tables of settings by recordings, one for each rate`() async throws {
        let experiment = try Self.experiment(seeds: [1, 2, 3], alphas: 4)
        _ = try await Self.run(experiment, at: path)
        let store = try ExperimentStore(reading: path)
        #expect(try store.families(of: Self.tool) == ["triad+lowPass", "triad"])
        let slices = try store.slices(of: "triad+lowPass", by: Self.tool)
        #expect(slices.count == 2)
        #expect(slices[1].conditions.hasPrefix("sampling 50 Hz"))
        let table = slices[0].table(of: .totalRMSE)
        #expect(table.recordings == ["pan, seed 1", "pan, seed 2", "pan, seed 3"])
        // The default 0.1 is not among the four settings.
        #expect(table.settings.map(\.spec).last == "triad+lowPass" && table.settings.count == 5)
        #expect(table.values.allSatisfy { row in row.allSatisfy { $0 != nil } })
        #expect(slices[0].table(of: .totalRMSE, tag: "none").recordings.isEmpty)
    }

    @Test func `A recording that cannot be read is listed, and the other cells are run`() async throws {
        var experiment = try Self.experiment(seeds: [1])
        let missing = ExperimentInput(name: "gone", source: .recording(path: "/nowhere/gone.csv", nil))
        experiment.inputs.insert(missing, at: 0)
        let outcome = try await Self.run(experiment, at: path)
        #expect(outcome.failures.map(\.path) == ["gone"])
        #expect(outcome.progress.failed == experiment.cellCount / 2)
        #expect(outcome.progress.ran == experiment.cellCount / 2)
    }

    // Several processes on one store.

    /// An experiment of one block for each recording.
    private static func blocks(_ seeds: [UInt64]) throws -> Experiment {
        var experiment = try experiment(seeds: seeds, alphas: 40)
        experiment.preparations = [RecordingPreparation()]
        return experiment
    }

    private static func queue(_ experiment: Experiment, _ store: ExperimentStore) -> ExperimentQueue {
        ExperimentQueue(experiment, store: store, plan: "plan", cells: 0..<experiment.cellCount, jobs: 1)
    }

    /// A queue all of whose cells another process was running when they were claimed.
    private func heldQueue(_ experiment: Experiment) async throws -> (queue: ExperimentQueue, stretches: Int) {
        let queue = Self.queue(experiment, try ExperimentStore(path: path, tool: Self.tool))
        var (stretches, cells) = (0, 0)
        while cells < experiment.cellCount {
            guard case .run(let stretch) = await queue.next(8, after: nil) else { break }
            stretches += 1
            cells += stretch.cells.count
            _ = await queue.count(CellClaim(elsewhere: Array(stretch.settings.indices)), failed: [], of: stretch)
        }
        return (queue, stretches)
    }

    @Test func `Cells that another process has finished are not waited for`() async throws {
        let experiment = try Self.blocks([1])
        let (queue, stretches) = try await heldQueue(experiment)
        var claims = 0
        while case .claimAgain(let stretch) = await queue.next(8, after: nil) {
            claims += 1
            _ = await queue.count(CellClaim(done: stretch.settings.count), failed: [], of: stretch)
            await queue.endClaim(isVain: false)
        }
        // Neither a pause nor a claim of single cells.
        #expect(claims == stretches)
        guard case .end = await queue.next(8, after: nil) else {
            Issue.record("the queue waits, although no cell is left")
            return
        }
        #expect(await queue.progress.found == experiment.cellCount)
    }

    @Test func `Cells that another process is running are claimed again after short pauses`() async throws {
        let experiment = try Self.blocks([1])
        let (queue, stretches) = try await heldQueue(experiment)
        var (claims, pauses) = (0, [Duration]())
        while pauses.count < 4 {
            switch await queue.next(8, after: nil) {
            case .claimAgain(let stretch):
                claims += 1
                _ = await queue.count(CellClaim(elsewhere: Array(stretch.settings.indices)), failed: [], of: stretch)
                await queue.endClaim(isVain: true)
            case .wait(let pause):
                // The rest of a pause is not another one.
                if pauses.last.map({ pause > $0 }) ?? true { pauses.append(pause) }
                try await Task.sleep(for: pause)
            case .run, .end:
                Issue.record("all cells are held")
                return
            }
        }
        #expect(pauses == [2, 4, 8, 16].map { Duration.milliseconds($0) })
        #expect(claims == 4 * stretches, "each stretch is claimed once before a pause")
    }

    @Test func `Processes at the same time divide the recordings, and skip finished ones`() async throws {
        let experiment = try Self.blocks([1, 2, 3])
        let stores = try (0..<2).map { _ in try ExperimentStore(path: path, tool: Self.tool) }
        let queues = stores.map { Self.queue(experiment, $0) }
        #expect(!stores[0].isShared && stores[1].isShared)
        var inputs: [[Int]] = [[], []]
        // The first process runs two recordings while the second runs one.
        for process in [0, 1, 0] {
            var cells = 0
            while cells < experiment.settingCount {
                guard case .run(let stretch) = await queues[process].next(64, after: nil) else { break }
                inputs[process].append(stretch.input)
                cells += stretch.cells.count
                let claim = CellClaim(granted: Array(stretch.settings.indices))
                _ = await queues[process].count(claim, failed: [], of: stretch)
            }
        }
        #expect(Set(inputs[0]) == [0, 2] && Set(inputs[1]) == [1])
        for queue in queues {
            guard case .end = await queue.next(64, after: nil) else {
                Issue.record("all recordings are finished")
                return
            }
            #expect(await queue.progress.done == experiment.cellCount)
        }
    }

    @Test(arguments: [1, 2, 8])
    func `Of processes that finish together, exactly one writes the reports`(count: Int) async throws {
        let stores = try (0..<count).map { _ in try ExperimentStore(path: path, tool: Self.tool) }
        let leaving = await withTaskGroup(of: Bool.self) { group in
            for store in stores { group.addTask { store.leaveReportsToOthers() } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(leaving == count - 1)
    }

    @Test func `A process that starts while others finish writes the reports if it is the last`() throws {
        let first = try ExperimentStore(path: path, tool: Self.tool)
        let second = try ExperimentStore(path: path, tool: Self.tool)
        #expect(first.leaveReportsToOthers())
        let third = try ExperimentStore(path: path, tool: Self.tool)
        #expect(second.leaveReportsToOthers())
        #expect(!third.leaveReportsToOthers())
    }

    @Test func `A process helps with the recording that another one began`() async throws {
        let experiment = try Self.blocks([1])
        let first = Self.queue(experiment, try ExperimentStore(path: path, tool: Self.tool))
        let second = Self.queue(experiment, try ExperimentStore(path: path, tool: Self.tool))
        for queue in [first, second] {
            guard case .run(let stretch) = await queue.next(8, after: nil) else {
                Issue.record("the recording is not finished")
                return
            }
            #expect(stretch.cells == 0..<8)
        }
    }

    @Test func `A recording that was begun before a process started is not skipped`() throws {
        let first = try ExperimentStore(path: path, tool: Self.tool)
        first.announce(.begun(times: 1), of: "a")
        let second = try ExperimentStore(path: path, tool: Self.tool)
        // Its file may have changed after the first process read it.
        first.announce(.finished, of: "a")
        #expect(first.state(of: "a") == .finished)
        #expect(second.state(of: "a") == .begun(times: 0))
        first.announce(.begun(times: 1), of: "b")
        #expect(second.state(of: "b") == .begun(times: 1))
        first.announce(.finished, of: "b")
        #expect(second.state(of: "b") == .finished)
    }

    @Test func `A failed cell is left for every process`() async throws {
        let experiment = try Self.blocks([1])
        let queues = try (0..<2).map { _ in
            Self.queue(experiment, try ExperimentStore(path: path, tool: Self.tool))
        }
        let error = InputError(
            file: "pan",
            message: "the program has no estimates",
            advice: "correct the program"
        )
        while case .run(let stretch) = await queues[0].next(64, after: nil) {
            let claim = CellClaim(granted: Array(stretch.settings.indices))
            _ = await queues[0].count(claim, failed: [(setting: 0, error: error)], of: stretch)
        }
        guard case .run = await queues[1].next(64, after: nil) else {
            Issue.record("the second process does not report the failure")
            return
        }
    }

    @Test func `A link in place of the file of sessions is refused, and its target is unchanged`() throws {
        let target = try folder.write("kept", to: "target")
        try FileManager.default.createSymbolicLink(atPath: path + "-sessions", withDestinationPath: target)
        let error = #expect(throws: InputError.self) { try ExperimentStore(path: path, tool: Self.tool) }
        #expect(error?.isEnvironment == true)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "kept")
    }

    @Test func `A request to stop does not stop a run that has no cells left`() async throws {
        let experiment = try Self.experiment(seeds: [1], alphas: 2)
        let store = try ExperimentStore(path: path, tool: Self.tool)
        for (cells, isStopped) in [(0..<0, false), (0..<1, true)] {
            let runner = ExperimentRunner(experiment, store: store, cells: cells, jobs: 1)
            #expect(try await runner.run(shouldStop: { true }).isStopped == isStopped)
        }
    }
}
