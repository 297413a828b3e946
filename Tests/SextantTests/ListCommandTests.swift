import Evaluation
import Foundation
import Geodesy
import Pipelines
import Recordings
import SensorFilters
import SensorModel
import SensorSimulation
import TestSupport
import Testing

/// `sextant list`, `--help` and `--version`.
struct ListCommandTests {
    private static let entries: [(subject: String, names: [String])] = [
        ("filters", FilterCatalogue.entries.map(\.name)),
        ("estimators", EstimatorCatalogue.entries.map(\.name)),
        ("formulas", FormulaCatalogue.entries.map(\.name)),
        ("layouts", LayoutCatalogue.builtIn.layouts.map(\.name)),
        ("scenarios", ScenarioCatalogue.entries.map(\.name)),
        ("noises", NoiseCatalogue.builtIn.map(\.name)),
        ("metrics", MetricGroup.allCases.flatMap(MetricCatalogue.metrics(in:)).map(\.name)),
    ]

    /// The standard output of a successful command.
    private static func output(_ arguments: String...) async throws -> String {
        let outcome = try await Command.run(arguments)
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
        return outcome.output
    }

    @Test(arguments: entries)
    func `A list has every entry of its catalogue, in order`(subject: String, names: [String]) async throws {
        let lines = try await Self.output("list", subject).split(separator: "\n")
        let first = lines.compactMap { $0.split(separator: " ").first }.map(String.init)
        #expect(first.filter { names.contains($0) } == names)
    }

    @Test(arguments: entries.map(\.subject))
    func `A list is at most 80 columns wide`(subject: String) async throws {
        for line in try await Self.output("list", subject).split(separator: "\n") {
            #expect(line.count <= 80, "\(line)")
        }
    }

    @Test(arguments: entries)
    func `A name selects one entry of a list`(subject: String, names: [String]) async throws {
        let name = names[names.count / 2]
        let entry = try await Self.output("list", subject, name)
        #expect(entry.hasPrefix("\(name)\n"))
        if subject != "metrics" {
            let list = try await Self.output("list", subject)
            #expect(("\n" + list).contains("\n" + entry))
            #expect(!entry.contains("\n\n"))
        }
    }

    @Test func `An unknown name in a list is a usage error with the nearest name`() async throws {
        let outcome = try await Command.run(["list", "estimators", "vfq"])
        #expect(outcome.error == "sextant: unknown name 'vfq' in the list of estimators; did you mean 'vqf'?\n")
        #expect(outcome.code == 2)
        #expect(outcome.output == "")
    }

    /// The names of the parameters below each entry of a list.
    private static func parameters(_ subject: String) async throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        var entry = ""
        for line in try await output("list", subject).split(separator: "\n") {
            if let match = line.firstMatch(of: #/^(\w+)$/#) { entry = String(match.1) }
            if let match = line.firstMatch(of: #/^ {4}(\w+) /#) { found[entry, default: []].append(String(match.1)) }
        }
        return found
    }

    @Test func `The parameters of each filter and estimator are listed below it`() async throws {
        let filters = try await Self.parameters("filters")
        for entry in FilterCatalogue.entries {
            #expect(filters[entry.name, default: []] == entry.parameters.map(\.name), "\(entry.name)")
        }
        let estimators = try await Self.parameters("estimators")
        for entry in EstimatorCatalogue.entries {
            #expect(estimators[entry.name, default: []] == entry.parameters.map(\.name), "\(entry.name)")
        }
    }

    @Test func `The list of references has every work with its title, year and DOI`() async throws {
        let list = try await Self.output("list", "references")
        let works = list.split(separator: /\n(?=\S)/).map(String.init)
        #expect(works.count == ReferenceCatalogue.references.count)
        for (work, reference) in zip(works, ReferenceCatalogue.references) {
            let words = work.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.hasPrefix(reference.key) && words.contains("\(reference.year)"), "\(reference.key)")
            #expect(words.contains(reference.title.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
            if let locator = reference.locator { #expect(words.contains(locator.text), "\(reference.key)") }
        }
        let karney = """
            Karney 2013
              Charles F. F. Karney, 2013.
              "Algorithms for geodesics", Journal of Geodesy 87, 43–55.
              doi:10.1007/s00190-012-0578-z

            """
        #expect(list.contains(karney))
        for line in list.split(separator: "\n") {
            #expect(line.count <= 80 || line.contains("doi:") || line.contains("https:"), "\(line)")
        }
    }

    @Test func `The list of metrics equals its snapshot`() async throws {
        try Snapshot.expect(await Self.output("list", "metrics"), "list-metrics.txt")
    }

    @Test func `The help of evaluate equals its snapshot`() async throws {
        try Snapshot.expect(await Self.output("evaluate", "--help"), "evaluate-help.txt")
    }

    /// The names of all visible commands, from the description that completions are made of.
    private static func commands() async throws -> [String] {
        try await Command.described().map(\.commandName)
    }

    @Test(arguments: ["--help", "-h", "help"])
    func `Help names every command`(argument: String) async throws {
        let help = try await Self.output(argument)
        let names = try await Self.commands()
        #expect(!names.isEmpty)
        for name in names { #expect(help.contains("\n  \(name) "), "\(name)") }
    }

    @Test func `The version is a number and a revision on one line`() async throws {
        let version = try await Self.output("--version")
        #expect(version.wholeMatch(of: #/sextant \d+\.\d+\.\d+ \((?:unknown|[0-9a-f]{40}(?:\+changes)?)\)\n/#) != nil)
    }
}
