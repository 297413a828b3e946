import Foundation
import TestSupport
import Testing

/// Package.swift agrees with the folders.
struct TargetTests {
    /// Targets that only tests, the fuzzer or the program of the study use.
    private static let helpers: Set<String> = ["TestSupport", "ReaderFuzzing", "CommandFuzzing", "Study"]

    @Test func `Every folder in Sources is a target, and every target has a folder`() throws {
        let declared = try Self.declaredTargets(#/\.(?:target|executableTarget|systemLibrary)\(\s*name: "(\w+)"/#)
        #expect(declared.subtracting(Self.helpers) == (try Self.folders(in: "Sources")))
    }

    @Test func `Every folder in Tests is a test target, and every test target has a folder`() throws {
        let declared = try Self.declaredTargets(#/\.testTarget\(\s*name: "(\w+)"/#)
        #expect(declared.union(["TestSupport"]) == (try Self.folders(in: "Tests")))
    }

    private static func declaredTargets(_ pattern: Regex<(Substring, Substring)>) throws -> Set<String> {
        let manifest = Package.root.appendingPathComponent("Package.swift")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        return Set(text.matches(of: pattern).map { String($0.1) })
    }

    private static func folders(in folder: String) throws -> Set<String> {
        let root = Package.root.appendingPathComponent(folder)
        let contents = try FileManager.default.contentsOfDirectory(
            at: root,
            includingPropertiesForKeys: [.isDirectoryKey],
            options: .skipsHiddenFiles
        )
        let folders = try contents.filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        return Set(folders.map(\.lastPathComponent))
    }
}
