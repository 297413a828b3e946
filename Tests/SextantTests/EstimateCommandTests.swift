import Evaluation
import Foundation
import Reporting
import SensorModel
import TestSupport
import Testing

/// `--estimate` of `sextant evaluate`, and `estimates` of experiments and report tables.
struct EstimateCommandTests {
    private static let simulated = ["--scenario", "pan", "--seeds", "2", "--noise", "nexus5"]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    private func results(_ name: String = "out") throws -> EvaluationResults {
        let data = try Data(contentsOf: folder.url.appendingPathComponent("\(name)/results.json"))
        return try JSONReport().decode(data, file: "results.json")
    }

    /// Writes the estimates of a pipeline over the recordings. Returns the path of a folder with a file per recording.
    private func estimates(of pipeline: String, over recordings: [String]) async throws -> String {
        let made = try await Command.run(
            ["evaluate", "--pipeline", pipeline, "--estimates", "--output", path("made"), "--quiet"] + recordings
        )
        try #require(made.code == 0, "\(made.error)")
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: path("made/estimates")) {
            let file = try #require(files.contentsOfDirectory(atPath: path("made/estimates/\(name)")).first)
            try files.createDirectory(atPath: path("mine"), withIntermediateDirectories: true)
            try files.moveItem(atPath: path("made/estimates/\(name)/\(file)"), toPath: path("mine/\(name).csv"))
        }
        return path("mine")
    }

    private func expectSameFigures(_ run: EvaluationRun, as other: EvaluationRun) {
        for metric in MetricCatalogue.metrics where !metric.name.hasPrefix("compute_") {
            #expect(run.metrics[metric] == other.metrics[metric], "\(metric.name)")
            #expect(run.metrics.intervals[metric] == other.metrics.intervals[metric])
            #expect(run.metrics.note(for: metric) == other.metrics.note(for: metric))
        }
        #expect(run.series == other.series)
        #expect(run.frequencyResponse == other.frequencyResponse)
        #expect(run.orientations == other.orientations)
    }

    @Test(arguments: [[], ["--reference", "gyroscope"], ["--skip", "2", "--heading-alignment", "constant"]])
    func `Estimates that Sextant wrote have the same figures, bit for bit`(options: [String]) async throws {
        let mine = try await estimates(of: "madgwick+lowPass", over: [InputFixture.pan])
        let outcome = try await Command.run(
            ["evaluate", InputFixture.pan, "--pipeline", "madgwick+lowPass", "--estimate", "mine=\(mine)/pan.csv"]
                + ["--series", "--output", path("out")] + options
        )
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
        let runs = try results().runs
        #expect(runs.map(\.pipeline.name) == ["madgwick+lowPass", "mine"])
        expectSameFigures(runs[1], as: runs[0])
        // The gyroscope has no frame: only the error over short times has a value.
        #expect(runs[1].metrics[options.contains("gyroscope") ? .shortTermRMS : .totalRMSE] != nil)
        #expect(runs[1].metrics[.computeP50] == nil)
        #expect(runs[1].metrics.note(for: .computeP50) == "estimates from a file have no computing time")
        #expect(runs[1].pipeline.source == "\(mine)/pan.csv")
        #expect(runs[1].pipeline.parameters.keys.sorted() == ["sha256"])
        #expect(runs[0].pipeline.source == nil)
    }

    @Test func `A folder has a file per recording, and unknown files are named`() async throws {
        let mine = try await estimates(of: "triad", over: Self.simulated)
        try folder.write("t,qw,qx,qy,qz\n", to: "mine/other.csv")
        let outcome = try await Command.run(
            ["evaluate", "--pipeline", "triad", "--estimate", "mine=\(mine)", "--output", path("out")] + Self.simulated
        )
        #expect(outcome.code == 0)
        #expect(outcome.error == "sextant: --estimate mine: 1 file of \(mine) without a recording: other.csv\n")
        let runs = try results().runs
        #expect(runs.count == 4)
        expectSameFigures(runs[1], as: runs[0])
        expectSameFigures(runs[3], as: runs[2])
    }

    @Test func `A recording without a file is not measured, others are, and the exit code is 3`() async throws {
        let mine = try await estimates(of: "triad", over: Self.simulated)
        try FileManager.default.removeItem(atPath: "\(mine)/pan_seed-2.csv")
        let outcome = try await Command.run(
            ["evaluate", "--pipeline", "triad", "--estimate", "mine=\(mine)", "--output", path("out")] + Self.simulated
        )
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error.contains("\(mine): the folder has no file pan/seed-2.csv"), "\(outcome.error)")
        let runs = try results().runs
        #expect(runs.map { $0.metrics[.totalRMSE] != nil } == [true, true, true, false])
        #expect(
            runs[3].metrics.note(for: .totalRMSE)
                == "the folder has no file pan/seed-2.csv, .tum or .txt for the recording 'pan/seed-2'"
        )
    }

    @Test func `Estimates that do not overlap the recording measure nothing, and the clock is proposed`() async throws {
        let rows = (0..<100).map { "\(1_000 + Double($0) / 10),1,0,0,0\n" }.joined()
        let file = try folder.write("t,qw,qx,qy,qz\n" + rows, to: "late.csv")
        let arguments = ["evaluate", InputFixture.pan, "--output", path("out"), "--estimate"]
        let outcome = try await Command.run(arguments + ["late=\(file)"])
        #expect(outcome.code == Refusal.badData)
        #expect(
            outcome.error.contains(
                "the estimates have times from 1000.000 to 1009.900 s, but the recording has times from 0.000 to 30.000 s"
            ),
            "\(outcome.error)"
        )
        #expect(outcome.error.contains("add clock=-1000.000"))
        let moved = try await Command.run(arguments + ["late=\(file),clock=-1000"])
        #expect(moved.code == 0, "\(moved.error)")
        #expect(try results().runs[0].metrics[.totalRMSE] != nil)
    }

    @Test func `Estimates of the recording's length that start later are refused with the clock`() async throws {
        let rows = (0..<300).map { "\(18 + Double($0) / 10),1,0,0,0\n" }.joined()
        let file = try folder.write("t,qw,qx,qy,qz\n" + rows, to: "boot.csv")
        let arguments = ["evaluate", InputFixture.pan, "--output", path("out"), "--estimate"]
        let outcome = try await Command.run(arguments + ["late=\(file)"])
        #expect(outcome.code == Refusal.badData)
        #expect(
            outcome.error.contains("start 18.000 s after it, so the two clocks probably differ"),
            "\(outcome.error)"
        )
        #expect(outcome.error.contains("append ,clock=-18.000 to --estimate, or ,clock=0 if the clocks are the same"))
        for clock in ["-18", "0"] {
            let known = try await Command.run(arguments + ["late=\(file),clock=\(clock)"])
            #expect(known.code == 0, "\(known.error)")
        }
    }

    @Test func `Wrong arguments are usage errors, and a missing file is bad data`() async throws {
        let file = try folder.write("t,qw,qx,qy,qz\n0,1,0,0,0\n1,1,0,0,0\n", to: "a.csv")
        let line =
            "'\(file)' is one file, but there are 2 recordings; name a folder with one file per recording, or "
            + "evaluate one recording"
        try await Refusal.expect(Self.simulated + ["--estimate", "a=\(file)"], Refusal.usage, "--estimate: \(line)")
        try await Refusal.expect(
            [InputFixture.pan, "--pipeline", "triad", "--estimate", "triad=\(file)"],
            Refusal.usage,
            "--estimate: a --pipeline is already named 'triad'; rename the estimates"
        )
        try await Refusal.expect(
            [InputFixture.pan, "--estimate", "a=\(file)x"],
            Refusal.badData,
            "\(file)x: no such file or folder for the estimates 'a'; check the path of --estimate"
        )
        let unknown = try await Command.run(["evaluate", InputFixture.pan, "--estimate", "a=\(file),wrld=ned"])
        #expect(unknown.code == Refusal.usage)
        #expect(unknown.error.contains("did you mean 'world'?"), "\(unknown.error)")
        let twice = try await Command.run(["evaluate", InputFixture.pan, "--estimate", "a=x", "--estimate", "a=y"])
        #expect(twice.code == Refusal.usage)
        #expect(twice.error.contains("--estimate a is given twice; remove one."))
    }

    @Test func `An experiment has cells of estimates, and a changed file is another cell`() async throws {
        let mine = try await estimates(of: "triad", over: Self.simulated)
        for seed in 1...2 {
            // Recordings of experiments have other names than those of the command line.
            let (from, to) = ("\(mine)/pan_seed-\(seed).csv", "\(mine)/pan, seed \(seed).csv")
            try FileManager.default.moveItem(atPath: from, toPath: to)
        }
        let definition = try folder.write(
            """
            recordings: [{scenario: pan, noise: nexus5, seeds: [1, 2]}]
            pipelines: [triad]
            estimates: [{name: mine, path: mine}]
            metrics: [total_rmse_deg]
            """,
            to: "pans.yaml"
        )
        let run = ["run", definition, "--output", path("out")]
        let outcome = try await Command.run(run)
        #expect(outcome.code == 0, "\(outcome.error)")
        let runs = try results().runs
        #expect(runs.map(\.pipeline.name) == ["triad", "mine", "triad", "mine"])
        #expect(runs[1].metrics[.totalRMSE] == runs[0].metrics[.totalRMSE])
        #expect(runs[1].pipeline.source?.hasSuffix("mine/pan, seed 1.csv") == true)
        let again = try await Command.run(run + ["--resume"])
        #expect(again.output.contains("0 cells run"), "\(again.output)")
        let text = try String(contentsOfFile: "\(mine)/pan, seed 1.csv", encoding: .utf8)
        try folder.write(
            text.split(separator: "\n").prefix(1_000).joined(separator: "\n") + "\n",
            to: "mine/pan, seed 1.csv"
        )
        let changed = try await Command.run(run + ["--resume"])
        #expect(changed.output.contains("1 cell run"), "\(changed.output)")
        #expect(try results().runs[1].orientations < runs[1].orientations)
        try FileManager.default.removeItem(atPath: "\(mine)/pan, seed 2.csv")
        let missing = try await Command.run(run + ["--resume"])
        #expect(missing.code == Refusal.badData)
        #expect(
            missing.error.contains(
                "the folder has no file pan, seed 2.csv, .tum or .txt for the recording 'pan, seed 2'"
            ),
            "\(missing.error)"
        )
    }

    @Test func `A report table has rows of estimates, and names their files`() async throws {
        _ = try await estimates(of: "triad", over: ["--scenario", "pan"])
        try FileManager.default.createDirectory(atPath: path("estimates"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: path("mine/pan_seed-1.csv"), toPath: path("estimates/pan.csv"))
        try folder.write(
            """
            title: Estimates
            caption: On a panned phone.
            evaluation:
              scenarios: [{scenario: pan}]
              pipelines: [triad]
              estimates: [mine=estimates]
              rows: [pipeline]
              columns: [{metric: total_rmse_deg, title: error (°), tolerance: 0.00001}]

            """,
            to: "Reports/mine/table.yaml"
        )
        let outcome = try await Command.run(["tables", "--directory", path("Reports")])
        #expect(outcome.code == 0, "\(outcome.error)")
        let table = try String(contentsOfFile: path("Reports/mine/table.csv"), encoding: .utf8)
        let rows = table.split(whereSeparator: \.isNewline).dropFirst().map { $0.split(separator: ",") }
        #expect(rows.map { $0[0] } == ["triad", "mine"])
        #expect(rows[0][1] == rows[1][1])
        let page = try String(contentsOfFile: path("Reports/mine/table.md"), encoding: .utf8)
        #expect(page.contains("estimates/pan.csv, SHA-256 "), "\(page)")
        #expect(!page.contains(folder.url.path))
    }

    @Test(
        .enabled(if: SharedDatasets.has("broad") && SharedDatasets.has("smartphone-attitude")),
        arguments: ["broad/02_undisturbed_slow_rotation_B.csv", "smartphone-attitude"]
    )
    func `Figures of real recordings are the same from a file of estimates`(dataset: String) async throws {
        var recording = SharedDatasets.path(dataset)
        if !dataset.hasSuffix(".csv") {
            let names = try FileManager.default.contentsOfDirectory(atPath: recording).sorted()
            recording += "/" + (try #require(names.first { !$0.contains(".") }))
        }
        let mine = try await estimates(of: "vqf", over: [recording])
        let arguments = ["evaluate", recording, "--pipeline", "vqf", "--estimate", "mine=\(mine)"]
        let outcome = try await Command.run(arguments + ["--series", "--output", path("out")])
        #expect(outcome.code == 0, "\(outcome.error)")
        let runs = try results().runs
        expectSameFigures(runs[1], as: runs[0])
    }
}
