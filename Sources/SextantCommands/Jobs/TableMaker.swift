import Evaluation
import Experiments
import Foundation
import Geodesy
import Positions
import Recordings
import Reporting
import SensorSimulation

/// Computes report tables. Statistics that several tables share are computed once.
struct TableMaker {
    /// The folder at which paths in definitions start.
    let root: String
    /// The folder of third-party data; nil if unknown.
    let data: String?
    /// The folder for the cells of leaderboards; nil for a temporary one.
    let store: String?
    let jobs: Int
    /// Whether the programs and libraries that an experiment names may start.
    let startsPrograms: Bool
    let progress: ProgressLine
    private var distances: [RandomPairs: DistanceStatistics] = [:]

    init(root: String, data: String?, store: String?, jobs: Int, startsPrograms: Bool, progress: ProgressLine) {
        self.root = root
        self.data = data
        self.store = store
        self.jobs = jobs
        self.startsPrograms = startsPrograms
        self.progress = progress
    }

    /// The third-party files of a table that are missing.
    func missingData(_ definition: TableDefinition) -> [String] {
        definition.dataPaths.filter { path in
            data.map { !FileManager.default.fileExists(atPath: "\($0)/\(path)") } ?? true
        }
    }

    /// The programs and libraries that the experiment of a leaderboard names; empty for another table.
    func programs(ofExperimentIn definition: TableDefinition) throws -> [String] {
        guard case .leaderboard(let table) = definition.content else { return [] }
        return try ExperimentFile(path: "\(root)/\(table.experiment)", data: data, startsPrograms: false).programs
    }

    /// Computes the table of a definition.
    ///
    /// - Throws: `InputError` for a recording that cannot be read.
    mutating func make(_ definition: TableDefinition) async throws -> GeneratedTable {
        switch definition.content {
        case .evaluation(let evaluation): return try await make(definition, evaluation)
        case .scene(let scene): return try make(definition, scene)
        case .trackers(let trackers): return try make(definition, trackers)
        case .leaderboard(let leaderboard): return try await make(definition, leaderboard)
        case .seedFigures(let selection):
            let seeds = PublishedFigureTable(selection)
            return GeneratedTable(definition, table: seeds.table(), inputs: [], legend: seeds.legend)
        case .claims(let claims): return try await make(definition, claims)
        case .distances(let distances):
            let results = DistanceResults(
                tool: ToolVersion.tool,
                source: .random(distances.pairs),
                statistics: try await statistics(distances.pairs)
            )
            let pairs =
                "\(distances.pairs.count) random pairs, seed \(distances.pairs.seed); reference: PROJ's geodesic"
            return GeneratedTable(definition, table: DistanceBandTable(distances).table(of: results), inputs: [pairs])
        }
    }

    private func make(_ definition: TableDefinition, _ evaluation: EvaluationTable) async throws -> GeneratedTable {
        let inputs = evaluation.inputs
        let names = inputs.indices.map { "\(definition.name) \($0)" }
        let places = Dictionary(uniqueKeysWithValues: zip(names, inputs))
        // Parallel runs would slow each other down.
        let isTimed = definition.uncheckedBecause != nil
        let batch = BatchEvaluation(
            subjects: try evaluation.subjects.map { try subject($0, over: inputs.count) },
            options: evaluation.options,
            jobs: isTimed ? 1 : jobs,
            failsFast: true
        )
        let (root, data) = (root, data)
        let outcome = await batch.evaluate(
            names,
            read: { name throws(InputError) in
                guard let input = places[name] else { preconditionFailure("\(name) is not an input") }
                return try Self.read(input, root: root, data: data ?? "")
            },
            report: { progress.update(done: $0.done, of: $0.total, "recordings", name: definition.name) }
        )
        if let failure = (outcome.failures + outcome.failedRuns).first { throw failure.error }
        var runs = outcome.outcomes.map(\.run)
        for index in runs.indices {
            // A committed table does not depend on the place of the repository.
            runs[index].pipeline.source = runs[index].pipeline.source.map { $0.replacing("\(root)/", with: "") }
        }
        var made = GeneratedTable(definition, evaluation, runs: runs)
        if isTimed {
            let host = HostDescription.host(jobs: 1, started: Date())
            made.inputs.append("\(host.system), \(host.architecture), \(host.build) build, one at a time")
        }
        return made
    }

    /// The subject with the path of its estimates from the working directory.
    private func subject(_ subject: TableSubject, over recordings: Int) throws -> EvaluationSubject {
        guard case .estimate(var source) = subject.subject else { return subject.subject }
        if !source.path.hasPrefix("/") { source.path = "\(root)/\(source.path)" }
        try EstimateArguments.check(source, recordings: recordings)
        return .estimate(source)
    }

    private func make(_ definition: TableDefinition, _ claims: [Claim]) async throws -> GeneratedTable {
        var evaluation = ClaimEvaluation(claims)
        let total = evaluation.batches.reduce(0) { $0 + $1.simulations.count }
        var done = 0
        for batch in evaluation.batches {
            let numbers = batch.simulations.indices.map(String.init)
            let outcome = await BatchEvaluation(
                subjects: batch.subjects,
                options: batch.options,
                jobs: jobs,
                failsFast: true
            ).evaluate(
                numbers,
                read: { number in batch.simulations[Int(number) ?? 0].recording() },
                report: { progress.update(done: done + $0.done, of: total, "recordings", name: definition.name) }
            )
            if let failure = outcome.failures.first { throw failure.error }
            done += numbers.count
            evaluation.set(outcome.outcomes.map(\.run), of: batch)
        }
        for batch in evaluation.sceneBatches {
            let scenes = try batch.simulations.map { simulation in
                let recording = simulation.recording()
                return try batch.methods.map {
                    try SceneEvaluation(recording, path: recording.name, options: $0.options)
                }
            }
            evaluation.set(scenes, of: batch)
        }
        return ClaimDocument(evaluation).made(definition)
    }

    private func make(_ definition: TableDefinition, _ table: SceneTable) throws -> GeneratedTable {
        var scenes: [[SceneEvaluation]] = []
        for input in table.inputs {
            let recording = try Self.read(input, root: root, data: data ?? "")
            scenes.append(
                try table.methods.map { try SceneEvaluation(recording, path: input.name, options: $0.options) }
            )
            progress.update(done: scenes.count, of: table.inputs.count, "recordings", name: definition.name)
        }
        return GeneratedTable(definition, table, scenes: scenes)
    }

    private func make(_ definition: TableDefinition, _ table: TrackerTable) throws -> GeneratedTable {
        var trackers: [TrackerEvaluation?] = []
        var checksums: [String] = []
        for input in table.inputs {
            let recording = try Self.read(input, root: root, data: data ?? "")
            trackers.append(try TrackerEvaluation(recording))
            checksums.append(recording.sha256)
            progress.update(done: trackers.count, of: table.inputs.count, "recordings", name: definition.name)
        }
        return GeneratedTable(definition, table, trackers: trackers, checksums: checksums)
    }

    /// Runs the cells of the experiment that the store does not contain. Times are not measured.
    private func make(_ definition: TableDefinition, _ table: LeaderboardTable) async throws -> GeneratedTable {
        let path = "\(root)/\(table.experiment)"
        var experiment = try ExperimentFile(path: path, data: data, startsPrograms: startsPrograms).experiment
        guard let rules = experiment.leaderboard else {
            throw InputError(
                file: path,
                found: "an experiment without 'leaderboard'",
                expected: "its rules",
                remedy: "add them"
            )
        }
        experiment.options.metrics?.subtract(MetricCatalogue.ofTime)
        let temporary = FileManager.default.temporaryDirectory.appending(path: "sextant-\(UUID().uuidString)").path
        let folder = store.map { "\($0)/\(definition.name)" } ?? temporary
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { if store == nil { try? FileManager.default.removeItem(atPath: folder) } }
        let store = try ExperimentStore(path: ExperimentStore.path(in: folder), tool: ToolVersion.tool)
        let progress = progress
        let runner = ExperimentRunner(experiment, store: store, cells: 0..<experiment.cellCount, jobs: jobs)
        let outcome = try await runner.run(report: { state in
            progress.update(done: state.done, of: state.total, "cells", name: definition.name)
        })
        if let failure = (outcome.failures + outcome.failedRuns).first { throw failure.error }
        let figures = try store.figures(of: [rules.metric], by: ToolVersion.tool)
        let board = Leaderboard(figures, rules: rules)
        return GeneratedTable(
            definition,
            table: table.table(of: board),
            inputs: zip(rules.datasets, board.recordings).map { "\($0): \($1.count) recordings" },
            legend: table.legend
        )
    }

    private static func read(_ input: TableInput, root: String, data: String) throws(InputError) -> Recording {
        switch input.source {
        case .recording(let path, let layout):
            return try RecordingReader(layout: layout).read(path: "\(root)/\(path)")
        case .data(let path, let layout): return try RecordingReader(layout: layout).read(path: "\(data)/\(path)")
        case .simulation(let simulation):
            var recording = simulation.recording()
            recording.name = input.name
            return recording
        }
    }

    private mutating func statistics(_ pairs: RandomPairs) async throws -> DistanceStatistics {
        if let known = distances[pairs] { return known }
        try GeodesicReference.load()
        let progress = progress
        let comparison = RandomComparison(pairs: pairs, formulas: FormulaCatalogue.entries, jobs: jobs)
        let statistics = await comparison.run { _, done in progress.update(done: done, of: pairs.count, "pairs") }
        distances[pairs] = statistics
        return statistics
    }
}
