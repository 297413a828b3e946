import Foundation
import OutsideEstimators
import Pipelines
import SensorModel
import TestSupport
import Testing

/// Shared libraries, compiled by the system's compiler.
@Suite(.enabled(if: InstalledProgram.path("cc") != nil, "cc is missing"))
struct PluginTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Builds the fixture with a fault. Returns the path of the library.
    private func library(fault: Int = 0) throws -> String {
        let path = folder.url.appendingPathComponent("libturn\(fault).so").path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(InstalledProgram.path("cc")))
        process.arguments = [
            "-shared", "-fPIC", "-DFAULT=\(fault)", "-I",
            Package.root.appendingPathComponent("Sources/CSextantEstimator/include").path, "-o", path,
            Programs.fixtures.appendingPathComponent("plugin.c").path, "-lm",
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return path
    }

    @Test func `A plugin's orientations equal those of its formula`() throws {
        let outcome = try Programs.run("plugin:\(try library()):gain=0.5")
        #expect(outcome.failure == nil)
        #expect(outcome.time == nil)
        #expect(outcome.estimates.count == Turn.count - 1)
        for (time, orientation) in outcome.estimates {
            #expect(abs(orientation.rotationVector.z - Turn.angle(at: time) / 2) < 1e-12)
        }
    }

    @Test func `A second run of a plugin does not continue the state of the first`() throws {
        let spec = "plugin:\(try library())"
        let first = try Programs.run(spec).estimates.map(\.orientation)
        #expect(first.count == Turn.count - 1)
        #expect(try Programs.run(spec).estimates.map(\.orientation) == first)
    }

    @Test(arguments: [
        (1, "was built for version 99 of the interface"), (5, "does not export the function sextant_estimator_table"),
    ])
    func `A library of another version or without a table is refused`(fault: Int, found: String) throws {
        let path = try library(fault: fault)
        let error = try #require(throws: InputError.self) { try Programs.run("plugin:\(path)") }
        #expect(error.message.contains(found), "\(error.message)")
    }

    @Test func `A text file, a missing file and a missing path are not libraries`() throws {
        let text = try folder.write("text", to: "text.so")
        let error = try #require(throws: InputError.self) { try Programs.run("plugin:\(text)") }
        #expect(error.message.hasPrefix("cannot load '\(text)'"), "\(error.message)")
        let missing = try #require(throws: InputError.self) { try Programs.run("plugin:./none.so") }
        #expect(missing.message == "no such library: './none.so'")
        #expect(throws: InputError.self) { try Programs.run("plugin") }
    }

    @Test func `A parameter outside of its range is refused`() throws {
        let path = try library()
        #expect(throws: InputError.self) { try Programs.run("plugin:\(path):gain=11") }
        let error = try #require(throws: InputError.self) { try Programs.run("plugin:\(path):gian=1") }
        #expect(error.advice == "did you mean 'gain'?")
    }

    @Test(arguments: [
        (2, "at 12.1 s, the library returned the quaternion nan, 0.0, 0.0, 0.03499285460433607, whose length is not 1"),
        (4, "the function create() returned NULL"),
    ])
    func `A plugin that fails is named`(fault: Int, found: String) throws {
        let failure = try #require(try Programs.run("plugin:\(try library(fault: fault))").failure)
        #expect(failure.message.hasPrefix(found), "\(failure.message)")
        #expect(failure.source?.hasPrefix("plugin:/") == true)
    }
}
