import Foundation
import SensorFilters
import TestSupport
import Testing

/// A reader finds a filter and its page by name alone.
struct CatalogueTests {
    static let names = FilterCatalogue.entries.map(\.name) + EstimatorCatalogue.entries.map(\.name)

    /// Types whose name says more than the SPEC does.
    static let longerNames = ["gyroscope": "GyroscopeIntegration"]

    @Test(arguments: names)
    func `Every filter and estimator has its page`(name: String) throws {
        let page = Package.root.appendingPathComponent("Sources/SensorFilters/SensorFilters.docc/\(name).md")
        let text = try String(contentsOf: page, encoding: .utf8)
        #expect(text.hasPrefix("# ``\(Self.typeName(of: name))``\n"))
        #expect(text.contains("`\(name)`"))
    }

    @Test(arguments: names)
    func `Every filter and estimator has its source`(name: String) {
        let source = Package.root.appendingPathComponent("Sources/SensorFilters/\(Self.typeName(of: name)).swift")
        #expect(FileManager.default.fileExists(atPath: source.path), "\(source.lastPathComponent) is missing")
    }

    @Test func `No name stands twice`() {
        #expect(Set(Self.names).count == Self.names.count)
    }

    private static func typeName(of name: String) -> String {
        longerNames[name] ?? name.prefix(1).uppercased() + name.dropFirst()
    }
}
