import Foundation
import TestSupport
import Testing

/// `sextant tables`.
struct TablesCommandTests {
    private static let definition = """
        title: Filters
        caption: On a panned phone.
        evaluation:
          scenarios: [{scenario: pan, duration: 5}]
          pipelines: [triad, triad+lowPass]
          rows: [pipeline]
          columns: [{metric: total_rmse_deg, title: error (°), tolerance: 0.00001}]

        """

    private let folder: TemporaryFolder
    private let reports: String

    init() throws {
        folder = try TemporaryFolder()
        reports = folder.url.appendingPathComponent("Reports").path
    }

    @Test func `A regenerated table passes the check, and one changed digit fails it`() async throws {
        try folder.write(Self.definition, to: "Reports/filters/table.yaml")
        let made = try await Command.run(["tables", "--directory", reports])
        #expect(made.code == 0, "\(made.error)")
        #expect(made.output.hasSuffix("\n1 table\n"))
        let checked = try await Command.run(["tables", "--check", "--directory", reports, "--jobs", "1"])
        #expect(checked.code == 0)
        #expect(checked.output == "filters  as committed\n1 table\n")
        let file = "Reports/filters/table.csv"
        let text = try String(contentsOf: folder.url.appendingPathComponent(file), encoding: .utf8)
        let digit = try #require(text.last { $0.isNumber && $0 != "9" }?.wholeNumberValue)
        let index = try #require(text.lastIndex { $0.wholeNumberValue == digit })
        try folder.write(text.replacingCharacters(in: index...index, with: "\(digit + 1)"), to: file)
        let changed = try await Command.run(["tables", "filters", "--check", "--directory", reports, "--quiet"])
        #expect(changed.code == 1)
        #expect(changed.output.contains("\(reports)/filters/table.csv:"))
        #expect(changed.output.contains(", error (°): committed "), "\(changed.output)")
        #expect(
            changed.error
                == "sextant: 1 of 1 tables differs from the committed files; fix the cause, or commit the output of "
                + "'sextant tables filters --directory \(reports)'\n"
        )
    }

    @Test func `A table in another directory names that directory`() async throws {
        try folder.write(Self.definition, to: "gate/filters/table.yaml")
        let made = try await Command.run(["tables", "--directory", "\(folder.url.path)/gate"])
        #expect(made.code == 0, "\(made.error)")
        let table = folder.url.appendingPathComponent("gate/filters/table.md")
        let text = try String(contentsOf: table, encoding: .utf8)
        #expect(text.hasSuffix("\nRegenerate this table with `sextant tables filters --directory gate`.\n"))
    }

    @Test func `A table without its data is skipped, or rejected if it is named`() async throws {
        let data = """
            title: Others
            caption: Of others.
            data: {name: BROAD, from: "https://example.org", licence: CC BY 4.0, page: Datasets/broad/README.md}
            evaluation:
              data: [{path: broad/trial.csv, layout: broad}]
              pipelines: [triad]
              rows: [pipeline]
              columns: [{metric: total_rmse_deg}]

            """
        try folder.write(data, to: "Reports/others/table.yaml")
        let arguments = ["--check", "--directory", reports, "--data", folder.url.path]
        let all = try await Command.run(["tables"] + arguments)
        #expect(all.code == 0)
        #expect(
            all.output == "others  skipped: missing data: BROAD (broad/trial.csv); see Datasets/broad/README.md, "
                + "then use --data DIR\n0 tables, 1 skipped\n"
        )
        let named = try await Command.run(["tables", "others"] + arguments)
        #expect(named.code == Refusal.badData)
        #expect(
            named.error.contains(
                "broad/trial.csv: this file is missing, but the table requires data of BROAD, from https://example.org"
            )
        )
    }

    @Test func `Tables that depend on the machine are not compared`() async throws {
        try folder.write("unchecked: times\n" + Self.definition, to: "Reports/cost/table.yaml")
        let checked = try await Command.run(["tables", "--check", "--directory", reports])
        #expect(checked.code == 0)
        #expect(checked.output == "cost  not checked: times\n0 tables, 1 skipped\n")
    }

    @Test func `A fault in a definition is an error with its position`() async throws {
        try folder.write(Self.definition.replacing("lowPass", with: "lowPas"), to: "Reports/filters/table.yaml")
        let outcome = try await Command.run(["tables", "--directory", reports])
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error.hasPrefix("sextant: \(reports)/filters/table.yaml:5:22: pipeline"))
    }

    @Test func `Unknown tables and folders without tables are rejected`() async throws {
        try folder.write(Self.definition, to: "Reports/filters/table.yaml")
        let unknown = try await Command.run(["tables", "filter", "--directory", reports])
        #expect(unknown.code == Refusal.usage)
        #expect(unknown.error == "sextant: tables: unknown table 'filter'; did you mean 'filters'?\n")
        let nowhere = try await Command.run(["tables", "--directory", "\(reports)/filters"])
        #expect(nowhere.code == Refusal.badData)
        #expect(nowhere.error.contains("no folder in this directory has a table.yaml"))
        let uncommitted = try await Command.run(["tables", "--check", "--directory", reports])
        #expect(uncommitted.code == Refusal.badData)
        #expect(uncommitted.error.contains("table.md: cannot read the committed table"))
    }

    @Test func `Every committed table has its definition, its files and its line in the list`() throws {
        let root = Package.root.appendingPathComponent("Reports")
        let list = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        let names = try FileManager.default.contentsOfDirectory(atPath: root.path).filter {
            !["local", "README.md", "Study"].contains($0)
        }
        #expect(!names.isEmpty)
        for name in names {
            for file in ["table.yaml", "table.md", "table.csv"] {
                let path = root.appendingPathComponent("\(name)/\(file)").path
                #expect(FileManager.default.fileExists(atPath: path), "\(name)/\(file)")
            }
            #expect(list.contains("[\(name)](\(name)/table.md)"), "\(name)")
        }
    }
}
