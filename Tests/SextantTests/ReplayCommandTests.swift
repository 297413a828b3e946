import Evaluation
import Foundation
import SensorModel
import TestSupport
import Testing

/// `sextant replay`, and `--camera` of `sextant evaluate` and `sextant systems`.
struct ReplayCommandTests {
    private static func replay(_ arguments: [String], to name: String) async throws -> (Command.Outcome, URL) {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent(name)
        let outcome = try await Command.run(["replay", InputFixture.pan] + arguments + ["--output", file.path])
        let kept = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)-\(name)")
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.moveItem(at: file, to: kept) }
        return (outcome, kept)
    }

    @Test func `A replay is one page with the data of all pipelines, and loads nothing`() async throws {
        let (outcome, file) = try await Self.replay(["--pipeline", "area", "--pipeline", "vqf"], to: "replay.html")
        try #require(outcome.code == 0, "\(outcome.error)")
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(outcome.output.contains("vqf: ") && outcome.output.contains(" px RMS"))
        let page = try String(contentsOf: file, encoding: .utf8)
        #expect(page.utf8.count < 700_000)
        for outside in ["http://", "https://", "src=", "@import"] {
            #expect(!page.replacing("http://www.w3.org", with: "").contains(outside), "\(outside)")
        }
        let start = try #require(page.range(of: "id=\"data\">"))
        let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
        let json = Data(page[start.upperBound..<end.lowerBound].utf8)
        let data = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let screens = try #require(data["screens"] as? [[String: Any]])
        #expect(screens.compactMap { $0["name"] as? String } == ["area", "vqf"])
        #expect(data["count"] as? Int == 901)
        for screen in screens {
            let shown = try #require(screen["pixelRMSE"] as? Double)
            let words = String(format: shown < 100 ? "%.1f" : "%.0f", shown)
            #expect(page.contains(">\(words)<"), "the table lacks \(words)")
        }
    }

    @Test func `A strip of frames is an SVG document`() async throws {
        let (outcome, file) = try await Self.replay(["--pipeline", "vqf"], to: "film.svg")
        try #require(outcome.code == 0, "\(outcome.error)")
        defer { try? FileManager.default.removeItem(at: file) }
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasPrefix("<svg xmlns=") && text.hasSuffix("</svg>\n"))
        #expect(text.components(separatedBy: "stroke-width=\"2\"/>").count == 7, "six screens")
    }

    @Test(arguments: [
        (["--pipeline", "ilocator"], "ilocator: the recording has no attitude", Refusal.badData),
        (["--pipeline", "nothing"], "nothing", Refusal.usage),
        (["--camera", "iphone4x"], "did you mean", Refusal.usage),
        (["--from", "400"], "the recording ends at", Refusal.usage),
    ])
    func `A replay without a picture fails with the reason`(
        arguments: [String],
        words: String,
        code: Int32
    ) async throws {
        let (outcome, file) = try await Self.replay(arguments, to: "replay.html")
        #expect(outcome.error.contains(words), "\(outcome.error)")
        #expect(outcome.code == code)
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `A film with an unknown suffix is a usage error`() async throws {
        let (outcome, _) = try await Self.replay([], to: "film.avi")
        #expect(outcome.code == Refusal.usage && outcome.error.contains(".mp4"))
    }

    @Test func `A plain pipeline and a system are measured on the screen of a camera`() async throws {
        let evaluated = try await Evaluated(
            [InputFixture.pan, "--pipeline", "vqf", "--pipeline", "area", "--camera", "iphone8"]
        )
        #expect(evaluated.results.runs.map(\.pipeline.name) == ["vqf", "area"])
        for run in evaluated.results.runs {
            #expect(run.metrics[.pixelRMSE] != nil, "\(run.pipeline.name)")
            #expect(
                run.pipeline.parameters["screen.width"] == .number(375)
                    || run.pipeline.parameters["width"] == .number(375)
            )
        }
    }

    @Test func `systems accepts a plain pipeline`() async throws {
        let outcome = try await Command.run(["systems", InputFixture.pan, "--system", "vqf"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.contains("vqf"))
    }

    @Test func `A system file needs no other system, and names its camera`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("orientation: vqf\ncamera: iphone4s\ndisplay: {rate: 60Hz}\n", to: "mine.yaml")
        let outcome = try await Command.run(["systems", InputFixture.pan, "--system", file])
        #expect(outcome.code == 0, "\(outcome.error)")
        let wrong = try folder.write("orientation: vqf\ncamera: iphone4x\n", to: "wrong.yaml")
        let refused = try await Command.run(["systems", InputFixture.pan, "--system", wrong])
        #expect(refused.code == Refusal.badData && refused.error.contains("wrong.yaml:2:"), "\(refused.error)")
    }
}
