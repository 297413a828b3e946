import Foundation
import TestSupport
import Testing

/// `sextant convert` through the built binary.
struct ConvertCommandTests {
    private static let fixtures = Package.root.appendingPathComponent("Tests/RecordingsTests/Fixtures").path

    /// The figures of an evaluation, without checksums and computing times.
    private static func figures(_ path: String, _ folder: TemporaryFolder, _ name: String) async throws -> String {
        let output = folder.url.appendingPathComponent(name).path
        let pipelines = ["--pipeline", "triad", "--pipeline", "vqf"]
        let outcome = try await Command.run(["evaluate", path] + pipelines + ["--output", output, "--quiet"])
        #expect(outcome.code == 0, "\(outcome.error)")
        let json = try Data(contentsOf: URL(fileURLWithPath: output + "/results.json"))
        let root = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let runs = try #require(root["runs"] as? [[String: Any]])
        return runs.map { run in
            ["accuracy", "jitter", "skipped"].map { group in
                let values = run[group] as? [String: Any] ?? [:]
                return values.sorted { $0.key < $1.key }.map { "\($0.key) \(figure($0.value))" }.joined(separator: "\n")
            }.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    /// A figure with nine digits, because the normalisation of a quaternion may change its last digit.
    private static func figure(_ value: Any) -> String {
        (value as? Double).map { String(format: "%.9g", $0) } ?? "\(value)"
    }

    @Test func `A converted recording has the same figures`() async throws {
        let folder = try TemporaryFolder()
        let converted = folder.url.appendingPathComponent("pan").path
        let outcome = try await Command.run(["convert", InputFixture.pan, "--output", converted])
        #expect(outcome.code == 0 && outcome.error == "", "\(outcome.error)")
        let expected = "\(converted): pan\n  accelerometer, gyroscope, magnetometer, reference; "
        #expect(outcome.output.hasPrefix(expected), "\(outcome.output)")
        let before = try await Self.figures(InputFixture.pan, folder, "before")
        #expect(before.contains("total_rmse_deg"))
        #expect(try await Self.figures(converted, folder, "after") == before)
    }

    @Test func `Poses written as TUM and as EuRoC are equal when read again`() async throws {
        let folder = try TemporaryFolder()
        let (tum, euroc) = (
            folder.url.appendingPathComponent("a.tum").path, folder.url.appendingPathComponent("a.csv").path
        )
        let recording = Package.root.appendingPathComponent("Datasets/simulated-walk").path
        for (form, path) in [("tum", tum), ("euroc", euroc)] {
            let outcome = try await Command.run(["convert", recording, "--to", form, "--output", path])
            #expect(outcome.code == 0 && outcome.output.contains(" poses of reference\n"), "\(outcome.error)")
        }
        let ape = try await Command.run(["ape", tum, euroc, "--json"])
        #expect(ape.code == 0, "\(ape.error)")
        let report = try #require(try JSONSerialization.jsonObject(with: Data(ape.output.utf8)) as? [String: Any])
        let statistics = try #require(report["statistics"] as? [String: Any])
        #expect(statistics["max_m"] as? Double == 0, "\(report)")
    }

    @Test(arguments: [
        (["--to", "tum", "--stream", "pose"], Int32(3), "the recording has no pose to write as tum"),
        (["--stream", "pose"], 2, "--stream requires --to tum or --to euroc"),
        (
            ["--to", "geopose"], 3,
            "a fix needs an altitude, and the recording needs an attitude at the time of the fix"
        ),
        (["--to", "geopose", "--stream", "pose"], 2, "--stream requires --to tum or --to euroc"),
        (["--to", "kitti"], 2, "kitti"),
        (["--layout", "nothing"], 2, "nothing"),
    ])
    func `An impossible conversion is rejected, and writes nothing`(
        words: [String],
        code: Int32,
        part: String
    ) async throws {
        let folder = try TemporaryFolder()
        let output = folder.url.appendingPathComponent("out").path
        let outcome = try await Command.run(["convert", InputFixture.pan, "--output", output] + words)
        #expect(outcome.error.contains(part), "\(outcome.error)")
        #expect(outcome.code == code)
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test(arguments: [("geopose", 6), ("geopose-advanced", 6), ("geopose-quaternion", 6), ("geopose-ypr", 6)])
    func `Poses are written as every kind of GeoPose, and Basic GeoPoses are without times`(
        form: String,
        count: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let output = folder.url.appendingPathComponent("out.json").path
        let arguments = ["convert", Self.fixtures + "/geopose/advanced.json", "--to", form, "--output", output]
        let outcome = try await Command.run(arguments)
        #expect(outcome.code == 0 && outcome.output == "\(output): \(count) GeoPoses\n", "\(outcome.error)")
        let again = try await Command.run(["inspect", output, "--json"])
        let hasTimes = form == "geopose" || form == "geopose-advanced"
        #expect(again.code == (hasTimes ? 0 : 3), "\(again.error)")
        #expect(hasTimes || again.error.contains("the file has 6 poses, but some poses have no time"), "\(again.error)")
    }

    @Test func `A folder with streams of another recording is rejected`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("t,magnetic,true,accuracy\n", to: "out/heading.csv")
        let output = folder.url.appendingPathComponent("out").path
        let outcome = try await Command.run(["convert", InputFixture.pan, "--output", output])
        #expect(
            outcome.code == 2 && outcome.error.contains("another recording would remain in the folder: heading.csv"),
            "\(outcome.error)"
        )
    }
}
