import Testing

/// The directions in which targets may depend on each other.
struct ImportTests {
    /// The modules that each target may import besides the standard library.
    static let permitted: [String: Set<String>] = [
        "FileAccess": ["Foundation"],
        "SensorModel": ["RealModule"],
        "SensorFilters": ["SensorModel"],
        "Geodesy": ["SensorModel", "RealModule"],
        "Pipelines": ["SensorModel", "SensorFilters", "Geodesy"],
        "SQLiteStores": ["CSQLite", "Foundation"],
        "PlaceDatabase": ["SensorModel", "Pipelines", "SQLiteStores"],
        "ExperimentDatabase": [
            "SensorModel", "Evaluation", "SQLiteStores", "Foundation", "Glibc", "Musl", "Darwin",
        ],
        "Recordings": [
            "FileAccess", "SensorModel", "Geodesy", "CLibCSV", "CLibZip", "CFastFloat", "Crypto", "Yams", "Foundation",
            "FoundationXML",
        ],
        "Evaluation": ["SensorModel", "Recordings", "Pipelines", "Geodesy", "CProj", "Histogram", "RealModule"],
        "Reporting": ["FileAccess", "SensorModel", "Evaluation", "Geodesy", "Mustache", "Subprocess", "Foundation"],
        "sextant": ["SextantCommands"],
        "SextantCommands": [
            "FileAccess", "SensorModel", "SensorFilters", "Geodesy", "Recordings", "Pipelines", "PlaceDatabase",
            "ExperimentDatabase", "SQLiteStores", "Evaluation", "Reporting", "ArgumentParser", "CBuildInfo",
            "Subprocess", "Synchronization", "Yams", "Foundation", "Glibc", "Musl", "Darwin",
        ],
        "CLibCSV": [],
        "CSQLite": [],
        "CLibZip": [],
        "CProj": [],
        "CFastFloat": [],
        "CBuildInfo": [],
    ]

    /// The targets that an app links without changes. They use neither Foundation nor a C library.
    static let portable: Set<String> = ["SensorModel", "SensorFilters", "Geodesy", "Pipelines"]

    @Test func `Every import points in a permitted direction`() throws {
        for file in try SourceFile.all(in: "Sources") {
            let permitted = try #require(Self.permitted[file.target], "\(file.path) is in an unknown target")
            for (line, module) in file.imports where !permitted.contains(module) {
                let names = permitted.sorted().joined(separator: ", ")
                Issue.record("\(file.path):\(line): found import \(module), expected one of \(names)")
            }
        }
    }

    @Test func `The targets that apps link import neither Foundation nor a C library`() {
        for target in Self.portable {
            #expect(Self.permitted[target]?.isSubset(of: Self.portable.union(["RealModule"])) == true)
        }
    }

    @Test func `The dependencies of targets have no cycle`() {
        var left = Self.permitted
        while let free = left.first(where: { $0.value.isDisjoint(with: left.keys) }) { left[free.key] = nil }
        #expect(left.isEmpty, "these targets depend on each other: \(left.keys.sorted())")
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
    func `An import is found in any form`(line: String, module: String?) {
        let file = SourceFile(path: "Sources/X/Y.swift", lines: [line[...]])
        #expect(file.imports.map(\.module) == [module].compactMap(\.self))
    }
}
