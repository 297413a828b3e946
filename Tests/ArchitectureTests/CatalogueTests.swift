import Foundation
import Geodesy
import Pipelines
import SensorFilters
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
}
