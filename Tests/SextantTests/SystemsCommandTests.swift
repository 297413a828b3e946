import Evaluation
import Foundation
import Pipelines
import Reporting
import SensorModel
import TestSupport
import Testing

/// `sextant evaluate --screen`, its short form `sextant systems`, and `sextant evaluate` with a scene.
struct SystemsCommandTests {
    private static let walk = ["--scenario", "walk", "--seed", "2"]

    private static func results(_ arguments: [String], code: Int32 = 0) async throws -> EvaluationResults {
        let folder = try TemporaryFolder()
        let directory = folder.url.appendingPathComponent("out")
        let outcome = try await Command.run(["systems"] + arguments + ["--output", directory.path])
        try #require(outcome.code == code, "\(outcome.error)")
        #expect(outcome.error.isEmpty == (code == 0), "\(outcome.error)")
        for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let file = try Data(contentsOf: directory.appendingPathComponent("results.json"))
        return try JSONReport().decode(file, file: "results.json")
    }

    @Test func `All systems are replayed, and simulated fixes are compared with the true position`() async throws {
        let runs = try await Self.results(Self.walk).runs
        #expect(runs.map(\.pipeline.name) == SystemCatalogue.declarations.map(\.name))
        let area = try #require(runs.first { $0.pipeline.name == "area" })
        #expect(area.pipeline.parameters["radius"] == .number(20_000))
        let error = try #require(area.metrics[.locationErrorP50])
        // In metres: the fixes have a standard deviation of 5 m along each axis.
        #expect(error > 1 && error < 30)
        #expect(area.metrics[.pixelRMSE] != nil && area.metrics[.visibleJaccard] != nil)
        // A simulated phone has the sensors of every system.
        for run in runs { #expect(run.metrics[.pixelRMSE] != nil, "\(run.pipeline.name)") }
        let unfed = try await Self.results([InputFixture.pan, "--system", "ilocator"], code: 3).runs[0]
        #expect(unfed.metrics[.pixelRMSE] == nil)
        #expect(unfed.metrics.note(for: .pixelRMSE) == "the recording has no attitude")
    }

    @Test func `evaluate measures the screen of a system next to a pipeline, with places of a file`() async throws {
        let folder = try TemporaryFolder()
        let places = try folder.write("name,latitude,longitude\nMünster,48.3986,9.9916\nTor,48.40,10.00\n", to: "p.csv")
        let evaluated = try await Evaluated(
            Self.walk + [
                "--pipeline", "area:radius=30km", "--pipeline", "triad", "--pois", places, "--at", "48.4,9.98",
            ]
        )
        let runs = evaluated.results.runs
        #expect(runs[0].metrics[.drawnFrames] != nil)
        #expect(runs[0].remarks.contains("2 places"))
        let note = "the user's position is specified, not determined by the system"
        #expect(runs[0].metrics.note(for: .locationErrorP50) == note)
        #expect(runs[1].metrics[.drawnFrames] == nil)
        #expect(try evaluated.text(of: "report.csv").contains("pixel_rmse_px"))
    }

    @Test(.enabled(if: InstalledProgram.path("python3") != nil, "python3 is missing"))
    func `The positions of a program replace the fixes, and its failure ends the command`() async throws {
        let folder = try TemporaryFolder()
        func locator(_ body: String) throws -> String {
            try folder.write("import sys\nfor line in sys.stdin:\n    \(body)\n", to: "locate.py")
            return try folder.write(
                "name: mine\ncommand: [\(InstalledProgram.path("python3") ?? ""), locate.py]\nreturns: positions\nneeds: [location]\n",
                to: "locate.yaml"
            )
        }
        let copy = try locator("print(*line.split(',')[2:5], sep=',', flush=True)")
        let arguments = Self.walk + ["--system", "area", "--location"]
        let copied = try await Self.results(arguments + [copy]).runs[0]
        let recorded = try await Self.results(arguments + ["fixes"]).runs[0]
        #expect(copied.metrics[.locationErrorP50] != nil)
        #expect(copied.metrics[.locationErrorP50] == recorded.metrics[.locationErrorP50])

        let outcome = try await Command.run(["systems"] + arguments + [try locator("sys.exit(4)")])
        #expect(outcome.code == 3, "\(outcome.error)")
        #expect(outcome.error.contains("the program ended with exit status 4"), "\(outcome.error)")
        #expect(!outcome.error.contains("layout"), "\(outcome.error)")
    }

    @Test func `evaluate --screen and systems print the same table`() async throws {
        let short = try await Command.run(["systems", InputFixture.pan, "--system", "area:radius=5km"])
        let long = try await Command.run(["evaluate", InputFixture.pan, "--screen", "--pipeline", "area:radius=5km"])
        #expect(short.code == 0 && long.code == 0, "\(short.error)\(long.error)")
        // The last lines contain the elapsed time.
        let tables = [short, long].map { $0.output.components(separatedBy: "\nsextant ")[0] }
        #expect(tables[0].contains("system"))
        #expect(tables[0] == tables[1])
    }

    @Test func `A picture requires a system`() async throws {
        let outcome = try await Command.run(["evaluate"] + Self.walk + ["--pipeline", "triad", "--picture", "p.svg"])
        #expect(outcome.code == Refusal.usage)
        #expect(
            outcome.error
                == "sextant: --picture: no pipeline has a screen; add --camera iphone4s, or name a system with --pipeline\n"
        )
    }

    @Test func `Without a scene the name of a preset is a pipeline`() async throws {
        let runs = try await Evaluated([InputFixture.pan, "--pipeline", "ibetelgeuse"]).results.runs
        #expect(runs[0].metrics[.drawnFrames] == nil)
        #expect(runs[0].pipeline.parameters["radius"] == nil)
    }

    @Test(arguments: [("ibetelgeuse:stabiliser=0", false), ("ibetelgeuse:radius=5km", true), ("yandex", true)])
    func `Without a scene, a screen is measured for a changed constant of the screen and for a tracked scene`(
        specification: String,
        isMeasured: Bool
    ) async throws {
        let run = try await Evaluated(Self.walk + ["--pipeline", specification]).results.runs[0]
        #expect((run.metrics[.drawnFrames] != nil) == isMeasured)
        #expect(run.metrics[.totalRMSE] != nil)
    }

    @Test func `--metrics selects metrics of the screen`() async throws {
        let arguments = [InputFixture.pan, "--screen", "--pipeline", "area"]
        let all = try await Evaluated(arguments).results.runs[0].metrics
        let few = try await Evaluated(arguments + ["--metrics", "pixel_rmse_px,total_rmse_deg"]).results.runs[0].metrics
        let measured = MetricCatalogue.metrics.filter { few[$0] != nil }
        #expect(Set(measured) == [.pixelRMSE, .totalRMSE])
        for metric in measured { #expect(few[metric] == all[metric]) }
        #expect(few.note(for: .pixelP95) == "not among the requested metrics")
    }

    @Test func `A YAML file declares a system by its stages`() async throws {
        let folder = try TemporaryFolder()
        let text = """
            name: mine
            like: area
            orientation: lowPass:alpha=0.2,sensor=accelerometer+compassHeading:direction=camera
            display: {rate: 10Hz}
            projection: {kind: perspective}

            """
        let path = try folder.write(text, to: "mine.yaml")
        let runs = try await Self.results(Self.walk + ["--system", path, "--system", "area"]).runs
        #expect(runs[0].pipeline.parameters["alpha"] == .number(0.2))
        #expect(runs[0].pipeline.parameters["kind"] == .word("perspective"))
        #expect(runs[0].pipeline.parameters["focalLength"] == runs[1].pipeline.parameters["focalLength"])
        let drawn = runs.compactMap { $0.metrics[.drawnFrames] }
        // 30 Hz and 10 Hz; the first and the last frame may differ.
        #expect(abs(drawn[1] / drawn[0] - 3) < 0.05)
    }

    @Test func `A system with a filter of headings and a heading filter is replayed`() async throws {
        let folder = try TemporaryFolder()
        let text = """
            like: area
            orientation: lowPass:sensor=heading,alpha=0.1+lowPass:sensor=accelerometer+compassHeading:direction=camera
            compass: {headingFilter: 2deg}

            """
        let path = try folder.write(text, to: "calm.yaml")
        let runs = try await Self.results(Self.walk + ["--system", path, "--system", "area:headingFilter=2deg"]).runs
        #expect(runs[0].pipeline.parameters["lowPass.sensor"] == .word("heading"))
        #expect(runs.map { $0.pipeline.parameters["headingFilter"] } == [.number(2), .number(2)])
        let errors = try runs.map { try #require($0.metrics[.pixelRMSE]) }
        #expect(errors[0] != errors[1])
    }

    @Test(arguments: [
        ("like: aera\n", "1:7: unknown system 'aera'", "did you mean 'area'?"),
        ("like: area\ndisplai: {rate: 10Hz}\n", "2:1: unknown key 'displai'", "did you mean 'display'?"),
        (
            "like: area\ndisplay: {rat: 10Hz}\n", "2:11: unknown key 'rat': use one of loop, rate",
            "did you mean 'rate'?"
        ),
        (
            "like: area\ndisplay:\n  rate: 10m\n", "3:9: rate=10m must be a number",
            "a unit may follow the number directly: Hz, kHz"
        ),
        ("orientation: triad+lowPas\n", "1:20: unknown stage 'lowPas'", "did you mean 'lowPass'?"),
        (
            "display: {rate: 10Hz}\n", "1: the system has neither 'orientation' nor 'like'",
            "add 'orientation: triad+lowPass' or 'like: area'"
        ),
    ])
    func `A mistake in the file of a system is an error with its position`(
        text: String,
        found: String,
        remedy: String
    ) async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: "mine.yaml")
        let outcome = try await Command.run(["systems"] + Self.walk + ["--system", path])
        #expect(outcome.code == Refusal.badData, "\(outcome.error)")
        #expect(outcome.error.hasPrefix("sextant: \(path):\(found)"), "\(outcome.error)")
        #expect(outcome.error.hasSuffix("; \(remedy)\n"), "\(outcome.error)")
    }

    @Test(arguments: [
        (["--system", "aera"], "did you mean 'area'?"),
        (["--at", "95,10"], "write, for example, 48.4,9.98 or 48.4,9.98,478"),
        (["--system", "area:alhpa=1"], "did you mean 'alpha'?"),
    ])
    func `A mistake in the arguments is a usage error`(arguments: [String], remedy: String) async throws {
        let outcome = try await Command.run(["systems"] + Self.walk + arguments)
        #expect(outcome.code == Refusal.usage, "\(outcome.error)")
        #expect(outcome.error.hasSuffix("\(remedy)\n"), "\(outcome.error)")
    }

    @Test func `The list of systems names every system in at most 80 columns`() async throws {
        let outcome = try await Command.run(["list", "systems"])
        #expect(outcome.code == 0)
        for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let lines = outcome.output.split(separator: "\n")
        for system in SystemCatalogue.declarations { #expect(lines.contains { $0 == system.name }) }
    }
}
