import Foundation
import TestSupport
import Testing

/// `sextant doctor`, and its warning in `sextant evaluate`.
struct DoctorCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Writes the estimates of a good filter over `pan`. Returns the path of the file.
    private func estimates() async throws -> String {
        let output = folder.url.appendingPathComponent("made").path
        let made = try await Command.run(
            ["evaluate", InputFixture.pan, "--pipeline", "vqf", "--estimates", "--output", output, "--quiet"]
        )
        try #require(made.code == 0, "\(made.error)")
        return "\(output)/estimates/pan/vqf.csv"
    }

    @Test func `A good estimate has no fault, and a wrong order is named with its key`() async throws {
        let path = try await estimates()
        let good = try await Command.run(["doctor", InputFixture.pan, "--estimate", "mine=\(path)"])
        #expect(good.code == 0, "\(good.error)")
        #expect(good.output.contains("no fault found"), "\(good.output)")
        let wrong = try await Command.run(
            ["doctor", InputFixture.pan, "--estimate", "mine=\(path),order=xyzw", "--json"]
        )
        #expect(wrong.code == 0, "\(wrong.error)")
        let report = try #require(JSONSerialization.jsonObject(with: Data(wrong.output.utf8)) as? [String: Any])
        #expect(report["schema"] as? String == "sextant.doctor/1")
        let estimate = try #require((report["estimates"] as? [[String: Any]])?.first)
        let findings = try #require(estimate["findings"] as? [[String: Any]])
        #expect(findings.map { $0["fault"] as? String } == ["quaternion-order"])
        #expect(estimate["proposal"] as? String == "mine=\(path),order=wxyz")
    }

    @Test func `An evaluation warns about an estimate that another key improves`() async throws {
        let path = try await estimates()
        let outcome = try await Command.run(
            [
                "evaluate", InputFixture.pan, "--estimate", "mine=\(path),rotation=world-to-device", "--metrics",
                "total_rmse_deg",
            ]
        )
        #expect(outcome.code == 0, "\(outcome.error)")
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains("'add rotation=device-to-world to --estimate' changes the total RMSE from"),
            "\(outcome.output)"
        )
    }

    @Test func `Estimates without a name are a usage error, and a missing file is an error of the data`() async throws {
        let unnamed = try await Command.run(["doctor", InputFixture.pan, "--estimate", "mine.csv"])
        #expect(unnamed.code == Refusal.usage)
        let missing = try await Command.run([
            "doctor", InputFixture.pan, "--estimate", "mine=\(folder.url.path)/no.csv",
        ])
        #expect(missing.code == Refusal.badData || missing.code == Refusal.environment, "\(missing.error)")
    }
}
