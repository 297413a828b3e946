import ArgumentParser
import Evaluation
import Foundation
import Recordings
import Reporting

/// `sextant tables`.
struct TablesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tables",
        abstract: "Make the report tables again, or check that they still come out.",
        discussion: """
            A table is a folder with a table.yaml that says what it is made of. This command writes table.md and table.csv \
            beside it. With --check it writes nothing and compares with what is there: numbers by the tolerance of the \
            definition, text exactly.

            Tables on other people's data are left out, by name, where the data are not there; the definition says where \
            they come from.
            """
    )

    @Argument(help: ArgumentHelp("Tables to make (default: all).", valueName: "NAME"))
    var names: [String] = []

    @Flag(help: "Compare with the committed tables and write nothing; exit code 1 when one differs.")
    var check = false

    @Option(help: ArgumentHelp("Where the tables are.", valueName: "DIR"))
    var directory: String = "Reports"

    @Option(help: ArgumentHelp("Where other people's data are (default: SEXTANT_DATA).", valueName: "DIR"))
    var data: String?

    @OptionGroup var jobs: JobsOption

    @OptionGroup var verbosity: VerbosityOptions

    /// Differences of a table that are printed one by one.
    private static let mostDifferences = 20

    func validate() throws {
        if directory.isEmpty { throw ValidationError("--directory is empty; name a directory.") }
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted {
            throw ValidationError("The table \(name) is given twice; take one out.")
        }
    }

    func run() async throws {
        let files = TableDefinitionFiles(directory: directory)
        let definitions = try files.definitions(names)
        let progress = ProgressLine(isQuiet: verbosity.quiet)
        defer { progress.end() }
        var maker = TableMaker(
            root: files.root,
            data: data ?? ProcessInfo.processInfo.environment["SEXTANT_DATA"],
            jobs: jobs.count,
            progress: progress
        )
        let width = definitions.map(\.name.count).max() ?? 0
        var tally = Tally()
        for definition in definitions {
            let outcome = try await outcome(of: definition, &maker)
            progress.end()
            tally.add(outcome, of: definition.name)
            let name = definition.name + String(repeating: " ", count: width - definition.name.count)
            if !verbosity.quiet || !outcome.differences.isEmpty {
                try Terminal.print("\(name)  \(outcome.words)\n" + Self.lines(outcome.differences))
            }
        }
        if !verbosity.quiet { try Terminal.print(tally.summary + "\n") }
        if !tally.differing.isEmpty { throw TablesDiffer(names: tally.differing, checked: tally.done) }
    }

    private struct Outcome {
        enum Kind {
            case done
            case leftOut
        }

        let kind: Kind
        let words: String
        var differences: [TableDifference] = []
    }

    private func outcome(of definition: TableDefinition, _ maker: inout TableMaker) async throws -> Outcome {
        if check, let reason = definition.uncheckedBecause {
            return Outcome(kind: .leftOut, words: "not checked: \(reason)")
        }
        let missing = maker.missingData(definition)
        if let first = missing.first, let origin = definition.data {
            let files = missing.count == 1 ? first : "\(first) and \(missing.count - 1) more"
            let words = "\(origin.name) is not there (\(files)); see \(origin.page), then give --data DIR"
            guard names.contains(definition.name) else { return Outcome(kind: .leftOut, words: "skipped: \(words)") }
            throw InputError(
                file: maker.data.map { "\($0)/\(first)" } ?? first,
                found: "no such file, or several",
                expected: "\(origin.name) from \(origin.from)",
                remedy: "see \(origin.page), then say with --data DIR where it is"
            )
        }
        let made = try await maker.make(definition)
        let documents = TableFormat.allCases.map { TableDocument(made, $0) }
        let folder = "\(directory)/\(definition.name)"
        guard check else {
            let paths = try TableWriter(folder: folder).write(documents)
            return Outcome(kind: .done, words: paths.joined(separator: ", "))
        }
        let differences = try documents.flatMap { document in
            let file = "\(folder)/\(document.format.fileName)"
            return TableCheck(document, file: file).differences(from: try committed(file))
        }
        let words = differences.isEmpty ? "as committed" : "differs"
        return Outcome(kind: .done, words: words, differences: differences)
    }

    private func committed(_ file: String) throws(InputError) -> String {
        if let bytes = try? InputFile.contents(of: file), let text = String(validating: bytes, as: UTF8.self) {
            return text
        }
        throw InputError(
            file: file,
            found: "no readable table",
            expected: "the committed one",
            remedy: "make it with 'sextant tables' first"
        )
    }

    private static func lines(_ differences: [TableDifference]) -> String {
        let more = differences.count - mostDifferences
        return differences.prefix(mostDifferences).map { "  \($0)\n" }.joined()
            + (more > 0 ? "  and \(more) more\n" : "")
    }

    private struct Tally {
        private(set) var done = 0
        private(set) var leftOut = 0
        private(set) var differing: [String] = []

        mutating func add(_ outcome: Outcome, of name: String) {
            switch outcome.kind {
            case .done: done += 1
            case .leftOut: leftOut += 1
            }
            if !outcome.differences.isEmpty { differing.append(name) }
        }

        var summary: String {
            let tables = done == 1 ? "1 table" : "\(done) tables"
            return leftOut == 0 ? tables : "\(tables), \(leftOut) left out"
        }
    }
}
