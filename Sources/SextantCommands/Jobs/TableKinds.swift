import Evaluation
public import Experiments
import Foundation
import Pipelines
import Positions
import Recordings
import Reporting

/// The kinds of report tables.
package enum TableKinds {
    /// The kinds of the command line, and those that a package adds.
    package static var all: [any TableContent.Type] {
        [
            EvaluationTable.self, DistanceTableDefinition.self, SceneTable.self, TrackerTable.self,
            LeaderboardTable.self,
        ] + CommandExtension.current.tableKinds
    }
}

extension EvaluationTable: TableContent {
    /// The kind `evaluation`.
    public static let kind = "evaluation"
    /// The command line.
    public static let program = "sextant"

    /// The third-party data of the table.
    public var dataPaths: [String] { inputs.dataPaths }

    /// Evaluates the subjects on every recording.
    public func make(_ definition: TableDefinition, in context: TableContext) async throws -> GeneratedTable {
        let names = inputs.indices.map { "\(definition.name) \($0)" }
        let places = Dictionary(uniqueKeysWithValues: zip(names, inputs))
        // Parallel runs would slow each other down.
        let isTimed = definition.uncheckedBecause != nil
        let batch = BatchEvaluation(
            subjects: try subjects.map { try Self.subject($0, over: inputs.count, root: context.root) },
            options: options,
            jobs: isTimed ? 1 : context.jobs,
            failsFast: true
        )
        let outcome = await batch.evaluate(
            names,
            read: { name throws(InputError) in
                guard let input = places[name] else { preconditionFailure("\(name) is not an input") }
                return try context.recording(input)
            },
            report: { context.report(done: $0.done, of: $0.total, "recordings", table: definition.name) }
        )
        if let failure = (outcome.failures + outcome.failedRuns).first { throw failure.error }
        var runs = outcome.outcomes.map(\.run)
        for index in runs.indices {
            // A committed table does not depend on the place of the repository.
            runs[index].pipeline.source = runs[index].pipeline.source.map { $0.replacing("\(context.root)/", with: "") }
        }
        var made = GeneratedTable(definition, self, runs: runs)
        if isTimed {
            let host = HostDescription.host(jobs: 1, started: Date())
            made.inputs.append("\(host.system), \(host.architecture), \(host.build) build, one at a time")
        }
        return made
    }

    /// The subject with the path of its estimates from the working directory.
    private static func subject(
        _ subject: TableSubject,
        over recordings: Int,
        root: String
    ) throws -> EvaluationSubject {
        guard case .estimate(var source) = subject.subject else { return subject.subject }
        if !source.path.hasPrefix("/") { source.path = "\(root)/\(source.path)" }
        try EstimateArguments.check(source, recordings: recordings)
        return .estimate(source)
    }
}

extension DistanceTableDefinition: TableContent {
    /// The kind `distances`.
    public static let kind = "distances"
    /// The command line.
    public static let program = "sextant"

    /// Measures all formulas over the random pairs.
    public func make(_ definition: TableDefinition, in context: TableContext) async throws -> GeneratedTable {
        let pairs = pairs
        let statistics = try await context.distances.statistics(pairs, jobs: context.jobs) { done in
            context.report(done: done, of: pairs.count, "pairs", table: definition.name)
        }
        let results = DistanceResults(tool: ToolVersion.tool, source: .random(pairs), statistics: statistics)
        return GeneratedTable(
            definition,
            table: DistanceBandTable(self).table(of: results),
            inputs: ["\(pairs.count) random pairs, seed \(pairs.seed); reference: PROJ's geodesic"]
        )
    }
}

extension LeaderboardTable: TableContent {
    /// The kind `leaderboard`.
    public static let kind = "leaderboard"
    /// The command line.
    public static let program = "sextant"

    /// The third-party data of the table.
    public var dataPaths: [String] { needs }

    /// The programs and libraries that the experiment names.
    public func namedPrograms(in context: TableContext) throws -> [String] {
        try ExperimentFile(path: "\(context.root)/\(experiment)", data: context.data, startsPrograms: false).programs
    }

    /// Runs the cells of the experiment that the store does not contain. Times are not measured.
    public func make(_ definition: TableDefinition, in context: TableContext) async throws -> GeneratedTable {
        let path = "\(context.root)/\(experiment)"
        let file = try ExperimentFile(path: path, data: context.data, startsPrograms: context.startsPrograms)
        var experiment = file.experiment
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
        let folder = context.store.map { "\($0)/\(definition.name)" } ?? temporary
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { if context.store == nil { try? FileManager.default.removeItem(atPath: folder) } }
        let store = try ExperimentStore(path: ExperimentStore.path(in: folder), tool: ToolVersion.tool)
        let cells = 0..<experiment.cellCount
        let runner = ExperimentRunner(experiment, store: store, cells: cells, jobs: context.jobs)
        let outcome = try await runner.run(report: { state in
            context.report(done: state.done, of: state.total, "cells", table: definition.name)
        })
        if let failure = (outcome.failures + outcome.failedRuns).first { throw failure.error }
        let figures = try store.figures(of: [rules.metric], by: ToolVersion.tool)
        let board = Leaderboard(figures, rules: rules)
        return GeneratedTable(
            definition,
            table: table(of: board),
            inputs: zip(rules.datasets, board.recordings).map { "\($0): \($1.count) recordings" },
            legend: legend
        )
    }
}
