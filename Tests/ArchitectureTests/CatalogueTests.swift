import Foundation
import SensorFilters
import TestSupport
import Testing

/// A reader finds a filter's page by its name, and its source from the page.
struct CatalogueTests {
    static let names = FilterCatalogue.entries.map(\.name) + EstimatorCatalogue.entries.map(\.name)

    private static let folder = Package.root.appendingPathComponent("Sources/SensorFilters")

    private func page(_ name: String) throws -> String {
        let page = Self.folder.appendingPathComponent("SensorFilters.docc/\(name).md")
        return try String(contentsOf: page, encoding: .utf8)
    }

    @Test(arguments: names)
    func `Every filter and estimator has its page`(name: String) throws {
        let text = try page(name)
        #expect(text.hasPrefix("# "))
        #expect(text.contains("`\(name)`"))
    }

    @Test(arguments: names)
    func `The first type that a page names has its source in a file of that name`(name: String) throws {
        let link = try #require(try page(name).firstMatch(of: /``([A-Z]\w*)``/))
        let source = Self.folder.appendingPathComponent("\(link.1).swift")
        #expect(FileManager.default.fileExists(atPath: source.path), "\(source.lastPathComponent) is missing")
    }

    @Test func `No name stands twice`() {
        #expect(Set(Self.names).count == Self.names.count)
    }
}
