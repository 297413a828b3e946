import Testing

/// The imports of targets for apps. The strict build checks all other imports against Package.swift.
struct ImportTests {
    /// The targets that an app links.
    static let portable: Set<String> = [
        "SensorModel", "SensorFilters", "PublishedEstimators", "Geodesy", "Pipelines",
    ]

    /// The modules of other packages that these targets may import.
    static let portablePackages: Set<String> = ["RealModule"]

    @Test func `Targets for apps import neither Foundation nor a C library`() throws {
        let permitted = Self.portable.union(Self.portablePackages)
        let files = try SourceFile.all(in: "Sources").filter { Self.portable.contains($0.target) }
        #expect(Set(files.map(\.target)) == Self.portable)
        for file in files {
            for (line, module) in file.imports where !permitted.contains(module) {
                Issue.record("\(file.path):\(line): import \(module), which must be one of \(permitted.sorted())")
            }
        }
    }

    @Test func `No target in Sources imports the study`() throws {
        for file in try SourceFile.all(in: "Sources") {
            for (line, module) in file.imports where module == "Study" {
                Issue.record("\(file.path):\(line): import \(module), which is in Reports")
            }
        }
        #expect(
            try SourceFile.all(in: "Reports/Study/Sources").contains { $0.imports.contains { $0.module == "Study" } }
        )
    }

    @Test(arguments: [
        ("import Foundation", "Foundation"),
        ("public import SensorModel", "SensorModel"),
        ("    @testable import Reporting", "Reporting"),
        ("@_exported public import Yams", "Yams"),
        ("internal import struct Foundation.URL", "Foundation"),
        ("@_spi(Testing) import Pipelines", "Pipelines"),
        ("// import Foundation", nil),
        ("let imported = 1", nil),
    ])
    func `An import with attributes, an access level or a kind is found`(line: String, module: String?) {
        let file = SourceFile(path: "Sources/X/Y.swift", lines: [line[...]])
        #expect(file.imports.map(\.module) == [module].compactMap(\.self))
    }
}
