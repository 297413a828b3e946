import Evaluation
import Foundation
import Recordings
import Reporting
import SensorModel
import TestSupport
import Testing

/// `sextant compare`.
struct CompareCommandTests {
    /// A run over a recording with an error of `total` degrees and a lag of `total` milliseconds.
    static func run(_ recording: String, _ pipeline: String, _ total: Double, sha256: String = "1") -> EvaluationRun {
        var metrics = MetricValues()
        for name in MetricCatalogue.metrics { metrics.setUnmeasured(name, because: "nothing rests") }
        metrics.set(.totalRMSE, to: total)
        metrics.set(.lag, to: total)
        metrics.set(.computeP50, to: 100 * total)
        return EvaluationRun(
            recording: EvaluationRun.RecordingSummary(
                name: recording,
                sha256: sha256,
                samples: 100,
                durationSeconds: 1
            ),
            pipeline: EvaluationRun.PipelineSummary(name: pipeline, parameters: ["beta": .number(0.1)]),
            metrics: metrics
        )
    }

    static func write(_ runs: [EvaluationRun], to path: String, in folder: TemporaryFolder) throws -> String {
        let results = EvaluationResults(
            tool: ProgramVersion(version: "1.2.3", revision: "0123456789abcdef"),
            host: EvaluationResults.Host(
                system: "Debian",
                architecture: "x86_64",
                cores: 2,
                build: "release",
                jobs: 1,
                startedAt: "2025-01-02T03:04:05Z",
                elapsedSeconds: 1
            ),
            runs: runs
        )
        return try folder.write(Array(try JSONReport().encode(results)), to: path)
    }

    @Test func `Equal results pass, and a worse figure has exit code 1`() async throws {
        let folder = try TemporaryFolder()
        let old = try Self.write([Self.run("walk", "vqf", 2)], to: "old/results.json", in: folder)
        let new = try Self.write([Self.run("walk", "vqf", 2.1)], to: "new/results.json", in: folder)
        let same = try await Command.run(["compare", old, old])
        #expect(same.code == 0)
        #expect(same.error == "")
        #expect(same.output.contains("PASSED: 2 the same"))
        let folders = [old, new].map { String($0.dropLast("/results.json".count)) }
        let worse = try await Command.run(["compare"] + folders)
        #expect(worse.code == 1)
        #expect(
            worse.error
                == "sextant: 2 values are worse; fix the regressions, or accept the candidate with --update\n"
        )
        #expect(worse.output.contains("total_rmse_deg    2.00 →    2.10   +5.00 %  1 of 1 run"))
        for line in worse.output.split(separator: "\n") where !line.contains(folder.url.path) {
            #expect(line.count <= 80, "\(line)")
        }
        let allowed = try await Command.run(
            ["compare"] + folders + ["--threshold", "total_rmse_deg=5", "--threshold", "vqf:lag_ms=0.1abs"]
        )
        #expect(allowed.code == 0)
        let limits = try folder.write("thresholds: {total_rmse_deg: 6}\npipelines: {vqf: {lag_ms: 5%}}\n", to: "l.yaml")
        #expect(try await Command.run(["compare"] + folders + ["--thresholds", limits, "--quiet"]).code == 0)
        #expect(try await Command.run(["compare"] + folders + ["--metric", "still_rms_deg"]).code == 1)
    }

    @Test func `Missing runs are listed, and fail unless they are allowed`() async throws {
        let folder = try TemporaryFolder()
        let old = try Self.write(
            [Self.run("walk", "vqf", 2), Self.run("walk", "triad", 2)],
            to: "old.json",
            in: folder
        )
        let new = try Self.write([Self.run("walk", "vqf", 2), Self.run("run", "vqf", 3)], to: "new.json", in: folder)
        let outcome = try await Command.run(["compare", old, new])
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("missing in the candidate: 1 run\n  triad over walk\n"))
        #expect(outcome.output.contains("only in the candidate: 1 run\n  vqf over run\n"))
        #expect(outcome.error.contains("--allow-missing"))
        let allowed = try await Command.run(["compare", old, new, "--allow-missing"])
        #expect(allowed.code == 0)
        #expect(allowed.output.contains("triad over walk"))
    }

    @Test func `Undecided figures fail, and pass with --undecided pass`() async throws {
        let folder = try TemporaryFolder()
        let old = try Self.write([Self.run("walk", "vqf", 2)], to: "old.json", in: folder)
        let new = try Self.write([Self.run("walk", "vqf", 1.9, sha256: "2")], to: "new.json", in: folder)
        let outcome = try await Command.run(["compare", old, new])
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("undecided"))
        let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words.contains(
                "too few cases: with 1 pair, p is at least 0.500; a verdict needs p ≤ 0.050, which takes 5 pairs"
            )
        )
        #expect(words.contains("undecided values fail (--undecided fail)"))
        #expect(outcome.error.contains("--undecided pass"))
        let allowed = try await Command.run(["compare", old, new, "--undecided", "pass"])
        #expect(allowed.code == 0)
        #expect(allowed.output.contains("PASSED: 2 undecided"))
        #expect(allowed.output.contains("undecided values pass (--undecided pass)"))
        #expect(try await Command.run(["compare", old, new, "--undecided", "perhaps"]).code == 2)
    }

    @Test func `A gate of five seeds decides with the default metrics`() async throws {
        let folder = try TemporaryFolder()
        func evaluate(from seed: Int, _ name: String) async throws -> String {
            let output = folder.url.appendingPathComponent(name).path
            let pipelines = ["vqf", "triad+lowPass", "madgwick"].flatMap { ["--pipeline", $0] }
            let arguments =
                ["evaluate", "--scenario", "pan", "--seed", "\(seed)", "--seeds", "5", "--quiet", "--output", output]
            #expect(try await Command.run(arguments + pipelines).code == 0)
            return output
        }
        let outcome = try await Command.run(["compare", evaluate(from: 1, "old"), evaluate(from: 6, "new")])
        #expect(outcome.code == 0, "\(outcome.output)")
        #expect(!outcome.output.contains("undecided"))
    }

    @Test func `An update reports the regression, copies the candidate's bytes and exits with 0`() async throws {
        let folder = try TemporaryFolder()
        let new = try Self.write([Self.run("walk", "vqf", 3)], to: "new.json", in: folder)
        let baseline = folder.url.appendingPathComponent("gate/baseline").path
        let without = try await Command.run(["compare", baseline, new])
        #expect(without.code == 3)
        #expect(without.error.contains("create the baseline with --update"))
        #expect(try await Command.run(["compare", baseline, new, "--update"]).code == 0)
        let file = "\(baseline)/results.json"
        #expect(FileManager.default.contents(atPath: file) == FileManager.default.contents(atPath: new))
        let worse = try Self.write([Self.run("walk", "vqf", 4)], to: "worse.json", in: folder)
        let outcome = try await Command.run(["compare", baseline, worse, "--update"])
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("FAILED: 2 values are worse"))
        #expect(outcome.error.contains("is the new baseline"))
        #expect(outcome.error.hasPrefix("sextant: accepted that 2 values are worse: "), "\(outcome.error)")
        #expect(FileManager.default.contents(atPath: file) == FileManager.default.contents(atPath: worse))
        #expect(try FileManager.default.contentsOfDirectory(atPath: baseline) == ["results.json"])
    }

    @Test func `An experiment's store can be a candidate, and is written as results.json`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            """
            name: pans
            recordings: [{scenario: pan, seeds: [1, 2], duration: 3}]
            pipelines: [triad]
            metrics: [total_rmse_deg]
            """,
            to: "pans.yaml"
        )
        let (store, baseline) = (folder.url.appendingPathComponent("run").path, folder.url.path + "/gate")
        try #require(try await Command.run(["run", file, "--output", store, "--quiet"]).code == 0)
        try FileManager.default.removeItem(atPath: "\(store)/results.json")
        #expect(try await Command.run(["compare", baseline, store, "--update"]).code == 0)
        let again = try await Command.run(["compare", baseline, store])
        #expect(again.code == 0, "\(again.output)")
        #expect(again.output.contains("2 runs over the same recordings, compared exactly"))
        let refused = try await Command.run(["compare", store, baseline, "--update"])
        #expect(refused.code == 2)
        #expect(refused.error.contains("its folder, not the store of an experiment; name another baseline"))
    }

    @Test func `Reports are written to a folder, to standard output and to the job's page`() async throws {
        let folder = try TemporaryFolder()
        let old = try Self.write([Self.run("walk", "vqf", 2)], to: "old.json", in: folder)
        let new = try Self.write([Self.run("walk", "vqf", 3)], to: "new.json", in: folder)
        let output = folder.url.appendingPathComponent("out").path
        let page = try folder.write("before\n", to: "page.md")
        let outcome = try await Command.run(
            ["compare", old, new, "--output", output, "--format", "md,json,junit", "--quiet", "--step-summary"],
            environment: ["GITHUB_STEP_SUMMARY": page]
        )
        #expect(outcome.code == 1)
        #expect(outcome.output == "")
        #expect(
            try FileTree.names(in: output)
                == ["comparison.json", "comparison.md", "comparison.xml"]
        )
        let markdown = try String(contentsOfFile: "\(output)/comparison.md", encoding: .utf8)
        #expect(try String(contentsOfFile: page, encoding: .utf8) == "before\n" + markdown)
        let printed = try await Command.run(["compare", old, new, "--format", "md"])
        #expect(printed.output == markdown)
    }

    @Test func `Times are compared only as multiples of the yardstick's times`() async throws {
        let folder = try TemporaryFolder()
        func file(_ name: String, _ vqf: Double, _ sha256: String) throws -> String {
            let runs = (0..<6).flatMap { index in
                [
                    Self.run("walk-\(index)", "triad", 1, sha256: sha256),
                    Self.run("walk-\(index)", "vqf", vqf, sha256: sha256),
                ]
            }
            return try Self.write(runs, to: name, in: folder)
        }
        let (old, new) = (try file("old.json", 2, "1"), try file("new.json", 3, "1"))
        let metric = ["--metric", "compute_ns_p50"]
        let without = try await Command.run(["compare", old, new] + metric)
        #expect(without.code == 2)
        #expect(without.error.contains("add --yardstick SPEC"))
        let outcome = try await Command.run(["compare", old, new, "--yardstick", "triad"] + metric)
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("compute_ns_p50 ÷ triad"))
        let unknown = try await Command.run(["compare", old, new, "--yardstick", "triads"])
        #expect(unknown.code == 2)
        #expect(unknown.error.contains("did you mean 'triad'?"))
    }

    @Test(arguments: [
        (
            ["--threshold", "total_rmse_deg"],
            "'total_rmse_deg' is not METRIC=VALUE, where VALUE is a percentage of the baseline (at least 0), or an amount in the metric's unit"
        ),
        (["--threshold", "total_rmse_dg=2"], "did you mean 'total_rmse_deg'?"),
        (["--threshold", "count=2"], "count cannot be compared, because neither small nor large values are better"),
        (
            ["--threshold", "lag_ms=-1"],
            "'lag_ms=-1' is not METRIC=VALUE, where VALUE is a percentage of the baseline (at least 0), or an amount in the metric's unit"
        ),
        (
            ["--threshold", "unknown:lag_ms=1"],
            "'unknown' is not a pipeline of the results; list the pipelines with 'sextant report'"
        ),
        (["--metric", "lag_ms", "--threshold", "still_rms_deg=1"], "add --metric still_rms_deg"),
        (["--confidence", "1"], "--confidence is 1.0"),
        (["--format", "md,csv", "--output", "x"], "unknown comparison format 'csv'"),
        (["--format", "md,json"], "standard output accepts only one format"),
        (["--thresholds", "/nowhere.yaml"], "no such file: '/nowhere.yaml'"),
    ])
    func `Wrong arguments are usage errors with a message about them`(arguments: [String], words: String) async throws {
        let folder = try TemporaryFolder()
        let file = try Self.write([Self.run("walk", "vqf", 2)], to: "a.json", in: folder)
        let outcome = try await Command.run(["compare", file, file] + arguments)
        #expect(outcome.code == 2)
        #expect(outcome.error.contains(words), "\(outcome.error)")
        #expect(outcome.output == "")
    }
}
