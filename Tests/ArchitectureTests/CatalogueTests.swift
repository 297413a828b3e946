import Foundation
import Geodesy
import Pipelines
import SensorFilters
import SensorModel
import TestSupport
import Testing

/// The documentation and sources of the catalogues' entries can be found by name.
struct CatalogueTests {
    static let filters = FilterCatalogue.entries.map(\.name) + EstimatorCatalogue.entries.map(\.name)
    static let published = [
        "singleFrame", "fourati", "martin", "aqua", "roleq", "quaternionEkf", "choukroun", "renaudin", "guo",
    ]
    static let formulas = FormulaCatalogue.entries.map(\.name)
    static let systems = SystemCatalogue.declarations.map(\.name)
    static let streamStages = StreamStageCatalogue.entries.map(\.name)
    static let entries =
        filters.map { (published.contains($0) ? "PublishedEstimators" : "SensorFilters", $0) }
        + formulas.map { ("Geodesy", $0) }
        + (systems + streamStages).map { ("Pipelines", $0) }

    /// The texts that describe a name of a catalogue: the page with that name, and the sections "## `name`" of all pages.
    private static func descriptions(_ target: String, _ name: String) throws -> [String] {
        let folder = Package.root.appendingPathComponent("Sources/\(target)/\(target).docc")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.pathExtension == "md" }.flatMap { file in
            let page = try String(contentsOf: file, encoding: .utf8)
            let sections = page.components(separatedBy: "\n## ").dropFirst().filter { $0.hasPrefix("`\(name)`\n") }
            return (file.deletingPathExtension().lastPathComponent == name ? [page] : []) + sections
        }
    }

    @Test(arguments: entries)
    func `Every filter, estimator, formula and system has one page or section`(target: String, name: String) throws {
        let descriptions = try Self.descriptions(target, name)
        #expect(descriptions.count == 1)
        let text = try #require(descriptions.first)
        #expect(text.contains("`\(name)`"))
    }

    @Test(arguments: entries)
    func `The first type that a description names is declared in its target`(target: String, name: String) throws {
        let link = try #require(try Self.descriptions(target, name).first?.firstMatch(of: /``([A-Z]\w*)``/))
        let folder = Package.root.appendingPathComponent("Sources/\(target)")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let declaration = try Regex("public (struct|enum|typealias|protocol) \(link.1)\\b")
        let isDeclared = try files.lazy.compactMap { $0 as? URL }.contains { file in
            try file.pathExtension == "swift" && String(contentsOf: file, encoding: .utf8).contains(declaration)
        }
        #expect(isDeclared, "\(link.1) is not declared in \(target)")
    }

    @Test(arguments: [filters + streamStages, formulas, systems])
    func `The names of a catalogue are distinct`(names: [String]) {
        #expect(Set(names).count == names.count)
    }

    /// The parameters of every filter and estimator, with the text that describes it.
    static let declarations: [(target: String, name: String, parameters: [ParameterDescriptor])] =
        FilterCatalogue.entries.map { ("SensorFilters", $0.name, $0.parameters) }
        + EstimatorCatalogue.entries.map {
            (published.contains($0.name) ? "PublishedEstimators" : "SensorFilters", $0.name, $0.parameters)
        }

    private static func page(_ path: String) throws -> String {
        try String(contentsOf: Package.root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Returns the rows of the parameter tables in a text: the names in the first cell, the default and the values.
    private static func parameterRows(_ text: String) -> [(names: [String], default: String, values: String)] {
        var isParameterTable = false
        return text.components(separatedBy: "\n").compactMap { line in
            if line.hasPrefix("| name | unit | default |") { isParameterTable = true }
            if !line.hasPrefix("|") { isParameterTable = false }
            guard isParameterTable, line.hasPrefix("| `"), !line.contains("| see ") else { return nil }
            let cells = line.dropFirst().components(separatedBy: " |").map { $0.trimmingCharacters(in: .whitespaces) }
            let names = cells[0].matches(of: /`([^`]+)`/).map { String($0.1) }
            return (names, cells[2].replacing("`", with: ""), cells[3].replacing("`", with: ""))
        }
    }

    @Test(arguments: declarations)
    func `The parameter tables on pages state the declared names, defaults and words`(
        target: String,
        name: String,
        parameters: [ParameterDescriptor]
    ) throws {
        let text = try #require(try Self.descriptions(target, name).first)
        var rows = Self.parameterRows(text)
        if rows.isEmpty, name.hasSuffix("Offline") {
            rows = try Self.descriptions(target, String(name.dropLast("Offline".count))).flatMap(Self.parameterRows)
        }
        if text.contains("DisturbanceRejection") || text.contains("disturbanceRejection") {
            rows += try Self.parameterRows(
                Self.page("Sources/SensorFilters/SensorFilters.docc/disturbanceRejection.md")
            )
        }
        for parameter in parameters {
            let row = rows.first { row in
                row.names.contains {
                    $0 == parameter.name || $0.hasPrefix("…") && parameter.name.hasSuffix($0.dropFirst())
                }
            }
            guard let row else {
                Issue.record("the page of \(name) has no row for '\(parameter.name)'")
                continue
            }
            switch parameter.defaultValue {
            case .number(let value): #expect(Double(row.default) == value, "\(name): \(parameter.name)")
            case .word(let word): #expect(row.default == word, "\(name): \(parameter.name)")
            case nil: #expect(Double(row.default) == nil, "\(name): \(parameter.name)")
            }
            if case .choice(let words) = parameter.kind {
                #expect(Set(row.values.components(separatedBy: ", ")) == Set(words), "\(name): \(parameter.name)")
            }
        }
    }

    @Test func `The page on accuracy lists the estimators that run without a magnetometer`() throws {
        let page = try Self.page("Sources/Evaluation/Evaluation.docc/accuracy.md")
        let section = try #require(page.components(separatedBy: "\n## Without a magnetometer\n").last)
        let sentence = try #require(section.components(separatedBy: ". ").first)
        let listed = sentence.matches(of: /`(\w+)`/).map { String($0.1) }
        let declared = EstimatorCatalogue.entries.filter(\.isMagnetometerOptional).map(\.name)
        #expect(listed.sorted() == declared.sorted())
    }
}
