import Foundation
import Recordings
import TestSupport
import Testing

/// Paths of the wrong kind.
struct BadPathTests {
    private static let native =
        "recording.yaml and at least one of accelerometer, gyroscope, magnetometer, heading, location, attitude, pose, "
        + "reference, waypoints .csv"

    @Test func `A directory instead of a file is bad data`() async throws {
        try await Refusal.expect(
            [InputFixture.pan, "--layout", "broad"],
            Refusal.badData,
            "\(InputFixture.pan): this is a directory, but recordings of the layout broad are files;\n"
                + "  use one file per trial: the authors' .mat or .hdf5 with imu_acc…, or a CSV with the columns t, ax…, gx…, mx…, "
                + "qw…, movement"
        )
    }

    @Test func `A file instead of a directory is bad data`() async throws {
        let input = try InputFixture(broad: InputFixture.broadText([]))
        try await Refusal.expect(
            [input.path, "--layout", "native"],
            Refusal.badData,
            "\(input.path): this is a file, but recordings of the layout native are folders;\n  use \(Self.native)"
        )
    }

    @Test func `A path in an unknown layout is bad data`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("a,gyroscope,c\n1,2,3\n", to: "walk/data.csv")
        let reason =
            "no column has the name or the values of a sensor; no filter can be evaluated, but 'sextant filter' smooths "
            + "the columns"
        try await Refusal.expect(
            [file],
            Refusal.badData,
            "\(file): no built-in layout matches a file that starts with a, gyroscope, c; \(reason)"
        )
        let walk = folder.url.appendingPathComponent("walk").path
        try await Refusal.expect(
            [walk],
            Refusal.badData,
            "\(walk): no built-in layout matches a folder with data.csv; \(reason)"
        )
        try folder.write("t,x\n0,1\n", to: "walk/pose.csv")
        try await Refusal.expect(
            [walk],
            Refusal.badData,
            "\(walk): no built-in layout matches a folder with data.csv, pose.csv "
                + "(the nearest layout, native, needs accelerometer.csv with the columns 't', 'x', 'y', 'z');\n  "
                + reason
        )
    }

    @Test(.disabled(if: geteuid() == 0, "root can read every file"))
    func `A file without read permission is an environment error`() async throws {
        let input = try InputFixture(broad: InputFixture.broadText([]))
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: input.path)
        try await Refusal.expect(
            [input.path, "--layout", "broad"],
            Refusal.environment,
            "\(input.path): permission denied; "
                + "change the permissions, or run as a user who may read the file"
        )
    }

    @Test(arguments: [["--estimates"], []])
    func `An output directory below a file is an environment error`(options: [String]) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("kept", to: "file")
        let outcome = try await Command.run(
            ["evaluate", InputFixture.pan, "--pipeline", "triad", "--output", "\(file)/out"] + options
        )
        #expect(outcome.error.hasPrefix("sextant: \(file)"), "\(outcome.error)")
        #expect(outcome.error.hasSuffix("; choose another directory or free some space\n"))
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.code == Refusal.environment)
        #expect(outcome.output == "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["file"])
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
    }
}
