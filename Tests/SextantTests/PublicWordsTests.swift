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

/// The words that users and scripts type or read: commands, options, names in SPECs, and keys of files.
///
/// The list is a snapshot, so that no word changes unnoticed. Each renamed word is listed with its former name.
struct PublicWordsTests {
    /// The former and the present word, and whether the former word is still read.
    private static let renamed = [
        ("SPEC value", "collectedAnew", "discarded", true),
        ("key of scene --json", "turn_put_in_deg", "added_rotation_deg", false),
        ("key of route", "way_m", "along_route_m", false),
        ("column of seed-figures and errata", "right", "correct_value", false),
        ("column of seed-figures and errata", "costs", "effect", false),
        ("key of distances.json", "without_answer", "without_distance", false),
        ("key of comparison.json", "p_at_best", "smallest_p_value", false),
        ("key of comparison.json", "p_needed", "required_p_value", false),
        ("key of comparison.json", "fewest_cases", "minimum_cases", false),
        ("column of tuning tables", "own_best", "best_on_recording", false),
        ("column of tuning tables", "own_best_setting", "best_on_recording_setting", false),
    ]

    private static func options() async throws -> [String] {
        try await Command.described().map { command in
            let names = (command.arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }
            let options = names.filter { $0.kind == "long" && !["help", "version"].contains($0.name) }
            return ([command.commandName] + options.map { "--\($0.name)" }.sorted()).joined(separator: " ")
        }
    }

    private static func stage(_ name: String, _ parameters: [ParameterDescriptor]) -> String {
        let words = parameters.map { parameter in
            guard case .choice(let words) = parameter.kind else { return parameter.name }
            return "\(parameter.name)=\(words.joined(separator: "|"))"
        }
        return ([name] + words).joined(separator: " ")
    }

    private static func systems() -> [String] {
        SystemCatalogue.declarations.map(\.name)
            + SystemStage.allCases.map { stage($0.rawValue, $0.parameters) }
            + CameraCatalogue.entries.map { "camera \($0.name)" }
    }

    /// The keys of JSON, CSV and YAML in the sources: literals of words joined by underscores.
    private static func keys() throws -> [String] {
        let folder = Package.root.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var keys: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /"([a-z][a-z0-9]*(?:_[a-z0-9]+)+)"/) { keys.insert(String(match.1)) }
        }
        return keys.sorted()
    }

    @Test func `The public words equal their snapshot`() async throws {
        let sections: [(String, [String])] = [
            ("Commands and options", try await Self.options()),
            ("Estimators", EstimatorCatalogue.entries.map { Self.stage($0.name, $0.parameters) }),
            ("Filters", FilterCatalogue.entries.map { Self.stage($0.name, $0.parameters) }),
            ("Stages of streams", StreamStageCatalogue.entries.map { Self.stage($0.name, $0.parameters) }),
            ("Presets", PresetCatalogue.presets.map(\.name)),
            ("Systems", Self.systems()),
            ("Formulas", FormulaCatalogue.entries.map(\.name)),
            ("Layouts", LayoutCatalogue.builtIn.names),
            ("Scenarios", ScenarioCatalogue.entries.map { Self.stage($0.name, $0.parameters) }),
            ("Metrics", MetricCatalogue.metrics.map(\.name)),
            ("Keys in files", try Self.keys()),
            ("Renamed", Self.renamed.map { "\($0.0) \($0.1) → \($0.2)\($0.3 ? " (still read)" : "")" }),
        ]
        let text = sections.map { "# \($0.0)\n" + $0.1.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
        try Snapshot.expect(text, "public-words.txt")
    }

    @Test func `No former word is written or accepted as a key`() throws {
        let keys = Set(try Self.keys())
        #expect(keys.count > 200)
        for (_, former, word, _) in Self.renamed where former.contains("_") {
            #expect(!keys.contains(former) && keys.contains(word), "\(former)")
        }
    }
}
