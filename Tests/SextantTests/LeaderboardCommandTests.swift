import Foundation
import TestSupport
import Testing

/// `sextant run` and `sextant report` of an experiment with a leaderboard.
struct LeaderboardCommandTests {
    private static let definition = """
        name: pans
        recordings:
          - {scenario: pan, name: a, noise: nexus5, seeds: [1, 2, 3], duration: 3, tags: [phone]}
          - {scenario: pan, name: b, noise: iphone4s, seeds: [1, 2, 3], duration: 3, skip: 0.5, tags: [other]}
        pipelines:
          - {name: Mine, spec: mahony, tuned-on: phone, grid: {kp: [0.2, 0.5, 1]}}
          - {name: Later, spec: vqf, offline: true, source: a paper}
          - triad
        metrics: [total_rmse_deg, increment_rms_deg]
        reports: [md, csv, json, html, tex]
        leaderboard:
          datasets: [phone, other]
          metric: total_rmse_deg
          published:
            - {source: a paper, metric: total_rmse_deg, figures: [["a, seed 1", triad, 1.5], [x, triad, 2]]}
        """

    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try folder.write(Self.definition, to: "pans.yaml")
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    private struct Document: Decodable {
        struct Entry: Decodable {
            let pipeline: String
            let isOffline: Bool
            let tunedOn: String?
        }

        struct Track: Decodable {
            let entries: [Entry]
        }

        let schema: String
        let tracks: [String: Track]
    }

    @Test func `A leaderboard is written in all formats, and 'report' prints the text formats again`() async throws {
        let outcome = try await Command.run(["run", file, "--output", path("a"), "--jobs", "1"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.contains("3 entries over 6 recordings of 2 datasets: phone (3), other (3)"))
        let page = try text("a/report.md")
        for heading in ["Default settings", "Tuned on the other datasets", "By dataset", "Entries", "Recordings"] {
            #expect(page.contains("## \(heading)\n"), "\(heading)")
        }
        #expect(page.contains("Later (offline)"))
        #expect(page.contains("1 of 2 published values were measured here"))
        let document = try JSONDecoder().decode(Document.self, from: Data(try text("a/results.json").utf8))
        #expect(document.schema == "sextant.leaderboard/1")
        #expect(document.tracks["transfer"]?.entries.map(\.pipeline) == ["Mine"])
        #expect(document.tracks["default"]?.entries.first { $0.pipeline == "Mine" }?.tunedOn == "phone")
        #expect(document.tracks["default"]?.entries.first { $0.pipeline == "Later" }?.isOffline == true)
        #expect(try text("a/report.html").contains("Tuned on the other datasets"))
        for format in ["md", "csv", "json", "tex"] {
            let name = ["json": "results.json"][format] ?? "report.\(format)"
            let again = try await Command.run(["report", path("a"), "--format", format])
            #expect(again.code == 0, "\(again.error)")
            #expect(again.output == (try text("a/\(name)")), "\(format)")
        }
    }

    @Test func `The number of jobs changes no byte of the text formats`() async throws {
        for jobs in ["1", "2"] {
            let outcome = try await Command.run(["run", file, "--output", path(jobs), "--jobs", jobs, "--quiet"])
            #expect(outcome.code == 0, "\(outcome.error)")
        }
        for name in ["report.md", "report.csv", "results.json", "report.tex"] {
            #expect(try text("1/\(name)") == text("2/\(name)"), "\(name)")
        }
    }

    @Test func `The format junit, which lists single runs, is refused`() async throws {
        let outcome = try await Command.run(["run", file, "--output", path("a"), "--quiet"])
        #expect(outcome.code == 0, "\(outcome.error)")
        let refused = try await Command.run(["report", path("a"), "--format", "junit"])
        #expect(refused.code != 0)
        #expect(refused.error.contains("junit"))
    }
}
