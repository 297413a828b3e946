import Foundation
import Geodesy
import Pipelines
import SensorFilters
import TestSupport
import Testing

/// The pages and sources of the catalogues' entries can be found by name.
struct CatalogueTests {
    static let filters = FilterCatalogue.entries.map(\.name) + EstimatorCatalogue.entries.map(\.name)
    static let published = [
        "singleFrame", "fourati", "martin", "aqua", "roleq", "quaternionEkf", "choukroun", "renaudin", "guo",
    ]
    static let formulas = FormulaCatalogue.entries.map(\.name)
    static let systems = SystemCatalogue.declarations.map(\.name)
    static let streamStages = StreamStageCatalogue.entries.map(\.name)
    static let pages =
        filters.map { (published.contains($0) ? "PublishedEstimators" : "SensorFilters", $0) }
        + formulas.map { ("Geodesy", $0) }
        + (systems + streamStages).map { ("Pipelines", $0) }

    private static func page(_ target: String, _ name: String) throws -> String {
        let page = Package.root.appendingPathComponent("Sources/\(target)/\(target).docc/\(name).md")
        return try String(contentsOf: page, encoding: .utf8)
    }

    @Test(arguments: pages)
    func `Every filter, estimator, formula, system and stream stage has a page`(target: String, name: String) throws {
        let text = try Self.page(target, name)
        #expect(text.hasPrefix("# "))
        #expect(text.contains("`\(name)`"))
    }

    @Test(arguments: pages)
    func `The first type that a page names is declared in the target of the page`(target: String, name: String) throws {
        let link = try #require(try Self.page(target, name).firstMatch(of: /``([A-Z]\w*)``/))
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
