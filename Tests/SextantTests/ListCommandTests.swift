import Evaluation
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

    @Test func `Every parameter of a filter or an estimator is listed`() async throws {
        let filters = try await Self.output("list", "filters")
        let estimators = try await Self.output("list", "estimators")
        for entry in FilterCatalogue.entries {
            for parameter in entry.parameters { #expect(filters.contains("    \(parameter.name) ")) }
        }
        for entry in EstimatorCatalogue.entries {
            for parameter in entry.parameters { #expect(estimators.contains("    \(parameter.name) ")) }
        }
    }

    @Test func `The list of references has every work with its title, year and DOI`() async throws {
        let list = try await Self.output("list", "references")
        for reference in ReferenceCatalogue.references {
            #expect(list.contains("\n\(reference.key)\n") || list.hasPrefix("\(reference.key)\n"))
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

    @Test(arguments: ["--help", "-h", "help"])
    func `Help names every command`(argument: String) async throws {
        let help = try await Self.output(argument)
        for name in ["evaluate", "distances", "list"] { #expect(help.contains("\n  \(name) ")) }
    }

    @Test func `The version is a number and a revision on one line`() async throws {
        let version = try await Self.output("--version")
        #expect(version.wholeMatch(of: #/sextant \d+\.\d+\.\d+ \((?:unknown|[0-9a-f]{40}(?:\+changes)?)\)\n/#) != nil)
    }
}
