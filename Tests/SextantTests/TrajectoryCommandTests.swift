import Foundation
import TestSupport
import Testing

/// `sextant ape` and `sextant rpe`.
struct TrajectoryCommandTests {
    private static let fixtures = Package.root.appendingPathComponent("Tests/PositionsTests/Fixtures").path
    private static let reference = "\(fixtures)/trajectory_reference.tum"
    private static let estimate = "\(fixtures)/trajectory_estimate.tum"

    private struct Result: Decodable {
        struct Association: Decodable {
            let matched: Int
        }

        struct Statistics: Decodable {
            let count: Int
            let rmse: Double

            enum CodingKeys: String, CodingKey {
                case count
                case rmse = "rmse_m"
            }
        }

        let schema: String
        let metric: String
        let association: Association
        let statistics: Statistics
    }

    @Test(arguments: ["ape", "rpe"])
    func `JSON on standard output equals the file, and the errors are written as CSV`(name: String) async throws {
        let folder = try TemporaryFolder()
        let directory = folder.url.appendingPathComponent("out")
        let outcome = try await Command.run(
            [name, Self.reference, Self.estimate, "--align", "sim3", "--json", "--output", directory.path]
        )
        #expect(outcome.error == "")
        try #require(outcome.code == 0)
        let files = try FileTree.names(in: directory.path)
        #expect(files == ["\(name).csv", "\(name).json"])
        let json = try String(contentsOf: directory.appendingPathComponent("\(name).json"), encoding: .utf8)
        #expect(json == outcome.output)
        let result = try JSONDecoder().decode(Result.self, from: Data(json.utf8))
        #expect((result.schema, result.metric) == ("sextant.trajectory/1", name))
        #expect(result.statistics.count == result.association.matched - (name == "rpe" ? 1 : 0))
        let csv = try String(contentsOf: directory.appendingPathComponent("\(name).csv"), encoding: .utf8)
        let rows = csv.split(separator: "\n")
        #expect(rows.first == (name == "ape" ? "pose,t,error_m" : "start_pose,end_pose,start_t,end_t,error_m"))
        let errors = rows.dropFirst().compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }
        #expect(errors.count == result.statistics.count)
        let meanSquare = errors.map { $0 * $0 }.reduce(0, +) / Double(errors.count)
        #expect(abs(meanSquare.squareRoot() - result.statistics.rmse) < Tolerance.rounding)
    }

    @Test func `An offset may be negative`() async throws {
        let there = ["ape", Self.reference, Self.estimate, "--json"]
        let back = try await Command.run(there + ["--offset", "-0.001"])
        #expect(back.error == "")
        #expect(back.code == 0)
        let none = try await Command.run(there)
        #expect(back.output != none.output)
    }

    @Test func `The table lists the matched and unmatched poses and the alignment`() async throws {
        let outcome = try await Command.run(["ape", Self.reference, Self.estimate, "--align", "sim3"])
        #expect(outcome.code == 0)
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "absolute pose error (APE): translation, metres")
        for start in ["reference  ", "estimate   ", "matched    ", "aligned    sim3: rotation ", "rmse  ", "sse  "] {
            #expect(lines.contains { $0.hasPrefix(start) }, "\(start)")
        }
        #expect(outcome.output.contains("unmatched poses: "))
        for line in lines where !line.contains(Self.fixtures) { #expect(line.count <= 80, "\(line)") }
    }

    @Test func `--quiet prints nothing`() async throws {
        let outcome = try await Command.run(["ape", Self.reference, Self.estimate, "--quiet"])
        #expect((outcome.code, outcome.output, outcome.error) == (0, "", ""))
    }

    @Test func `Trajectories that do not overlap are bad data, and nothing is written`() async throws {
        let folder = try TemporaryFolder()
        let directory = folder.url.appendingPathComponent("out")
        let outcome = try await Command.run(
            ["ape", Self.reference, Self.estimate, "--offset", "1000", "--output", directory.path]
        )
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error.hasPrefix("sextant: trajectories: no timestamps within 0.01 s of each other"))
        #expect(outcome.output == "")
        #expect(!FileManager.default.fileExists(atPath: directory.path))
    }

    @Test(arguments: [
        (["ape", "a", "b", "--align", "foo"], "The value 'foo' is invalid for '--align <align>'."),
        (["ape", "a", "b", "--max-difference=-1"], "--max-difference is -1.0; use a number from 0 to 1e9 s."),
        (["rpe", "a", "b", "--delta", "1.5"], "--delta is 1.5; use a whole number of frames, from 1 to 1000000000."),
        (["rpe", "a", "b", "--delta", "200", "--delta-unit", "degrees"], "--delta is 200.0; use degrees above 0"),
    ])
    func `A bad value is rejected with a sentence`(arguments: [String], line: String) async throws {
        let outcome = try await Command.run(arguments)
        #expect(outcome.code == Refusal.usage)
        #expect(outcome.error.hasPrefix("Error: \(line)"), "\(outcome.error)")
    }

    @Test func `The distance of two points is rejected as a part of a single pose's error`() async throws {
        let outcome = try await Command.run(["ape", "a", "b", "--part", "distance"])
        #expect(outcome.code == Refusal.usage)
        #expect(
            outcome.error.contains(
                "Error: The value 'distance' is invalid for '--part <translation|rotation|full>': 'distance' must be one of translation|rotation|full"
            )
        )
    }
}
