import Foundation
import TestSupport
import Testing

/// `sextant doctor`, and its warning in `sextant evaluate`.
struct DoctorCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The first 8 s of `pan`.
    private func recording() throws -> String {
        let short = folder.url.appendingPathComponent("pan")
        try FileManager.default.createDirectory(at: short, withIntermediateDirectories: true)
        let files = try FileManager.default.contentsOfDirectory(atPath: InputFixture.pan)
        for file in files {
            let text = try String(contentsOfFile: "\(InputFixture.pan)/\(file)", encoding: .utf8)
            let lines = text.split(separator: "\n").filter { line in
                Double(line.prefix { $0 != "," }).map { $0 < 8 } ?? true
            }
            let content = lines.joined(separator: "\n") + "\n"
            try content.write(to: short.appendingPathComponent(file), atomically: true, encoding: .utf8)
        }
        return short.path
    }

    /// Writes the estimates of a good filter over a recording. Returns the path of the file.
    private func estimates(over recording: String) async throws -> String {
        let output = folder.url.appendingPathComponent("made").path
        let made = try await Command.run(
            ["evaluate", recording, "--pipeline", "vqf", "--estimates", "--output", output, "--quiet"]
        )
        try #require(made.code == 0, "\(made.error)")
        return "\(output)/estimates/pan/vqf.csv"
    }

    @Test func `A good estimate has no fault, and a wrong order is named with its key`() async throws {
        let recording = try recording()
        let path = try await estimates(over: recording)
        let good = try await Command.run(["doctor", recording, "--estimate", "mine=\(path)"])
        #expect(good.code == 0, "\(good.error)")
        #expect(good.output.contains("no fault found"), "\(good.output)")
        let wrong = try await Command.run(
            ["doctor", recording, "--estimate", "mine=\(path),order=xyzw", "--json"]
        )
        #expect(wrong.code == 0, "\(wrong.error)")
        let report = try #require(JSONSerialization.jsonObject(with: Data(wrong.output.utf8)) as? [String: Any])
        #expect(report["schema"] as? String == "sextant.doctor/1")
        let estimate = try #require((report["estimates"] as? [[String: Any]])?.first)
        let findings = try #require(estimate["findings"] as? [[String: Any]])
        #expect(findings.map { $0["fault"] as? String } == ["quaternion-order"])
        #expect(estimate["proposal"] as? String == "mine=\(path),order=wxyz")
    }

    @Test func `A report for an issue has no names of files, no samples and no positions`() async throws {
        let recording = try recording()
        let report = try await Command.run(["doctor", recording, "--report"])
        #expect(report.code == 0, "\(report.error)")
        let lines = report.output.split(separator: "\n")
        #expect(lines[0].hasPrefix("sextant "))
        #expect(lines.contains("layout: native"))
        #expect(
            lines.contains("gyroscope: 800 samples in 7.99 s, 100 Hz, 0 gaps, 0 repeated times"),
            "\(report.output)"
        )
        #expect(lines.contains("single samples: agrees"))
        #expect(!report.output.contains(".csv") && !report.output.contains(folder.url.lastPathComponent))
    }

    @Test func `A report on a recording that cannot be read begins with the version and the system`() async throws {
        let path = try folder.write("no header\n", to: "unknown.csv")
        let report = try await Command.run(["doctor", path, "--report"])
        #expect(report.code == 3)
        #expect(report.output.hasPrefix("sextant ") && report.output.hasSuffix("the recording cannot be read\n"))
        #expect(report.error.contains("unknown.csv"))
        #expect(try await Command.run(["doctor", path, "--report", "--json"]).code == 2)
    }

    @Test func `A recording is diagnosed with a pipeline, and what the pipeline lacks is named`() async throws {
        let recording = try recording()
        let usual = try await Command.run(["doctor", recording])
        #expect(usual.code == 0, "\(usual.error)")
        #expect(usual.output.contains("vqf · pan"), "\(usual.output)")
        try FileManager.default.removeItem(atPath: "\(recording)/magnetometer.csv")
        let triad = try await Command.run(["doctor", recording, "--pipeline", "triad"])
        #expect(triad.code == 3)
        let words = "'triad' needs the magnetometer, which is missing in the recording"
        #expect(triad.error.contains(words), "\(triad.error)")
    }

    @Test func `A log in an unknown layout is diagnosed with --guess, as inspect names it`() async throws {
        let rows = (0..<600).map { "\(Double($0) / 100),0.\($0 % 2),0.1,15.\($0 % 3),0.01,0.02,0.0\($0 % 2)" }
        let text = "time,ax,ay,az,gx [rad/s],gy [rad/s],gz [rad/s]\n" + rows.joined(separator: "\n") + "\n"
        let folder = try TemporaryFolder(["log.csv": text])
        let path = folder.url.appendingPathComponent("log.csv").path
        let layout = folder.url.appendingPathComponent("layout.yaml").path
        let answers = ["--set", "accelerometer.unit=m/s^2", "--set", "accelerometer.sign=1"]
        let made = try await Command.run(["layout", path, "--output", layout] + answers)
        #expect(made.code == 0, "\(made.error)")
        let inspected = try await Command.run(["inspect", path, "--layout", layout])
        let words = inspected.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("'sextant doctor \(path) --layout \(layout)' proposes corrections"), "\(words)")
        let diagnosed = try await Command.run(["doctor", path, "--layout", layout])
        let remark = diagnosed.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(diagnosed.code == 0)
        #expect(remark.contains("15.1 m/s² while steady instead of 9.81"), "\(remark)")
        let guessed = try await Command.run(["doctor", path, "--guess"])
        #expect(!guessed.error.contains("no built-in layout matches"), "\(guessed.error)")
    }

    @Test func `A failed check without a gyroscope does not lead to doctor`() async throws {
        let rows = (0..<600).map { "\(Double($0) / 100),0.\($0 % 2),0.1,15.\($0 % 3)" }
        let folder = try TemporaryFolder(["accelerometer.csv": "t,x,y,z\n" + rows.joined(separator: "\n") + "\n"])
        let inspected = try await Command.run(["inspect", folder.url.path])
        #expect(inspected.output.contains("1 check failed"), "\(inspected.output)")
        #expect(!inspected.output.contains("doctor"))
    }

    @Test func `A bias that exceeds the pipeline's parameters is named`() async throws {
        let recording = try recording()
        let path = "\(recording)/gyroscope.csv"
        let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let lines = rows.enumerated().map { index, line in
            guard index > 0 else { return String(line) }
            var cells = line.split(separator: ",").map(String.init)
            cells[1] = "\((Double(cells[1]) ?? 0) + 0.08)"
            return cells.joined(separator: ",")
        }
        try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let outcome = try await Command.run(["doctor", recording, "--pipeline", "vqf"])
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("use vqf:biasClip="), "\(outcome.output)")
    }

    @Test func `An evaluation warns about an estimate that another key improves`() async throws {
        let recording = try recording()
        let path = try await estimates(over: recording)
        let outcome = try await Command.run(
            [
                "evaluate", recording, "--estimate", "mine=\(path),rotation=world-to-device", "--metrics",
                "total_rmse_deg",
            ]
        )
        #expect(outcome.code == 0, "\(outcome.error)")
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains("'add rotation=device-to-world to --estimate' would change the total RMSE from"),
            "\(outcome.output)"
        )
    }

    @Test func `Estimates without a name are a usage error, and a missing file is bad data`() async throws {
        let unnamed = try await Command.run(["doctor", InputFixture.pan, "--estimate", "mine.csv"])
        #expect(unnamed.code == Refusal.usage)
        let missing = try await Command.run([
            "doctor", InputFixture.pan, "--estimate", "mine=\(folder.url.path)/no.csv",
        ])
        #expect(missing.code == Refusal.badData, "\(missing.error)")
    }
}
