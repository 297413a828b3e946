import Evaluation
import Foundation
import Reporting
import SensorModel
import TestSupport
import Testing

/// Programs and shared libraries as pipelines of `evaluate` and `run`.
@Suite(.enabled(if: InstalledProgram.path("python3") != nil, "python3 is missing"))
struct OutsideEstimatorCommandTests {
    /// Answers each gyroscope sample with the rotation about z, and fails after a time. Each start adds a line to
    /// `starts`.
    private static let program = """
        import math, sys
        gain, end = float(sys.argv[1]), float(sys.argv[2])
        open("starts", "a").write("x\\n")
        angle, last = 0.0, -1.0
        for line in sys.stdin:
            sensor, *numbers = line.split(",")
            t, x, y, z = map(float, numbers)
            if t > end: sys.exit("too late")
            if sensor == "gyroscope":
                angle += gain * z * (t - last if last >= 0 else 0)
                last = t
                print(f"{math.cos(angle / 2)!r},0,0,{math.sin(angle / 2)!r}")
        """

    private let folder: TemporaryFolder
    private let file: String

    init() throws {
        folder = try TemporaryFolder()
        _ = try folder.write(Self.program, to: "turn.py")
        file = try folder.write(
            """
            name: turn
            command: [\(InstalledProgram.path("python3") ?? ""), turn.py, '{gain}', '{end}']
            parameters: {gain: {default: 1, minimum: 0}, end: 1e9}
            needs: [gyroscope, accelerometer]
            repeat: false
            """,
            to: "turn.yaml"
        )
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    private var starts: Int {
        let text = try? String(contentsOfFile: path("starts"), encoding: .utf8)
        return text?.split(separator: "\n").count ?? 0
    }

    private func results(in name: String) throws -> EvaluationResults {
        let data = try Data(contentsOf: URL(fileURLWithPath: path("\(name)/results.json")))
        return try JSONReport().decode(data, file: "results.json")
    }

    @Test func `A program is a row like any other, and a failed run does not stop the others`() async throws {
        for (name, seconds) in [("short", "2"), ("long", "6")] {
            let made = try await Command.run([
                "simulate", "pan", "--duration", seconds, "--output", path(name),
            ])
            #expect(made.code == 0, "\(made.error)")
        }
        let outcome = try await Command.run([
            "evaluate", path("long"), path("short"), "--pipeline", "\(file):end=3", "--pipeline", "triad", "--output",
            path("out"),
        ])
        #expect(outcome.code == Refusal.badData, "\(outcome.error)")
        let lines = outcome.error.split(separator: "\n").filter { $0.contains("turn.yaml") }
        #expect(lines.count == 1)
        #expect(
            lines.first?.contains("long: \(file): the program ended with exit status 1 after ") == true,
            "\(outcome.error)"
        )
        #expect(lines.first?.contains("('too late')") == true)
        #expect(!outcome.output.contains("too late"), "\(outcome.output)")
        let results = try results(in: "out")
        #expect(results.runs.count == 4)
        #expect(results.runs.map { $0.metrics[.totalRMSE] != nil } == [false, true, true, true])
        #expect(results.runs[0].metrics.note(for: .totalRMSE)?.contains("exit status 1") == true)
        // The recording has other runs, so that it is not among the recordings that were left out.
        #expect(results.failed.isEmpty)
        #expect(results.runs[2].pipeline.parameters["gain"] == .number(1))
        guard case .word(let digest) = results.runs[2].pipeline.parameters["sha256"] else {
            Issue.record("no digest of the program")
            return
        }
        #expect(digest.count == 64)
    }

    @Test func `The failure of the only pipeline is printed once`() async throws {
        let outcome = try await Command.run(["evaluate", "--scenario", "pan", "--pipeline", "\(file):end=1"])
        #expect(outcome.code == Refusal.badData)
        #expect(outcome.error.components(separatedBy: "too late").count == 2, "\(outcome.error)")
        #expect(!outcome.error.contains("nothing was measured"))
        #expect(!outcome.output.contains("too late"), "\(outcome.output)")
    }

    @Test func `An experiment with a program resumes without running a cell twice`() async throws {
        let definition = try folder.write(
            """
            recordings: [{scenario: pan, seeds: [1, 2, 3], duration: 2}]
            pipelines:
              - triad
              - spec: turn.yaml
                grid: {gain: [0.5, 1, 2]}
            metrics: [total_rmse_deg]
            """,
            to: "gains.yaml"
        )
        let arguments = ["run", definition, "--output", path("out"), "--resume", "--allow-programs"]
        let first = try await Command.run(arguments)
        #expect(first.code == 0, "\(first.error)")
        #expect(starts == 9)
        let table = try String(contentsOfFile: path("out/tuning.md"), encoding: .utf8)
        let again = try await Command.run(arguments)
        #expect(again.code == 0, "\(again.error)")
        #expect(starts == 9)
        #expect(try String(contentsOfFile: path("out/tuning.md"), encoding: .utf8) == table)
        // Another version of the program is another pipeline; the cells of the earlier one are replaced.
        _ = try folder.write(Self.program + "\n", to: "turn.py")
        let changed = try await Command.run(arguments)
        #expect(changed.code == 0, "\(changed.error)")
        #expect(starts == 18)
        #expect(try results(in: "out").runs.count == 12)
        let report = try await Command.run(["report", path("out/results.sqlite"), "--output", path("again")])
        #expect(report.code == 0, "\(report.error)")
    }

    /// A definition that names the program, and a library whose loading leaves a file.
    private func definitionOfOthers() async throws -> String {
        let source = try folder.write(
            """
            #include <stdio.h>
            __attribute__((constructor)) static void begin(void) { fclose(fopen("\(path("loaded"))", "w")); }
            """,
            to: "loud.c"
        )
        let built = try await Command.shell("cc -shared -fPIC -o '\(path("libloud.so"))' '\(source)'")
        try #require(built.code == 0, "\(built.error)")
        return try folder.write(
            """
            recordings: [{scenario: pan, seeds: [1], duration: 2}]
            pipelines:
              - triad
              - {spec: turn.yaml, grid: {gain: [1, 2]}}
              - {spec: 'plugin:./libloud.so:isolated=true', grid: {other: [1, 2]}}
            metrics: [total_rmse_deg]
            """,
            to: "others.yaml"
        )
    }

    private var wasLoaded: Bool { FileManager.default.fileExists(atPath: path("loaded")) }

    @Test(arguments: [[], ["--resume"], ["--shard", "1/2"], ["--quiet"]])
    func `An experiment's programs do not start without --allow-programs`(options: [String]) async throws {
        let definition = try await definitionOfOthers()
        let outcome = try await Command.run(["run", definition, "--output", path("out")] + options)
        #expect(outcome.code == Refusal.usage, "\(outcome.error)")
        #expect(outcome.error.contains("plugin:./libloud.so; turn.yaml ("), "\(outcome.error)")
        #expect(outcome.error.contains(" turn.py {gain} {end})"), "\(outcome.error)")
        #expect(outcome.error.contains("add --allow-programs"))
        #expect(starts == 0 && !wasLoaded)
        #expect(!FileManager.default.fileExists(atPath: path("out")))
    }

    @Test(arguments: [[], ["--allow-programs"], ["--json"], ["--allow-programs", "--json"]])
    func `A dry run starts no program and loads no library`(options: [String]) async throws {
        let definition = try await definitionOfOthers()
        let outcome = try await Command.run(["run", definition, "--dry-run", "--output", path("out")] + options)
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(outcome.output.contains("plugin:./libloud.so"), "\(outcome.output)")
        #expect(outcome.output.contains(" turn.py {gain} {end})"), "\(outcome.output)")
        #expect(starts == 0 && !wasLoaded)
    }

    @Test func `A report table's programs do not start without --allow-programs`() async throws {
        _ = try await definitionOfOthers()
        for (name, spec) in [("one", "turn.yaml"), ("two", "plugin:./libloud.so")] {
            try folder.write(
                """
                title: T
                caption: C.
                evaluation:
                  scenarios: [{scenario: pan, duration: 2}]
                  pipelines: ['\(spec)']
                  rows: [pipeline]
                  columns: [{metric: total_rmse_deg, title: error (°), tolerance: 0.00001}]

                """,
                to: "Reports/\(name)/table.yaml"
            )
        }
        try folder.write(
            """
            title: T
            caption: C.
            leaderboard:
              experiment: others.yaml
              needs: []
              programs: {name: x, check: [touch, '\(path("loaded"))'], page: x.md}

            """,
            to: "Reports/three/table.yaml"
        )
        let all = try await Command.run(["tables", "--directory", path("Reports")])
        #expect(all.code == 0, "\(all.error)")
        #expect(all.output.contains("0 tables, 3 skipped"), "\(all.output)")
        for name in ["one", "two", "three"] {
            let named = try await Command.run(["tables", name, "--directory", path("Reports")])
            #expect(named.code == Refusal.usage, "\(named.error)")
            #expect(named.error.contains("add --allow-programs"), "\(named.error)")
        }
        #expect(starts == 0 && !wasLoaded)
        let allowed = try await Command.run(["tables", "one", "--directory", path("Reports"), "--allow-programs"])
        #expect(allowed.code == 0, "\(allowed.error)")
        #expect(starts > 0)
    }

    @Test func `Failed cells are named, not stored, and run again`() async throws {
        let definition = try folder.write(
            """
            recordings: [{scenario: pan, seeds: [1, 2], duration: 2}]
            pipelines: [triad, 'turn.yaml:end=1']
            metrics: [total_rmse_deg]
            """,
            to: "failing.yaml"
        )
        for _ in 0..<2 {
            let outcome = try await Command.run(
                ["run", definition, "--output", path("out"), "--resume", "--allow-programs"]
            )
            #expect(outcome.code == Refusal.badData)
            #expect(
                outcome.error.contains(
                    "turn.yaml: the program ended with exit status 1 after 108 answers ('too late')"
                ),
                "\(outcome.error)"
            )
        }
        #expect(starts == 4)
        #expect(try results(in: "out").runs.count == 2)
    }

    @Test func `A plugin that crashes in its own process fails one run`() async throws {
        let fixtures = Package.root.appendingPathComponent("Tests/OutsideEstimatorsTests/Fixtures/plugin.c").path
        let include = Package.root.appendingPathComponent("Sources/CSextantEstimator/include").path
        for fault in [0, 3] {
            let built = try await Command.shell(
                "cc -shared -fPIC -DFAULT=\(fault) -I '\(include)' -o '\(path("lib\(fault).so"))' '\(fixtures)' -lm"
            )
            try #require(built.code == 0, "\(built.error)")
        }
        let isolated = "plugin:\(path("lib0.so")):isolated=true"
        let same = try await Command.run([
            "evaluate", "--scenario", "pan", "--pipeline", "plugin:\(path("lib0.so"))", "--pipeline", isolated,
            "--output", path("same"),
        ])
        #expect(same.code == 0, "\(same.error)")
        let runs = try results(in: "same").runs
        #expect(runs[0].metrics[.totalRMSE] == runs[1].metrics[.totalRMSE])
        let crashed = try await Command.run([
            "evaluate", "--scenario", "pan", "--pipeline", "plugin:\(path("lib3.so")):isolated=true", "--pipeline",
            "triad", "--output", path("crashed"),
        ])
        #expect(crashed.code == Refusal.badData)
        #expect(crashed.error.contains("the library ended with signal 11 after 10 answers"), "\(crashed.error)")
        #expect(try results(in: "crashed").runs.map { $0.metrics[.totalRMSE] != nil } == [false, true])
    }

    /// Builds the plugin of the fixtures with a fault. Returns its path.
    private func plugin(fault: Int) async throws -> String {
        let fixtures = Package.root.appendingPathComponent("Tests/OutsideEstimatorsTests/Fixtures/plugin.c").path
        let include = Package.root.appendingPathComponent("Sources/CSextantEstimator/include").path
        let library = path("libend\(fault).so")
        let built = try await Command.shell(
            "cc -shared -fPIC -DFAULT=\(fault) -I '\(include)' -o '\(library)' '\(fixtures)' -lm"
        )
        try #require(built.code == 0, "\(built.error)")
        return library
    }

    /// The tens digit is the call, from 1: the constructor of the library, the function of the table, create, a sample,
    /// destroy, the destructor. The units digit is the end: exit(0), _exit(0), quick_exit(0), abort, SIGKILL, exit(1).
    @Test(arguments: [10, 21, 32, 40, 41, 42, 43, 44, 45, 50, 51, 53, 60, 63])
    func `A plugin that ends the process fails the command by name`(fault: Int) async throws {
        let (call, end) = fault.quotientAndRemainder(dividingBy: 10)
        let library = try await plugin(fault: fault)
        let outcome = try await Command.run(
            [
                "evaluate", "--scenario", "pan", "--pipeline", "plugin:\(library)", "--pipeline", "triad",
            ],
            environment: ["SWIFT_BACKTRACE": "enable=no"]
        )
        // A destructor runs after the command has done its work, so an end with its own exit code is harmless.
        let isHarmless = call == 6 && end < 3
        #expect(outcome.code == (isHarmless ? 0 : Refusal.badData), "\(call) \(end): \(outcome.error)")
        let isNamed = outcome.error.contains("plugin:\(library): the library ended the process (")
        #expect(isNamed != isHarmless, "\(outcome.error)")
    }

    @Test(arguments: [30, 40, 41, 43, 44, 50, 51, 60])
    func `A plugin that ends its own process fails one run`(fault: Int) async throws {
        let (call, end) = fault.quotientAndRemainder(dividingBy: 10)
        let library = try await plugin(fault: fault)
        let outcome = try await Command.run(
            [
                "evaluate", "--scenario", "pan", "--pipeline", "plugin:\(library):isolated=true",
                "--pipeline", "triad", "--output", path("out"),
            ],
            environment: ["SWIFT_BACKTRACE": "enable=no"]
        )
        #expect(outcome.code == Refusal.badData, "\(call) \(end): \(outcome.error)")
        #expect(outcome.error.contains(library), "\(outcome.error)")
        // The destructor of the library runs in the process of Sextant, too, after the reports.
        #expect(try results(in: "out").runs.map { $0.metrics[.totalRMSE] != nil } == [false, true])
    }

    @Test func `A plugin whose destructor calls exit(0) does not turn a failure into success`() async throws {
        let library = try await plugin(fault: 60)
        let outcome = try await Command.run(["evaluate", "nowhere", "--pipeline", "plugin:\(library)", "--quiet"])
        #expect(outcome.code == Refusal.badData, "\(outcome.error)")
    }

    #if os(Linux)
    @Test(arguments: ["TERM", "HUP"])
    func `A signal reaches a command with a plugin, and ends it`(signal: String) async throws {
        let library = try await plugin(fault: 0)
        let outcome = try await Command.shell(
            """
            env --default-signal=TERM,HUP sextant evaluate --scenario pan --seeds 40 --jobs 1 \
                --pipeline 'plugin:\(library)' --quiet &
            process=$!
            sleep 1
            kill -\(signal) $process
            wait $process
            """
        )
        #expect(outcome.code == (signal == "TERM" ? 143 : 129), "\(signal): \(outcome)")
    }
    #endif

    @Test func `A command with a plugin keeps the exit codes of success, usage errors and bad data`() async throws {
        let library = try await plugin(fault: 0)
        let passed = try await Command.run([
            "evaluate", "--scenario", "pan", "--pipeline", "plugin:\(library):gain=0.5",
        ])
        #expect(passed.code == 0 && passed.error == "" && passed.output.contains("total"), "\(passed.error)")
        let usage = try await Command.run(["evaluate", "--scenario", "pan", "--pipeline", "plugin:\(library):gain=11"])
        #expect(usage.code == Refusal.usage, "\(usage.error)")
        #expect(usage.error.split(separator: "\n").count == 1, "\(usage.error)")
        let data = try await Command.run(["evaluate", path("nothing"), "--pipeline", "plugin:\(library)"])
        #expect(data.code == Refusal.badData, "\(data.error)")
    }
}
