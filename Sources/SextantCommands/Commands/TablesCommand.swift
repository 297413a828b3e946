import ArgumentParser
import Evaluation
public import Experiments
import Foundation
import OutsideEstimators
import Pipelines
import Positions
import Recordings
import Reporting
import SensorModel

struct TablesCommand: AsyncParsableCommand, ReplacingCommand {
    static let configuration = CommandConfiguration(
        commandName: "tables",
        abstract: "Regenerate the report tables, or check them against the committed ones.",
        discussion: """
            A table is a folder with its definition, table.yaml. This command writes table.md and table.csv to the \
            folder. With --check it compares them with the existing files and writes nothing: numbers with the \
            tolerance of the definition, text exactly.

            A table is skipped if its third-party data or programs are missing; the definition names their source. \
            Programs and libraries start only with --allow-programs; otherwise their tables are skipped.
            """
    )

    @Argument(help: ArgumentHelp("Tables to regenerate (default: all).", valueName: "NAME"))
    var names: [String] = []

    @Flag(help: "Compare with the committed tables without writing; exit 1 if one differs.")
    var check = false

    @Option(help: ArgumentHelp("Directory of the tables.", valueName: "DIR"))
    var directory: String = "Reports"

    @Option(help: ArgumentHelp("Directory of third-party data (default: $SEXTANT_DATA).", valueName: "DIR"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "Keep the finished cells of leaderboards in DIR, and continue there after an interruption.",
            valueName: "DIR"
        )
    )
    var store: String?

    @OptionGroup var programs: ProgramsOption

    @OptionGroup var jobs: JobsOption

    @OptionGroup var replacement: ReplaceOption

    @OptionGroup var verbosity: VerbosityOptions

    /// The maximum number of printed differences of a table.
    private static let maximumDifferenceCount = 20

    func validate() throws {
        if directory.isEmpty { throw ValidationError("--directory is empty; name a directory.") }
        if store?.isEmpty ?? false { throw ValidationError("--store is empty; name a directory.") }
        try names.validateDistinct("The table")
    }

    func run() async throws {
        let files = TableDefinitionFiles(directory: directory, startsPrograms: programs.areAllowed)
        let definitions = try files.definitions(names)
        let progress = ProgressLine(isQuiet: verbosity.quiet)
        defer { progress.end() }
        let context = TableContext(
            root: files.root,
            data: data ?? ProcessInfo.processInfo.environment["SEXTANT_DATA"],
            store: store,
            jobs: jobs.count,
            startsPrograms: programs.areAllowed,
            catalogue: CommandExtension.catalogue,
            progress: { done, total, noun, name in progress.update(done: done, of: total, noun, name: name) }
        )
        let width = definitions.map(\.definition.name.count).max() ?? 0
        var tally = Tally()
        for (definition, programs) in definitions {
            let outcome = try await outcome(of: definition, programs, context)
            progress.end()
            tally.add(outcome, of: definition)
            let name = definition.name + String(repeating: " ", count: width - definition.name.count)
            if !verbosity.quiet || !outcome.differences.isEmpty {
                try Terminal.print(
                    "\(name)  \(outcome.words)".withoutControlCharacters + "\n" + Self.lines(outcome.differences)
                )
            }
        }
        if !verbosity.quiet { try Terminal.print(tally.summary + "\n") }
        if !tally.differing.isEmpty {
            throw TablesDiffer(
                names: tally.differing,
                checked: tally.done,
                directory: directory,
                program: tally.program
            )
        }
    }

    private struct Outcome {
        var isLeftOut = false
        let words: String
        var differences: [TableDifference] = []
    }

    private func outcome(
        of definition: TableDefinition,
        _ programs: [String],
        _ context: TableContext
    ) async throws -> Outcome {
        if check, let reason = definition.uncheckedBecause {
            return Outcome(isLeftOut: true, words: "not checked: \(reason)")
        }
        if let words = try missing(definition, programs, context) {
            return Outcome(isLeftOut: true, words: "skipped: \(words)")
        }
        let folder = "\(directory)/\(definition.name)"
        if !check { try Self.checkFiles(in: folder) }
        let made = try await definition.content.make(definition, in: context)
        let documents = TableFormat.allCases.map { TableDocument(made, $0) }
        guard check else {
            let files = documents.map { (name: $0.format.fileName, content: Array($0.text.utf8)) }
            let paths = try ReportWriter(directory: folder).write(files)
            return Outcome(words: paths.joined(separator: ", "))
        }
        let differences = try documents.flatMap { document in
            let file = "\(folder)/\(document.format.fileName)"
            return TableCheck(document, file: file).differences(from: try committed(file, of: definition))
        }
        let words = differences.isEmpty ? "as committed" : "differs"
        return Outcome(words: words, differences: differences)
    }

    /// Checks that the files of a table may be written: they do not exist yet, or the table's Markdown page shows that
    /// this command wrote them.
    private static func checkFiles(in folder: String) throws {
        let paths = TableFormat.allCases.map { "\(folder)/\($0.fileName)" }
        if TableDocument.isOwn("\(folder)/\(TableFormat.markdown.fileName)") {
            for path in paths { OutputGate.vouch(for: path) }
        }
        for path in paths { try OutputGate.checkFile(path) }
    }

    /// Returns a text that states what is missing for a table: data, programs, or the permission to start programs.
    /// Returns `nil` if nothing is missing.
    ///
    /// - Parameter programs: The programs that the definition names.
    /// - Throws: `InputError` or `UsageError` if something is missing for a table that the user named on the command
    ///   line.
    private func missing(
        _ definition: TableDefinition,
        _ programs: [String],
        _ context: TableContext
    ) throws -> String? {
        let missing = definition.content.dataPaths.filter { path in
            context.data.map { !FileManager.default.fileExists(atPath: "\($0)/\(path)") } ?? true
        }
        if let first = missing.first, let origin = definition.data {
            let files = missing.count == 1 ? first : "\(first) and \(missing.count - 1) more"
            let words = "missing data: \(origin.name) (\(files)); see \(origin.page), then use --data DIR"
            guard names.contains(definition.name) else { return words }
            throw InputError(
                file: context.data.map { "\($0)/\(first)" } ?? first,
                message: "this file is missing, but the table requires data of \(origin.name), from \(origin.from)",
                advice: "see \(origin.page), then set --data to the directory of the data"
            )
        }
        let all = try programs + definition.content.namedPrograms(in: context)
        if let refusal = self.programs.refusal(all, of: "\(directory)/\(definition.name)/table.yaml") {
            guard names.contains(definition.name) else { return "the definition names programs; add --allow-programs" }
            throw UsageError(refusal)
        }
        if let programs = definition.content.programs,
            let failure = ProgramCheck(command: programs.check, folder: context.root).failure()
        {
            guard names.contains(definition.name) else {
                return "\(programs.name) cannot run on this machine: \(failure); see \(programs.page)"
            }
            throw InputError(
                file: "\(directory)/\(definition.name)/table.yaml",
                message: "the table needs \(programs.name), which cannot run on this machine: \(failure)",
                advice: "see \(programs.page)"
            )
        }
        return nil
    }

    private func committed(_ file: String, of definition: TableDefinition) throws(InputError) -> String {
        if let bytes = try? InputFile.contents(of: file), let text = String(validating: bytes, as: UTF8.self) {
            return text
        }
        throw InputError(
            file: file,
            message: "cannot read the committed table",
            advice: "create the table with '\(definition.command)'"
        )
    }

    private static func lines(_ differences: [TableDifference]) -> String {
        let more = differences.count - maximumDifferenceCount
        return differences.prefix(maximumDifferenceCount).map { "  \($0)\n" }.joined()
            + (more > 0 ? "  and \(more) more\n" : "")
    }

    private struct Tally {
        private(set) var done = 0
        private(set) var leftOut = 0
        private(set) var differing: [String] = []
        /// The program that regenerates the differing tables: `sextant`, or the program of another package if that
        /// package defines the kind of a differing table.
        private(set) var program = SceneTable.program

        mutating func add(_ outcome: Outcome, of definition: TableDefinition) {
            if outcome.isLeftOut { leftOut += 1 } else { done += 1 }
            guard !outcome.differences.isEmpty else { return }
            differing.append(definition.name)
            let own = type(of: definition.content).program
            if own != SceneTable.program { program = own }
        }

        var summary: String {
            let tables = done == 1 ? "1 table" : "\(done) tables"
            return leftOut == 0 ? tables : "\(tables), \(leftOut) skipped"
        }
    }
}

/// The error that ends the command if report tables differ from the committed files. The differences have been printed
/// before.
struct TablesDiffer: Error, CustomStringConvertible {
    let names: [String]
    let checked: Int
    let directory: String
    /// The program that generates the tables.
    let program: String

    var description: String {
        let option = directory == "Reports" ? "" : " --directory \(directory)"
        let count = names.count == 1 ? "1 of \(checked) tables differs" : "\(names.count) of \(checked) tables differ"
        return "sextant: \(count) from the committed files; fix the cause, or commit the output of "
            + "'\(program) tables \(names.joined(separator: " "))\(option)'"
    }
}

/// The definitions of report tables in a directory.
struct TableDefinitionFiles {
    let directory: String
    /// A Boolean value that indicates whether Sextant may start the programs, and load the libraries, that a definition
    /// names.
    let startsPrograms: Bool

    /// Returns the definitions with the given names, each with the programs and libraries that it names. If `wanted` is
    /// empty, returns all definitions, sorted by name.
    ///
    /// - Throws: `UsageError` for an unknown name, or `InputError` for an invalid definition.
    func definitions(_ wanted: [String]) throws -> [(definition: TableDefinition, programs: [String])] {
        let names = try names()
        for name in wanted where !names.contains(name) {
            let hint = NearestName.hint(for: name, among: names)
            throw UsageError(
                "tables: unknown table '\(name)'; "
                    + "\(hint ?? "use the name of a folder in \(directory) with a table.yaml")"
            )
        }
        return try (wanted.isEmpty ? names : wanted).map(definition)
    }

    /// The folder to which paths in definitions are relative: the parent of the directory of tables.
    var root: String {
        URL(fileURLWithPath: directory).standardizedFileURL.deletingLastPathComponent().path
    }

    private func names() throws -> [String] {
        guard let folders = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            throw InputError(
                file: directory,
                message: "cannot read the directory of tables",
                advice: "change the working directory, or set --directory"
            )
        }
        let names = folders.filter { FileManager.default.fileExists(atPath: "\(directory)/\($0)/table.yaml") }.sorted()
        guard !names.isEmpty else {
            throw InputError(
                file: directory,
                message: "no folder in this directory has a table.yaml",
                advice: "set --directory to the directory of the tables"
            )
        }
        return names
    }

    private func definition(_ name: String) throws -> (TableDefinition, [String]) {
        let file = "\(directory)/\(name)/table.yaml"
        let text = try InputFile.contents(of: file)
        let outside = OutsideEstimators(
            folder: root,
            startsPrograms: startsPrograms,
            linked: CommandExtension.catalogue.stages
        )
        var catalogue = CommandExtension.catalogue
        catalogue.stages = outside.lookup
        let folder = URL(fileURLWithPath: directory).standardizedFileURL.lastPathComponent
        let definition = try TableDefinition(
            parsing: text,
            file: file,
            name: name,
            directory: folder,
            kinds: TableKinds.all,
            catalogue: catalogue
        )
        let check = definition.content.programs.map { [$0.check.joined(separator: " ")] } ?? []
        return (definition, check + outside.programs)
    }
}

/// The kinds of report tables.
package enum TableKinds {
    /// The kinds of tables that Sextant defines, and the kinds that a package adds to the command line.
    package static var all: [any TableContent.Type] {
        [
            EvaluationTable.self, DistanceTableDefinition.self, SceneTable.self, TrackerTable.self,
            LeaderboardTable.self,
        ] + CommandExtension.current.tableKinds
    }
}

extension EvaluationTable: TableContent {
    /// The key of an evaluation table in `table.yaml`.
    public static let kind = "evaluation"
    /// The program that generates the table.
    public static let program = "sextant"

    /// The paths of the third-party data that the table needs.
    public var dataPaths: [String] { inputs.dataPaths }

    /// Evaluates the subjects on every recording.
    public func make(_ definition: TableDefinition, in context: TableContext) async throws -> GeneratedTable {
        let names = inputs.indices.map { "\(definition.name) \($0)" }
        let inputsByName = Dictionary(uniqueKeysWithValues: zip(names, inputs))
        // Parallel runs would slow each other down and distort the measured times.
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
                guard let input = inputsByName[name] else { preconditionFailure("\(name) is not an input") }
                return try context.recording(input)
            },
            report: { context.report(done: $0.done, of: $0.total, "recordings", table: definition.name) }
        )
        if let failure = (outcome.failures + outcome.failedRuns).first { throw failure.error }
        var runs = outcome.outcomes.map(\.run)
        for index in runs.indices {
            // A committed table must not depend on the location of the repository.
            runs[index].pipeline.source = runs[index].pipeline.source.map { $0.replacing("\(context.root)/", with: "") }
        }
        var made = GeneratedTable(definition, self, runs: runs)
        if isTimed {
            let host = HostDescription.host(jobs: 1, started: Date())
            made.inputs.append("\(host.system), \(host.architecture), \(host.build) build, 1 job")
        }
        return made
    }

    /// Returns the subject of a table. A relative path of estimates is resolved against `root`.
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
    /// The key of a table of distance errors in `table.yaml`.
    public static let kind = "distances"
    /// The program that generates the table.
    public static let program = "sextant"

    /// Measures the error of every distance formula over the definition's random pairs of points.
    public func make(_ definition: TableDefinition, in context: TableContext) async throws -> GeneratedTable {
        let pairs = pairs
        let formulas = context.catalogue.formulas
        let statistics = try await context.distances.statistics(pairs, of: formulas, jobs: context.jobs) { done in
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
    /// The key of a leaderboard table in `table.yaml`.
    public static let kind = "leaderboard"
    /// The program that generates the table.
    public static let program = "sextant"

    /// The paths of the third-party data that the table needs.
    public var dataPaths: [String] { needs }

    /// Returns the programs and libraries that the experiment names.
    public func namedPrograms(in context: TableContext) throws -> [String] {
        try ExperimentFile(path: "\(context.root)/\(experiment)", data: context.data, startsPrograms: false).programs
    }

    /// Evaluates the cells that are missing in the experiment's store, and returns the leaderboard as a table.
    /// Computing times are not measured.
    public func make(_ definition: TableDefinition, in context: TableContext) async throws -> GeneratedTable {
        let path = "\(context.root)/\(experiment)"
        let file = try ExperimentFile(path: path, data: context.data, startsPrograms: context.startsPrograms)
        var experiment = experiment(file.experiment)
        guard let rules = experiment.leaderboard else {
            throw InputError(
                file: path,
                message: "the experiment has no 'leaderboard'",
                advice: "add 'leaderboard' with 'metric' and 'datasets'"
            )
        }
        experiment.options.metrics?.subtract(MetricCatalogue.ofTime)
        let temporary = FileManager.default.temporaryDirectory.appending(path: "sextant-\(UUID().uuidString)").path
        let folder = context.store.map { "\($0)/\(definition.name)" } ?? temporary
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { if context.store == nil { try? FileManager.default.removeItem(atPath: folder) } }
        let store = try ExperimentStore(
            path: ExperimentStore.path(in: folder),
            tool: ToolVersion.tool,
            addedMetrics: experiment.options.addedMetrics
        )
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
