import Evaluation
import Foundation
import Reporting
import TestSupport
import Testing

/// `sextant run` and `sextant merge`.
struct RunCommandTests {
    private static let definition = """
        name: pans
        recordings:
          - {scenario: pan, noise: nexus5, seeds: [1, 2, 3], duration: 3, tags: [turning]}
        pipelines:
          - triad
          - spec: mahony
            grid: {kp: {range: [0.1, 1], step: 0.1}, ki: [0, 0.001]}
        metrics: [total_rmse_deg, still_rms_deg]
        """
    private static let cells = 63

    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        file = try folder.write(Self.definition, to: "pans.yaml")
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    @Test func `A grid is run, reported and exported once`() async throws {
        let outcome = try await Command.run(["run", file, "--output", path("a"), "--export", "csv,jsonl"])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("\(Self.cells) cells run in "))
        #expect(outcome.output.contains("mahony: tuned is "))
        let names = try FileTree.names(in: path("a"))
        #expect(
            names == [
                "cells.csv", "cells.jsonl", "report.md", "results.json", "results.sqlite", "tuning-recordings.csv",
                "tuning.csv", "tuning.md",
            ]
        )
        let rows = try text("a/cells.csv").split(separator: "\r\n", omittingEmptySubsequences: true)
        let lines = rows.count == 1 ? try text("a/cells.csv").split(separator: "\n") : rows
        #expect(lines.count == Self.cells + 1)
        #expect(try text("a/cells.jsonl").split(separator: "\n").count == Self.cells)
        let results = try JSONReport().decode(Data(try text("a/results.json").utf8), file: "results.json")
        #expect(results.runs.count == Self.cells)
        for run in results.runs {
            for metric in [Metric.totalRMSE, .stillRMS] {
                #expect(run.metrics[metric].map { $0 > 0 } == true, "\(metric) of \(run.pipeline.name)")
            }
            #expect(run.metrics[.lag] == nil, "the definition does not name it")
        }
        let again = try await Command.run(["run", file, "--output", path("a")])
        #expect(again.code == Refusal.usage)
        #expect(again.error.contains("the store contains results of an earlier run (total: \(Self.cells))"))
        let resumed = try await Command.run(["run", file, "--output", path("a"), "--resume"])
        #expect(resumed.output.hasPrefix("0 cells run in "))
        #expect(resumed.output.contains("\(Self.cells) were already done"))
    }

    @Test func `Location pipelines are tuned, with the values that evaluate reports`() async throws {
        let definition = """
            recordings: [{scenario: walk, noise: nexus5, seeds: [1, 2]}]
            pipelines:
              - fixes
              - spec: fixes+positionKalman
                grid: {processNoise: [0.1, 2]}
                search: {method: nelder-mead, evaluations: 4}
            """
        let ranges = definition.replacingOccurrences(of: "[0.1, 2]", with: "{range: [0.1, 2], count: 2}")
        let file = try folder.write(ranges, to: "walks.yaml")
        let outcome = try await Command.run(["run", file, "--output", path("walks")])
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.contains("fixes+positionKalman: tuned is "))
        let stored = try await Command.run(["report", path("walks")])
        #expect(stored.code == 0 && stored.output.contains("fixes+positionKalman: tuned is "), "\(stored.error)")
        let results = try JSONReport().decode(Data(try text("walks/results.json").utf8), file: "results.json")
        let evaluated = try await Command.run(
            [
                "evaluate", "--scenario", "walk", "--noise", "nexus5", "--seed", "1", "--seeds",
                "2",
                "--pipeline", "fixes", "--pipeline", "fixes+positionKalman:processNoise=2", "--output", path("same"),
            ]
        )
        #expect(evaluated.code == 0, "\(evaluated.error)")
        let same = try JSONReport().decode(Data(try text("same/results.json").utf8), file: "results.json")
        #expect(same.runs.count == 4)
        for run in same.runs {
            let other = try #require(
                results.runs.first {
                    $0.pipeline.name == run.pipeline.name && $0.recording.name.last == run.recording.name.last
                }
            )
            for metric in MetricCatalogue.metrics(in: .location) {
                #expect(other.metrics[metric] == run.metrics[metric], "\(metric.name) of \(run.pipeline.name)")
            }
            #expect(run.metrics[.locationErrorP95].map { $0 > 0 } == true)
        }
        let mixed = try folder.write(
            definition.replacingOccurrences(of: "  - fixes\n", with: "  - vqf\n"),
            to: "mixed.yaml"
        )
        let refused = try await Command.run(["run", mixed, "--output", path("mixed")])
        #expect(refused.code == Refusal.badData)
        #expect(
            refused.error.contains("'fixes+positionKalman' estimates locations, but the previous pipelines")
        )
    }

    @Test func `Merged shards equal the whole experiment`() async throws {
        let whole = try await Command.run(["run", file, "--output", path("whole"), "--export", "csv", "--jobs", "1"])
        #expect(whole.code == 0)
        var shards: [String] = []
        for shard in 1...3 {
            shards.append(path("shard\(shard)"))
            let outcome = try await Command.run(["run", file, "--shard", "\(shard)/3", "--output", shards[shard - 1]])
            #expect(outcome.output.hasPrefix("21 cells run in "), "\(outcome.error)")
        }
        let merged = try await Command.run(["merge"] + shards + ["--output", path("merged"), "--export", "csv"])
        #expect(merged.code == 0, "\(merged.error)")
        #expect(merged.output.hasPrefix("63 cells of 3 shards\n"))
        for name in ["cells.csv", "tuning.csv", "tuning.md", "tuning-recordings.csv"] {
            #expect(try text("merged/\(name)") == text("whole/\(name)"), "\(name)")
        }
        let two = try await Command.run(
            ["merge", shards[0], shards[2], shards[2], "--output", path("part"), "--quiet"]
        )
        #expect(two.code == Refusal.badData)
        #expect(two.error.contains("21 of 63 cells are missing: no shard contains cells 22-42"))
        let shown = try await Command.run(["report", path("merged")])
        #expect(shown.code == 0 && shown.output.contains("mahony: tuned is "))
        let table = try await Command.run(["report", path("merged"), "--pivot", "recording×kp:total_rmse_deg"])
        #expect(table.code == 0, "\(table.error)")
    }

    @Test func `Two processes share one store`() async throws {
        let whole = try await Command.run(["run", file, "--output", path("whole"), "--export", "csv"])
        #expect(whole.code == 0)
        let outcome = try await Command.shell(
            """
            sextant run '\(file)' --output '\(path("both"))' --jobs 1 --resume > '\(path("one"))' &
            sextant run '\(file)' --output '\(path("both"))' --jobs 1 --resume > '\(path("two"))'
            code=$?
            wait $!
            echo "codes $code $?"
            """
        )
        #expect(outcome.output == "codes 0 0\n", "\(outcome.error)")
        let ran = try ["one", "two"].map { name in
            try Int(#require(try text(name).split(separator: " ").first)) ?? -1
        }
        #expect(ran.reduce(0, +) == Self.cells)
        let again = try await Command.run(["run", file, "--output", path("both"), "--resume", "--export", "csv"])
        #expect(again.output.hasPrefix("0 cells run"))
        #expect(try text("both/cells.csv") == text("whole/cells.csv"))
    }

    @Test func `A mistake in the definition is reported before anything is written`() async throws {
        let bad = try folder.write(Self.definition.replacing("kp:", with: "kq:"), to: "bad.yaml")
        let outcome = try await Command.run(["run", bad, "--output", path("none")])
        #expect(outcome.code == Refusal.badData)
        #expect(
            outcome.error.contains(
                "bad.yaml:6:11: pipeline 'mahony', column 1: the pipeline has no parameter 'kq': use one of kp, ki, start, maximumG…trength, magneticWait, repeatTime, repeatGain, accelerationThreshold, accelerationWindow, gravity;"
            )
        )
        #expect(outcome.error.contains("did you mean 'kp'?"))
        #expect(!FileManager.default.fileExists(atPath: path("none")))
    }

    @Test func `A dry run prints the plan, and writes nothing`() async throws {
        let outcome = try await Command.run(["run", file, "--dry-run", "--output", path("none")])
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("pans: 63 cells\n  3 recordings × 21 settings\n"))
        #expect(outcome.output.contains("kp: 0.1 to 1, 10 values, linear"))
        #expect(outcome.output.contains("with --jobs"))
        #expect(!FileManager.default.fileExists(atPath: path("none")))
        let json = try await Command.run(["run", file, "--dry-run", "--json", "--shard", "1/3"])
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(object?["cells"] as? Int == 21)
        let recordings = try #require(object?["recordings"] as? [[String: Any]])
        #expect(recordings.count == 3)
        #expect(Set(recordings.compactMap { $0["sha256"] as? String }).count == 3)
    }

    @Test func `A search finds a setting that is at least as good as the grid's best, and finds it again`() async throws
    {
        let search = Self.definition.replacing(
            "ki: [0, 0.001]}",
            with: "ki: {range: [0, 0.01]}}\n    random: {count: 1}\n"
                + "    search: {method: nelder-mead, evaluations: 30, metric: total_rmse_deg}"
        )
        let file = try folder.write(search, to: "search.yaml")
        let first = try await Command.run(["run", file, "--output", path("s")])
        #expect(first.code == 0, "\(first.error)")
        let line = try #require(first.output.split(separator: "\n").first { $0.hasPrefix("Search by") })
        #expect(line.contains("nelder-mead for the best mean total_rmse_deg of mahony"))
        let found = try #require(line.firstMatch(of: #/ with ([0-9.]+) after /#).flatMap { Double($0.1) })
        #expect(found <= (try await bestOfGrid()) + Self.printedDegrees)
        let again = try await Command.run(["run", file, "--output", path("s"), "--resume"])
        #expect(again.output.contains(line))
        let shard = try await Command.run(["run", file, "--output", path("t"), "--shard", "1/2"])
        #expect(shard.code == Refusal.usage)
    }

    /// Rounding error in degrees of a mean that is printed with six decimals.
    private static let printedDegrees = 1e-6

    /// The smallest mean error of the definition's grid, in degrees.
    private func bestOfGrid() async throws -> Double {
        let outcome = try await Command.run(["run", file, "--output", path("grid"), "--quiet"])
        #expect(outcome.code == 0, "\(outcome.error)")
        let results = try JSONReport().decode(Data(try text("grid/results.json").utf8), file: "results.json")
        let settings = Dictionary(grouping: results.runs.filter { $0.pipeline.name != "triad" }, by: \.pipeline.name)
        #expect(settings.count == 20)
        let means = settings.values.map { runs in
            runs.compactMap { $0.metrics[.totalRMSE] }.reduce(0, +) / Double(runs.count)
        }
        return try #require(means.min())
    }
}
