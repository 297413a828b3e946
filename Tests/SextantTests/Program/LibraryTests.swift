import Foundation
import Recordings
import SensorModel
import TestSupport
import Testing

/// The library for C: the examples in C and Rust, and wrong uses.
struct LibraryTests {
    /// The commands that install the library of this build, as `make install-library` does.
    private static func install(_ prefix: String) -> String {
        """
        set -e
        PATH="$(dirname "$(command -v sextant)"):\(InstalledProgram.folders)"
        export PKG_CONFIG_PATH='\(prefix)/lib/pkgconfig'
        library="$(dirname "$(command -v sextant)")/libsextant-c.so"
        make -s -C '\(Package.root.path)' install-library-files PREFIX='\(prefix)' LIBRARY="$library"
        """
    }

    /// The samples of a recording as the examples read them.
    private static func samples(_ recording: Recording) -> String {
        func cells(_ value: Vector3?) -> String { value.map { "\($0.x),\($0.y),\($0.z)" } ?? "nan,nan,nan" }
        return FrameMerge(recording).map { frame in
            let values = [frame.gyroscope, frame.accelerometer, frame.magnetometer]
            return "\(frame.time),\(values.map(cells).joined(separator: ","))\n"
        }.joined()
    }

    private static func rows(_ text: String) -> [[Double]] {
        text.split(separator: "\n").map { $0.split(separator: ",").compactMap { Double($0) } }
    }

    /// Runs the commands of an example, and compares its orientations with those of the command.
    private func expect(_ example: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path
        let copy = folder.url.appendingPathComponent("example")
        let source = Package.root.appendingPathComponent("Examples/\(example)")
        try FileManager.default.copyItem(at: source, to: copy)
        let page = try String(contentsOf: source.appendingPathComponent("README.md"), encoding: .utf8)
        let block = try #require(DocumentedBlock.all(in: page).first).script.replacing("vqf", with: "vqf+oneEuro")
        let simulated = try await Command.run(["simulate", "pan", "--output", "\(path)/pan", "--quiet"])
        try #require(simulated.code == 0)
        var recording = try RecordingReader().read(path: "\(path)/pan")
        recording.declination = nil
        try Self.samples(recording).write(toFile: "\(copy.path)/samples.csv", atomically: true, encoding: .utf8)
        let outcome = try await Command.shell(
            """
            \(Self.install("\(path)/installed"))
            sed -i /declination/d '\(path)/pan/recording.yaml'
            sextant evaluate '\(path)/pan' --pipeline vqf+oneEuro --estimates --output '\(path)/out' --quiet
            cd '\(copy.path)'
            \(block)
            """
        )
        try #require(outcome.code == 0, "\(outcome.error)")
        let own = try String(contentsOfFile: "\(path)/out/estimates/pan/vqf+oneEuro.csv", encoding: .utf8)
        let expected = Self.rows(own).filter { !$0.isEmpty }
        let rows = try Self.rows(String(contentsOfFile: "\(copy.path)/orientations.csv", encoding: .utf8))
        #expect(rows.count > 2_000)
        #expect(rows == expected)
    }

    @Test(.enabled(if: InstalledProgram.path("pkg-config") != nil, "pkg-config is missing"))
    func `A program in C has the orientations of the command`() async throws { try await expect("c-library") }

    @Test(
        .enabled(
            if: InstalledProgram.path("cargo") != nil && InstalledProgram.path("pkg-config") != nil,
            "cargo or pkg-config is missing"
        )
    )
    func `A program in Rust has the orientations of the command`() async throws { try await expect("rust-library") }

    @Test(.enabled(if: InstalledProgram.path("pkg-config") != nil, "pkg-config is missing"))
    func `Handles after their end, another interface and NULL are errors`() async throws {
        let outcome = try await Self.misuse("./misuse")
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.error)")
        #expect(
            outcome.output
                == "all statuses are as expected\n"
        )
    }

    @Test(
        .enabled(
            if: InstalledProgram.path("valgrind") != nil && InstalledProgram.path("pkg-config") != nil,
            "valgrind or pkg-config is missing"
        )
    )
    func `Valgrind finds no fault and no lost memory`() async throws {
        let known = Package.root.appendingPathComponent("Tests/SextantTests/Program/swift-runtime.supp").path
        let options = "--quiet --leak-check=full --error-exitcode=9 --suppressions='\(known)'"
        let outcome = try await Self.misuse("valgrind \(options) ./misuse")
        #expect(outcome.code == 0, "\(outcome.output)\(outcome.error.prefix(4_000))")
    }

    /// Compiles the program with wrong uses and runs it by a command.
    private static func misuse(_ command: String) async throws -> Command.Outcome {
        let folder = try TemporaryFolder()
        let program = Package.root.appendingPathComponent("Tests/SextantTests/Program/library_misuse.c").path
        return try await Command.shell(
            """
            \(install("\(folder.url.path)/installed"))
            cd '\(folder.url.path)'
            cc -Wall -Wextra -o misuse '\(program)' $(pkg-config --cflags --libs sextant) -lm
            \(command)
            """
        )
    }
}
