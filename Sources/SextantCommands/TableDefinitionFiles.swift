import Evaluation
import Foundation
import Recordings
import SensorModel

/// The definitions of report tables below a folder.
struct TableDefinitionFiles {
    let directory: String

    /// The definitions of these names, or all of them by name.
    func definitions(_ wanted: [String]) throws -> [TableDefinition] {
        let names = try names()
        for name in wanted where !names.contains(name) {
            let hint = NearestName.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
            throw UsageError(
                "tables: found '\(name)', expected one of \(names.joined(separator: ", ")); \(hint ?? "choose among them")"
            )
        }
        return try (wanted.isEmpty ? names : wanted).map(definition)
    }

    /// Where paths in definitions begin: the folder that holds the folder of tables.
    var root: String {
        URL(fileURLWithPath: directory).standardizedFileURL.deletingLastPathComponent().path
    }

    private func names() throws -> [String] {
        guard let folders = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
            throw InputError(
                file: directory,
                found: "no readable folder",
                expected: "one that holds a folder with a table.yaml per table",
                remedy: "go to the folder that holds it, or name it with --directory"
            )
        }
        let names = folders.filter { FileManager.default.fileExists(atPath: "\(directory)/\($0)/table.yaml") }.sorted()
        guard !names.isEmpty else {
            throw InputError(
                file: directory,
                found: "no table.yaml in any of its folders",
                expected: "a folder with a table.yaml per table",
                remedy: "name the right folder with --directory"
            )
        }
        return names
    }

    private func definition(_ name: String) throws -> TableDefinition {
        let file = "\(directory)/\(name)/table.yaml"
        let text = try InputFile.contents(of: file, expected: "the definition of a table")
        return try TableDefinition(parsing: text, file: file, name: name)
    }
}
