import Evaluation
import Experiments
import Foundation
import OutsideEstimators
import Recordings
import SensorModel

/// The definitions of report tables in a directory.
struct TableDefinitionFiles {
    let directory: String
    /// Whether the programs and libraries that definitions name may start.
    let startsPrograms: Bool

    /// The definitions with these names, with the programs and libraries that each names; all definitions, sorted by name,
    /// if the list is empty.
    ///
    /// - Throws: `UsageError` for an unknown name, `InputError` for a bad definition.
    func definitions(_ wanted: [String]) throws -> [(definition: TableDefinition, programs: [String])] {
        let names = try names()
        for name in wanted where !names.contains(name) {
            let hint = NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
            throw UsageError(
                "tables: unknown table '\(name)'; \(hint ?? "use the name of a folder in \(directory) with a table.yaml")"
            )
        }
        return try (wanted.isEmpty ? names : wanted).map(definition)
    }

    /// The folder at which paths in definitions start: the parent of the directory of tables.
    var root: String {
        URL(fileURLWithPath: directory).standardizedFileURL.deletingLastPathComponent().path
    }

    private func names() throws -> [String] {
        guard let folders = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            throw InputError(
                file: directory,
                found: "no readable folder",
                expected: "a directory with one folder per table",
                remedy: "change the working directory, or use --directory"
            )
        }
        let names = folders.filter { FileManager.default.fileExists(atPath: "\(directory)/\($0)/table.yaml") }.sorted()
        guard !names.isEmpty else {
            throw InputError(
                file: directory,
                found: "no table.yaml in any of its folders",
                expected: "a folder with a table.yaml per table",
                remedy: "name the correct directory with --directory"
            )
        }
        return names
    }

    private func definition(_ name: String) throws -> (TableDefinition, [String]) {
        let file = "\(directory)/\(name)/table.yaml"
        let text = try InputFile.contents(of: file, expected: "the definition of a table")
        let outside = OutsideEstimators(
            folder: root,
            startsPrograms: startsPrograms,
            linked: CommandExtension.current.estimators
        )
        let place = URL(fileURLWithPath: directory).standardizedFileURL.lastPathComponent
        let definition = try TableDefinition(
            parsing: text,
            file: file,
            name: name,
            directory: place,
            kinds: TableKinds.all,
            estimators: outside.lookup
        )
        let check = definition.content.programs.map { [$0.check.joined(separator: " ")] } ?? []
        return (definition, check + outside.programs)
    }
}
